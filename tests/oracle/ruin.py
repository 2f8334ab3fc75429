"""A second opinion on sessions of craps: how the money ends, by exact fractions.

Written from the rules of play alone. A table is a puck, the chips of one player on his bets and the
chips on his rail; a session is every table he can be at, with its number of ways out of 36 to the
number of rolls. Play until ruin or a goal is a system of linear equations over all the tables he
can come to, solved by substitution.

Before a roll the player bets in his order: the line bet on a come-out roll, then, with a point on,
the odds behind it, then the place bets, then the field; whatever the rail cannot pay for whole is
left out, unless he puts up less odds then: as many as can be paid at their odds. He is ruined when
nothing of his is up and the first bet he wants now cannot be paid for (after the last roll no bet
is wanted any more), and done when his chips, on the rail and on the layout, have come to a goal. A
bet that wins comes down with its winnings; one that is void comes down as well.

>>> alone = session(RuinPlayer(line=1), bankroll=1, rolls=1)
>>> alone.ruined, alone.final
(Fraction(0, 1), {0: Fraction(1, 9), 1: Fraction(2, 3), 2: Fraction(2, 9)})
>>> session(RuinPlayer(line=1), bankroll=1, rolls=2).ruined
Fraction(1, 9)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
TRUE = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
DOUBLE = dict.fromkeys(TRUE, 2)


@dataclass(frozen=True)
class RuinPlayer:
    """What a player bets: ``line`` units on pass (or on don't pass), ``odds`` times that behind it
    by point, ``place`` units on the 6 and on the 8, ``field`` units on the field."""

    line: int = 0
    against: bool = False
    odds: Mapping[int, int] = field(default_factory=dict)
    place: int = 0
    field: int = 0
    field_pays: tuple[int, int] = (2, 2)
    """To one, on 2 and on 12."""
    less_odds: bool = False
    """Whether he puts up less odds where the rail does not cover them."""


class RuinTable(NamedTuple):
    puck: int
    rail: int
    line: int = 0
    odds: int = 0
    six: int = 0
    eight: int = 0
    field: int = 0

    @property
    def up(self) -> int:
        return self.line + self.odds + self.six + self.eight + self.field

    @property
    def worth(self) -> int:
        return self.rail + self.up


def wanted(player: RuinPlayer, table: RuinTable) -> list[tuple[str, int]]:
    """The bets he would like to make now, in his order."""
    bets = []
    if player.line and not table.puck and not table.line:
        bets.append(("line", player.line))
    behind = player.line * player.odds.get(table.puck, 0)
    if behind and table.line and not table.odds:
        bets.append(("odds", behind))
    if player.place and table.puck:
        bets += [(name, player.place) for name in ("six", "eight") if not getattr(table, name)]
    if player.field:
        bets.append(("field", player.field))
    return bets


def ended(player: RuinPlayer, table: RuinTable, goal: int | None) -> str | None:
    if goal is not None and table.worth >= goal:
        return "goal"
    bets = wanted(player, table)
    if not table.up and bets and bets[0][1] > table.rail:
        return "ruin"
    return None


def made(player: RuinPlayer, table: RuinTable) -> tuple[RuinTable, int]:
    """The table with his bets on it, and what he put up."""
    before = table.rail
    for name, units in wanted(player, table):
        if name == "odds" and player.less_odds and units > table.rail:
            step = TRUE[table.puck][1]
            units = table.rail // step * step
        if units <= table.rail:
            table = table._replace(rail=table.rail - units, **{name: units})
    return table, before - table.rail


def paid(units: int, pays: tuple[int, int]) -> int:
    """A stake and its winnings, which must come out even."""
    won = Fraction(units * pays[0], pays[1])
    if won.denominator != 1:
        raise ValueError(f"{units} at {pays[0]} to {pays[1]} is no whole number of units")
    return units + int(won)


def rolled(player: RuinPlayer, table: RuinTable, total: int) -> RuinTable:
    rail = table.rail + _field(player, table.field, total)
    line, odds, six, eight = table.line, table.odds, table.six, table.eight
    if table.puck:
        if total == 7:
            back = paid(line, (1, 1)) if player.against else 0
            return RuinTable(0, rail + back)
        if total == 6:
            rail, six = rail + paid(six, (7, 6)), 0
        if total == 8:
            rail, eight = rail + paid(eight, (7, 6)), 0
        if total != table.puck:
            return RuinTable(table.puck, rail, line, odds, six, eight)
        if not player.against:
            rail += paid(line, (1, 1)) + paid(odds, TRUE[total])
        return RuinTable(0, rail, 0, 0, six, eight)
    if total in TRUE:
        return RuinTable(total, rail, line, 0, six, eight)
    win = total in ((2, 3) if player.against else (7, 11))
    void = player.against and total == 12
    back = paid(line, (1, 1)) if win else line if void else 0
    return RuinTable(0, rail + back, 0, 0, six, eight)


def _field(player: RuinPlayer, units: int, total: int) -> int:
    if total in (5, 6, 7, 8):
        return 0
    low, high = player.field_pays
    return paid(units, ({2: low, 12: high}.get(total, 1), 1))


@dataclass(frozen=True)
class SessionOutcome:
    final: dict[int, Fraction]
    ruined: Fraction
    reached: Fraction
    rolls: Fraction
    staked: Fraction


class _Step(NamedTuple):
    """What comes of a table: how play ends there, or what is put up and the tables after it."""

    how: str | None
    worth: int
    put: int
    after: tuple[tuple[int, int], ...]


class _Tables:
    """Every table come to, numbered."""

    def __init__(self, player: RuinPlayer, goal: int | None) -> None:
        self.player, self.goal = player, goal
        self.tables: list[RuinTable] = []
        self.numbers: dict[RuinTable, int] = {}
        self.steps: list[_Step | None] = []

    def number(self, table: RuinTable) -> int:
        if table not in self.numbers:
            self.numbers[table] = len(self.tables)
            self.tables.append(table)
            self.steps.append(None)
        return self.numbers[table]

    def step(self, number: int) -> _Step:
        step = self.steps[number]
        if step is None:
            step = self.steps[number] = self._step(self.tables[number])
        return step

    def _step(self, table: RuinTable) -> _Step:
        how = ended(self.player, table, self.goal)
        if how is not None:
            return _Step(how, table.worth, 0, ())
        with_bets, units = made(self.player, table)
        after: dict[int, int] = defaultdict(int)
        for total, ways in WAYS.items():
            after[self.number(rolled(self.player, with_bets, total))] += ways
        return _Step(None, table.worth, units, tuple(after.items()))


def session(
    player: RuinPlayer, bankroll: int, rolls: int, goal: int | None = None
) -> SessionOutcome:
    """At most so many rolls, from nothing but a bankroll on the rail."""
    tables = _Tables(player, goal)
    now = {tables.number(RuinTable(0, bankroll)): 1}
    # Whole numbers out of 36 to the number of all rolls.
    final: dict[int, int] = defaultdict(int)
    shares = {"ruin": 0, "goal": 0}
    thrown = staked = 0
    for roll in range(rolls + 1):
        then: dict[int, int] = defaultdict(int)
        left = 36 ** (rolls - roll)
        playing = put = 0
        for number, ways in now.items():
            how, worth, units, after = tables.step(number)
            if how == "goal" or (how == "ruin" and roll < rolls):
                shares[how] += ways * left
            if how is not None or roll == rolls:
                final[worth] += ways * left
                continue
            playing += ways
            put += ways * units
            for other, count in after:
                then[other] += ways * count
        thrown += playing * left
        staked += put * left
        now = then
    whole = 36**rolls
    return SessionOutcome(
        {worth: Fraction(ways, whole) for worth, ways in sorted(final.items())},
        *(Fraction(ways, whole) for ways in (shares["ruin"], shares["goal"], thrown, staked)),
    )


class Until(NamedTuple):
    reached: Fraction
    rolls: Fraction
    staked: Fraction


def until(player: RuinPlayer, bankroll: int, goal: int) -> Until:
    """The chance of the goal before ruin, and the mean rolls and stakes on the way."""
    start = RuinTable(0, bankroll)
    if (how := ended(player, start, goal)) is not None:
        return Until(Fraction(how == "goal"), Fraction(0), Fraction(0))
    # For each table, what it is worth in terms of others: coefficients, and (goal, rolls, stakes).
    links: dict[RuinTable, dict[RuinTable, Fraction]] = {}
    given: dict[RuinTable, list[Fraction]] = {}
    found = [start]
    while found:
        table = found.pop()
        if table in links:
            continue
        with_bets, units = made(player, table)
        links[table], given[table] = {}, [Fraction(0), Fraction(1), Fraction(units)]
        for total, count in WAYS.items():
            after, chance = rolled(player, with_bets, total), Fraction(count, 36)
            how = ended(player, after, goal)
            if how is None:
                links[table][after] = links[table].get(after, Fraction(0)) + chance
                found.append(after)
            elif how == "goal":
                given[table][0] += chance
    _substitute(links, given, start)
    return Until(*given[start])


def _substitute(
    links: dict[RuinTable, dict[RuinTable, Fraction]],
    given: dict[RuinTable, list[Fraction]],
    kept: RuinTable,
) -> None:
    """Take every unknown but one out of the equations, those far up first, and solve the last."""
    users: dict[RuinTable, set[RuinTable]] = defaultdict(set)
    for table, row in links.items():
        for other in row:
            users[other].add(table)
    order = sorted(links, key=lambda table: (table == kept, not table.puck, table.worth))
    for gone in order:
        row, own = links.pop(gone), given[gone]
        stays = 1 - row.pop(gone, Fraction(0))
        row = {other: share / stays for other, share in row.items()}
        own[:] = [amount / stays for amount in own]
        for other in row:
            users[other].discard(gone)
        for user in users.pop(gone, set()) - {gone}:
            factor = links[user].pop(gone)
            given[user] = [a + factor * b for a, b in zip(given[user], own, strict=True)]
            for other, share in row.items():
                links[user][other] = links[user].get(other, Fraction(0)) + factor * share
                users[other].add(user)
