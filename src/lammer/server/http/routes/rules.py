"""Rules, odds and law over HTTP, the same for everybody.

Every response has an ETag, so that a browser that has it gets a short answer. What takes long to
compute is computed in a thread, one at a time, and the last few responses are cached.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Annotated, Any, NamedTuple, cast

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from lammer.core.compare import plain_comparison
from lammer.core.ruleset import Ruleset
from lammer.coverage.status import ClauseStatus
from lammer.games import load
from lammer.games.registry import UnknownName, did_you_mean
from lammer.games.text_comparison import compare
from lammer.guide import first_hand
from lammer.guide.how_to_play import as_data, how_to_play
from lammer.house import Elections, House, example
from lammer.law import readings
from lammer.odds import plain_figure, sheet
from lammer.odds.as_data import plain_sheet, with_decimals
from lammer.server.catalogue import catalogue, rulesets, usual_house, without_figures
from lammer.server.errors import Refused
from lammer.server.http.access import AnyRequest, house_of
from lammer.server.http.error_responses import answers
from lammer.server.http.routes.people import Limit
from lammer.server.http.routes.tables import Table, record_of
from lammer.server.http.schemas import rules as shapes
from lammer.server.http.schemas.guide import FirstHandView, GuideView
from lammer.server.http.transport.compression import GZIPPED, VARIES, compressed, wants_gzip
from lammer.server.http.transport.middleware import header
from lammer.server.law_views import LawQuery, all_readings, found_clauses, one_clause, one_reading
from lammer.table.rules import Rules as TableRules

Make = Callable[[], Any]
MOST_CACHED = 64
"""Responses in the cache."""

_NAME = r"^[a-z0-9-]{1,40}$"
_ID = r"^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$"
_PAIR = r"^[a-z0-9-]{1,40}/[a-z0-9-]{1,40}$"
Rules = Annotated[str, PathParameter(pattern=_NAME, max_length=40, description="A rule set.")]
Game = Annotated[str, PathParameter(pattern=_NAME, max_length=40, description="A game of it.")]
Id = Annotated[str, PathParameter(pattern=_ID, max_length=40, description="Its id.")]
Side = Annotated[
    str, QueryParameter(pattern=_PAIR, description="Rule set and game: `nj-2011/craps`.")
]
SAME = ResponseSpec(
    data_container=None,
    description="Nothing has changed: `If-None-Match` has the `ETag`.",
    generate_examples=False,
)


class CachedBody(NamedTuple):
    """A response, compressed if that is worth it, and its digest."""

    body: bytes
    compressed: bytes
    digest: str


class BodyCache:
    """The last few responses. Others are computed in a thread, one at a time."""

    def __init__(self, most: int = MOST_CACHED) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, CachedBody] = OrderedDict()
        self._making = asyncio.Lock()

    async def page(self, key: Hashable, make: Make) -> CachedBody:
        if key not in self._pages:
            async with self._making:
                if key not in self._pages:
                    self._pages[key] = await asyncio.to_thread(_page, make)
                while len(self._pages) > self._most:
                    self._pages.popitem(last=False)
        self._pages.move_to_end(key)
        return self._pages[key]


def _page(make: Make) -> CachedBody:
    body = msgspec.json.encode(make())
    return CachedBody(body, compressed(body), hashlib.sha256(body).hexdigest()[:32])


def _answer(request: AnyRequest, page: CachedBody) -> Response[Any]:
    """Return the response, compressed if the client accepts it: another representation, so another
    tag."""
    packs = bool(page.compressed) and wants_gzip(request)
    tag = f'"{page.digest}{"-gzip" if packs else ""}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", **VARIES}
    given = header(cast("dict[str, Any]", request.scope), b"if-none-match") or ""
    known = {each.strip().removeprefix("W/") for each in given.split(",")}
    if tag in known or "*" in known:
        return Response(None, status_code=304, headers=headers)
    if packs:
        headers |= GZIPPED
    content = page.compressed if packs else page.body
    return Response(content, headers=headers, media_type="application/json")


async def cached(request: AnyRequest, key: Hashable, make: Make) -> Response[Any]:
    """Return what is the same for everybody, from the cache if it is there."""
    try:
        return _answer(request, await cast("BodyCache", request.app.state.kept).page(key, make))
    except UnknownName as unknown:
        raise _unknown(unknown) from None


async def _uncached(request: AnyRequest, make: Make) -> Response[Any]:
    """Return what is computed quickly, and requested in too many ways to be cached."""
    try:
        return _answer(request, await asyncio.to_thread(_page, make))
    except UnknownName as unknown:
        raise _unknown(unknown) from None


def _unknown(unknown: UnknownName) -> Refused:
    where = _LISTS.get(unknown.kind, _LISTS["rule set"])
    detail = f'There is no {unknown.kind} "{unknown.name}".'
    return Refused("not-found", detail, 404, instead=f"{did_you_mean(unknown.near)}{where}")


_LISTS = {
    "rule set": "GET /api/v1/rulesets lists them.",
    "clause": "GET /api/v1/law lists them.",
    "edition": "Leave it out for all of them.",
    "reading": "GET /api/v1/readings lists them.",
}


# Rules


@get("/rulesets", responses=answers() | {304: SAME}, summary="Rule sets a table can be opened with")
async def all_rulesets(request: AnyRequest) -> Response[shapes.Rulesets]:
    return await cached(request, "rulesets", lambda: {"rulesets": rulesets()})


def _of_house(rules: str, game: str, elections: Elections) -> Hashable:
    """Return the key of a house's catalogue in the cache: tables with equal elections share it."""
    return "catalogue", rules, game, repr(elections)


