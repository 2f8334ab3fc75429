"""Bodies of gaming guides and first hands."""

from typing import Any

from lammer.server.http.schemas.base import ResponseBody
from lammer.server.http.schemas.rules import ExactNumber


class GuideItemView(ResponseBody):
    text: str
    clauses: list[str]


class GuideTableView(ResponseBody):
    """A table of a guide; the first cell of each row is its heading."""

    caption: str
    head: list[str]
    rows: list[list[str]]
    clauses: list[str]


class GuideSectionView(ResponseBody):
    title: str
    items: list[GuideItemView]
    tables: list[GuideTableView]


class GuideWagerView(ResponseBody):
    """A wager for newcomers; of odds, ``win`` is null: they go with another bet."""

    key: str
    name: str
    plain: str
    pays: str
    win: ExactNumber | None
    edge: ExactNumber | None
    when: str
    changes: str
    limits: str
    clause: str


class GuideAreaView(ResponseBody):
    title: str
    wagers: list[GuideWagerView]


class GuideView(ResponseBody):
    """A gaming guide: sections of sentences and tables, and the wagers by the areas of the
    layout."""

    format: int
    rules: str
    game: str
    title: str
    citation: str
    later: str
    sections: list[GuideSectionView]
    wagers: list[GuideAreaView]


class EventView(ResponseBody):
    """Something that happened at the table of a first hand, as in a log but not sealed."""

    seq: int
    event: str
    actor: str
    body: dict[str, Any]
    clauses: list[str]
    text: str


class FirstHandStep(ResponseBody):
    """A step: what is said, the bet whose place is shown and when it wins (``plain``), the state of
    the table, what the button says, and what it leads to: events, and by seat the results of a
    trial. ``shown`` is what lies on the table. The last step leads to nothing."""

    text: str
    spot: str | None
    plain: str
    state: dict[str, Any]
    shown: dict[str, Any] | None
    button: str
    events: list[EventView]
    results: dict[str, Any]


class FirstHandView(ResponseBody):
    """A demonstration of a game with fixed outcomes, played at seat ``seat`` of no table."""

    format: int
    rules: str
    game: str
    seat: int
    steps: list[FirstHandStep]
