"""The bodies of requests and responses about the lab. Amounts are cents."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from lammer.server.http.schemas.base import MOST_NUMBER, RequestBody, ResponseBody, Word

MOST_STRATEGIES = 3
MOST_TEXT = 20_000
"""Characters of a strategy, of a house file and of a wager file."""
MOST_BANKROLL = 10**11
MOST_FACES = 200
"""Characters of the weights of a die."""

Text = Annotated[str, Meta(max_length=MOST_TEXT)]


class CurveAsked(RequestBody):
    """A curve of ruin `over` the bankroll (cents) or the number of rolls: from `low` to `high` by
    `step`; what is left out is chosen."""

    over: Literal["bankroll", "rolls"]
    low: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)] | None = None
    high: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)] | None = None
    step: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)] | None = None


class LabQuestion(RequestBody):
    """What strategies do to a bankroll, each written out; `rules` and `game` as a table is opened
    with, `house` the text of a house file; up to so many `rolls` (null: until ruin or the goal).
    Exact where that can be (`auto`), or sampled in so many `sessions`. With `ruin`, also which
    bankroll is ruined with at most this chance; with `curve`, how the chance of ruin changes.
    `faces` are the weights of the faces of dice that are not fair, one text for all dice or one for
    each."""

    strategies: Annotated[list[Text], Meta(min_length=1, max_length=MOST_STRATEGIES)]
    rules: Word | None = None
    game: Word | None = None
    house: Text = ""
    bankroll: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)] = 50_000
    rolls: Annotated[int, Meta(ge=1, le=10**9)] | None = 200
    goal: Annotated[int, Meta(ge=1, le=10 * MOST_BANKROLL)] | None = None
    method: Literal["auto", "exact", "sample"] = "auto"
    sessions: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    seed: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | None = None
    ruin: Annotated[float, Meta(gt=0, lt=1)] | None = None
    curve: CurveAsked | None = None
    faces: Annotated[list[Annotated[str, Meta(max_length=MOST_FACES)]], Meta(max_length=3)] = []


class SolvedLine(RequestBody):
    """A payout line of a wager file, and the least edge that it must leave: `3/25` or `12%`."""

    line: Annotated[str, Meta(min_length=1, max_length=200)]
    edge: Annotated[str, Meta(min_length=1, max_length=40)]


class OtherPayoutsAsked(RequestBody):
    """Other payouts for a line, to one, from `low` to `high`."""

    line: Annotated[str, Meta(min_length=1, max_length=200)]
    low: Annotated[int, Meta(ge=1, le=10**9)]
    high: Annotated[int, Meta(ge=1, le=10**9)]


class DesignQuestion(RequestBody):
    """What a designed wager is worth: the text of its file."""

    file: Text
    solve: SolvedLine | None = None
    table: OtherPayoutsAsked | None = None


class LabFaultView(ResponseBody):
    """Something wrong with a question: in which of its texts or fields, for strategies in which
    (`at`, from 0), and where in it (from 1; 0: nowhere in particular)."""

    place: str
    at: int
    line: int
    column: int
    what: str
    instead: str
    clauses: list[str]


class LabCheck(ResponseBody):
    """Everything wrong with a question; if there is nothing, the rules and the game it is about and
    the names of the strategies."""

    faults: list[LabFaultView]
    rules: str | None
    game: str | None
    names: list[str]


class LabProgress(ResponseBody):
    """What is done now, for which strategy (from 0), how far it is and how far it goes."""

    what: str
    done: float
    of: float
    strategy: int


class LabProblem(ResponseBody):
    """Why there is no answer."""

    code: str
    detail: str
    instead: str


class LabJobView(ResponseBody):
    """A question to the lab. While it waits, `before` are answered first; it may take `seconds`.
    When it is `done` it has an `answer`; when it is `refused`, `faults` or a `problem`."""

    job: str
    kind: Literal["simulate", "design"]
    state: Literal["waiting", "running", "done", "refused"]
    before: int
    seconds: int
    progress: LabProgress | None
    faults: list[LabFaultView]
    problem: LabProblem | None
    answer: dict[str, Any] | None


class LabLimits(ResponseBody):
    """What the person of the request may ask: seconds for a question, questions at once and in an
    hour; what an account may; and the MiB of memory that a question may need."""

    seconds: int
    at_once: int
    per_hour: int
    account_seconds: int
    memory: int


class LibraryStrategy(ResponseBody):
    """A strategy as text, for a `game` and its usual `rules`."""

    strategy: str
    name: str
    game: str
    rules: str
    about: str
    source: str
    text: str


class StrategyLibrary(ResponseBody):
    """Strategies, the one to `begin` with, and for each rule set and game (`nj-2011/mini-craps`)
    of which game the strategies are that it takes."""

    begin: str
    games: dict[str, str]
    strategies: list[LibraryStrategy]


class ExampleWager(ResponseBody):
    wager: str
    name: str
    text: str


class ExampleWagers(ResponseBody):
    """Files of known wagers; the first has remarks and is there to start from."""

    wagers: list[ExampleWager]


class KeptUpBets(ResponseBody):
    """One's bets at a table as a strategy that keeps them up, what it does not say exactly, the
    table's elections as a house file, and all one's chips there."""

    strategy: str
    notes: list[str]
    rules: str
    game: str
    house: str
    bankroll: int
