"""Tables and their history over HTTP. Play itself is live."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from lammer.games.clause_order import deciding_clause_first
from lammer.house.files.read import BrokenFile, HouseFile, read_text
from lammer.house.own_wagers import with_starts
from lammer.server.errors import Refused, no_such_table
from lammer.server.history.hand_luck import luck_data
from lammer.server.history.hand_replay import off_bets, scores, shown_after, states
from lammer.server.house import HouseServer
from lammer.server.http.access import (
    AnyRequest,
    client_address,
    house_of,
    person_of,
    protected,
    require_not_surveillance,
    require_person,
    signed_in,
    slots_of,
    watchers_only,
)
from lammer.server.http.error_responses import answers
from lammer.server.http.routes.people import Limit, Number
from lammer.server.http.schemas import tables as shapes
from lammer.server.http.schemas.base import MOST_NUMBER
from lammer.server.http.transport.compression import GZIPPED, VARIES, answer, compressor, wants_gzip
from lammer.server.people.roles import ADMINISTRATOR, has_role
from lammer.server.table_requests import TableRequest
from lammer.server.tables.runner import described
from lammer.store.port import PlayedHand, Store, TableRecord
from lammer.table.commands import Malformed
from lammer.table.views import public
from lammer.table.views.luck import Luck
from lammer.table.views.results import line_nets

_KEY = r"^[a-z0-9-]{1,40}$"
Table = Annotated[str, PathParameter(pattern=_KEY, max_length=40, description="A table's key.")]
Hand = Annotated[int, PathParameter(ge=1, le=MOST_NUMBER, description="A hand's number.")]
_CURSOR = r"^[0-9T:.Z-]{0,40}~[a-z0-9-]{0,40}~[0-9]{1,15}$"
LATEST = "~~0"
"""The cursor before the latest hand."""
After = Annotated[str, QueryParameter(pattern=_CURSOR, description="`next` of the page before.")]

FirstLine = Annotated[
    int, QueryParameter(name="from", ge=1, le=MOST_NUMBER, description="The first line.")
]

PIECE = 500
"""Lines read at a time."""
LONGEST_LINE = 500
"""Characters in one line of a house file."""
MOST_LINES = 5000
"""Lines of a hand in one response."""


async def record_of(house: HouseServer, table: str) -> TableRecord:
    """Return a table, closed ones included."""
    found = await house.writer.read(lambda store: store.table(table))
    if found is None:
        raise no_such_table()
    return found


async def _record_with_log(house: HouseServer, table: str) -> TableRecord:
    """Return a table whose log is here; ``Refused`` if it was pruned."""
    found = await record_of(house, table)
    pruned = await house.writer.read(lambda store: store.pruned(table))
    if pruned is not None:
        detail = f"The log of {table} was put away on {pruned.at[:10]}, with head {pruned.head}."
        instead = f"Ask whoever runs the house for the file {pruned.file}."
        raise Refused("pruned", detail, 410, instead=instead)
    return found


@get("/tables", responses=answers(), summary="The tables that are open")
async def tables(
    request: AnyRequest,
    after: Annotated[
        str, QueryParameter(pattern=r"^[a-z0-9-]{0,40}$", description="`next` of the page before.")
    ] = "",
    limit: Limit = 50,
) -> shapes.TableList:
    """Of a table that another process runs, what the house knows of it: `watching` is null."""
    house = house_of(request)
    every = sorted({*house.tables, *house.elsewhere})
    keys = list(islice((key for key in every if key > after), limit + 1))
    away = [key for key in keys[:limit] if key not in house.tables]
    seated = await house.writer.read(lambda store: {key: len(store.seats(key)) for key in away})
    rows = [_summary(house, key, seated.get(key, 0)) for key in keys[:limit]]
    found = [row for row in rows if row is not None]
    return shapes.TableList(tables=found, next=keys[limit - 1] if len(keys) > limit else None)


def _summary(house: HouseServer, table: str, seated: int) -> dict[str, Any] | None:
    """Return what the list has of a table; None if it was closed meanwhile."""
    place, runner, record = (
        house.sharing.place(table),
        house.tables.get(table),
        house.elsewhere.get(table),
    )
    where: dict[str, Any] = {"process": None, "epoch": 0}
    if place is not None:
        where = {"process": None if place.orphan else place.process, "epoch": place.epoch}
    if runner is not None:
        return runner.summary() | where
    if record is None:
        return None
    unknown: dict[str, Any] = {"watching": None, "point": None, "recent": [], "stopped": None}
    return described(record, house.rules_of(record)) | {"seated": seated} | unknown | where


@post(
    "/tables",
    summary="Open a table",
    **protected(require_not_surveillance, 307, 403, 404, 409, 413, 415, 422),
)
async def open_table(request: AnyRequest, data: JSONBody[shapes.NewTable]) -> dict[str, Any]:
    """Answers as `GET /tables/{table}` does. An automatic table draws its own dice or cards; at a
    staffed one the crew enters what happened."""
    by = (await require_person(request)).person
    file = await asyncio.to_thread(_read, data.file)
    elected = _merged(with_starts(file.data), data.house)
    at = client_address(request)
    wanted = TableRequest(by, data.rules, data.game, elected, data.kind, data.name, data.clock, at)
    try:
        runner = await house_of(request).open_table(wanted)
    except Malformed as problem:
        line = file.line_of(problem.key.removeprefix("house."))
        if line is None:
            raise
        raise Refused(
            "malformed", f"Line {line}, {problem.sentence}", 422, instead=problem.instead
        ) from None
    return runner.snapshot()


def _read(text: str) -> HouseFile:
    """Parse a house file that was sent. Keys with thousands of dots would take seconds."""
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        detail = f"The house file has a line of more than {LONGEST_LINE} characters."
        raise Refused("malformed", detail, 422)
    try:
        return read_text(text, "The house file")
    except BrokenFile as problem:
        instead = "GET /api/v1/rulesets/{rules}/{game}/house has one to start from."
        raise Refused("malformed", f"{problem}.", 422, instead=instead) from None


def _merged(file: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """Return the elections of a file and others; ``Refused`` if one is given twice."""
    found = dict(file)
    for key, value in house.items():
        there = found.get(key)
        if isinstance(value, dict) and isinstance(there, dict) and not value.keys() & there.keys():
            found[key] = {**there, **value}
        elif key in found:
            instead = "Write it in the house file, or beside it."
            raise Refused("malformed", f"{key[:40]} is given twice.", 422, instead=instead)
        else:
            found[key] = value
    return found


@get("/tables/{table:str}", responses=answers(307, 404), summary="The state of a table")
async def table_view(request: AnyRequest, table: Table) -> dict[str, Any]:
    return (await house_of(request).find(table)).snapshot()


@get(
    "/tables/{table:str}/legal",
    responses=answers(307, 404),
    summary="What I may do at a table now",
)
async def legal(request: AnyRequest, table: Table) -> dict[str, Any]:
    """For one's own seat; without a seat, what is offered and its limits."""
    house, person = house_of(request), await person_of(request)
    runner = await house.find(table)
    if person is not None and runner.seat_of(person.id) is not None:
        await house.purses.look_up(person.id)
        runner = house.runner(table)
    seat = None if person is None else runner.seat_of(person.id)
    there = None if seat is None else runner.table.seats.get(seat)
    return runner.legal(None if there is None or there.gone else seat)


