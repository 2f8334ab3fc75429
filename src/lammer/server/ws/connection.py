"""The live part: one WebSocket for each table somebody sits at or watches.

A message is a JSON object, or a list of commands. What is sent to everybody at a table is encoded
once. Nobody waits for a client that reads slowly: it is cut off, and may come back from where it
was.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import msgspec

from lammer.server.house import HouseServer
from lammer.server.http import errors
from lammer.server.http.middleware import (
    PER_ADDRESS,
    MiddlewareOptions,
    address_of,
    check_host,
    check_origin,
    header,
    token_of,
)
from lammer.server.ops.logs import say
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.permissions import Requester
from lammer.server.refused import Refused
from lammer.server.tables.autopilot import trial_verb
from lammer.server.tables.runner import Listener, Message, QueuedCommand, TableRunner, error
from lammer.server.ws.transport import WIRE, WebSocketTransport, framed
from lammer.store.port import Person, StoreError
from lammer.typed.page import PageContext, typed_answer

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATH = re.compile(r"/api/v1/tables/([a-z0-9-]{1,40})/live")
FORMAT = 1
MOST_NUMBER = 2**53
MOST_STRIKES = 20
MOST_FLOODS = 1000
"""Commands above the rate after which a connection is closed."""
PAUSE = 0.02
"""Seconds for which nothing more is read from somebody who sends too much, or nonsense."""
DENIED = 5
"""Seconds that somebody who is turned away has to go."""
_HEAD = re.compile(r"[0-9a-f]{64}")
_CLIENT = re.compile(r"[A-Za-z0-9_.-]{1,64}")
TOO_SLOW, SIGNED_OUT, MALFORMED, COME_BACK, CLOSED = 4008, 4001, 4400, 4012, 4010
REPLACED = 4009
TOO_FAST, TRY_LATER = 4029, 1013
_WHY = {
    TOO_SLOW: "you read too slowly; come back from the last line you saw",
    SIGNED_OUT: "what you may do has changed; come back",
    MALFORMED: "too many messages that are none",
    COME_BACK: "the table is made anew; come back",
    CLOSED: "the table is closed",
    REPLACED: "the same client has come again over another connection",
    TOO_FAST: "you went on sending too fast",
    TRY_LATER: "the house cannot reach its books; come back in a moment",
}


class ConnectionRequest(NamedTuple):
    """What a client asks for when it connects: its name for itself, where it wants to go on from,
    and whether it is sent what its seat may do."""

    client: str
    start: "ConnectionStart | None"
    push: bool


class ConnectionStart(NamedTuple):
    """The line a client wants to go on from, and the hash of the one before it, which it has."""

    line: int
    head: str | None


class Connection(Listener):
    """One client at one table."""

    def __init__(
        self,
        live: "LiveProtocol",
        runner: TableRunner,
        who: Requester,
        address: str,
        wire: WebSocketTransport,
    ) -> None:
        self.live, self.runner, self.who, self._wire = live, runner, who, wire
        self._address = address
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.strikes = self.floods = 0
        self._most_behind = live.house.limits.outbox
        self._most_bytes = live.house.limits.frame
        self._held: list[bytes] | None = []
        """What happens before the client has been told how the table stands."""
        self._last_question: Mapping[str, Any] = {"ask": "legal"}
        """Somebody of the crew may have asked about another seat: that one's updates are sent."""
        self._you_sent: Message = {}

    def hear(self, message: bytes) -> None:
        behind = self._wire.behind if self._held is None else len(self._held)
        if behind >= self._most_behind:
            self.end(TOO_SLOW)
        elif self._held is None:
            self._wire.tell(self.live.framed(message))
        else:
            self._held.append(message)

    def welcome(self, message: bytes) -> None:
        """Tell how the table stands; then what has happened since, and what will."""
        held, self._held = self._held or [], None
        for each in (message, *held):
            self._wire.tell(framed(each))

    # What the seat may do, sent after each tick to whoever asked for that

    @property
    def has_room(self) -> bool:
        return not self._wire.behind

    def update(self) -> None:
        """Send what the seat may do now, and who the client is if that has changed."""
        if self.ended.done():
            return
        if self._is_known(self.who.person) and self._is_known(self._about(self._last_question)):
            self._send_update()
        else:
            self.live.house.spawn(self._update_later())

    async def _update_later(self) -> None:
        try:
            await self.look_up(self._about(self._last_question))
            await self.look_up(self.who.person)
        except StoreError as problem:
            say(logging.ERROR, f"An update cannot be sent: {problem}")
        else:
            self._send_update()

    def _send_update(self) -> None:
        seat = self._seat_meant(self._last_question)
        message: Message = {"seq": self.runner.seq, **self._legal(seat)}
        if self.you() != self._you_sent:
            message["you"] = self.introduction()
        self.say(message)

    def listen(self) -> None:
        """Hear what the client says."""
        self._wire.take(self.came)

    def gone(self, closed: bool = False) -> None:
        self.end(CLOSED if closed else COME_BACK)

    def end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)

    def say(self, message: Message) -> None:
        self.hear(self.live.house.encode(message))

    def came(self, text: str | None) -> None:
        """A message from the client; None if it is not text."""
        if self.ended.done():
            return  # Nothing is taken from a connection that is at its end.
        if text is None or _bytes(text) > self._most_bytes:
            self._strike("not a text message" if text is None else f"over {self._most_bytes} bytes")
            return
        try:
            found = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError, ValueError) as problem:
            self._strike(f"not JSON: {problem}")
            return
        self._message(found)

    def _hasty(self) -> None:
        """The last message was one too many: what follows it waits a little."""
        self._wire.rest(PAUSE)

    def _strike(self, what: str, number: object = None) -> None:
        """Something that is no message; too many, and the connection is closed."""
        again: Message = {} if number is None else {"re": number, "ok": False}
        self.say({**again, "error": error("malformed", what)})
        self._count_strike()

    def _count_strike(self) -> None:
        self.strikes += 1
        self._hasty()
        self.live.house.metrics.malformed.inc()
        if self.strikes >= MOST_STRIKES:
            self.end(MALFORMED)

    def _message(self, found: Any) -> None:
        if isinstance(found, list):
            self._several(found)
        elif not isinstance(found, dict):
            self._strike("a message is an object, or a list of commands")
        elif "ask" in found:
            self._question(found)
        else:
            self._command(found, self.say)

    def _several(self, found: list[Any]) -> None:
        most = self.live.house.limits.batch
        if not 1 <= len(found) <= most:
            self._strike(f"{len(found)} commands in one message; 1 to {most}")
            return
        if not all(isinstance(each, dict) for each in found):
            self._strike("a list holds commands, each an object")
            return
        answers: dict[int, Message] = {}

        def gather(at: int, message: Message) -> None:
            answers[at] = message
            if len(answers) == len(found):
                self.say({"answers": [answers[at] for at in range(len(found))]})

        for at, each in enumerate(found):
            self._command(each, partial(gather, at))

    def _command(self, raw: dict[str, Any], answer: Callable[[Message], None]) -> None:
        number = raw.pop("id", None)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < MOST_NUMBER:
            detail = '"id" is a whole number above zero, higher with each command'
            answer({"re": None, "ok": False, "refusal": error("malformed", detail)})
            self._count_strike()
            return
        refusal = self._not_now()
        if refusal is not None:
            answer({"re": number, "ok": False, "refusal": refusal})
            return
        self.live.house.metrics.commands.inc()
        self.runner.ask(QueuedCommand(self.who, number, raw, answer))

    def _not_now(self) -> Message | None:
        if self.who.person is None:
            self._count_strike()
            return error("not-signed-in", "Who watches touches nothing.",
                         instead="POST /api/v1/guests, then connect again.")  # fmt: skip
        wait = self.live.rates.wait(str(self.who.person))
        if wait:
            self._hasty()
            self.floods += 1
            if self.floods >= MOST_FLOODS:
                self.end(TOO_FAST)
            rate = self.live.house.limits.commands_per_second
            return error("too-fast", f"More than {rate} commands a second.",
                         instead=f"Wait {wait} s.")  # fmt: skip
        return None

    def _question(self, raw: Mapping[str, Any]) -> None:
        number, known = raw.get("id"), {"legal", "snapshot", "me", "typed"}
        if not (isinstance(raw["ask"], str) and raw["ask"] in known):
            self._strike(f'"ask" is one of {", ".join(sorted(known))}', number)
            return
        takes = {"ask", "id"} | ({"text"} if raw["ask"] == "typed" else set())
        if raw["ask"] in ("legal", "typed") and self._is_crew:
            takes.add("seat")
        more = sorted(set(raw) - takes)
        if more:
            self._strike(f'{raw["ask"]} takes no key "{more[0][:40]}"', number)
            return
        if raw["ask"] == "typed" and not isinstance(raw.get("text"), str):
            self._strike('"text" is what was typed', number)
            return
        if self._asks_too_often():
            self._hasty()
            refusal = error("too-fast", "Too many questions at once.")
            self.say({"re": number, "ok": False, "refusal": refusal})
            return
        if raw["ask"] == "legal":
            self._last_question = raw
        if raw["ask"] != "snapshot" and not self._is_known(self._about(raw)):
            self.live.house.spawn(self._answered_later(raw))
        else:
            self._answer(raw)

    @property
    def _is_crew(self) -> bool:
        return self.runner.record.kind == "staffed" and bool(self.who.crew)

    def _playing(self, seat: int | None) -> int | None:
        """The seat, if somebody plays there."""
        there = None if seat is None else self.runner.table.seats.get(seat)
        return None if there is None or there.gone else seat

    def _legal(self, seat: int | None) -> Message:
        seat = self._playing(seat)
        return {"seat": seat, "legal": self.runner.legal(seat, self._is_crew)}

    def _typed(self, text: str, seat: int | None) -> Message:
        """What a typed line means at this table, for the seat."""
        seat = self._playing(seat)
        verbs = self.runner.legal(seat)["do"] if seat is not None else ()
        table, staffed = self.runner.table, self.runner.record.kind == "staffed"
        context = PageContext(table, seat, verbs, trial_verb(table.rules), staffed)
        return {"seat": seat, "typed": typed_answer(text, context)}

    def _answer(self, raw: Mapping[str, Any]) -> None:
        again: Message = {"re": raw.get("id"), "ok": True, "seq": self.runner.seq}
        if raw["ask"] == "legal":
            self.say({**again, **self._legal(self._seat_meant(raw))})
        elif raw["ask"] == "typed":
            self.say({**again, **self._typed(raw["text"], self._seat_meant(raw))})
        elif raw["ask"] == "snapshot":
            self.say({**again, "snapshot": self.runner.snapshot()})
        else:
            self.say({**again, "you": self.introduction()})

    # What the answer to a question, and a hello, have to know of somebody

    def _about(self, raw: Mapping[str, Any]) -> int | None:
        """Whose purse a question is about."""
        if raw["ask"] == "me":
            return self.who.person
        seat = self._seat_meant(raw)
        return None if seat is None else self.runner.seats.get(seat)

    def _is_known(self, person: int | None) -> bool:
        """Whether there is nothing to look up of them, as mostly; of oneself also the number."""
        if person is None:
            return True
        known = self.live.house.purses.knows(person)
        return known and (person != self.who.person or self.who.key in self.runner.numbers)

    async def look_up(self, person: int | None) -> None:
        """How much is in a purse; of oneself also how far the client has counted."""
        while person is not None and not self._is_known(person):
            await self.live.house.purses.look_up(person)
            if person == self.who.person:
                await self.runner.look_up_number(self.who.key)

    async def _answered_later(self, raw: Mapping[str, Any]) -> None:
        """Look up what is not known, then answer."""
        try:
            await self.look_up(self._about(raw))
        except StoreError as problem:
            say(logging.ERROR, f"A question cannot be answered: {problem}")
            refusal = error("store-down", "The house cannot reach its books.")
            self.say({"re": raw.get("id"), "ok": False, "refusal": refusal})
        else:
            self._answer(raw)

    def _asks_too_often(self) -> bool:
        """Whoever watches is also counted by address, for anybody can open many connections."""
        if self.who.person is not None:
            return self.live.questions.wait(str(self.who.person)) > 0
        alone = self.live.questions.wait(f"c{id(self)}")
        return alone > 0 or self.live.watchers.wait(self._address) > 0

    def _seat_meant(self, raw: Mapping[str, Any]) -> int | None:
        """The own seat; for the crew of a staffed table, the one that is named."""
        named = raw.get("seat")
        if isinstance(named, int) and not isinstance(named, bool):
            return named
        return self.runner.seat_of(self.who.person)

    def introduction(self) -> Message:
        """What is sent of the client itself; updates have it again only when it has changed."""
        self._you_sent = self.you()
        return self._you_sent

    def you(self) -> Message:
        """What only the client itself is told."""
        if self.who.person is None:
            return {"watching": True}
        seat = self.runner.seat_of(self.who.person)
        return {
            "person": self.who.person,
            "name": self.who.name,
            "roles": ["player", *self.who.roles],
            "seat": seat,
            "purse": self.live.house.purses.free(self.who.person),
            "last": self.runner.numbers.written(self.who.key).number,
        }


