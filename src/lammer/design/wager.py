"""A wager file: what it says, as a ``Wager`` of the game whose space it names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lammer.core.cite import Cites, cite
from lammer.core.codec import Malformed, show
from lammer.core.names import did_you_mean, nearest
from lammer.core.odds import Odds
from lammer.core.ruleset import Area, Ruleset
from lammer.core.space import Cells
from lammer.core.wager import Bar, Chart, Control, Limits, Machine, Payout, Wager, Win, Working
from lammer.design.builder import AMOUNTS, OF_THE_WAGER, Builder
from lammer.design.description import describe
from lammer.design.shapes import SHAPES
from lammer.games.outcomes import OutcomeWords, outcome_words, rules_of, words_of
from lammer.games.registry import load
from lammer.law import OUTSIDE

FORMAT = 1
MOST_DOLLARS = 10**9
MOST_TEXT = 2_000
_KEY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Designed:
    """A wager of a file, in a rule set that has nothing else; ``min_cents``, ``max_cents`` and
    ``step_cents`` are None where the file says nothing. ``payouts`` are its lines by key."""

    rules: Ruleset
    wager: Wager
    about: str
    source: str
    min_cents: int | None
    max_cents: int | None
    step_cents: int | None
    payouts: Mapping[str, Payout]


def is_wager_file(data: Mapping[str, Any]) -> bool:
    """Return whether the data of a TOML file is a wager's, not a house's.

    >>> is_wager_file({"space": "coup"}), is_wager_file({"rules": "nj-2011"})
    (True, False)
    """
    return "rules" not in data and bool({"space", *SHAPES} & data.keys())


def designed(
    data: Mapping[str, Any],
    instead: Mapping[str, Odds] | None = None,
    within: Ruleset | None = None,
) -> tuple[Designed | None, tuple[Malformed, ...]]:
    """Return the wager of a file, with what is wrong in it; None if there is no wager in it.
    ``instead`` are other odds for some of its payout lines, ``within`` the rules that it is to be
    dealt beside, whose space must be its own.

    >>> found, faults = designed({
    ...     "key": "big-6", "name": "Big 6", "space": "dice with puck",
    ...     "before": {"wins": "6", "loses": "7", "pays": "1 to 1"},
    ... })
    >>> found.wager.key, faults
    ('big-6', ())
    """
    head = _Head(data)
    words = head.words(within)
    shape = head.shape()
    key, name = head.key(), head.text("name", required=True)
    cents = {each: head.amount(each) for each in AMOUNTS}
    low, high, step = (cents[each] for each in AMOUNTS)
    if low is not None and high is not None and low > high:
        head.fault("min", "the minimum is above the maximum", "Write them the other way round.")
    if words is None or shape is None:
        return None, tuple(head.faults)
    law = (cite(f"{OUTSIDE}{key}"),)
    payable = within is None or any(line.law.payable for line in within.payouts().values())
    make = Builder(words, law, key, payable, dict(instead or {}), head.faults)
    machine = SHAPES[shape](make, shape, data[shape])
    if "start" in data:
        machine = head.begun(machine, shape)
    offer = words.offers[head.choice("offer", words.offers)](law)
    working = head.choice("working", words.working)
    if head.faults:
        return None, tuple(head.faults)
    made = Wager(
        key=key,
        name=f"{name} (experimental)" if within is not None else name,
        spot=key,
        cites=law,
        machine=machine,
        offer=offer,
        working=_working(words, working, law),
        control=_control(head.boolean("fixed"), law),
        games=(),
        one_roll=shape in ("one_roll", "parts"),
        limits=_limits(low, high, step, law),
        kind="one-roll" if shape in ("one_roll", "parts") else "",
        label=name,
        short_label=name,
        experimental=True,
    )
    rules = load(rules_of(words.space_name)) if within is None else within
    noun = "trial" if rules.procedure is None else rules.procedure.trial.noun
    made = replace(made, description=describe(shape, data[shape], noun))
    made = replace(made, games=rules.games)
    alone = replace(
        rules,
        space=words.space,
        wagers=(made,),
        added=(),
        layout=(Area("Design", (key,)),),
        options=(),
        practices=(),
        procedure=None,
    )
    found = Designed(alone, made, head.text("about"), head.text("source"), low, high, step,
                     make.payouts)  # fmt: skip
    return found, tuple(head.faults)


def _working(words: OutcomeWords, when: str, law: Cites) -> Working:
    cells: Cells = words.working[when]
    said = "on" if cells == words.space.everything else f"while {when}"
    return Working(cells, said, law, cells)


def _control(fixed: bool, law: Cites) -> Control:
    bars = (Bar("no-change", ("increase", "reduce", "remove"), law),) if fixed else ()
    return Control(law, bars)


def _limits(low: int | None, high: int | None, step: int | None, law: Cites) -> Limits | None:
    """Return the limits of a file that has any; a wager without a maximum has none in the law."""
    if high is None:
        return None
    return Limits(low or step or 100, high, step or 100, law, law)


class _Head:
    """Reads what stands above the shape, and collects what is wrong with it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.faults: list[Malformed] = []
        known = (*OF_THE_WAGER, *SHAPES)
        for name in data:
            if name not in known:
                near = did_you_mean(nearest(name[:40], known)).strip()
                hint = near or f"Keys: {', '.join(known)}."
                self.fault(name[:40], "there is no such key in a wager file", hint)
        if data.get("format", FORMAT) != FORMAT:
            self.fault("format", f"{show(data['format'])} is no known format", "Write format = 1.")

    def fault(self, key: str, what: str, instead: str = "") -> None:
        self.faults.append(Malformed(key, what, instead))

    def begun(self, machine: Machine, shape: str) -> Machine:
        """Return the machine with the start state that the file names."""
        states = tuple(getattr(machine, "states", {})) if shape == "states" else ()
        start = self.data["start"]
        if isinstance(start, str) and start in states and isinstance(machine, Chart):
            return replace(machine, start=start)
        there = f"States: {', '.join(states)}." if states else "Leave it out: only states have one."
        self.fault("start", f"there is no state {show(start)}", there)
        return machine

    def text(self, name: str, *, required: bool = False) -> str:
        value = self.data.get(name, "")
        most = 80 if required else MOST_TEXT
        if isinstance(value, str) and not value.replace("\n", " ").isprintable():
            self.fault(name, "it has characters that cannot be seen", "Write plain text.")
            return ""
        if not isinstance(value, str) or len(value) > most:
            self.fault(name, f"not a text of at most {most} characters", f'Write {name} = "...".')
            return ""
        if required and not value.strip():
            self.fault(name, "the wager has no name", 'Write name = "...".')
        return value

    def key(self) -> str:
        value = self.data.get("key", "")
        if isinstance(value, str) and len(value) <= 40 and _KEY.fullmatch(value):
            return value
        self.fault("key", f"{show(value)} is no key" if value else "the wager has no key",
                   'Write key = "my-wager": small letters, digits and hyphens.')  # fmt: skip
        return "wager"

    def words(self, within: Ruleset | None) -> OutcomeWords | None:
        value, known = self.data.get("space"), outcome_words()
        if isinstance(value, str) and value in known:
            if within is None:
                return known[value]
            words = words_of(within.space)
            if words is not None and words.space_name == value:
                return words
            instead = "No wager can be designed for it." if words is None else (
                f'Its space is "{words.space_name}".')  # fmt: skip
            self.fault("space", f"{within.game} is not dealt on {show(value)}", instead)
            return None
        either = ", ".join(f'"{each}"' for each in known)
        what = "no space is named" if value is None else f"{show(value)} is no space"
        self.fault("space", what, f"There are: {either}.")
        return None

    def shape(self) -> str | None:
        named = [each for each in SHAPES if each in self.data]
        if len(named) == 1:
            return named[0]
        what = f"{len(named)} shapes: {', '.join(named)}" if named else "it has no shape"
        self.fault(named[1] if named else "", what, f"Have one of: {', '.join(SHAPES)}.")
        return None

    def amount(self, name: str) -> int | None:
        """Return dollars in cents."""
        value = self.data.get(name)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_DOLLARS:
            return value * 100
        self.fault(name, f"{show(value)} is no amount", f"Write whole dollars: {name} = 5.")
        return None

    def choice(self, name: str, known: Mapping[str, Any]) -> str:
        usual = next(iter(known))
        value = self.data.get(name, usual)
        if isinstance(value, str) and value in known:
            return value
        either = " or ".join(f'"{each}"' for each in known)
        self.fault(name, f"{show(value)} is no choice here", f"Write {either}.")
        return usual

    def boolean(self, name: str) -> bool:
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            self.fault(name, f"{show(value)} is not true or false", "Write true or false.")
        return value is True


def wins_of(machine: Machine) -> tuple[Win, ...]:
    """Return the ways a machine can win, each once."""
    assert isinstance(machine, Chart)
    return tuple(dict.fromkeys(machine.wins()))
