"""The commands of a table and their JSON form: one object for each command.

Only the shape of a command is checked here: an unknown verb or key, a wrong type, an amount of 0, a
die with seven sides are *malformed*. Whether a well-formed command is allowed is up to ``decide``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Literal

from lammer.core.codec import MOST_WORD, AsObject, Reads, encoder, shape
from lammer.core.codec import Malformed as Malformed
from lammer.core.codec import plain as plain
from lammer.core.codec import show as show
from lammer.core.frozen import frozen
from lammer.core.names import did_you_mean, nearest
from lammer.instruments import INSTRUMENTS, load
from lammer.table.keys import (
    MOST_SEATS,
    Cents,
    Chips,
    Digest,
    Flag,
    OwnSeed,
    PersonName,
    Role,
    Roles,
    SeatNumbers,
    SeatOrDealer,
    Whole,
    Word,
    at_utc,
    text,
)

IssuedBy = Literal["player", "crew", "house", "holder"]
"""Who may issue a command at a table of the server: a player for the own seat; the crew of a
staffed table; only the house; or, for a trial, the holder of the instrument, and at a staffed table
the crew."""


@dataclass(frozen=True, slots=True, init=False)
class Command:
    """Base of all commands; ``verb`` is its name, with ``{thing}`` for the key of the instrument
    and ``{trial}`` for the verb of a trial with it."""

    verb: ClassVar[str] = ""
    issued_by: ClassVar[IssuedBy] = "player"


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat at the opening: its number, its rail in cents, the player's name."""

    seat: Whole
    rail: Chips
    name: PersonName = ""


def _seats(key: str, value: Any) -> tuple[SeatOpening, ...]:
    """Read the seats of an opening; each may occur once."""
    if not isinstance(value, list):
        raise Malformed(key, f"{show(value)} is not a list")
    if len(value) > MOST_SEATS:
        raise Malformed(key, f"{len(value)} seats", f"At most {MOST_SEATS}.")
    places = tuple(_place(f"{key}[{index}]", each) for index, each in enumerate(value))
    numbers = [place.seat for place in places]
    for number in numbers:
        if number < 1:
            raise Malformed(key, f"there is no seat {show(number)}", "Seats start at 1.")
        if numbers.count(number) > 1:
            raise Malformed(key, f"seat {show(number)} stands there twice", "Leave one out.")
    return places


def _place(key: str, raw: Any) -> SeatOpening:
    if not isinstance(raw, Mapping):
        raise Malformed(key, f"{show(raw)} is not a seat", 'Write {"seat": 1, "rail": 100000}.')
    found: SeatOpening = shape(SeatOpening).read({"rail": 0, **raw}, key)
    return found


@dataclass(frozen=True, slots=True)
class Open(Command):
    verb: ClassVar[str] = "open"
    issued_by: ClassVar[IssuedBy] = "house"
    rules: Annotated[str, Reads(text, 'Write "rules": "nj-2011", for example.')]
    game: Word | None = None
    house: AsObject[Any] = field(default_factory=dict)
    seats: Annotated[tuple[SeatOpening, ...], Reads(_seats)] = ()


@dataclass(frozen=True, slots=True)
class Sit(Command):
    verb: ClassVar[str] = "sit"
    seat: Whole
    rail: Chips = 0
    name: PersonName = ""


@dataclass(frozen=True, slots=True)
class Leave(Command):
    verb: ClassVar[str] = "leave"
    seat: Whole


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    verb: ClassVar[str] = "buy-in"
    seat: Whole
    amount: Cents


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """Without an amount, everything on the rail."""

    verb: ClassVar[str] = "cash-out"
    seat: Whole
    amount: Cents | None = None


