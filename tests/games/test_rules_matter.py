"""Each rule of each catalogue is taken out in turn, and some test must then go red.

The test run here is the suite's own, on its own cases: the worked hands of the wager.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from lammer.core.space import Cells
from lammer.core.wager import Chart, Collection, Machine, Wager
from lammer.games import RULESETS, load
from lammer.games.craps.edition import Edition
from tests.law import test_cases
from tests.law.test_cases import HERE, Case, read

CASES = {path.stem: list(read(path)) for path in HERE.glob("*.cases")}


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


def mutants(wager: Wager) -> Iterator[tuple[str, Wager]]:
    for name, machine in without_each_rule(wager.machine):
        yield name, replace(wager, machine=machine)
    for at in range(len(wager.off_rules)):
        fewer = wager.off_rules[:at] + wager.off_rules[at + 1 :]
        yield f"off rule {at}", replace(wager, off_rules=fewer)


def goes_red(case: Case) -> bool:
    try:
        test_cases.test_case(case)
    except Exception:  # noqa: BLE001  (a rule missing may break a test in any way)
        return True
    return False


def wagers() -> Sequence[object]:
    found = []
    for rules, module in RULESETS.items():
        for wager in import_module(module).EDITION.wagers:
            name = f"{rules} {wager.key}{wager.variant or ''}"
            found.append(pytest.param(rules, wager, id=name))
    return found


@pytest.mark.parametrize(("rules", "wager"), wagers())
def test_no_rule_can_go_missing(
    rules: str, wager: Wager, monkeypatch: pytest.MonkeyPatch, record_property: Any
) -> None:
    module = import_module(RULESETS[rules])
    edition: Edition = module.EDITION
    hands = [
        case
        for case in CASES[rules]
        if case.wager == wager.key and case.variant in (None, wager.variant)
    ]
    assert hands, "no worked hand"
    unnoticed: list[str] = []
    tried = list(mutants(wager))
    record_property("counted", {f"rules taken out of {rules}": len(tried)})
    for name, mutant in tried:
        changed = tuple(mutant if each is wager else each for each in edition.wagers)
        monkeypatch.setattr(module, "EDITION", replace(edition, wagers=changed))
        load.cache_clear()
        try:
            if not any(map(goes_red, hands)):
                unnoticed.append(name)
        finally:
            monkeypatch.undo()
            load.cache_clear()
    assert not unnoticed, f"nothing goes red without: {', '.join(unnoticed)}"
