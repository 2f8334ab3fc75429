"""Writes a player's bets as a strategy whose lines make each of them again: "These bets, kept
up"."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.registry import games_of
from lammer.house import as_toml
from lammer.lab.control import TaskControl
from lammer.lab.faults import LabFault, LabRefusal
from lammer.sim.model.check import Unplayable, check
from lammer.sim.model.player import StrategyLogic
from lammer.sim.strategy.parts import (
    BetLine,
    Compare,
    Line,
    Measure,
    Money,
    OddsLine,
    Strategy,
    When,
)
from lammer.table.bets.amounts import odds_cap
from lammer.table.commands import Open
from lammer.table.decide import rules_to_open
from lammer.table.rules import Rules
from lammer.table.state import Bet

NAME = "These bets, kept up"


def bets_as_strategy(ask: Mapping[str, Any], _control: TaskControl) -> dict[str, Any]:
    """Return the bets at a seat as the text of a strategy, and the table's elections as a house
    file. Bets that no strategy can make again are left out, with a note."""
    house = {key: value for key, value in ask["house"].items() if key != "long_form"}
    rules = rules_to_open(Open(ask["rules"], ask["game"], house, ()), opened=True)
    if isinstance(rules, Refusal):
        raise LabRefusal(LabFault("house", rules.detail, clauses=rules.clauses))
    bets = {
        name: Bet(each["wager"], each["state"], each["stake"]) for name, each in ask["bets"].items()
    }
    strategy, notes = strategy_of(bets, rules)
    text = str(strategy) if strategy.lines else ""
    return {"text": text, "house": as_toml(house), "notes": notes}


def strategy_of(bets: Mapping[str, Bet], rules: Rules) -> tuple[Strategy, list[str]]:
    """Return the strategy that keeps these bets up, and what it does not say exactly.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> rules = Rules(house(load("nj-2011"), Elections()))
    >>> bets = {
    ...     "pass": Bet("pass", "6", 1000),
    ...     "pass-odds": Bet("pass-odds", "up", 2000),
    ...     "come-5": Bet("come", "5", 500),
    ...     "come-9": Bet("come", "9", 500),
    ... }
    >>> print(strategy_of(bets, rules)[0], end="")
    name: These bets, kept up
    bet pass 10
    when come bets < 2:
        bet come 5
    odds 2x on pass
    """
    game = games_of(rules.house.law.key)[0]
    lines: list[Line] = []
    notes: list[str] = []
    for wager in rules.wagers.values():
        mine = {name: bet for name, bet in bets.items() if bet.wager == wager.key}
        if not mine:
            continue
        found, more = _lines_for(wager.key, mine, bets, rules)
        lines += found
        notes += more
    kept: list[Line] = []
    for line in lines:
        try:
            check(Strategy(NAME, (line,), game), rules)
        except Unplayable as problem:
            notes += [f"Left out: {fault.what}" for fault in problem.faults]
        else:
            kept.append(line)
    return Strategy(NAME, tuple(kept), game), notes


def _lines_for(
    wager: str, mine: Mapping[str, Bet], bets: Mapping[str, Bet], rules: Rules
) -> tuple[list[Line], list[str]]:
    """Return the lines that keep up the bets on one wager."""
    kind = rules.wagers[wager]
    stake, notes = _one_stake(kind.name, mine.values())
    if kind.behind is not None:
        lines: list[Line] = [_odds_line(wager, mine, bets, rules)]
        return lines, notes
    made = BetLine(wager, Money(stake))
    if not kind.travels:
        return [made], notes
    limit = Compare(Measure("bets", name=wager), "<", len(mine))
    return [When(limit, (made,))], notes


def _one_stake(name: str, bets: Iterable[Bet]) -> tuple[int, list[str]]:
    """Return the stake of new bets on a wager: the largest, where they differ."""
    stakes = sorted({bet.stake for bet in bets})
    if len(stakes) == 1:
        return stakes[0], []
    listed = " and ".join(dollars(each) for each in stakes)
    most = dollars(stakes[-1])
    return stakes[-1], [f"{name}: {listed} are up; each new one is made with {most}."]


def _odds_line(
    wager: str, mine: Mapping[str, Bet], bets: Mapping[str, Bet], rules: Rules
) -> OddsLine:
    """Return the line for odds: by the multiple that they are now, or else the same amount."""
    behind = rules.wagers[wager].behind
    assert behind is not None
    largest = max(mine.values(), key=lambda bet: bet.stake)
    for base in _bases(wager, bets, rules):
        cap, _, most = odds_cap(rules, rules.wagers[wager], base)
        times = largest.stake * most / cap
        logic = StrategyLogic(Strategy(NAME, ()), 0)
        if times.denominator == 1:
            full, step = logic.odds_wanted(rules, wager, base, Fraction(times))
            if step and full == largest.stake:
                return OddsLine(Fraction(times), behind.base)
    return OddsLine(Money(largest.stake), behind.base)


def _bases(wager: str, bets: Mapping[str, Bet], rules: Rules) -> Iterator[Bet]:
    """Yield the bets that odds of this kind may stand behind."""
    behind = rules.wagers[wager].behind
    assert behind is not None
    yield from (
        bet for bet in bets.values() if bet.wager == behind.base and bet.state in behind.states
    )
