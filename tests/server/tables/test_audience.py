"""Spectators are written to together: every message once, in order, and not more often than is
allowed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.tables.audience import WRITES_PER_SECOND, Audience, Listener, Spectator
from lammer.server.tables.updates import SeatUpdates
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import TABLE, asked, new_store
from tests.server.support.table_helpers import until
from tests.server.tables.test_lines_once import check_once
from tests.server.tables.test_updates import PUSH, updated, updates
from tests.server.ws.test_welcome import a_guest, at_live, connected, welcomed
from tests.store.faulty import Faulty


class _Loop:
    """Runs what is due when told to. Time passes by itself only in ``pause``."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Callable[[], None]) -> None:
        self.soon.append(callback)

    def call_later(self, delay: float, callback: Callable[[], None]) -> None:
        self.later.append((delay, callback))

    def turn(self) -> None:
        """Go round once."""
        due, self.soon = self.soon, []
        for each in due:
            each()

    def pause(self) -> float:
        """Let the pause after a write end; return how long it was."""
        ((seconds, callback),) = self.later
        self.later = []
        self.now += seconds
        callback()
        return seconds


class _Player(Listener):
    def __init__(self) -> None:
        self.received: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.received.append(message)


class _Spectator(Spectator):
    """``writes`` are what was written to the transport, ``told`` what was sent one by one."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.writes: list[bytes] = []
        self.updates = 0
        self.closing = False

    def framed(self, messages: Sequence[bytes]) -> bytes:
        return b"".join(messages)

    def send(self, message: bytes) -> None:
        self.received.append(message)

    @property
    def has_room(self) -> bool:
        return True

    def update(self) -> None:
        self.updates += 1

    def write(self, frames: bytes) -> None:
        self.writes.append(frames)

    def is_closing(self) -> bool:
        return self.closing


def audience(*listeners: Listener, slow: tuple[Listener, ...] = ()) -> tuple[_Loop, Audience]:
    loop: Any = _Loop()
    made = Audience(loop, SeatUpdates(loop))
    for each in listeners:
        made.add(each)
        if isinstance(each, Spectator) and each not in slow:
            made.has_room(each, each)  # type: ignore[arg-type]
    return loop, made


def test_what_several_ticks_bring_meanwhile_comes_in_one_write() -> None:
    player, crowd = _Player(), [_Spectator() for _ in range(500)]
    loop, made = audience(player, *crowd)
    made.send(b"1")
    assert player.received == [b"1"]
    loop.turn()
    for message in (b"2", b"3", b"4"):
        made.send(message)
        loop.turn()
    assert player.received == [b"1", b"2", b"3", b"4"]
    assert {tuple(each.writes) for each in crowd} == {(b"1",)}
    assert loop.pause() == 500 / WRITES_PER_SECOND
    assert {tuple(each.writes) for each in crowd} == {(b"1", b"234")}
    assert (loop.soon, loop.later) == ([], []), "nothing waits, so nothing is scheduled"


def test_who_comes_gets_nothing_that_was_said_before() -> None:
    early, late = _Spectator(), _Spectator()
    loop, made = audience(early)
    made.send(b"1")
    made.add(late)
    made.has_room(late, late)  # type: ignore[arg-type]
    assert early.writes == [b"1"]
    made.send(b"2")
    made.discard(early)
    loop.turn()
    assert (early.writes, late.writes) == ([b"1"], [b"2"])
    assert (len(made), early in made, late in made, list(made)) == (1, False, True, [late])


def test_who_reads_slowly_or_leaves_is_not_written_to() -> None:
    slow, leaving, other = _Spectator(), _Spectator(), _Spectator()
    loop, made = audience(slow, leaving, other, slow=(slow,))
    leaving.closing = True
    made.send(b"1")
    made.send(b"2")
    loop.turn()
    assert (slow.writes, slow.received) == ([], [b"1", b"2"])
    assert (leaving.writes, leaving.received, other.writes) == ([], [], [b"12"])


def test_an_update_is_made_once_and_comes_with_the_lines() -> None:
    plain, told, slow = _Spectator(), _Spectator(), _Spectator()
    loop, made = audience(plain, told, slow, slow=(slow,))
    for each in (told, slow):
        made.subscribe(each)
    loop.pause()  # The first update of each.
    loop.later = []
    asked_for: list[int] = []

    def update() -> bytes:
        asked_for.append(1)
        return b"u"

    for line in (b"1", b"2"):
        made.send(line)
        made.send_updates(update)
    loop.turn()
    assert (plain.writes, told.writes, slow.received) == ([b"12"], [b"12u"], [b"1", b"2"])
    assert asked_for == [1]
    made.send_updates(lambda: 1 // 0)  # type: ignore[return-value, arg-type]
    made.send(b"3")
    with pytest.raises(ZeroDivisionError):
        made.flush()
    assert (plain.writes[-1], told.writes[-1], slow.received[-1]) == (b"3", b"3", b"3")


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def test_an_answer_comes_after_the_lines_that_it_is_about(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that wait for a spectator are sent before an answer is, and before anybody joins."""
    monkeypatch.setattr("lammer.server.tables.audience.WRITES_PER_SECOND", 1 / 3600)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, _token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live) as plain, connected(live, query=PUSH) as told:
            await welcomed(plain)
            first = updates(told) or [await updated(told, runner.seq)]
            last = (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["to"]
            await until(lambda: len(plain.received) > 1)
            for number in range(2, 6):  # From now on there is a pause of hours.
                bet = {"do": "bet", "wager": "field", "amount": 500}
                last = (await asked(runner, ann, number, bet))["to"]
            assert len(plain.received) == 2
            answer = await plain.ask("snapshot")
            assert (answer["snapshot"]["seq"], plain.received[-1]) == (last, answer)
            check_once(plain, last)
            assert len(updates(told)) - len(first) <= 2
            await asked(runner, ann, 6, {"do": "remove", "wager": "field"})
            assert runner.seq > last
            async with connected(live) as late:
                await welcomed(late)
                for each in (plain, told, late):
                    check_once(each, runner.seq)

    at_live(inner, test)