@get(
    "/rulesets/{rules:str}/{game:str}",
    responses=answers(404) | {304: SAME},
    summary="The wagers of a game, for drawing and explaining them",
)
async def usual_catalogue(
    request: AnyRequest, rules: Rules, game: Game
) -> Response[shapes.Catalogue]:
    """For a house that elects nothing: where each wager lies, what it pays, its exact edge, its
    limits, when it may be made, and the clause."""
    key = _of_house(rules, game, Elections())
    return await cached(request, key, lambda: catalogue(usual_house(rules, game)))


@get(
    "/rulesets/{rules:str}/{game:str}/house",
    responses=answers(404) | {304: SAME},
    summary="A house file to start from",
)
async def example_file(request: AnyRequest, rules: Rules, game: Game) -> Response[shapes.FileView]:
    """As `lammer house --example` writes it: every election with an explanation and its clauses."""
    key = "house", rules, game
    return await cached(request, key, lambda: {"file": example(load(rules, game))})


@get(
    "/tables/{table:str}/catalogue",
    responses=answers(404) | {304: SAME},
    summary="The wagers of a table, for drawing and explaining them",
)
async def table_catalogue(
    request: AnyRequest,
    table: Table,
    *,
    figures: Annotated[
        bool, QueryParameter(description="Without, figures of wagers are left out; see the words.")
    ] = True,
) -> Response[shapes.Catalogue]:
    """The same under the table's own rules and elections; also for closed tables."""
    house = await _house_at(request, table)
    key = _of_house(house.law.key, house.law.game, house.elections)
    if not figures:
        return await cached(request, (key, "words"), lambda: without_figures(catalogue(house)))
    return await cached(request, key, lambda: catalogue(house))


async def _house_at(request: AnyRequest, table: str) -> House:
    """Return the rules and elections of a table, also of a closed one."""
    here = house_of(request)
    runner = here.tables.get(table)
    rules = runner.table.rules if runner else here.rules_of(await record_of(here, table))
    return rules.house


@get(
    "/rulesets/{rules:str}/{game:str}/guide",
    responses=answers(404) | {304: SAME},
    summary="How to play a game: its gaming guide",
)
async def usual_guide(request: AnyRequest, rules: Rules, game: Game) -> Response[GuideView]:
    """For a house that elects nothing: how a round goes, whose turn it is, when bets are made and
    every wager with its chance, in plain words with the clauses."""
    key = "guide", _of_house(rules, game, Elections())
    return await cached(request, key, lambda: _guide(usual_house(rules, game)))


@get(
    "/tables/{table:str}/guide",
    responses=answers(404) | {304: SAME},
    summary="How to play at a table: its gaming guide",
)
async def table_guide(request: AnyRequest, table: Table) -> Response[GuideView]:
    """The same under the table's own rules and elections; also for closed tables."""
    house = await _house_at(request, table)
    key = "guide", _of_house(house.law.key, house.law.game, house.elections)
    return await cached(request, key, lambda: _guide(house))


