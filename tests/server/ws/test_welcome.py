"""The welcome and the answers to a client are correct, or its connection is closed: in a house
whose store fails, waits or evicts."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from itertools import count
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.http.transport.middleware import PER_ADDRESS, MiddlewareOptions
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.permissions import Requester
from lammer.server.people.purses import Purses
from lammer.server.storage.store_writer import StoreWriter
from lammer.server.table_requests import TableRequest
from lammer.server.tables.idempotency import CommandNumbers
from lammer.server.ws.connection import (
    CLOSED,
    MOST_FLOODS,
    RECONNECT,
    REPLACED,
    TOO_FAST,
    TRY_LATER,
)
from lammer.server.ws.protocol import LiveProtocol
from lammer.server.ws.transport import TRANSPORT, extent
from lammer.store.port import Store
from tests.server.storage.test_failed_writes import at_house, seated
from tests.server.storage.test_faulty_store import TABLE, add_player, asked, new_store
from tests.server.support.running import PATIENCE
from tests.server.support.table_helpers import until
from tests.store.faulty import Faulty

BET = {"do": "bet", "wager": "field", "amount": 100}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class ConnectionEnd:
    """The other end of a connection: what it was told, and the code with which it was ended."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.code: int | None = None
        self.unsent = 0
        self._hears: Callable[[str | None], None] | None = None

    def send_frame(self, frame: bytes) -> None:
        header = {126: 4, 127: 10}.get(frame[1], 2)
        self.received.append(json.loads(frame[header:]))

    def follow_room(self, room: Callable[[Any], None]) -> None:
        room(self)

    def is_closing(self) -> bool:
        return self.code is not None

    def write(self, frames: bytes) -> None:
        while frames:
            end = extent(frames)
            self.send_frame(frames[:end])
            frames = frames[end:]

    def receive_with(self, handler: Callable[[str | None], None]) -> None:
        self._hears = handler

    def pause_reading(self, seconds: float) -> None:
        """It may send as fast as it likes here."""

    async def listening(self) -> None:
        """Wait until the house listens."""
        await until(lambda: self._hears)

    def send(self, message: object) -> None:
        assert self._hears is not None
        self._hears(json.dumps(message))

    async def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """The answer to a question."""
        await self.listening()
        number = f"q{len(self.received)}"
        self.send({"id": number, "ask": what, **more})
        await until(lambda: self._answers(number))
        return self._answers(number)[0]

    def _answers(self, number: str) -> list[dict[str, Any]]:
        return [each for each in self.received if each.get("re") == number]

    @property
    def hello(self) -> dict[str, Any]:
        return self.received[0]


@asynccontextmanager
async def connected(
    live: LiveProtocol,
    token: str | None = None,
    query: str = "",
    table: str = TABLE,
    name: str = "client",
) -> AsyncIterator[ConnectionEnd]:
    """Somebody at a table, from the moment of coming; not necessarily welcomed yet."""
    client, leaves = ConnectionEnd(), asyncio.Event()
    came = iter(({"type": "websocket.connect"},))

    async def receive() -> Any:
        for each in came:
            return each
        await leaves.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.close":
            client.code = message["code"]

    headers = [(b"host", b"localhost")]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    scope = {
        "type": "websocket", "path": f"/api/v1/tables/{table}/live", "headers": headers,
        "client": ("192.0.2.1", 1), "query_string": f"client={name}{query}".encode(),
        "extensions": {TRANSPORT: client},
    }  # fmt: skip
    task = asyncio.ensure_future(live(scope, receive, send))
    try:
        yield client
    finally:
        leaves.set()
        await asyncio.wait_for(task, PATIENCE)


async def welcomed(client: ConnectionEnd) -> dict[str, Any]:
    await until(lambda: client.received)
    return client.hello


NUMBERS = count(1)


async def a_guest(house: HouseServer, name: str = "client") -> tuple[Requester, str]:
    person, token = await house.people.guest(f"Ann {next(NUMBERS)}")
    return Requester(person.id, person.name, (), name), token


def at_live(
    inner: Store,
    test: Callable[[HouseServer, LiveProtocol, Faulty], Awaitable[None]],
    limits: ServerLimits | None = None,
) -> None:
    async def run(house: HouseServer, faulty: Faulty) -> None:
        await test(house, LiveProtocol(house, MiddlewareOptions()), faulty)

    at_house(inner, run, limits)


