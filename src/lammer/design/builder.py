"""Reads the tables of a wager file: sets of outcomes, payouts, counts; and collects what is wrong.

Sets of one state that overlap are faults with their place; the order of lines decides nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, cast

from lammer.core.cite import Cites
from lammer.core.codec import Malformed, show
from lammer.core.odds import Odds, SaidFor, read_payout
from lammer.core.space import Cells
from lammer.core.wager import LINE, Effect, Lose, Payout, PayoutLaw, Rule, Void, Win
from lammer.games.outcomes import OutcomeWords, UnknownOutcome

PUSH = "push"
LOSE = "lose"
MOST_LINES = 200
MOST_NAMED = 4
"""Outcomes that are named where a set of them has no words of its own."""
REST = ("anything else", "")
"""What a space says of a set that it has no words for."""
_COUNT = re.compile(r"([0-9]{1,3})(?: (?:to|-) ([0-9]{1,3}))?( or more|\+)?")


AMOUNTS = ("min", "max", "step")
OF_THE_WAGER = ("format", "key", "name", "about", "source", "space", "offer", "working", "fixed",
                "start", *AMOUNTS)  # fmt: skip
"""Keys that say something of the wager, not of its shape."""
ABOVE = "{} is the wager's: write it at the top, above the first [ ]."


@dataclass(slots=True)
class Builder:
    """What the shapes of one file are made with: the words of its space, its clause, its key, the
    payouts to use in place of those written, and what was found wrong. ``payable``: an amount that
    cannot be paid in whole units is not taken. ``payouts`` are by the name of their line in the
    file; elsewhere that follows the key of the wager."""

    words: OutcomeWords
    cites: Cites
    wager: str
    payable: bool = True
    instead: Mapping[str, Odds] = field(default_factory=dict)
    faults: list[Malformed] = field(default_factory=list)
    payouts: dict[str, Payout] = field(default_factory=dict)

    def fault(self, key: str, what: str, instead: str = "") -> None:
        self.faults.append(Malformed(key, what, instead))

    # Reading

    def table(self, key: str, value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
        """Return a table that has no other keys than the known ones."""
        if not isinstance(value, Mapping):
            self.fault(key, f"{show(value)} is not a table", f"Write [{key}], and its keys below.")
            return {}
        for name in value:
            if name not in known:
                instead = f"Keys of {key}: {', '.join(known)}."
                if name in OF_THE_WAGER:
                    instead = ABOVE.format(name)
                self.fault(f"{key}.{name}", "there is no such key here", instead)
        return value

    def whole(self, key: str, value: Any, most: int) -> int:
        """Return a whole number from 1."""
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        what = "it is missing" if value is None else f"{show(value)} is no number from 1 to {most}"
        self.fault(key, what, f"Write a whole number from 1 to {most}.")
        return 1

    def cells(self, key: str, value: Any) -> Cells:
        """Return the outcomes that a text names; none of them if it is wrong."""
        none = Cells(self.words.space.size, 0)
        if isinstance(value, int) and not isinstance(value, bool):
            value = show(value)  # However long it is.
        if not isinstance(value, str):
            self.fault(key, f"{show(value)} is no set of outcomes", 'Write it in quotes: "2, 12".')
            return none
        try:
            found = self.words.cells(value)
        except UnknownOutcome as problem:
            examples = ", ".join(f'"{each}"' for each in problem.terms)
            self.fault(key, str(problem), f"Words of {self.words.space_name}: {examples}.")
            return none
        if not found:
            self.fault(key, f"no outcome is {show(value)}", "Leave it out, or name another.")
        return found

    def effect(self, key: str, line: str, value: Any) -> Effect | None:
        """Return what a line pays: odds, "push" or "lose"."""
        if value == PUSH:
            return Void()
        if value == LOSE:
            return Lose()
        paid = self.odds(key, line, value)
        return None if paid is None else Win(paid)

    def odds(self, key: str, line: str, value: Any) -> Payout | None:
        """Return a payout line with the odds written, or with those to use in their place."""
        try:
            read = read_payout(value if isinstance(value, str) else "")
        except ValueError:
            self.fault(key, f"{show(value)} is no payout",
                       'Write "3 to 1": whole numbers from 1 to 999999999, and "to".')  # fmt: skip
            return None
        if isinstance(read, SaidFor):
            if read.odds is None:
                self.fault(key, f"{read} pays no more than the stake", 'Write "push".')
                return None
            read = read.odds
        read = self.instead.get(line, read)
        law = PayoutLaw(self.cites, exact=self.cites, payable=self.cites if self.payable else ())
        key = f"{self.wager}{LINE}{line}"
        return self.payouts.setdefault(line, Payout(key, read, law, self.cites))

    def said(self, cells: Cells) -> str:
        """Return a set of outcomes in words; its first outcomes, if there are no words for it."""
        space = self.words.space
        words = space.words(cells)
        if words not in REST:
            return words
        each = dict.fromkeys(space.words(Cells(space.size, 1 << cell)) for cell in cells)
        some = list(each)[:MOST_NAMED]
        more = f" and {len(each) - len(some)} more" if len(each) > len(some) else ""
        return f"{', '.join(some)}{more}"

    # Making

    def rules(
        self, at: str, named: list[tuple[str, Cells, Effect]], rest: Effect | None
    ) -> tuple[Rule, ...]:
        """Return the rules of one state: the sets as named, and what comes of all others (None: the
        bet stands)."""
        for (one, first, _), (other, second, _) in combinations(named, 2):
            both = first & second
            if both:
                words = self.said(both)
                what = f"{one.rpartition('.')[2]} has {words} too"
                self.fault(other, what, 'Take them out of one of the two with "except".')
        made = [Rule(cells, effect, self.cites) for _, cells, effect in named if cells]
        left = self.words.space.everything
        for rule in made:
            left = left - rule.on
        if rest is not None and left:
            made.append(Rule(left, rest, self.cites))
        if not made:
            self.fault(at, "nothing ever decides it", "Say what wins and what loses.")
        return tuple(made)


def pays_lines(make: Builder, key: str, value: Any) -> list[tuple[str, str, Any]]:
    """Return the lines of a table of payouts: their place, their name and what they pay. A single
    payout is a line called "pays"."""
    if value is None:
        make.fault(key, "nothing says what it pays", f'Write {key} = "2 to 1", or a table of them.')
        return []
    if not isinstance(value, Mapping):
        return [(key, "pays", value)]
    if not value or len(value) > MOST_LINES:
        make.fault(key, f"{len(value)} lines", f"Write 1 to {MOST_LINES}.")
    for name in value:
        if name in OF_THE_WAGER:
            make.fault(f"{key}.{name}", "it is paid on nothing", ABOVE.format(name))
    lines = [(name, each) for name, each in value.items() if name not in OF_THE_WAGER]
    return [(f"{key}.{name}", name, each) for name, each in lines[:MOST_LINES]]


def needed(make: Builder, table: Mapping[str, Any], key: str) -> Cells:
    """Return the outcomes at a key that has to be there; its name ends its place."""
    name = key.rpartition(".")[2]
    if name not in table:
        make.fault(key, f"nothing says {'when it' if name != 'event' else 'its'} {name}",
                   f'Write {name} = "7".')  # fmt: skip
        return Cells(make.words.space.size, 0)
    return make.cells(key, table[name])


class Counts(NamedTuple):
    """What each count pays, the highest of them, and whether its line is for more, too."""

    pays: Mapping[int, Effect]
    top: int
    beyond: bool


def by_count(make: Builder, key: str, value: Any, most: int) -> Counts:
    """Return what each count pays: a line is for one ("3"), for several ("3 to 5"), or for all from
    one on ("6 or more"). What has no line loses."""
    found: dict[int, Effect] = {}
    beyond = False
    if value is not None and not isinstance(value, Mapping):
        make.fault(key, "the payouts are a table by count", f'Write [{key}], and 3 = "10 to 1".')
        return Counts(found, 1, beyond)
    for at, name, each in pays_lines(make, key, value):
        match = _COUNT.fullmatch(name)
        low = int(match[1]) if match else most + 1
        high = int(match[2] or low) if match else 0
        if match is None or not low <= high <= most:
            make.fault(at, f"{show(name)} is no count from 0 to {most}",
                       'Write "3", "3 to 5" or "6 or more".')  # fmt: skip
            continue
        effect = make.effect(at, name, each)
        for count in range(low, high + 1) if effect is not None else ():
            if count in found or (beyond and count > max(found)):
                make.fault(at, f"{count} has a line already", "Keep one of the two.")
            found[count] = cast("Effect", effect)
        if match[3]:
            beyond = True
            if high < max(found, default=high):
                make.fault(at, f"{max(found)} has a line already", "Keep one of the two.")
    if value is not None and not any(isinstance(each, Win) for each in found.values()):
        make.fault(key, "no count wins anything", 'Write 3 = "10 to 1".')
    return Counts(found, max(found, default=1), beyond)