def _guide(house: House) -> dict[str, Any]:
    return as_data(how_to_play(TableRules(house)))


@get(
    "/rulesets/{rules:str}/{game:str}/first-hand",
    responses=answers(404) | {304: SAME},
    summary="A first hand of a game, to be shown step by step",
)
async def first_hand_view(request: AnyRequest, rules: Rules, game: Game) -> Response[FirstHandView]:
    """A demonstration with fixed outcomes, played on the real rules; nothing of it is stored. Games
    whose `first_hand` is false have none."""
    return await cached(request, ("first-hand", rules, game), lambda: _first_hand(rules, game))


def _first_hand(rules: str, game: str) -> dict[str, Any]:
    load(rules, game)  # Raises UnknownName.
    found = first_hand.as_data(rules, game)
    if found is None:
        raise Refused("not-found", "There is no first hand of this game.", 404)
    return found


@get(
    "/rulesets/{rules:str}/{game:str}/odds",
    responses=answers(404) | {304: SAME},
    summary="The odds of a game: every exact figure",
)
async def odds(request: AnyRequest, rules: Rules, game: Game) -> Response[shapes.Sheet]:
    """As `lammer odds RULES --json`, each wager with its name, and in `decimals` every fraction as
    a decimal."""
    return await cached(request, ("odds", rules, game), lambda: _sheet(load(rules, game)))


def _sheet(law: Ruleset) -> dict[str, Any]:
    lines = ({"name": each.name, **with_decimals(plain_figure(each))} for each in sheet(law))
    return plain_sheet(law, law, lines)


@get("/compare", responses=answers(404) | {304: SAME}, summary="What differs between two games")
async def compared(
    request: AnyRequest, left: Side, right: Side
) -> Response[shapes.RulesComparison]:
    """As `lammer compare --json`: each matter, with the clauses of both."""
    return await cached(request, ("compare", left, right), lambda: _comparison(left, right))


def _comparison(left: str, right: str) -> dict[str, Any]:
    one, other = (load(*side.split("/")) for side in (left, right))
    return plain_comparison(one, other, compare(one, other))


# Law


@get("/law", responses=answers(404) | {304: SAME}, summary="Clauses, in the order of the text")
async def law(
    request: AnyRequest,
    edition: Annotated[
        str, QueryParameter(pattern=r"^[A-Za-z0-9-]{0,20}$", description="`NJ11` or `nj-2011`.")
    ] = "",
    status: Annotated[
        ClauseStatus | None,
        QueryParameter(description="What the program does about it."),
    ] = None,
    q: Annotated[
        str, QueryParameter(max_length=100, description="Words that must all be there.")
    ] = "",
    after: Annotated[
        str,
        QueryParameter(pattern=r"^[A-Za-z0-9.-]{0,40}$", description="`next` of the page before."),
    ] = "",
    limit: Limit = 100,
) -> Response[shapes.Clauses]:
    wanted = LawQuery(edition, status or "", q, after)
    return await _uncached(request, lambda: found_clauses(wanted, limit))


@get("/law/{clause:str}", responses=answers(404) | {304: SAME}, summary="One clause, whole")
async def law_of(request: AnyRequest, clause: Id) -> Response[shapes.ClauseView]:
    """Its words, the code and the tests that hold it, and the readings of it."""
    if clause.upper() in readings():
        instead = f"GET /api/v1/readings/{clause.upper()} has it."
        raise Refused("not-found", f"{clause} is a reading, no clause.", 404, instead=instead)
    return await _uncached(request, lambda: one_clause(clause))


@get(
    "/readings", responses=answers() | {304: SAME}, summary="What unclear places are taken to mean"
)
async def all_readings_view(request: AnyRequest) -> Response[shapes.Readings]:
    return await cached(request, "readings", all_readings)


@get("/readings/{reading:str}", responses=answers(404) | {304: SAME}, summary="One reading, whole")
async def reading_of(request: AnyRequest, reading: Id) -> Response[shapes.ReadingView]:
    return await _uncached(request, lambda: one_reading(reading))


HANDLERS = (
    *(all_rulesets, usual_catalogue, example_file, table_catalogue, usual_guide, table_guide),
    *(first_hand_view, odds, compared),
    *(law, law_of, all_readings_view, reading_of),
)
