"""Spins in a record that somebody kept."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import NOTHING, Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge, no_more_bets, void_by
from lammer.core.codec import Malformed, Reads, show
from lammer.instruments.wheel.events import WheelAtRest, WheelSpun, WheelVoid
from lammer.instruments.wheel.law import Place, wheel_law
from lammer.table import apply
from lammer.table.rules import Rules


def _name(key: str, value: Any) -> str:
    """Read a pocket or a stop; a spreadsheet makes a number of most pockets."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value.strip().casefold()
    raise Malformed(key, f"{show(value)} is no {key}", f"Write the name of the {key}.")


def _place(key: str, value: Any) -> int:
    """Read a place on the rim, from 1."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 4:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise Malformed(key, f"{show(value)} is no place", "Places are counted from 1, clockwise.")


class WheelColumns(NamedTuple):
    """The pocket or the stop at which a wheel came to rest; its place on the rim if known."""

    pocket: Annotated[str, Reads(_name)] = ""
    stop: Annotated[str, Reads(_name)] = ""
    place: Annotated[int, Reads(_place)] | None = None


def _turned(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
    judge.apply(WheelSpun("table", ()))
    return iter(())


def _spun(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    wheel = wheel_law(judge.rules.procedure)
    name = entry.shown.get(wheel.key) or ""
    place = wheel.place_of(name, entry.shown.get("place"))
    if place is None:
        what, there = wheel.why_not(name, entry.shown.get("place"))
        raise Malformed(wheel.key, what, f"On the wheel: {there}.")
    spin = judge.trial(entry, _called(judge.rules, name, place), place)
    rested = WheelAtRest("table", (), **wheel.outcome_data(place))
    return judge.decide(spin, apply(judge.table, rested))


def _called(rules: Rules, name: str, place: Place) -> str:
    """Return how a stop is called; a pocket is known by its number."""
    call = rules.procedure.trial.call
    if call is None or wheel_law(rules.procedure).key == "pocket":
        return name
    return call(place, rules.start, rules.start, False).removeprefix("the ")


class WheelRecord(RecordInstrument):
    """Spins, and the announcement in each."""

    words = "a wheel"
    columns = WheelColumns
    kinds: ClassVar[Mapping[str, Keys]] = {
        "spun": NOTHING,
        "no-more-bets": NOTHING,
        "spin": ((), ("pocket", "stop", "place")),
        "no-spin": NOTHING,
    }
    judges: ClassVar[Mapping[str, Judge]] = {
        "spun": _turned,
        "no-more-bets": no_more_bets,
        "spin": _spun,
        "no-spin": void_by(WheelVoid),
    }
    ends = frozenset(("spin", "no-spin"))

    def examples(self, rules: Rules) -> tuple[Mapping[str, str], ...]:
        wheel = wheel_law(rules.procedure)
        key, names = wheel.key, wheel.names
        note = f"the {wheel.place_words} it came to rest"
        if zeros := [name for name in names if name.isdigit() and name != str(int(name))]:
            note += f"; a column of text, or a spreadsheet makes {int(zeros[0])} of {zeros[0]}"
        return (
            {"kind": "spin", key: names[1], "note": note},
            {"kind": "no-spin", "note": "a void spin, if there was one"},
            {"kind": "spin", key: names[2]},
            {"kind": "spin", key: names[0]},
        )


RECORD = WheelRecord()
