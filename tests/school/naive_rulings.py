"""A second, naive ruling on trials that may not count, and on records that may be wrong, from the
texts; shares no code with lammer, and settles by the naive tables.

``counts`` reads where dice lie from the picture, as a boxperson sees it; what cannot be seen it
takes from what happened. ``wrong_in`` plays a record at a naive table and names each line in which
the crew did something else than the text has, with what the player got too much by it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import Any

from tests.table.naive.craps import BONUS_NEEDS, NaiveTable
from tests.table.naive.punto_banco import hands_of, point_count
from tests.table.naive.refusal import RefusedError
from tests.table.naive.wheel_games import NaiveWheel

# Whether a trial counts, where nobody has called anything

VOID_BY_ITSELF = {
    # 1.9(a), 1.10(a)1; 1.9(b) has "No Roll" only for who calls it, 1.9(d) is no cause for a call.
    "craps": {"off-the-table", "one-die-on-the-other", "cocked"},
    "mini-craps": {"off-the-table", "one-die-on-the-other", "cocked"},
    # the machine shakes a stacked or cocked result again.
    "automated-craps": {"one-die-on-the-other", "cocked"},
    "mini-dice": {"one-die-on-the-other", "cocked"},
    "sic-bo": {"one-die-on-the-other", "cocked"},
    "punto-banco": set(),  # the floorperson calls it
    "minibaccarat": set(),
    #
    "roulette": {"same-direction", "too-few-turns", "foreign-object", "ball-left-the-wheel"},
    "big-six": {"too-few-turns", "touched", "on-a-peg"},
}
DIE = 7
"""The side of a die in a picture of a table 120 wide and 60 high, its rail 6 wide."""


def counts(game: str, resting: Mapping[str, Any]) -> bool:
    """Whether a trial counts as it came to rest; two readings of one picture must agree."""
    by_what_happened = resting["happened"] not in VOID_BY_ITSELF[game]
    if "lying" not in resting:
        return by_what_happened
    seen = counts_as_it_lies(resting["lying"])
    assert seen is by_what_happened, resting
    return seen


def counts_as_it_lies(lying: Mapping[str, Any]) -> bool:
    one, other = lying["dice"]
    if any(not (0 <= die["x"] <= 120 and 0 <= die["y"] <= 60) for die in (one, other)):
        return False  # 1.9(a): off the table
    if hypot(one["x"] - other["x"], one["y"] - other["y"]) < DIE:
        return False  # 1.9(a): on top of the other
    # 1.10(a)1: a die of which one edge is on chips is read, with more than one side on them it is
    # not; under a dome one that leans has no face uppermost.
    return not any(die["on"] == "wall" or die.get("sides", 1) > 1 for die in (one, other))


# What is wrong in a record

Wrong = tuple[int, int | None]
"""A line, and what the player got too much by it, in cents; None where no chips are wrong."""
TRIALS = ("roll", "shake", "deal", "spin")
ODDS_ON_THE_LINE = ("pass-odds", "dont-pass-odds")
SHOOTER = 9


def wrong_in(steps: Sequence[Mapping[str, Any]], table: Any) -> list[Wrong]:
    """Every mistake in a record, by a naive table at which nobody has bet yet."""
    found: list[Wrong] = []
    line = 0
    due: NaiveMoney = NaiveMoney()
    for step in steps:
        kind = step["kind"]
        if kind in TRIALS:
            found += due.differs()
            due = NaiveMoney()
            line = step["line"]
            found += [] if settled(table, step, line, due) else [(line, None)]
        elif kind in ("bet", "remove"):
            found += handled(table, step, due)
        else:
            due.note(step)
    return sorted([*found, *due.differs()], key=str)


class NaiveMoney:
    """The money of the bets since a trial: what each should get, and what it got, with the line in
    which it is found. Vigorish is kept apart from the rest."""

    def __init__(self) -> None:
        self.right: dict[tuple[int, str, bool], int] = {}
        self.line: dict[tuple[int, str, bool], int] = {}
        self.given: dict[tuple[int, str, bool], int] = {}
        self.unknown: set[tuple[int, str]] = set()
        """Bets of a hand that lacks a card: nobody can say what is due on them."""

    def expect(self, seat: int, name: str, cents: int, line: int, *, vigorish: bool) -> None:
        key = seat, name, vigorish
        self.right[key] = self.right.get(key, 0) + cents
        self.line.setdefault(key, line)

    def note(self, step: Mapping[str, Any]) -> None:
        vigorish = step["kind"] in ("vigorish", "mark")
        key = step["seat"], step["wager"], vigorish
        sign = 1 if step["kind"] == "payment" else -1
        self.given[key] = self.given.get(key, 0) + sign * step["cents"]
        if step["kind"] != "take":
            self.line[key] = step["line"]

    def differs(self) -> Iterator[Wrong]:
        for key in {**self.right, **self.given}:
            off = self.given.get(key, 0) - self.right.get(key, 0)
            if off and key[:2] not in self.unknown:
                yield self.line[key], off


def handled(table: Any, step: Mapping[str, Any], due: NaiveMoney) -> Iterator[Wrong]:
    """A bet that is made or comes down. What should have been refused stands, once it was taken
    (R-59)."""
    seat, name, cents = step["seat"], step["wager"], step["cents"]
    charged = table.commission
    command = {"do": step["kind"], "seat": seat, "wager": name}
    if step["kind"] == "bet":
        command["amount"] = cents
    if table.do(command)["ok"]:
        charge = table.commission - charged
        if charge:
            due.expect(seat, name, -charge, step["line"], vigorish=True)
        return
    yield step["line"], None
    if step["kind"] == "remove":
        table.stakes[seat].pop(name, None)
    elif name not in ODDS_ON_THE_LINE or table.point is not None:  # Else nothing decides them.
        table.stakes[seat][name] = cents
        if name == "fire":
            table.fire_points[seat] = set()
        elif name in BONUS_NEEDS:
            table.bonus_thrown[seat, name] = set()


def settled(table: Any, step: Mapping[str, Any], line: int, due: NaiveMoney) -> bool:
    """Settle a trial, each bet by itself, and expect what it brings; whether the trial was
    right."""
    outcome = dict(step)
    if "cards" in step:
        dealt = a_round_of(step["cards"])
        if dealt is None:
            for seat, stakes in table.stakes.items():
                due.unknown |= {(seat, name) for name in stakes}
                stakes.clear()
            return False
        outcome["cards"] = dealt
    for seat, name, alone in each_alone(table):
        stake, rail, taken = alone.stakes[seat][name], alone.rail[seat], alone.commission
        marked = owed(alone)
        settle(alone, outcome)
        if alone.stakes[seat]:
            continue
        charge = alone.commission - taken + owed(alone) - marked
        came = alone.rail[seat] - rail + alone.commission - taken
        due.expect(seat, name, came - stake, line, vigorish=False)
        if charge:
            due.expect(seat, name, -charge, line, vigorish=True)
    settle(table, outcome)
    return bool(outcome.get("cards") == step.get("cards"))


def each_alone(table: Any) -> Iterator[tuple[int, str, Any]]:
    """The table as often as there are bets on it, each time with one of them."""
    for seat, stakes in table.stakes.items():
        for name, stake in stakes.items():
            alone = copy.deepcopy(table)
            for others in alone.stakes.values():
                others.clear()
            alone.stakes[seat][name] = stake
            yield seat, name, alone


def owed(table: Any) -> int:
    """The vigorish that is marked."""
    return sum(getattr(table, "marked", {}).values())


def a_round_of(cards: list[str]) -> list[str] | None:
    """The cards of a round, of those that were dealt; None if one is missing."""
    for many in range(4, len(cards) + 1):
        with suppress(RefusedError):
            hands_of(cards[:many])
            return cards[:many]
    return None


def settle(table: Any, outcome: Mapping[str, Any]) -> None:
    """Settle every bet of a naive table by an outcome."""
    if "cards" in outcome:
        player, banker = hands_of(outcome["cards"])
        table.settle_all(point_count(player), point_count(banker))
    elif isinstance(table, NaiveWheel):
        table.settle(outcome.get("pocket") or outcome["stop"])
    elif isinstance(table, NaiveTable):
        table.roll(list(outcome["dice"]))
        table.offered, table.shooter = None, SHOOTER
    else:
        table.settle_all(list(outcome["dice"]))
