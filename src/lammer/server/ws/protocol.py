"""The live protocol: who may connect to a table, and what a new connection is sent."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import msgspec

from lammer.server.errors import AnotherProcess, Refused
from lammer.server.house import HouseServer
from lammer.server.http import error_responses
from lammer.server.http.transport.middleware import (
    PER_ADDRESS,
    MiddlewareOptions,
    address_of,
    check_host,
    check_origin,
    header,
    token_of,
)
from lammer.server.http.transport.paths import BY_NAME, check_process, process_path
from lammer.server.ops.logs import log_line
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import Message, error
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.connection import (
    CLOSE_REASONS,
    MOVED,
    RECONNECT,
    REPLACED,
    SIGNED_OUT,
    TRY_LATER,
    Connection,
)
from lammer.server.ws.transport import TRANSPORT, WebSocketTransport, framed
from lammer.store.port import Person, StoreError
from lammer.table.commands import plain
from lammer.table.keys import is_digest
from lammer.table.rules import Rules
from lammer.table.views import results

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATH = re.compile(r"/api/v1/tables/([a-z0-9-]{1,40})/live")
PARAMETERS = ("client", "from", "head", "push")
FORMAT = 1
DENIED = 5
"""Seconds that a client has to disconnect after it was refused."""
ELSEWHERE = frozenset(("moved", "moving"))
"""Codes of refusals because another process runs the table, or no process at the moment."""
_CLIENT = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class ConnectionRequest(NamedTuple):
    """What a client asks for when it connects: its name, where it wants to continue, and whether it
    wants updates of what its seat may do."""

    client: str
    start: "ConnectionStart | None"
    push: bool


class ConnectionStart(NamedTuple):
    """The line a client wants to continue from, and the hash of the line before, which it has."""

    line: int
    head: str | None


class LiveProtocol:
    """Handles every WebSocket."""

    def __init__(self, house: HouseServer, options: MiddlewareOptions) -> None:
        self.house, self._options = house, options
        self.connections: set[Connection] = set()
        limits, clock = house.limits, house.monotonic
        rate, burst = limits.commands_per_second, limits.commands_at_once
        self.rates = TokenBuckets(rate, burst, time=clock)
        self.questions = TokenBuckets(rate, burst, time=clock)
        self.watchers = TokenBuckets(rate * PER_ADDRESS, burst * PER_ADDRESS, time=clock)
        self._connects = TokenBuckets(
            limits.connects_per_second, limits.connects_at_once, time=clock
        )
        self._people: dict[int, int] = {}
        self._addresses: dict[str, int] = {}
        self._tables: dict[str, int] = {}
        self._last = (b"", framed(b""))
        house.people.listen(self._changed)
        house.on_reload.append(self._reconnect_all)
        house.metrics.connections.set_function(lambda: len(self.connections))

    def framed(self, message: bytes) -> bytes:
        """Return a message as a frame; cached, since a message is sent to everybody."""
        if message is not self._last[0]:
            self._last = (message, framed(message))
        return self._last[1]

    def _changed(self, person: int) -> None:
        for each in [each for each in self.connections if each.who.person == person]:
            each.end(SIGNED_OUT)

    def _reconnect_all(self) -> None:
        for each in list(self.connections):
            each.end(RECONNECT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        if first["type"] != "websocket.connect":
            return
        try:
            runner, person, request = await self._admit(scope)
        except Refused as problem:
            if problem.code in ELSEWHERE:  # A browser shows no page the status of a refusal.
                await self._turn_away(problem, send)
            else:
                await _deny(scope, receive, send, problem)
            return
        except StoreError as problem:
            log_line(logging.ERROR, f"Connection refused: {problem}")
            why = Refused("store-down", "The database is unavailable.", 503)
            await _deny(scope, receive, send, why)
            return
        address, table = neighbourhood(address_of(scope)), runner.record.table
        self._count(person, address, table, 1)
        try:
            who = Requester(None, client=request.client)
            if person is not None:
                guest = person.kind == "guest"
                who = Requester(
                    person.id, person.name, person.roles, request.client, address, guest
                )
            transport: WebSocketTransport = scope["extensions"][TRANSPORT]
            connection = Connection(self, runner, who, address, transport)
            await self._attend(connection, request, receive, send)
        finally:
            self._count(person, address, table, -1)

    def _count(self, person: Person | None, address: str, table: str, by: int) -> None:
        _add(self._addresses, address, by)
        _add(self._tables, table, by)
        if person is not None:
            _add(self._people, person.id, by)

    async def _attend(
        self, connection: Connection, request: ConnectionRequest, receive: Receive, send: Send
    ) -> None:
        runner, who = connection.runner, connection.who
        self.connections.add(connection)
        if who.person is not None:
            _add(runner.connected, who.person, 1)
            if who.crew:
                runner.game.crew_names[who.person] = who.name
        try:
            await send({"type": "websocket.accept"})
            try:
                await self._welcome(connection, request)
            except StoreError as problem:
                log_line(logging.ERROR, f"Welcome failed: {problem}")
                connection.end(TRY_LATER)
            connection.listen()
            await self._serve(connection, receive, send)
        finally:
            runner.listeners.discard(connection)
            runner.staged.lift(connection)
            runner.updates.unsubscribe(connection)
            self.connections.discard(connection)
            if who.person is not None:
                _add(runner.connected, who.person, -1)
                if who.person not in runner.connected:
                    runner.game.crew_names.pop(who.person, None)

    async def _welcome(self, connection: Connection, request: ConnectionRequest) -> None:
        """Send who the client is, the table's state, and the lines it missed."""
        runner, who = connection.runner, connection.who
        if who.person is not None:
            await self._replace(connection)
        await connection.look_up(who.person)
        if runner.closed or self.house.tables.get(runner.record.table, runner) is not runner:
            connection.table_gone(runner.closed)
            return
        runner.listeners.add(connection)
        seq = runner.seq
        you, snapshot = connection.introduce(), runner.snapshot()
        hello: Message = {"format": FORMAT, "you": you, "snapshot": snapshot}
        if runner.last_results:
            hello["results"] = runner.last_results
        waiting = runner.waiting_list()
        if waiting:
            hello["waiting"] = waiting
        seat, rules = runner.seat_of(who.person), runner.table.rules
        lines, text = await self._missed_lines(runner, request.start, seq, hello)
        if lines:
            hello["text"] = text
            missed = await asyncio.to_thread(_missed, lines, seat, rules)
            hello |= {"missed": missed} if missed else {}
        message = self.house.encode(hello)
        if lines:
            message = message[:-1] + b',"lines":[' + b",".join(lines) + b"]}"
        connection.welcome(message)
        if request.push:
            runner.listeners.subscribe(connection)

    async def _replace(self, connection: Connection) -> None:
        """Close the client's earlier connection to this table and wait for its commands in the tick
        under way. So a command that is not counted in the welcome is never done unless it is sent
        again."""
        runner, key = connection.runner, connection.who.key
        for each in self.connections - {connection}:
            if each.who.key == key and each.runner is runner:
                each.end(REPLACED)
        await runner.drop_client(key)

    async def _missed_lines(
        self, runner: TableRunner, start: ConnectionStart | None, seq: int, hello: Message
    ) -> tuple[list[bytes], list[str]]:
        """Return the lines that a client missed, and the sentence for each."""
        if start is None or not seq:  # A table that cannot be rebuilt has no lines.
            return [], []
        if start.line > seq + 1 or not await self._continues(runner, start):
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

    async def _continues(self, runner: TableRunner, start: ConnectionStart) -> bool:
        """True if the line before is the one that the client has."""
        if start.head is None or start.line == 1:
            return True
        table, before = runner.record.table, start.line - 1
        found = await self.house.writer.read(
            lambda store: next(store.lines(table, before, before), b"")
        )
        return f'"hash":"{start.head}"'.encode() in found

    async def _serve(self, connection: Connection, receive: Receive, send: Send) -> None:
        left = asyncio.ensure_future(_disconnected(receive))
        try:
            waits: set[asyncio.Future[Any]] = {left, connection.ended}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            results = await asyncio.gather(left, return_exceptions=True)
        _log_errors(results)
        if connection.ended.done():
            code = connection.ended.result()
            if code == RECONNECT and (moved := self._moved(connection.runner.record.table)):
                connection.send_message(_where(moved))
                await asyncio.sleep(0)  # It is sent before the close.
                code = MOVED
            self.house.metrics.cut_off.labels(str(code)).inc()
            with suppress(Exception):
                close = {
                    "type": "websocket.close",
                    "code": code,
                    "reason": CLOSE_REASONS.get(code, ""),
                }
                await asyncio.wait_for(send(close), 2)

    def _moved(self, table: str) -> Refused | None:
        """Return the refusal for a table that another process runs, or no process at the moment."""
        try:
            self.house.sharing.check_reachable(table)
            self.house.runner(table)
        except Refused as problem:
            return problem if problem.code in ELSEWHERE else None
        return None

    async def _turn_away(self, problem: Refused, send: Send) -> None:
        """Tell a client which process has the table, and close the connection."""
        self.house.metrics.cut_off.labels(str(MOVED)).inc()
        with suppress(Exception):  # The client may be gone.
            async with asyncio.timeout(DENIED):
                await send({"type": "websocket.accept"})
                text = self.house.encode(_where(problem)).decode()
                await send({"type": "websocket.send", "text": text})
                reason = CLOSE_REASONS[MOVED]
                await send({"type": "websocket.close", "code": MOVED, "reason": reason})

    # Admission

    async def _admit(self, scope: Scope) -> tuple[TableRunner, Person | None, ConnectionRequest]:
        check_host(scope, self._options)
        check_origin(scope, self._options)
        if self._connects.wait(neighbourhood(address_of(scope))):
            raise Refused("too-many", "You connect too often.", 429)
        check_process(scope["path"])
        found = PATH.fullmatch(scope["path"])
        if found is None:
            raise Refused("not-found", "There is nothing live here.", 404)
        self.house.sharing.check_reachable(found[1], by_name=scope.get(BY_NAME, False))
        await self.house.look_for(found[1])
        runner = self._table_with_room(found[1], address_of(scope))
        request = _read_request(scope)
        token = token_of(scope)
        if not token:
            if header(scope, b"authorization") is not None:
                raise Refused("not-signed-in", "This is no token of the house.", 401)
            return runner, None, request
        person = await self.house.people.who(token)
        if person is None:
            raise Refused("not-signed-in", "This session is over; sign in again.", 401)
        # The count may have changed meanwhile.
        runner = self._table_with_room(found[1], address_of(scope))
        if self._people.get(person.id, 0) >= self.house.limits.connections_per_person:
            raise Refused("too-many-connections", "You have too many connections open.", 429)
        return runner, person, request

    def _table_with_room(self, table: str, address: str) -> TableRunner:
        """Return the table; ``Refused`` if there is no room for another connection."""
        limits = self.house.limits
        if len(self.connections) >= limits.connections:
            raise Refused("too-many-connections", "The house is full; try again later.", 503)
        if self._addresses.get(neighbourhood(address), 0) >= limits.connections_per_address:
            raise Refused("too-many-connections", "Too many connections from your address.", 429)
        runner = self.house.runner(table)
        if self._tables.get(table, 0) >= limits.connections_per_table:
            raise Refused("too-many-connections", "Too many people are at this table.", 503)
        return runner