@delete(
    "/tables/{table:str}",
    summary="Close a table",
    **protected(require_not_surveillance, 307, 403, 404, 409, 415),
)
async def close_table(request: AnyRequest, table: Table) -> None:
    """For administrators and floorpersons, and for the person who opened it if nobody else sits
    there. A table with bets stays open."""
    house, by = house_of(request), (await require_person(request)).person
    record = house.other_rules.get(table) or (await house.find(table)).record
    if not has_role(by, ADMINISTRATOR, "floorperson"):
        if record.opened_by != by.id:
            detail = "A table is closed by whoever opened it, a floorperson or an administrator."
            raise Refused("not-yours", detail, 403)
        seats = await house.writer.read(lambda store: store.seats(table))
        if any(person != by.id for person in seats.values()):
            raise Refused("not-empty", "Somebody else sits at this table.", 409)
    await house.close_table(table, by)


@get(
    "/tables/{table:str}/log",
    media_type="application/x-ndjson",
    responses=answers(404),
    summary="A table's log, as a file",
)
async def log(request: AnyRequest, table: Table) -> Stream:
    """One JSON object a line, as `lammer audit` and `lammer fair` read it; also of closed
    tables."""
    house = house_of(request)
    await _record_with_log(house, table)
    head = await house.writer.read(lambda store: store.head(table))
    slots_of(request).take(request)
    pieces = _log_pieces(house, table, head[0] if head is not None else 0)
    headers = {"Content-Disposition": f'attachment; filename="{table}.jsonl"', **VARIES}
    if wants_gzip(request):
        pieces, headers = _compressed(pieces), headers | GZIPPED
    return Stream(pieces, media_type="application/x-ndjson", headers=headers)