@frozen
class MakeBet(Command):
    verb: ClassVar[str] = "bet"
    seat: Whole
    wager: Word
    amount: Cents
    leave_up: Flag | None = None
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Verbal(Command):
    """A bet called out with cash; without ``cash``, exactly the amount."""

    verb: ClassVar[str] = "verbal"
    issued_by: ClassVar[IssuedBy] = "crew"
    seat: Whole
    wager: Word
    amount: Cents
    cash: Cents | None = None
    leave_up: Flag | None = None
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Coupon(Command):
    """A match play coupon laid with chips that are up; ``amount`` is its value in cents."""

    verb: ClassVar[str] = "coupon"
    issued_by: ClassVar[IssuedBy] = "crew"
    seat: Whole
    wager: Word
    amount: Cents
    confirmed_by: Roles = ()


@frozen
class Reduce(Command):
    verb: ClassVar[str] = "reduce"
    seat: Whole
    wager: Word
    by: Cents


@frozen
class Remove(Command):
    verb: ClassVar[str] = "remove"
    seat: Whole
    wager: Word


@frozen
class CallBet(Command):
    verb: ClassVar[str] = "call"
    seat: Whole
    wager: Word
    working: Flag
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Accept(Command):
    """``dealer``: the player takes the shoe and lets the dealer deal."""

    verb: ClassVar[str] = "accept-{thing}"
    seat: Whole
    dealer: Flag = False


@dataclass(frozen=True, slots=True)
class Decline(Command):
    verb: ClassVar[str] = "decline-{thing}"
    seat: Whole


@dataclass(frozen=True, slots=True)
class PassOn(Command):
    """``seat`` may be "dealer" where the dealer can hold it."""

    verb: ClassVar[str] = "pass-{thing}"
    seat: SeatOrDealer


@dataclass(frozen=True, slots=True)
class OrderPass(Command):
    verb: ClassVar[str] = "order-pass"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
    reason: Word
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Correct(Command):
    """Takes back the trial that was entered last, because it was entered wrongly."""

    verb: ClassVar[str] = "correct"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
    reason: Word


@dataclass(frozen=True, slots=True)
class EnterStep(Command):
    """A step of the long form; ``number`` and ``count`` are those of a marker, ``seats`` those
    whose bets were brought in, in that order."""

    verb: ClassVar[str] = "step"
    issued_by: ClassVar[IssuedBy] = "crew"
    step: Word
    caller: Role
    number: Whole | None = None
    count: Whole | None = None
    seats: SeatNumbers | None = None


@dataclass(frozen=True, slots=True)
class NoMoreBets(Command):
    """Closes the betting; a shake or deal without it implies it."""

    verb: ClassVar[str] = "no-more-bets"
    issued_by: ClassVar[IssuedBy] = "crew"


@dataclass(frozen=True, slots=True)
class Collect(Command):
    """Collects the vigorish that a seat owes."""

    verb: ClassVar[str] = "collect"
    seat: Whole


@dataclass(frozen=True, slots=True)
class CommitSeed(Command):
    """The hash of a seed from which a program will draw the hand."""

    verb: ClassVar[str] = "commit"
    issued_by: ClassVar[IssuedBy] = "house"
    hash: Digest


@dataclass(frozen=True, slots=True)
class Seed(Command):
    """A player's own seed for the next hand."""

    verb: ClassVar[str] = "seed"
    seat: Whole
    seed: OwnSeed


@dataclass(frozen=True, slots=True)
class Reveal(Command):
    verb: ClassVar[str] = "reveal"
    issued_by: ClassVar[IssuedBy] = "house"
    seed: Digest


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    verb: ClassVar[str] = "withdraw"
    issued_by: ClassVar[IssuedBy] = "house"
    reason: Word


@dataclass(frozen=True, slots=True)
class ForeignCommand(Command):
    """A command of another instrument, or of any while no table is open."""

    word: str


_COMMON: tuple[type[Command], ...] = (
    *(Open, Sit, Leave, BuyIn, CashOut, MakeBet, Verbal, Coupon, Reduce, Remove, CallBet),
    *(Accept, Decline, PassOn, OrderPass, EnterStep, Correct, CommitSeed, Seed, Reveal, Withdraw),
)


def verb_for(kind: type[Command], thing: str | None) -> str:
    """Return the verb of a command in a game with this instrument."""
    if thing is None or "{" not in kind.verb:
        return kind.verb
    return kind.verb.format(thing=thing, trial=load(thing).verb)


