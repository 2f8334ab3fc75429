"""One client at one table: the messages it sends, and what it is sent.

A message is a JSON object, or a list of commands. What everybody at a table is sent is encoded
once. A client that reads too slowly is disconnected, and can connect again from the line it has.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from lammer.server.ops.logs import say
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import Message, QueuedCommand, error
from lammer.server.tables.autopilot import trial_verb
from lammer.server.tables.runner import Listener, TableRunner
from lammer.server.ws.transport import WebSocketTransport, framed
from lammer.store.port import StoreError
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
TOO_SLOW, SIGNED_OUT, MALFORMED, COME_BACK, CLOSED = 4008, 4001, 4400, 4012, 4010
REPLACED = 4009
TOO_FAST, TRY_LATER = 4029, 1013
CLOSE_REASONS = {
    TOO_SLOW: "you read too slowly; come back from the last line you saw",
    SIGNED_OUT: "what you may do has changed; come back",
    MALFORMED: "too many messages that are none",
    COME_BACK: "the table is made anew; come back",
    CLOSED: "the table is closed",
    REPLACED: "the same client has come again over another connection",
    TOO_FAST: "you went on sending too fast",
    TRY_LATER: "the house cannot reach its books; come back in a moment",
}


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


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
