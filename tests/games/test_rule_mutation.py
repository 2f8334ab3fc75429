"""Each rule of each catalogue is taken out in turn, and some test must then go red.

A rule is a transition of a machine, and also: when a wager may be made, when it works, what may
be called, each bar on changing it, its unit, its limits, each payout line. (Vigorish, odds limits
and elections are the house's, and tested there.) The tests run here are the suite's own, on their
own cases: the worked hands and the rulings of that wager.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, TypeVar

import pytest

from lammer.core.odds import Odds
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells, Space
from lammer.core.wager import Chart, Collection, Machine, Payout, Wager
from lammer.games import RULESETS, load
from lammer.games.edition import Edition
from tests.law import test_cases, test_rulings

T = TypeVar("T")
HANDS = [case for path in test_cases.HERE.glob("*.cases") for case in test_cases.read(path)]
RULINGS = [each for path in test_rulings.HERE.glob("*.rulings") for each in test_rulings.read(path)]


@dataclass(frozen=True)
class Changed:
    """An edition in which one wager is another."""

    edition: Edition
    before: Wager
    after: Wager

    @property
    def games(self) -> tuple[str, ...]:
        return self.edition.games

    def ruleset(self, game: str) -> Ruleset:
        same = (self.before.key, self.before.variant)
        return self.edition.ruleset(game).changing(
            lambda each: self.after if (each.key, each.variant) == same else each
        )


def without_each_rule(machine: Machine) -> Iterator[tuple[str, Machine]]:
    """The machine with one rule missing, for each rule as it is written."""
    match machine:
        case Chart(states=states):
            for state, rules in states.items():
                for at, rule in enumerate(rules):
                    fewer = {**states, state: rules[:at] + rules[at + 1 :]}
                    name = f"state {state!r} rule {at} ({rule.cites[0].clause})"
                    yield name, replace(machine, states=fewer)
        case Collection(goals=goals, ladder=ladder):
            for at, goal in enumerate(goals):
                fewer_goals = goals[:at] + goals[at + 1 :]
                yield f"goal {goal.name}", replace(machine, goals=fewer_goals)
            yield "ending", replace(machine, until=Cells(machine.until.size, 0))
            if machine.complete is not None:
                yield "completion", replace(machine, complete=None)
            for count in ladder.pays if ladder else ():
                assert ladder is not None
                pays = {n: pay for n, pay in ladder.pays.items() if n != count}
                yield f"pay for {count}", replace(machine, ladder=replace(ladder, pays=pays))
        case _:
            raise AssertionError(type(machine))


def mutants(wager: Wager, space: Space) -> Iterator[tuple[str, Wager]]:
    for name, machine in without_each_rule(wager.machine):
        yield name, replace(wager, machine=machine)
    for payout in wager.payouts():

        def better(line: Payout, key: str = payout.key) -> Payout:
            more = Odds(line.odds.win + 1, line.odds.stake)
            return replace(line, odds=more) if line.key == key else line

        yield f"payout {payout.key}", replace(wager, machine=wager.machine.paying(better))
    for at in range(len(wager.off_rules)):
        fewer = wager.off_rules[:at] + wager.off_rules[at + 1 :]
        yield f"off rule {at}", replace(wager, off_rules=fewer)
    for at, bar in enumerate(wager.control.bars):
        bars = wager.control.bars[:at] + wager.control.bars[at + 1 :]
        name = f"bar {at} ({bar.cites[0].clause})"
        yield name, replace(wager, control=replace(wager.control, bars=bars))
    yield from other_offers(wager, space)
    if wager.working.on != space.everything:
        always = replace(wager.working, on=space.everything)
        yield "working", replace(wager, working=always)
    if wager.working.may_call is not None:
        yield "call", replace(wager, working=replace(wager.working, may_call=None))
    if wager.unit is not None:
        yield "unit", replace(wager, unit=None)
    if wager.limits is not None:
        yield "limits", replace(wager, limits=None)


def other_offers(wager: Wager, space: Space) -> Iterator[tuple[str, Wager]]:
    offer = wager.offer
    if offer.midway:
        yield "offer midway", replace(wager, offer=replace(offer, midway=()))
    elif offer.contexts != space.contexts:
        yield "offer", replace(wager, offer=replace(offer, contexts=space.contexts))
    if offer.needs:
        yield "needs of the offer", replace(wager, offer=replace(offer, needs=()))


def goes_red(wager: Wager, rules: str) -> bool:
    """Whether any hand or ruling of the wager fails as the rules stand now."""
    for case in HANDS:
        mine = (case.rules, case.wager) == (rules, wager.key)
        if mine and case.variant in (None, wager.variant) and fails(test_cases.test_case, case):
            return True
    for each in RULINGS:
        mine = (each.rules, each.wager) == (rules, wager.key)
        if mine and fails(test_rulings.test_ruling, each):
            return True
    return False


def fails(test: Callable[[T], None], case: T) -> bool:
    try:
        test(case)
    except Exception:  # noqa: BLE001  (a rule missing may break a test in any way)
        return True
    return False


def wagers() -> Sequence[object]:
    """Every wager; without --long, one in three."""
    every = [(rules, wager) for rules in RULESETS for wager in load(rules).wagers]
    return [
        pytest.param(
            rules,
            wager,
            id=f"{rules} {wager.key}{wager.variant or ''}",
            marks=pytest.mark.long if at % 3 else (),
        )
        for at, (rules, wager) in enumerate(every)
    ]


@pytest.mark.parametrize(("rules", "wager"), wagers())
def test_no_rule_can_go_missing(
    rules: str, wager: Wager, monkeypatch: pytest.MonkeyPatch, record_property: Any
) -> None:
    module = import_module(RULESETS[rules])
    edition: Edition = module.EDITION
    assert not goes_red(wager, rules)
    tried = list(mutants(wager, load(rules).space))
    record_property("counted", {f"rules taken out of {rules}": len(tried)})
    unnoticed: list[str] = []
    for name, mutant in tried:
        monkeypatch.setattr(module, "EDITION", Changed(edition, wager, mutant))
        load.cache_clear()
        try:
            if not goes_red(wager, rules):
                unnoticed.append(name)
        finally:
            monkeypatch.undo()
            load.cache_clear()
    assert not unnoticed, f"nothing goes red without: {', '.join(unnoticed)}"