async def _log_pieces(house: HouseServer, table: str, head: int) -> AsyncIterator[bytes]:
    """Yield the log up to its last line at the time of the request, in pieces."""
    for first in range(1, head + 1, PIECE):
        last = min(first + PIECE - 1, head)
        yield b"".join(await house.writer.read(_reading(table, first, last)))


async def _compressed(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces compressed; in a thread, so that no table waits."""
    packing = compressor()
    async for piece in pieces:
        yield await asyncio.to_thread(packing.compress, piece)
    yield packing.flush()


def _reading(table: str, first: int, last: int) -> Any:
    def read(store: Store) -> list[bytes]:
        return [
            line if line.endswith(b"\n") else line + b"\n"
            for line in store.lines(table, first, last)
        ]

    return read


@get("/tables/{table:str}/lines", responses=answers(404), summary="Some lines of a table's log")
async def lines(
    request: AnyRequest, table: Table, first: FirstLine = 1, limit: Limit = 100
) -> Response[shapes.LogLines]:
    house = house_of(request)
    await _record_with_log(house, table)
    head = await house.writer.read(lambda store: store.head(table))
    last = head[0] if head is not None else 0
    upto = min(first + limit - 1, last)
    found, text = await house.writer.read(
        lambda store: house.replays.lines(store, table, first, upto) if first <= last else ([], [])
    )
    more = upto + 1 if first <= last > upto else None
    raw = [*map(msgspec.Raw, found)]
    body = msgspec.json.encode({"lines": raw, "text": text, "next": more, "head": last})
    return await answer(request, body)


@get(
    "/tables/{table:str}/meters",
    summary="A table's meters (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403, 404),
)
async def table_meters(request: AnyRequest, table: Table) -> dict[str, Any]:
    """Drop, handle, win and hold, against the theoretical win from the exact edges."""
    house = house_of(request)
    await record_of(house, table)
    slots_of(request).take(request)
    return await house.report_meters(table)


@get(
    "/meters",
    summary="The meters of the property (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403),
)
async def all_meters(
    request: AnyRequest,
    closed: Annotated[
        bool, QueryParameter(description="Whether tables that are closed are listed, too.")
    ] = False,
) -> dict[str, Any]:
    """The same for every open table, and for all tables that ever were together."""
    house = house_of(request)
    slots_of(request).take(request)
    return await house.report_meters(None, closed)


# History


def _hand_share(record: TableRecord, played: PlayedHand) -> shapes.HandShare:
    return shapes.HandShare(
        table=record.table, name=record.name, hand=played.number, seat=played.seat,
        first=played.first_seq, last=played.last_seq, ended=played.ended,
        before=played.before, after=played.after, brought=played.brought, staked=played.staked,
        won=played.won, lost=played.lost, vigorish=played.vigorish,
        net=played.won - played.lost - played.vigorish,
    )  # fmt: skip


def _played(store: Store, person: int, after: str, limit: int) -> list[tuple[str, PlayedHand]]:
    """Return a page of a person's hands, each with its table."""
    if after == LATEST:
        return store.played(person, None, limit)
    ended, table, number = after.split("~")
    return store.played(person, (ended, table, int(number)), limit)


def _next_page(found: Sequence[tuple[str, PlayedHand]], limit: int) -> str | None:
    if len(found) < limit:
        return None
    table, last = found[-1]
    return f"{last.ended}~{table}~{last.number}"


async def _hands(request: AnyRequest, person: int, after: str, limit: int) -> shapes.HandList:
    slots_of(request).take(request)

    def read(store: Store) -> shapes.HandList:
        found = _played(store, person, after, limit)
        records = {table: store.table(table) for table, _ in found}
        rows = [_hand_share(record, each) for table, each in found if (record := records[table])]
        return shapes.HandList(hands=rows, next=_next_page(found, limit))

    return await house_of(request).writer.read(read)


@get("/me/luck", summary="My luck, hand by hand", **protected(signed_in))
async def my_luck(request: AnyRequest, after: After = LATEST, limit: Limit = 50) -> shapes.LuckList:
    """Each result beside what the exact odds predict for it."""
    slots_of(request).take(request)
    person = (await require_person(request)).person.id
    lucks = house_of(request).lucks

    def read(store: Store) -> shapes.LuckList:
        found = _played(store, person, after, limit)
        rows, total, net = [], Luck(), 0
        for table, part in found:
            result, luck = part.after - part.before - part.brought, lucks.of(store, table, part)
            where = {"table": table, "hand": part.number, "first": part.first_seq,
                     "seat": part.seat}  # fmt: skip
            if luck is None:
                rows.append(where | {"net": result})
                continue
            rows.append(where | luck_data(result, luck))
            total, net = total.plus(luck), net + result
        return shapes.LuckList(
            hands=[msgspec.convert(row, shapes.HandLuck) for row in rows],
            total=luck_data(net, total),
            next=_next_page(found, limit),
        )

    return await house_of(request).writer.read(read)


def _whole_hand(
    house: HouseServer, store: Store, person: int, table: str, number: int, first: int
) -> shapes.WholeHand:
    hand, record = store.hand(table, number), store.table(table)
    parts = (
        [_hand_share(record, each) for each in store.parts(person, table, number)] if record else []
    )
    if hand is None or not parts:
        raise Refused("no-hand", "There is no such hand with a part in it.", 404)
    last = max(part.last for part in parts)
    first = max(first, hand.first_seq)
    upto = min(last, first + MOST_LINES - 1)
    found = [msgspec.json.decode(line) for line in store.lines(table, first, upto)]
    replay = house.replays.replay(store, table, found)
    off = replay and off_bets(replay.start.table, first, replay.steps)
    shown: list[dict[str, Any] | None] = scores(*replay) if replay else [None]
    snapshot = json.loads(hand.snapshot)
    return shapes.WholeHand(
        table=table,
        hand=number,
        began=hand.began,
        parts=parts,
        standing=snapshot.get("table", snapshot),
        lines=found,
        off=None if off is None else [shapes.OffBets(**each) for each in off],
        text=[step.text for step in replay.steps] if replay else [""] * len(found),
        start=replay and public.full_state(replay.start.table),
        states=replay and states(replay.start.table, replay.steps),
        score=shown[0],
        scores=shown[1:] if replay else None,
        shown=replay
        and [shapes.ShownAfter(**each) for each in shown_after(replay.start, first, replay.steps)],
        nets=[line_nets(line) for line in found],
        leads=[next(iter(deciding_clause_first(tuple(line["clauses"]))), None) for line in found],
        next=upto + 1 if upto < last else None,
    )


async def _hand(
    request: AnyRequest, person: int, table: str, number: int, first: int
) -> shapes.WholeHand:
    slots_of(request).take(request)
    house = house_of(request)
    return await house.writer.read(
        lambda store: _whole_hand(house, store, person, table, number, first)
    )


@get("/me/hands", summary="My hands", **protected(signed_in))
async def my_hands(
    request: AnyRequest, after: After = LATEST, limit: Limit = 50
) -> shapes.HandList:
    return await _hands(request, (await require_person(request)).person.id, after, limit)


@get(
    "/me/hands/{table:str}/{hand:int}",
    summary="One of my hands, to replay",
    **protected(signed_in, 404),
)
async def my_hand(
    request: AnyRequest, table: Table, hand: Hand, first: FirstLine = 1
) -> shapes.WholeHand:
    return await _hand(request, (await require_person(request)).person.id, table, hand, first)


@get(
    "/people/{person:int}/hands",
    summary="Somebody's hands (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403, 404),
)
async def hands_of(
    request: AnyRequest, person: Number, after: After = LATEST, limit: Limit = 50
) -> shapes.HandList:
    return await _hands(request, person, after, limit)


@get(
    "/people/{person:int}/hands/{table:str}/{hand:int}",
    summary="One of somebody's hands (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403, 404),
)
async def hand_of(
    request: AnyRequest, person: Number, table: Table, hand: Hand, first: FirstLine = 1
) -> shapes.WholeHand:
    return await _hand(request, person, table, hand, first)


HANDLERS = (
    *(tables, open_table, table_view, legal, close_table, log, lines, table_meters),
    *(all_meters, my_hands, my_luck, my_hand, hands_of, hand_of),
)