@cache
def verbs(thing: str | None) -> Mapping[str, type[Command]]:
    """Return every verb of a game with this instrument; for None, of a table that is not open.

    >>> sorted(verbs("dice"))[:3], sorted(verbs("shoe"))[:3]
    (['accept-dice', 'bet', 'buy-in'], ['accept-shoe', 'bet', 'buy-in'])
    """
    if thing is None:
        return {kind.verb: kind for kind in _COMMON if "{" not in kind.verb}
    instrument = load(thing)
    found = {verb_for(kind, thing): kind for kind in (*_COMMON, *instrument.commands)}
    return {**found, **instrument.aliases}


@cache
def _all_verbs(things: tuple[str, ...]) -> Mapping[str, tuple[type[Command], ...]]:
    """Return the commands of each verb: several, where it is one of several instruments."""
    found: dict[str, dict[type[Command], None]] = {}
    for thing in things:
        for verb, kind in verbs(thing).items():
            found.setdefault(verb, {})[kind] = None
    return {verb: tuple(kinds) for verb, kinds in found.items()}


def read(raw: Mapping[str, Any], thing: str | None) -> Command:
    """Return the command in plain data, for a game with this instrument (None: no table is open).
    Raises ``Malformed`` if there is none.

    >>> read({"do": "reduce", "seat": 2, "wager": "dont-pass", "by": 500}, "dice")
    Reduce(seat=2, wager='dont-pass', by=500)
    >>> read({"do": "roll", "dice": [3, 7]}, "dice")
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: dice: 7 is not a face of a die
    """
    verb = raw.get("do")
    if not isinstance(verb, str):
        raise Malformed("do", "there is no verb", 'Write "do": "bet", for example.')
    known = verbs(thing)
    everywhere = _all_verbs(tuple(INSTRUMENTS))
    own = known.get(verb)
    kinds = everywhere.get(verb, ()) if own is None else (own,)
    if not kinds:
        near = nearest(verb[:MOST_WORD], list(everywhere if thing is None else known))
        raise Malformed("do", f'there is no verb "{plain(verb)}"', did_you_mean(near).strip())
    command = _first_read(kinds, raw)
    return command if own is not None else ForeignCommand(verb)


def _first_read(kinds: tuple[type[Command], ...], raw: Mapping[str, Any]) -> Command:
    """Return the command of the first kind that the data are one of."""
    *others, last = kinds
    for kind in others:
        try:
            command: Command = shape(kind).read(raw, beside=("do", "at"))
        except Malformed:
            continue
        return command
    read_last: Command = shape(last).read(raw, beside=("do", "at"))
    return read_last


def command_data(command: Command, thing: str | None) -> dict[str, Any]:
    """Return a command as plain data, without fields at their default.

    >>> command_data(MakeBet(1, "field", 500), "dice")
    {'do': 'bet', 'seat': 1, 'wager': 'field', 'amount': 500}
    """
    kind = type(command)
    return {"do": verb_for(kind, thing), **shape(kind).write(command)}


def command_json(command: Command, thing: str | None) -> str:
    """Return a command as canonical JSON.

    >>> command_json(Leave(1), "dice")
    '{"do":"leave","seat":1}'
    """
    kind = type(command)
    known = _WRITERS.get((kind, thing))
    if known is None:
        verb = f'"{verb_for(kind, thing)}"'
        known = _WRITERS[kind, thing] = verb, encoder(kind, frozenset(), "do")
    verb, encode = known
    return encode(command, verb)


_WRITERS: dict[tuple[type[Command], str | None], tuple[str, Callable[[Any, str], str]]] = {}


def command_time(raw: Mapping[str, Any]) -> datetime | None:
    """Return the time of a command; None if it has none."""
    if "at" not in raw:
        return None
    value = raw["at"]
    return _parsed_time(value) if isinstance(value, str) else at_utc("at", value)


@lru_cache(maxsize=64)
def _parsed_time(value: str) -> datetime:
    """Cached, because commands issued together carry the same time."""
    return at_utc("at", value)