def _missed(lines: list[bytes], seat: int | None, rules: Rules) -> Message | None:
    """Return the summary of lines that a client missed."""
    return results.missed([msgspec.json.decode(line) for line in lines], seat, rules)


def _where(problem: Refused) -> Message:
    """Return the message that tells where a table is."""
    at = process_path(problem.process) if isinstance(problem, AnotherProcess) else ""
    return error_responses.body(problem.code, problem.detail, problem.instead, at=at)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass


def _log_errors(results: Iterable[Any]) -> None:
    """Log unexpected errors; ignore disconnects."""
    for result in results:
        gone = isinstance(result, asyncio.CancelledError | OSError | RuntimeError)
        gone = gone or type(result).__name__ == "ClientDisconnected"
        if isinstance(result, BaseException) and not gone:
            log_line(logging.ERROR, f"{type(result).__name__}: {result}")


def _add(counts: dict[Any, int], key: Any, by: int) -> None:
    left = counts.get(key, 0) + by
    if left > 0:
        counts[key] = left
    else:
        counts.pop(key, None)


def _read_request(scope: Scope) -> ConnectionRequest:
    query = _read_query(scope)
    client = query.get("client") or "default"
    if not _CLIENT.fullmatch(client):
        raise Refused("malformed", "client: 1 to 64 letters, digits, dots, dashes.", 400)
    push = query.get("push") or "0"
    if push not in ("0", "1"):
        raise Refused("malformed", "push: 1, or 0 as if it were left out.", 400)
    start = query.get("from", "")
    if not start:
        return ConnectionRequest(client, None, push == "1")
    if not (start.isascii() and start.isdecimal() and len(start) < 16 and int(start) > 0):
        raise Refused("malformed", "from: the number of a line, 1 or more.", 400)
    head = query.get("head", "")
    if head and not is_digest(head):
        raise Refused("malformed", "head: the hash of the last line you have.", 400)
    return ConnectionRequest(client, ConnectionStart(int(start), head or None), push == "1")


def _read_query(scope: Scope) -> dict[str, str]:
    """Return the parameters of a connection; ``Refused`` if one is not known, or there twice."""
    try:
        text = scope["query_string"].decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=8)
    except ValueError:
        raise Refused("malformed", "The query cannot be read.", 400) from None
    found: dict[str, str] = {}
    for name, value in pairs:
        if name not in PARAMETERS or name in found:
            what = "is there twice" if name in found else "is no parameter here"
            instead = f"There are: {', '.join(PARAMETERS)}."
            raise Refused("malformed", f"{plain(name)}: {what}.", 400, instead=instead)
        found[name] = value
    return found


async def _deny(scope: Scope, receive: Receive, send: Send, problem: Refused) -> None:
    """Answer with an HTTP status instead of accepting, and wait until the client has gone: uvicorn
    would otherwise assume that nothing was answered."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.detail[:120]})
        return
    headers, content = error_responses.encoded_refusal(problem)
    start = {"type": "websocket.http.response.start", "status": problem.status, "headers": headers}
    with suppress(Exception):  # The client may be gone.
        async with asyncio.timeout(DENIED):
            await send(start)
            await send({"type": "websocket.http.response.body", "body": content})
            for _ in range(2):
                await receive()
