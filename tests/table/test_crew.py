"""What the crew may enter, as data, says the same as the table itself."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lammer.core.legality import Refusal
from lammer.core.procedure import ROLES
from lammer.instruments.dice.commands import DisputedFace, NoRoll
from lammer.instruments.dome.commands import DisputedDomeFace, NoDomeShake
from lammer.instruments.shaker.commands import NewDice
from lammer.instruments.shoe.commands import NoDeal, Recut
from lammer.instruments.wheel.commands import CallNoSpin
from lammer.server.catalogue import rulesets
from lammer.table.commands import Command, Correct, OrderPass
from lammer.table.decide import decide
from lammer.table.log import EPOCH
from lammer.table.run import Run
from lammer.table.state import TableState
from lammer.table.views.crew import crew_verbs, procedure_data

GAMES = tuple((each["rules"], each["game"]) for each in rulesets())
ACCEPTS = {"dice": "accept-dice", "shaker": "accept-shaker", "shoe": "accept-shoe"}


def ready(rules: str, game: str, house: dict[str, Any] | None = None) -> Run:
    """Seat 1 has what goes round, and a bet that it needs."""
    run = Run.at(rules, game=game, rails={1: 10_000, 2: 10_000}, house=house)
    thing = run.table.rules.procedure.trial.thing
    if run.table.rules.procedure.turn is not None:
        assert run.do({"do": ACCEPTS[thing], "seat": 1}).ok
    if "pass" in run.table.rules.wagers:
        assert run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000}).ok
    return run


def called(table: TableState, role: str) -> Iterator[tuple[list[str] | None, Command]]:
    """Each call there is, made by somebody, and whose it is by the data."""
    data = procedure_data(table.rules)
    three = table.rules.procedure.trial.thing == "dome"
    of_dice = NoDomeShake if three else NoRoll
    void = NoDeal if data["shoe"] else CallNoSpin if data["wheel"] else of_dice
    for each in data["void"]:
        yield each["roles"], void(each["key"], caller=role)
    if data["disputes"]:
        yield data["disputes"]["roles"], (DisputedDomeFace if three else DisputedFace)(role)
    if data["order"]:
        for reason in data["order"]["reasons"]:
            yield data["order"]["roles"], OrderPass(role, reason)
    if data["correct"]:
        for reason in data["correct"]["reasons"]:
            yield data["correct"]["roles"], Correct(role, reason)
    if data["new_dice"]:
        yield data["new_dice"]["roles"], NewDice(role)
    if data["recut"]:
        for reason in data["recut"]["reasons"]:
            yield data["recut"]["roles"], Recut(role, reason=reason)


@pytest.mark.parametrize(("rules", "game"), GAMES)
@pytest.mark.parametrize("role", ROLES)
def test_who_may_call_what_is_who_is_heard(rules: str, game: str, role: str) -> None:
    table = ready(rules, game).table
    for roles, command in called(table, role):
        answer = decide(table, command, EPOCH)
        refused = answer.code if isinstance(answer, Refusal) else None
        heard = "nothing-to-correct" if isinstance(command, Correct) else None
        may = roles is None or role in roles
        assert refused == (heard if may else "not-authorised"), command


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_it_goes_over_the_wire_and_names_its_clauses(rules: str, game: str) -> None:
    data = procedure_data(ready(rules, game).table.rules)
    assert json.loads(json.dumps(data)) == data
    for key, each in data.items():
        if isinstance(each, dict) and "roles" in each:
            assert each["roles"], key
            assert each["clauses"], key


def test_what_is_no_reason_is_not_offered() -> None:
    table = ready("nj-2011", "craps").table
    offered = {each["key"] for each in procedure_data(table.rules)["void"]}
    for key in ("touching-chips", "bad-luck"):
        assert key not in offered
        answer = decide(table, NoRoll(key, caller="boxperson"), EPOCH)
        assert isinstance(answer, Refusal)
        assert answer.code == "not-a-reason"


def test_a_house_that_designates_one_has_one() -> None:
    house = {"roles": {"no_roll": "stickperson"}}
    run = Run.at("nj-2011", rails={1: 10_000}, house=house)
    void = procedure_data(run.table.rules)["void"]
    assert {tuple(each["roles"]) for each in void if each["roles"]} == {("stickperson",)}


@pytest.mark.clause("NJ11-1.9e2", "NJ11-1.9b6")
def test_what_nobody_designated_may_call_is_not_offered() -> None:
    house = {"roles": {"no_roll": "floorperson"}}
    run = ready("nj-2011", "mini-craps", house)
    void = {each["key"]: each["roles"] for each in procedure_data(run.table.rules)["void"]}
    assert void["cheating"] == ["floorperson"]
    assert "improper" not in void
    for caller in ("dealer", "stickperson", "floorperson"):
        answer = decide(run.table, NoRoll("improper", caller=caller), EPOCH)
        assert isinstance(answer, Refusal)
        assert answer.code == "not-authorised"
        assert {"NJ11-1.9e2", "R-69"} <= set(answer.clauses)


def test_what_may_be_entered_follows_the_throw() -> None:
    run = ready("nj-2011", "craps")
    before = crew_verbs(run.table, EPOCH)
    assert before["throw"] is None
    assert before["rest"] is not None
    assert run.do({"do": "throw"}).ok
    thrown = crew_verbs(run.table, EPOCH)
    assert thrown["rest"] is None
    assert thrown["throw"] is not None
    assert thrown["throw"].code == "dice-in-the-air"


def test_what_may_be_entered_follows_the_shoe() -> None:
    run = ready("nj-2001", "punto-banco")
    before = crew_verbs(run.table, EPOCH)
    wanted = {"no-deal", "shuffle", "cut", "recut", "no-more-bets", "order-pass"}
    assert {verb for verb, refusal in before.items() if refusal is None} >= wanted
    assert run.do({"do": "no-more-bets"}).ok
    assert crew_verbs(run.table, EPOCH)["deal"] is None
    assert run.do({"do": "deal", "cards": ["2h", "9s", "3c", "Kd"]}).ok
    dealt = crew_verbs(run.table, EPOCH)
    not_now = {verb for verb, refusal in dealt.items() if refusal is not None}
    assert not_now == {"cut", "recut", "deal"}


@pytest.mark.parametrize(
    ("rules", "verb", "words"),
    [
        ("nj-1997", "shake", '"No more bets" is announced before the dice are shaken.'),
        ("nj-1997", "disputed-face", '"No more bets" is announced before the dice are shaken.'),
        ("nj-2001", "deal", '"No More Bets" is announced before the cards are dealt.'),
    ],
)
def test_the_crew_announces_first(rules: str, verb: str, words: str) -> None:
    """Until then only what the table itself has against it goes before."""
    run = Run.at(rules, rails={1: 10_000})
    nobody = crew_verbs(run.table, EPOCH)[verb]
    assert nobody is not None
    assert nobody.code == "no-shooter"
    thing = run.table.rules.procedure.trial.thing
    assert run.do({"do": f"accept-{thing}", "seat": 1}).ok
    first = crew_verbs(run.table, EPOCH)[verb]
    assert first is not None
    assert (first.code, first.detail) == ("wrong-time", words)
    assert set(first.clauses) <= {"NJ01-3.7b", "NJ97-13.4d", "NJ97-13.5b"}
    assert run.do({"do": "no-more-bets"}).ok
    assert crew_verbs(run.table, EPOCH)[verb] is None


def test_of_a_shoe_that_is_over_that_is_said() -> None:
    run = ready("nj-2001", "punto-banco")
    void = {"do": "no-deal", "reason": "too-few-cards", "caller": "floorperson"}
    assert run.do(void).ok
    over = crew_verbs(run.table, EPOCH)["deal"]
    assert over is not None
    assert over.code == "shoe-over"
