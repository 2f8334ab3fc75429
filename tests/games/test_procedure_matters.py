"""Each piece of what people do at a table is taken out in turn, and some hand must then go red."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lammer.core.procedure import Procedure, VoidReason
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells
from lammer.games import load
from tests.hands.hand import play

HANDS = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))
TABLES = (("nj-2011", "craps"), ("nj-2011", "mini-craps"))
SAMPLE = 12
"""Without --long, one piece in so many is taken out."""
UNSEEN = {"no on-the-bank", "any line bet will do"}
"""At mini-craps: the bank is no reason there, listed or not; that a Pass Bet will do as well as a
Don't Pass Bet, the hands of craps show."""


def mutants(procedure: Procedure) -> Iterator[tuple[str, Procedure]]:
    """The procedure with one thing missing or otherwise."""
    making, turn, trial = procedure.making, procedure.turn, procedure.trial
    assert turn is not None
    if making.late is not None:
        yield "nobody confirms late bets", _making(procedure, late=replace(making.late, roles=()))
        one = replace(making.late, roles=making.late.roles[:1])
        yield "one is enough for a late bet", _making(procedure, late=one)
    assert making.coupons is not None
    yield "coupons anywhere", _making(procedure, coupons=replace(making.coupons, wagers=("field",)))
    assert making.verbal is not None
    yield "verbal bets unconfirmed", _making(procedure, verbal=replace(making.verbal, roles=()))
    if procedure.seating.stay:
        yield "nobody stays", replace(procedure, seating=replace(procedure.seating, stay=()))
        yield "no limit of seats", replace(procedure, seating=replace(procedure.seating, most=99))
    yield "any line bet will do", _turn(procedure, stake=("pass",))
    yield "no line bet needed", _turn(procedure, stake=("pass", "dont-pass", "field"))
    never = Cells(turn.must_pass.size, 0)
    yield "the loser 7 keeps the dice", _turn(procedure, must_pass=never)
    anybody = replace(turn.order, authority=replace(turn.order.authority, roles=("player",)))
    yield "another orders the pass", _turn(procedure, order=anybody)
    yield "for any reason", _turn(procedure, order=replace(turn.order, reasons=("delay",)))
    only = replace(turn.only_for, wagers=("come",))
    yield "only for the come bets, not the don't", _turn(procedure, only_for=only)
    for at, reason in enumerate(trial.reasons):
        others = (*trial.reasons[:at], *trial.reasons[at + 1 :])
        yield f"no {reason.key}", _trial(procedure, reasons=others)
        if reason.callers is not None:
            unasked = VoidReason(reason.key, reason.words, reason.cites)
            yield f"{reason.key} uncalled", _trial(procedure, reasons=(*others, unasked))
    assert trial.disputes is not None
    yield (
        "another rules on faces",
        _trial(procedure, disputes=replace(trial.disputes, roles=("player",))),
    )


def _making(procedure: Procedure, **changes: object) -> Procedure:
    return replace(procedure, making=replace(procedure.making, **changes))  # type: ignore[arg-type]


def _turn(procedure: Procedure, **changes: object) -> Procedure:
    assert procedure.turn is not None
    return replace(procedure, turn=replace(procedure.turn, **changes))  # type: ignore[arg-type]


def _trial(procedure: Procedure, **changes: object) -> Procedure:
    return replace(procedure, trial=replace(procedure.trial, **changes))  # type: ignore[arg-type]


def goes_red(hands: list[Path]) -> bool:
    for path in hands:
        try:
            if play(path):
                return True
        except Exception:  # noqa: BLE001  (a missing piece may break a hand in any way)
            return True
    return False


def of_table(rules: str, game: str) -> list[Path]:
    return [path for path in HANDS if f"\ntable {rules} {game}\n" in path.read_text()]


@pytest.mark.parametrize(("rules", "game"), TABLES)
def test_no_piece_can_go_missing(
    rules: str,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    record_property: Any,
) -> None:
    law, hands = load(rules, game), of_table(rules, game)
    assert law.procedure is not None
    assert not goes_red(hands)
    every = 1 if request.config.getoption("--long") else SAMPLE
    tried = list(mutants(law.procedure))[::every]
    record_property("counted", {f"pieces taken out of {rules} {game}": len(tried)})
    unnoticed = set()
    for name, procedure in tried:

        def other(key: str, at: str | None = None, procedure: Procedure = procedure) -> Ruleset:
            found = load(key, at)
            same = (found.key, found.game) == (rules, game)
            return replace(found, procedure=procedure) if same else found

        monkeypatch.setattr(import_module("lammer.table.decide"), "load", other)
        if not goes_red(hands):
            unnoticed.add(name)
        monkeypatch.undo()
    assert unnoticed <= (UNSEEN if game == "mini-craps" else set()), unnoticed
