"""The machines themselves, written out, beside the edges they give.

An edge is one number and can be right by accident; ``machines/*.txt`` shows every rule it came
from. A change here is a change of the rules: read it, then ``./test --record``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells
from lammer.core.wager import Collection, Lose, Move, Void, Wager, Win
from lammer.games import RULESETS, load

HERE = Path(__file__).parent / "machines"


def written(ruleset: Ruleset) -> Iterator[str]:
    for wager in ruleset.wagers:
        yield f"{wager.key}{f' ({wager.variant})' if wager.variant else ''}"
        yield f"  {wager.name}; {', '.join(wager.games)}; {_ids(wager.cites)}"
        yield f"  made {wager.offer.words}: {_ids(wager.offer.cites)}"
        call = wager.working.may_call
        said = f", may be called {call.call}" if call else ""
        yield f"  works: {wager.working.words}{said}: {_ids(wager.working.cites)}"
        for bar in wager.control.bars:
            what = " or ".join(bar.actions)
            where = f" in {', '.join(bar.states)}" if bar.states else ""
            once = f" once {', '.join(bar.needs)}" if bar.needs else ""
            yield f"  no {what}{where}{once}: {_ids(bar.cites)}"
        if wager.unit:
            yield f"  units of {wager.unit.parts}: {_ids(wager.unit.cites)}"
        if wager.vig:
            moments = ", ".join(f"{when} {_ids(c)}" for when, c in wager.vig.moments.items())
            yield f"  vigorish on the {wager.vig.base}, at most {wager.vig.cap}: {moments}"
        yield from _machine(ruleset, wager)


def _machine(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    if isinstance(wager.machine, Collection):
        machine = wager.machine
        for goal in machine.goals:
            yield f"  gathers {goal.name}: {_on(ruleset, goal.on)}, {_ids(goal.cites)}"
        yield f"  until {_on(ruleset, machine.until)}, {_ids(machine.until_cites)}"
        for payout in wager.payouts():
            yield f"  pays {payout.key} {payout.odds}: {_ids(payout.cites)}"
        return
    states = wager.machine.states  # type: ignore[attr-defined]
    for state, rules in states.items():
        for rule in rules:
            match rule.effect:
                case Win(payout, share):
                    part = f" on {share}" if share != 1 else ""
                    effect = f"wins {payout.odds}{part}"
                case Lose() as lost:
                    effect = f"loses {-lost.net}" if lost.returned else "loses"
                case Void():
                    effect = "void"
                case Move(to):
                    effect = f"to {to}"
            yield f"  {state}: {_on(ruleset, rule.on)} {effect}, {_ids(rule.all_cites)}"
    for rule in wager.off_rules:
        yield f"  off: {_on(ruleset, rule.on)} returned, {_ids(rule.cites)}"


def _on(ruleset: Ruleset, cells: Cells) -> str:
    return f"{ruleset.space.words(cells)} ({len(cells)} cells)"


def _ids(cites: tuple[object, ...]) -> str:
    return ", ".join(map(str, cites))


@pytest.mark.parametrize("rules", RULESETS)
def test_the_machines_are_as_written(rules: str, request: pytest.FixtureRequest) -> None:
    path = HERE / f"{rules}.txt"
    text = "\n".join(written(load(rules))) + "\n"
    if request.config.getoption("--evidence") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