@pytest.mark.parametrize("read", ["last_number", "purse", "lines"])
def test_who_cannot_be_greeted_truly_is_sent_away(inner: Store, read: str) -> None:
    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, token = await a_guest(house)
        await seated(house.tables[TABLE], ann)
        house.tables[TABLE].numbers.look_up_again()
        house.purses.forget()
        faulty.reads_fail.add(read)
        async with connected(live, token, "&from=2") as client:
            await until(lambda: client.code)
            assert (client.code, client.received) == (TRY_LATER, [])
        faulty.reads_fail.clear()
        async with connected(live, token, "&from=2") as client:
            you = (await welcomed(client))["you"]
            assert (you["last"], you["purse"]) == (3, 50_000)

    at_live(inner, test)


@pytest.mark.parametrize("closed", [True, False])
def test_who_comes_while_the_table_is_closed_or_read_again_is_sent_away(
    inner: Store, closed: bool
) -> None:
    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        _, token = await a_guest(house)
        runner = house.tables[TABLE]
        looked_up, goes_on = asyncio.Event(), asyncio.Event()
        real = house.purses.look_up

        async def look_up(person: int) -> int:
            looked_up.set()
            await goes_on.wait()
            return await real(person)

        house.purses.look_up = look_up  # type: ignore[method-assign]
        async with connected(live, token) as client:
            await asyncio.wait_for(looked_up.wait(), PATIENCE)
            if closed:
                await house.close_table(TABLE)
            else:
                house.reload_table(runner)
                await until(lambda: house.tables[TABLE] is not runner)
            goes_on.set()
            await until(lambda: client.code)
            assert (client.code, client.received) == (CLOSED if closed else RECONNECT, [])
        assert not runner.listeners

    at_live(inner, test)


