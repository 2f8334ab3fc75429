"""One client at one table: the messages it sends, and what it is sent.

A message is a JSON object, or a list of commands. What everybody at a table is sent is encoded
once. A client that reads too slowly is disconnected, and can connect again from the line it has.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from lammer.server.ops import strict_json
from lammer.server.ops.logs import log_line
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import Message, QueuedCommand, error
from lammer.server.tables.audience import Spectator
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.questions import (
    LegalQuestion,
    MeQuestion,
    Question,
    SnapshotQuestion,
    StagingQuestion,
    TypedQuestion,
    read_question,
)
from lammer.server.ws.transport import WebSocketTransport, framed
from lammer.store.port import StoreError
from lammer.table.commands import Malformed
from lammer.typed.earlier_bets import NOTHING
from lammer.typed.page import PageContext, typed_answer

if TYPE_CHECKING:
    from lammer.server.ws.protocol import LiveProtocol

MOST_NUMBER = 2**53
MOST_STRIKES = 20
"""Malformed messages after which a connection is closed."""
MOST_FLOODS = 1000
"""Commands above the rate after which a connection is closed."""
PAUSE = 0.02
"""Seconds for which nothing is read after a malformed message, or one above the rate."""
TOO_SLOW, SIGNED_OUT, MALFORMED, RECONNECT, CLOSED = 4008, 4001, 4400, 4012, 4010
REPLACED = 4009
TOO_FAST, TRY_LATER = 4029, 1013
MOVED = 4013
CLOSE_REASONS = {
    TOO_SLOW: "you read too slowly; reconnect from the last line you saw",
    SIGNED_OUT: "your permissions have changed; reconnect",
    MALFORMED: "too many malformed messages",
    RECONNECT: "the table was rebuilt; reconnect",
    MOVED: "another process runs the table; reconnect there",
    CLOSED: "the table is closed",
    REPLACED: "the same client has connected again",
    TOO_FAST: "you kept sending too fast",
    TRY_LATER: "database unavailable; reconnect soon",
}


class Connection(Spectator):
    """One client at one table; a spectator if nobody is signed in."""

    def __init__(
        self,
        live: "LiveProtocol",
        runner: TableRunner,
        who: Requester,
        address: str,
        transport: WebSocketTransport,
    ) -> None:
        self.live, self.runner, self.who, self._transport = live, runner, who, transport
        self.watches = who.person is None
        self._address = address
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.strikes = self.floods = 0
        self._most_unsent = live.house.limits.outbox
        self._most_bytes = live.house.limits.frame
        self._before_welcome: list[bytes] | None = []
        """Messages to send after the welcome; None once that was sent."""
        self._last_question = LegalQuestion()
        """Decides for which seat updates are sent: the crew may ask about any."""
        self._introduced: Message = {}

    def send(self, message: bytes) -> None:
        if self.watches:
            self.runner.listeners.flush()  # What waits comes before it.
        unsent = (
            self._transport.unsent if self._before_welcome is None else len(self._before_welcome)
        )
        if unsent >= self._most_unsent:
            self.end(TOO_SLOW)
        elif self._before_welcome is None:
            self._transport.send_frame(self.live.framed(message))
        else:
            self._before_welcome.append(message)

    def framed(self, messages: Sequence[bytes]) -> bytes:
        return b"".join(map(framed, messages))

    def welcome(self, message: bytes) -> None:
        """Send the table's state, then the messages since."""
        held, self._before_welcome = self._before_welcome or [], None
        for each in (message, *held):
            self._transport.send_frame(framed(each))
        if self.watches:
            self._transport.follow_room(partial(self.runner.listeners.has_room, self))

    # Updates of what the seat may do

    @property
    def has_room(self) -> bool:
        return not self._transport.unsent

    def update(self) -> None:
        if self.ended.done():
            return
        if self._needs_no_lookup(self.who.person) and self._needs_no_lookup(
            self._person_asked_about(self._last_question)
        ):
            self._send_update()
        else:
            self.live.house.spawn(self._update_after_lookup())

    async def _update_after_lookup(self) -> None:
        try:
            await self.look_up(self._person_asked_about(self._last_question))
            await self.look_up(self.who.person)
        except StoreError as problem:
            log_line(logging.ERROR, f"Update failed: {problem}")
        else:
            self._send_update()

    def _send_update(self) -> None:
        seat = self._seat_asked_about(self._last_question)
        message: Message = {"seq": self.runner.seq, **self._legal(seat)}
        if self.about_client() != self._introduced:
            message["you"] = self.introduce()
        self.send_message(message)

    def listen(self) -> None:
        self._transport.receive_with(self.received)

    def table_gone(self, closed: bool = False) -> None:
        self.end(CLOSED if closed else RECONNECT)

    def end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)

    def send_message(self, message: Message) -> None:
        self.send(self.live.house.encode(message))

    def received(self, text: str | None) -> None:
        """Handle a message from the client; None if it is not text."""
        if self.ended.done():
            return  # The connection is being closed.
        if text is None or _bytes(text) > self._most_bytes:
            self._strike("not a text message" if text is None else f"over {self._most_bytes} bytes")
            return
        try:
            found = strict_json.decode(text)
        except strict_json.RepeatedKey as problem:
            self._strike(str(problem))
            return
        except (msgspec.DecodeError, RecursionError, ValueError) as problem:
            self._strike(f"not JSON: {problem}")
            return
        self._message(found)

    def _slow_down(self) -> None:
        """Pause reading after a message that was malformed or above the rate."""
        self._transport.pause_reading(PAUSE)

    def _strike(self, what: str, number: object = None) -> None:
        """Answer a malformed message; after too many the connection is closed."""
        again: Message = {} if number is None else {"re": number, "ok": False}
        self.send_message({**again, "error": error("malformed", what)})
        self._count_strike()

    def _count_strike(self) -> None:
        self.strikes += 1
        self._slow_down()
        self.live.house.metrics.malformed.inc()
        if self.strikes >= MOST_STRIKES:
            self.end(MALFORMED)

    def _message(self, found: Any) -> None:
        if isinstance(found, list):
            self._batch(found)
        elif not isinstance(found, dict):
            self._strike("a message is an object, or a list of commands")
        elif "ask" in found:
            self._question(found)
        else:
            self._command(found, self.send_message)

    def _batch(self, found: list[Any]) -> None:
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
                self.send_message({"answers": [answers[at] for at in range(len(found))]})

        for at, each in enumerate(found):
            self._command(each, partial(gather, at))

    def _command(self, raw: dict[str, Any], answer: Callable[[Message], None]) -> None:
        number = raw.pop("id", None)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < MOST_NUMBER:
            detail = '"id" is a whole number above zero, higher with each command'
            answer({"re": None, "ok": False, "refusal": error("malformed", detail)})
            self._count_strike()
            return
        refusal = self._refusal()
        if refusal is not None:
            answer({"re": number, "ok": False, "refusal": refusal})
            return
        self.live.house.metrics.commands.inc()
        sent = self.runner.read_message(self.who, raw)
        self.runner.submit(QueuedCommand(self.who, number, sent, answer))

    def _refusal(self) -> Message | None:
        if self.who.person is None:
            self._count_strike()
            return error("not-signed-in", "Spectators cannot send commands.",
                         instead="POST /api/v1/guests, then connect again.")  # fmt: skip
        wait = self.live.rates.wait(str(self.who.person))
        if wait:
            self._slow_down()
            self.floods += 1
            if self.floods >= MOST_FLOODS:
                self.end(TOO_FAST)
            rate = self.live.house.limits.commands_per_second
            return error("too-fast", f"More than {rate} commands a second.",
                         instead=f"Wait {wait} s.")  # fmt: skip
        return None

    def _question(self, raw: Mapping[str, Any]) -> None:
        number = raw.get("id")
        try:
            question = read_question(raw, self._is_crew)
        except Malformed as problem:
            self._strike(str(problem), number)
            return
        if self._too_many_questions():
            self._slow_down()
            refusal = error("too-fast", "Too many questions at once.")
            self.send_message({"re": number, "ok": False, "refusal": refusal})
            return
        if isinstance(question, LegalQuestion):
            self._last_question = question
        if self._needs_no_lookup(self._person_asked_about(question)):
            self._answer(question, number)
        else:
            self.live.house.spawn(self._answer_after_lookup(question, number))

    @property
    def _is_crew(self) -> bool:
        return self.runner.game.is_crew(self.who)

    def _playing(self, seat: int | None) -> int | None:
        there = None if seat is None else self.runner.table.seats.get(seat)
        return None if there is None or there.gone else seat

    def _legal(self, seat: int | None) -> Message:
        seat = self._playing(seat)
        return {"seat": seat, "legal": self.runner.legal(seat, self._is_crew, self.who.person)}

    def _typed(self, text: str, seat: int | None) -> Message:
        """Return what a typed line means at this table, for the seat."""
        seat = self._playing(seat)
        verbs = self.runner.legal(seat)["do"] if seat is not None else ()
        table, staffed = self.runner.table, self.runner.record.kind == "staffed"
        earlier = NOTHING if seat is None else self.runner.earlier.get(seat, NOTHING)
        context = PageContext(table, seat, verbs, table.rules.instrument.verb, staffed, earlier)
        return {"seat": seat, "typed": typed_answer(text, context)}

    def _answer(self, question: Question, number: object) -> None:
        again: Message = {"re": number, "ok": True, "seq": self.runner.seq}
        match question:
            case LegalQuestion():
                self.send_message({**again, **self._legal(self._seat_asked_about(question))})
            case TypedQuestion(text):
                seat = self._seat_asked_about(question)
                self.send_message({**again, **self._typed(text, seat)})
            case SnapshotQuestion():
                self.send_message({**again, "snapshot": self.runner.snapshot()})
            case MeQuestion():
                self.send_message({**again, "you": self.introduce()})
            case StagingQuestion(on):
                if on and self.runner.seat_of(self.who.person) is not None:
                    self.runner.staged.stage(self, self.who.key)
                else:
                    self.runner.staged.lift(self)
                self.send_message(again)
            case _:
                assert_never(question)

    # Lookups that answers and the welcome need

    def _person_asked_about(self, question: Question) -> int | None:
        """Return the person whose purse an answer contains; None if it contains none."""
        if isinstance(question, SnapshotQuestion | StagingQuestion):
            return None
        if isinstance(question, MeQuestion):
            return self.who.person
        seat = self._seat_asked_about(question)
        return None if seat is None else self.runner.seats.get(seat)

    def _needs_no_lookup(self, person: int | None) -> bool:
        """True if no store lookup is needed (the usual case); for the client itself this includes
        its last command number."""
        if person is None:
            return True
        known = self.live.house.purses.is_known(person)
        return known and (person != self.who.person or self.who.key in self.runner.numbers)

    async def look_up(self, person: int | None) -> None:
        """Look up a purse; for the client itself also its last command number."""
        while person is not None and not self._needs_no_lookup(person):
            await self.live.house.purses.look_up(person)
            if person == self.who.person:
                await self.runner.look_up_number(self.who.key)

    async def _answer_after_lookup(self, question: Question, number: object) -> None:
        try:
            await self.look_up(self._person_asked_about(question))
        except StoreError as problem:
            log_line(logging.ERROR, f"Question failed: {problem}")
            refusal = error("store-down", "The database is unavailable.")
            self.send_message({"re": number, "ok": False, "refusal": refusal})
        else:
            self._answer(question, number)

    def _too_many_questions(self) -> bool:
        """True if a client asks too often. Watchers are also counted by address, since anybody can
        open many connections."""
        if self.who.person is not None:
            return self.live.questions.wait(str(self.who.person)) > 0
        alone = self.live.questions.wait(f"c{id(self)}")
        return alone > 0 or self.live.watchers.wait(self._address) > 0

    def _seat_asked_about(self, question: LegalQuestion | TypedQuestion) -> int | None:
        """Return the seat that the crew names, else the client's own."""
        named = question.seat
        return self.runner.seat_of(self.who.person) if named is None else named

    def introduce(self) -> Message:
        """Return ``about_client`` and remember it; updates contain it only when it has changed."""
        self._introduced = self.about_client()
        return self._introduced

    def about_client(self) -> Message:
        """Return what only the client itself is sent."""
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


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
