"""Rolls in a record that somebody kept."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge
from lammer.core.codec import Malformed, Reads, show
from lammer.instruments.dice.events import DiceRolled
from lammer.instruments.dice.keys import SO_MANY, faces_of
from lammer.table import TableState, apply
from lammer.table.state import Holding
from lammer.table.turns.order import has_stake

_BETWEEN = r" ?[-\N{EN DASH}\N{EM DASH}/, ]? ?"
_OFF = "off"


def written_dice(many: int, key: str, value: Any) -> tuple[int, ...]:
    """Return this many dice as people write them: 3-4, or 3 4 where that would become a date."""
    text = _BETWEEN.join(["([0-9])"] * many)
    found = re.fullmatch(text, value) if isinstance(value, str) else None
    if found is not None:
        return faces_of(many, key, [int(each) for each in found.groups()])
    if isinstance(value, list):
        return faces_of(many, key, value)
    dashed, apart = ("-".join("341"[:many]), " ".join("341"[:many]))
    instead = f"Write {dashed}, or {apart} where a spreadsheet would make a date of that."
    raise Malformed(key, f"{show(value)} is not {SO_MANY[many]} dice", instead)


def _dice(key: str, value: Any) -> tuple[int, int]:
    first, second = written_dice(2, key, value)
    return first, second


def _point_text(key: str, value: Any) -> str:
    said = str(value).strip().casefold()
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,2}|off", said):
        raise Malformed(key, f"{show(value)} is no point", "Write its number, or off.")
    return said


class DiceColumns(NamedTuple):
    """The faces of two dice: 3-4. The point that stood before the record began, or "off"."""

    dice: Annotated[tuple[int, int], Reads(_dice)] | None = None
    point: Annotated[str, Reads(_point_text)] = ""


def _point(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    """Set the point that stood before the record; the shooter has rolled before."""
    rules, said = judge.rules, entry.shown["point"]
    context = rules.start if said == _OFF else said
    if context not in rules.space.contexts:
        numbers = ", ".join(each for each in rules.space.contexts if each != rules.start)
        raise Malformed("point", f"{said} is no point", f"Points are {numbers}; else write off.")
    hands = judge.table.hands._replace(fresh=False, selected=True)
    judge.table = judge.table._replace(context=context, hands=hands)
    return iter(())


def _rolled(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    dice = entry.shown["dice"]
    alone = entry.kind == "roll-alone"
    if alone and (why := _not_alone(judge)):
        what = "A line bet is up or a point stands: the roll is not only for the come bets."
        yield Finding(entry.line, "wager", what, why)
        alone = False
    roll = judge.trial(entry, f"{dice[0]}-{dice[1]}", dice)
    yield from judge.decide(roll, _after(judge, roll.cell, dice, alone))


def _after(judge: RecordJudge, cell: int, dice: tuple[int, int], alone: bool) -> TableState:
    """Return the table after a roll, bets apart: the puck, the buttons, whose dice they are."""
    rules, table = judge.rules, judge.table
    _, context, must_pass = rules.trial(table.context, dice)
    context = table.context if alone else context
    reopens = any(
        effect.result == "loses" and rules.wagers[bet.wager].offer.reopens_when
        for _, _, bet, effect in judge.effects(cell)
    )
    point = int(context) if context != rules.start else None
    rolled = DiceRolled("table", (), dice, sum(dice), point, reopens=reopens)
    after = apply(table._replace(hands=table.hands._replace(only_for=alone)), rolled)
    over = must_pass and not alone
    return after._replace(hands=Holding() if over else after.hands._replace(only_for=False))


def _not_alone(judge: RecordJudge) -> tuple[str, ...]:
    """Return the clauses by which the next roll is not only for the come bets, if it is not."""
    rules, turn = judge.rules, judge.rules.procedure.turn
    if turn is None:
        return rules.ids(rules.procedure.unattended)
    if judge.table.context == rules.start and not has_stake(judge.table, turn):
        return ()
    return rules.ids(turn.only_for.over if turn.only_for is not None else ())


def _no_roll(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
    judge.void()
    return iter(())


def _new_shooter(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
    judge.table = judge.table._replace(hands=Holding())
    return iter(())


class DiceRecord(RecordInstrument):
    """Rolls, and where they begin with another shooter."""

    words = "dice"
    columns = DiceColumns
    kinds: ClassVar[Mapping[str, Keys]] = {
        "point": (("point",), ()),
        "roll": (("dice",), ()),
        "roll-alone": (("dice",), ()),
        "no-roll": ((), ("dice",)),
        "shooter": ((), ("seat",)),
    }
    judges: ClassVar[Mapping[str, Judge]] = {
        "point": _point,
        "roll": _rolled,
        "roll-alone": _rolled,
        "no-roll": _no_roll,
        "shooter": _new_shooter,
    }
    ends = frozenset(("roll", "roll-alone", "no-roll"))
    about = frozenset(("shooter",))
    begins = frozenset(("point",))
    example_start = (
        {
            "kind": "point",
            "point": "off",
            "note": "only if the record begins in the middle of a hand: the point, or off",
        },
    )
    example_trials = (
        {"kind": "roll", "dice": "4 5", "note": "the dice; 4-5 or 45 will do"},
        {"kind": "roll", "dice": "5 6"},
        {"kind": "no-roll", "note": "a void roll, if there was one"},
        {"kind": "roll", "dice": "2 2"},
        {"kind": "roll", "dice": "6 3"},
    )
    hands = Holding()


RECORD = DiceRecord()