class LiveProtocol:
    """Everything that comes in as a WebSocket."""

    def __init__(self, house: HouseServer, options: MiddlewareOptions) -> None:
        self.house, self._options = house, options
        self.connections: set[Connection] = set()
        limits = house.limits
        self.rates = TokenBuckets(limits.commands_per_second, limits.commands_at_once)
        self._connects = TokenBuckets(limits.connects_per_second, limits.connects_at_once)
        self.questions = TokenBuckets(limits.commands_per_second, limits.commands_at_once)
        self.watchers = TokenBuckets(
            limits.commands_per_second * PER_ADDRESS, limits.commands_at_once * PER_ADDRESS
        )
        self._people: dict[int, int] = {}
        self._addresses: dict[str, int] = {}
        self._tables: dict[str, int] = {}
        self._last = (b"", framed(b""))
        house.people.listen(self._changed)
        house.on_reload.append(self._come_back)
        house.metrics.connections.set_function(lambda: len(self.connections))

    def framed(self, message: bytes) -> bytes:
        """As a frame: what is told to everybody is framed once."""
        if message is not self._last[0]:
            self._last = (message, framed(message))
        return self._last[1]

    def _changed(self, person: int) -> None:
        for each in [each for each in self.connections if each.who.person == person]:
            each.end(SIGNED_OUT)

    def _come_back(self) -> None:
        for each in list(self.connections):
            each.end(COME_BACK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        if first["type"] != "websocket.connect":
            return
        try:
            runner, person, asked = await self._admitted(scope)
        except Refused as problem:
            await _deny(scope, receive, send, problem)
            return
        except StoreError as problem:
            say(logging.ERROR, f"Nobody can be let in: {problem}")
            why = Refused("store-down", "The house cannot reach its books.", 503)
            await _deny(scope, receive, send, why)
            return
        address, table = neighbourhood(address_of(scope)), runner.record.table
        self._count(person, address, table, 1)
        try:
            who = Requester(None, client=asked.client)
            if person is not None:
                who = Requester(person.id, person.name, person.roles, asked.client)
            wire: WebSocketTransport = scope["extensions"][WIRE]
            connection = Connection(self, runner, who, address, wire)
            await self._attended(connection, asked, receive, send)
        finally:
            self._count(person, address, table, -1)

    def _count(self, person: Person | None, address: str, table: str, by: int) -> None:
        _add(self._addresses, address, by)
        _add(self._tables, table, by)
        if person is not None:
            _add(self._people, person.id, by)

    async def _attended(
        self, connection: Connection, asked: ConnectionRequest, receive: Receive, send: Send
    ) -> None:
        runner, who = connection.runner, connection.who
        self.connections.add(connection)
        if who.person is not None:
            _add(runner.connected, who.person, 1)
        try:
            await send({"type": "websocket.accept"})
            try:
                await self._welcome(connection, asked)
            except StoreError as problem:
                say(logging.ERROR, f"Nobody can be welcomed: {problem}")
                connection.end(TRY_LATER)
            connection.listen()
            await self._served(connection, receive, send)
        finally:
            runner.listeners.discard(connection)
            runner.updates.unsubscribe(connection)
            self.connections.discard(connection)
            if who.person is not None:
                _add(runner.connected, who.person, -1)

    async def _welcome(self, connection: Connection, asked: ConnectionRequest) -> None:
        """Who you are, the table as it stands, and the lines that were missed."""
        runner, who = connection.runner, connection.who
        if who.person is not None:
            await self._replace(connection)
        await connection.look_up(who.person)
        if runner.closed or self.house.tables.get(runner.record.table, runner) is not runner:
            connection.gone(runner.closed)
            return
        runner.listeners.add(connection)
        seq = runner.seq
        you, snapshot = connection.introduction(), runner.snapshot()
        hello: Message = {"format": FORMAT, "you": you, "snapshot": snapshot}
        waiting = runner.waiting_list()
        if waiting:
            hello["waiting"] = waiting
        lines, text = await self._missed(runner, asked.start, seq, hello)
        if lines:
            hello["text"] = text
        message = self.house.encode(hello)
        if lines:
            message = message[:-1] + b',"lines":[' + b",".join(lines) + b"]}"
        connection.welcome(message)
        if asked.push:
            runner.updates.subscribe(connection)

    async def _replace(self, connection: Connection) -> None:
        """A client is at a table once. What its last connection still brings is not done, and what
        of it is under way is over before it is told how far it has counted: so what is not counted
        then never will be, unless it is sent again."""
        runner, key = connection.runner, connection.who.key
        for each in self.connections - {connection}:
            if each.who.key == key and each.runner is runner:
                each.end(REPLACED)
        await runner.drop_client(key)

    async def _missed(
        self, runner: TableRunner, start: ConnectionStart | None, seq: int, hello: Message
    ) -> tuple[list[bytes], list[str]]:
        """The lines that were missed, and the sentence for each."""
        if start is None or not seq:  # A table that cannot be read is shown without its log.
            return [], []
        if start.line > seq + 1 or not await self._goes_on(runner, start):
            detail = (
                "The log does not go on from what you know: the house was put back to a backup."
            )
            hello["error"] = error("stale", detail, instead="Begin again from the snapshot.")
            return [], []
        most = self.house.limits.backlog
        if seq - start.line >= most:
            detail = f"More than {most} lines were missed; the log has them all."
            hello["error"] = error("missed", detail, instead="GET the table's log.")
            return [], []
        table, first = runner.record.table, start.line
        return await self.house.writer.read(
            lambda store: self.house.replays.lines(store, table, first, seq)
        )

    async def _goes_on(self, runner: TableRunner, start: ConnectionStart) -> bool:
        """Whether the line before is the one the client has."""
        if start.head is None or start.line == 1:
            return True
        table, before = runner.record.table, start.line - 1
        found = await self.house.writer.read(
            lambda store: next(store.lines(table, before, before), b"")
        )
        return f'"hash":"{start.head}"'.encode() in found

    async def _served(self, connection: Connection, receive: Receive, send: Send) -> None:
        left = asyncio.ensure_future(_disconnected(receive))
        try:
            waits: set[asyncio.Future[Any]] = {left, connection.ended}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            results = await asyncio.gather(left, return_exceptions=True)
        _noted(results)
        if connection.ended.done():
            code = connection.ended.result()
            self.house.metrics.cut_off.labels(str(code)).inc()
            with suppress(Exception):
                close = {"type": "websocket.close", "code": code, "reason": _WHY.get(code, "")}
                await asyncio.wait_for(send(close), 2)

    # Who may come in

    async def _admitted(self, scope: Scope) -> tuple[TableRunner, Person | None, ConnectionRequest]:
        check_host(scope, self._options)
        check_origin(scope, self._options)
        if self._connects.wait(neighbourhood(address_of(scope))):
            raise Refused("too-many", "You connect too often.", 429)
        found = PATH.fullmatch(scope["path"])
        if found is None:
            raise Refused("not-found", "There is nothing live here.", 404)
        runner = self._room_at(found[1], address_of(scope))
        asked = _asked_for(scope)
        token = token_of(scope)
        if not token:
            if header(scope, b"authorization") is not None:
                raise Refused("not-signed-in", "This is no token of the house.", 401)
            return runner, None, asked
        person = await self.house.people.who(token)
        if person is None:
            raise Refused("not-signed-in", "This session is over; sign in again.", 401)
        runner = self._room_at(found[1], address_of(scope))  # Others came in meanwhile.
        if self._people.get(person.id, 0) >= self.house.limits.connections_per_person:
            raise Refused("too-many-connections", "You have too many connections open.", 429)
        return runner, person, asked

    def _room_at(self, table: str, address: str) -> TableRunner:
        """The table, if there is room for one more at it."""
        limits = self.house.limits
        if len(self.connections) >= limits.connections:
            raise Refused("too-many-connections", "The house is full; come back later.", 503)
        if self._addresses.get(neighbourhood(address), 0) >= limits.connections_per_address:
            raise Refused("too-many-connections", "Too many connections from your address.", 429)
        runner = self.house.runner(table)
        if self._tables.get(table, 0) >= limits.connections_per_table:
            raise Refused("too-many-connections", "Too many people are at this table.", 503)
        return runner


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


async def _disconnected(receive: Receive) -> None:
    """Wait for the end of a connection whose messages are handed over elsewhere."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


def _noted(results: Iterable[Any]) -> None:
    """Our own mistakes are written down; a client that goes away is none."""
    for result in results:
        gone = isinstance(result, asyncio.CancelledError | OSError | RuntimeError)
        gone = gone or type(result).__name__ == "ClientDisconnected"
        if isinstance(result, BaseException) and not gone:
            say(logging.ERROR, f"{type(result).__name__}: {result}")


def _add(counts: dict[Any, int], key: Any, by: int) -> None:
    left = counts.get(key, 0) + by
    if left > 0:
        counts[key] = left
    else:
        counts.pop(key, None)


def _asked_for(scope: Scope) -> ConnectionRequest:
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=8)
    except ValueError:
        raise Refused("malformed", "The query cannot be read.", 400) from None
    client = query.get("client", ["default"])[-1]
    if not _CLIENT.fullmatch(client):
        raise Refused("malformed", "client: 1 to 64 letters, digits, dots, dashes.", 400)
    push = query.get("push", ["0"])[-1]
    if push not in ("0", "1"):
        raise Refused("malformed", "push: 1, or 0 as if it were left out.", 400)
    start = query.get("from", [""])[-1]
    if not start:
        return ConnectionRequest(client, None, push == "1")
    if not (start.isascii() and start.isdecimal() and len(start) < 16 and int(start) > 0):
        raise Refused("malformed", "from: the number of a line, 1 or more.", 400)
    head = query.get("head", [""])[-1]
    if head and not _HEAD.fullmatch(head):
        raise Refused("malformed", "head: the hash of the last line you have.", 400)
    return ConnectionRequest(client, ConnectionStart(int(start), head or None), push == "1")


async def _deny(scope: Scope, receive: Receive, send: Send, problem: Refused) -> None:
    """Answer with a status instead of a socket, and stay until the client has gone: a server that
    is left before thinks that nothing was answered."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.detail[:120]})
        return
    headers, content = errors.whole(problem)
    start = {"type": "websocket.http.response.start", "status": problem.status, "headers": headers}
    with suppress(Exception):  # It may have gone already.
        async with asyncio.timeout(DENIED):
            await send(start)
            await send({"type": "websocket.http.response.body", "body": content})
            for _ in range(2):
                await receive()