def test_lines_that_are_too_many_are_left_to_the_log(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        await seated(runner, ann)
        async with connected(live, token, f"&from={runner.seq - 2}") as client:
            hello = await welcomed(client)
            assert "error" not in hello
            assert [each["seq"] for each in hello["lines"]] == [
                *range(runner.seq - 2, runner.seq + 1)
            ]
        async with connected(live, token, f"&from={runner.seq - 3}") as client:
            hello = await welcomed(client)
            assert "lines" not in hello
            assert hello["error"]["code"] == "missed"
            assert hello["snapshot"]["seq"] == runner.seq

    at_live(inner, test, ServerLimits(backlog=3))


def test_a_purse_that_is_not_known_is_looked_up_before_it_is_told_of(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, token = await a_guest(house)
        await seated(house.tables[TABLE], ann)
        async with connected(live, token) as client:
            await welcomed(client)
            house.purses.forget()
            assert (await client.ask("me"))["you"]["purse"] == 50_000
            house.purses.forget()
            legal = (await client.ask("legal"))["legal"]
            assert legal["do"]["buy-in"] == [1, 50_000, 1]
            house.purses.forget()
            faulty.reads_fail.add("purse")
            assert (await client.ask("legal"))["refusal"]["code"] == "store-down"
            assert (await client.ask("me"))["refusal"]["code"] == "store-down"
            assert (await client.ask("snapshot"))["ok"]

    at_live(inner, test)


def test_the_crew_is_told_what_is_in_a_players_purse(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        runner = await house.open_table(TableRequest(None, "nj-2011", "craps", {}, "staffed"))
        table = runner.record.table
        person, token = await house.people.guest("Dee")
        inner.give_role(person.id, "dealer")
        house.people.forget()
        ann = (await a_guest(house))[0]
        assert (await asked(runner, ann, 1, {"do": "sit", "rail": 20_000}))["ok"]
        async with connected(live, token, table=table) as client:
            await welcomed(client)
            house.purses.forget()
            found = await client.ask("legal", seat=1)
            assert found["seat"] == 1
            assert found["legal"]["do"]["buy-in"] == [1, 80_000, 1]

    at_live(inner, test)


def test_a_client_whose_number_is_forgotten_is_told_the_true_one(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token) as client:
            await welcomed(client)
            await seated(runner, ann)
            assert (await asked(runner, ann._replace(client="other"), 1, BET))["ok"]
            assert (ann.person, "client") not in runner.numbers
            assert (await client.ask("me"))["you"]["last"] == 3

    at_live(inner, test, ServerLimits(clients=1))


def test_a_number_that_is_done_and_forgotten_while_it_is_looked_up() -> None:
    """What was read before is not believed: the number would be done again."""
    numbers, stored = CommandNumbers(1), [(5, 50)]
    mine, other = (1, "mine"), (2, "other")
    reads = []

    async def read() -> tuple[int, int]:
        reads.append(stored[-1])
        if len(reads) == 1:
            for key in (mine, other):
                numbers.begin()
                numbers.done(key, 6, 60)
                numbers.keep()
            stored.append((6, 60))
        return reads[-1]

    asyncio.run(numbers.look_up(mine, read))
    assert reads == [(5, 50), (6, 60)]
    assert numbers.last(mine) == (6, 60)


def test_a_client_that_comes_again_is_there_once(inner: Store) -> None:
    """What its last connection had in line, or still brings, is not done; what is being written is
    over before the client is told how far it has counted. Another client is left alone."""

    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        await seated(runner, ann)
        before = runner.seq
        async with connected(live, token) as first, connected(live, token, name="b") as other:
            for each in (first, other):
                await each.listening()
            faulty.fail_next("hang")
            first.send({"id": 4, **BET})
            await until(faulty.hanging.is_set)
            first.send({"id": 5, **BET})
            async with connected(live, token) as second:
                await until(lambda: first.code)
                first.send({"id": 6, **BET})
                await asyncio.sleep(0.05)
                assert not second.received
                faulty.release()
                assert (await welcomed(second))["you"]["last"] == 4
                assert first.code == REPLACED
                assert other.code is None
                second.send({"id": 5, **BET})
                await until(lambda: any(each.get("re") == 5 for each in second.received))
                assert runner.seq == before + 2

    at_live(inner, test)


def test_who_comes_again_does_not_wait_for_ever(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lammer.server.tables.runner.RECONNECT_SECONDS", 0.05)

    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, token = await a_guest(house)
        await seated(house.tables[TABLE], ann)
        async with connected(live, token) as first:
            await first.listening()
            faulty.fail_next("hang")
            first.send({"id": 4, **BET})
            await until(faulty.hanging.is_set)
            async with connected(live, token) as second:
                await until(lambda: second.code)
                assert second.code == TRY_LATER
                faulty.release()

    at_live(inner, test)


def test_answers_to_a_list_come_in_its_order(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        await seated(house.tables[TABLE], ann)
        async with connected(live, token) as client:
            await client.listening()
            client.send([{"id": 1, "do": "sit", "rail": 50_000}, {"id": 4, **BET}, {"do": "roll"}])
            await until(lambda: "answers" in client.received[-1])
            found = client.received[-1]["answers"]
            assert [each["re"] for each in found] == [1, 4, None]
            assert found[0]["again"]

    at_live(inner, test)


def test_who_watches_over_many_connections_has_no_more_questions(inner: Store) -> None:
    async def test(_: HouseServer, live: LiveProtocol, __: Faulty) -> None:
        answers = []
        live.questions._time = live.watchers._time = lambda: 0.0
        for _each in range(PER_ADDRESS + 2):
            async with connected(live) as client:
                await welcomed(client)
                answers += [await client.ask("snapshot") for _again in range(3)]
        codes = [each.get("refusal", {}).get("code") for each in answers]
        assert codes[:3] == [None, None, "too-fast"]
        assert codes.count(None) == 2 * PER_ADDRESS

    at_live(inner, test, ServerLimits(commands_at_once=2))


def test_who_goes_on_sending_too_fast_is_cut_off(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        token = (await a_guest(house))[1]
        live.rates._time = lambda: 0.0
        async with connected(live, token) as client:
            await welcomed(client)
            await client.listening()
            for number in range(1, MOST_FLOODS + 3):
                client.send({"id": number, "do": "roll"})
            await until(lambda: client.code)
            assert client.code == TOO_FAST
            refused = [each["refusal"]["code"] for each in client.received if "refusal" in each]
            assert refused.count("too-fast") == MOST_FLOODS

    at_live(inner, test, ServerLimits(commands_at_once=2))


def test_a_purse_never_has_less_than_nothing(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    person = ann.person or 0

    async def run() -> None:
        writer = StoreWriter(inner)
        try:
            purses = Purses(writer)
            assert not purses.is_known(person)
            purses.hold(person, 200)
            assert purses.free(person) == 0
            assert await purses.look_up(person) == 99_800
            assert purses.is_known(person)
        finally:
            await writer.close()

    asyncio.run(run())
