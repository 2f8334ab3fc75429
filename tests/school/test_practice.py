"""The practice table: players of the library bet, the books follow the rules, and what a trainee
does wrong is found, all of it and nothing else.

Payments are held against the naive second tables, what is wrong with them against the audit of
records, which reads what the trainee did from a file.
"""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from lammer.audit.record.auditor import judge
from lammer.core.codec import Malformed
from lammer.games import load
from lammer.games.registry import RULESETS
from lammer.school.posing.posed_question import table_data
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.practice import DUTIES, PracticeSession, Setting
from lammer.school.practice.rounds import NoCrew, PracticeTable
from lammer.school.practice.session import KINDS, WrongTask
from lammer.school.practice.tasks import Task
from lammer.sim.play.bots import newcomer, playable
from lammer.table.rules import Rules
from tests.school.test_questions import naive_cards, naively_paid, paid, rules_of
from tests.usual import one_in

CREWED = [(key, game) for key in RULESETS for game in load(key).games if game != "automated-craps"]


def session(rules: Rules, seed: int, **more: Any) -> PracticeSession:
    return PracticeSession(Setting(rules, seed, **{"rounds": 12, **more}), newcomer)


def tasks(played: PracticeSession) -> Iterator[Task]:
    """Yield each task, and answer it as the test has not done by then."""
    while played.task is not None:
        task, number = played.task, played.number
        yield task
        if played.task is task:
            played.answer(number, task.posed.answer, 1)


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    return 2000 if request.config.getoption("--long") else 40


@pytest.mark.parametrize(("key", "game"), one_in(3, CREWED))
def test_payments_are_those_of_a_naive_table(key: str, game: str, rounds: int) -> None:
    table = PracticeTable(rules_of(key, game), 3, 6, newcomer)
    for _ in range(rounds):
        for task in table.next().tasks:
            posed = task.posed
            data = {
                "rules": key, "game": game, "table": table_data(posed), "asked": task.asked,
                "answer": posed.answer, **posed.given,
            }  # fmt: skip
            if task.asked == "payments":
                assert paid(data) == naively_paid(data, {}), data
            elif task.asked in ("count", "card"):
                assert posed.answer == naive_cards(data)


@pytest.mark.parametrize(("key", "game"), one_in(3, CREWED))
def test_what_is_right_is_right_and_the_audit_of_the_record_agrees(key: str, game: str) -> None:
    rules = rules_of(key, game)
    played = session(rules, 1, rounds=30)
    for task in tasks(played):
        assert task.posed.clauses or task.asked == "payments"
        assert task.seconds > 0
        assert task.way
    assert (played.faults, played.cost, played.owed) == ([], 0, 0)
    assert {each.duty for each in played.answered} == set(DUTIES)
    assert [*judge(lines(played), rules.house)] == []


def lines(played: PracticeSession) -> Iterator[tuple[int, bytes]]:
    return enumerate((json.dumps(each).encode() for each in played.record()), start=1)


@pytest.mark.parametrize(("key", "game"), one_in(3, CREWED))
def test_wrong_payments_cost_what_the_audit_says(key: str, game: str) -> None:
    rules = rules_of(key, game)
    picks = SeededChoices("wrong", key, game)
    played = session(rules, 2, rounds=40, duties=("payments",))
    planted = 0
    taking = False  # What is collected is judged from the first line on that says so.
    for task in tasks(played):
        wrong = spoilt(task, picks)
        if not taking or wrong is None or picks.chance(1, 2):
            taking = taking or any(row["takes"] for row in task.posed.answer["payments"])
            continue
        done = played.answer(played.number, wrong, 1)
        assert len([f for f in done.faults if f.kind != "order"]) == 1, done.faults
        assert done.faults[0].clauses
        planted += 1
    assert planted >= 5
    found = [*judge(lines(played), rules.house)]
    off = [int(each.off_by_cents or 0) for each in found]
    assert played.cost == sum(each for each in off if each > 0), (played.faults, found)
    assert played.owed == -sum(each for each in off if each < 0), (played.faults, found)
    assert sum(each["cost"] for each in played.breakdown()) == played.cost
    assert {each["kind"] for each in played.breakdown()} <= set(KINDS)


def spoilt(task: Task, picks: SeededChoices) -> dict[str, Any] | None:
    """The right answer with one mistake in it; None where no chip moves."""
    answer: dict[str, Any] = deepcopy(dict(task.posed.answer))
    rows = answer["payments"]
    money = [row for row in rows if row.get("pays") or (row["takes"] and not row["returns"])]
    if not money:
        return None
    row = picks.one(money)
    if row["takes"] and not row["pays"]:
        # A loser is left lying, or paid as if it had won.
        if picks.chance(1, 2):
            rows.remove(row)
        else:
            row["net"] = row["takes"]
            for key in ("pays", "takes", "returns"):
                del row[key]
    else:
        row["pays"] = picks.one([row["pays"] + 100, row["pays"] + 500, max(0, row["pays"] - 100)])
    return answer


def test_the_books_follow_the_rules_whatever_a_trainee_does() -> None:
    rules = rules_of("nj-2011", "craps")
    right, wrong = session(rules, 5), session(rules, 5)
    for _ in tasks(right):
        pass
    while wrong.task is not None:
        wrong.answer(wrong.number, nonsense(wrong.task), 1)
    assert wrong.faults
    assert (right.round, right.table) == (wrong.round, wrong.table)
    money = ("payment", "take", "vigorish")
    right_record, wrong_record = (
        [each for each in one.record() if each["kind"] not in money] for one in (right, wrong)
    )
    assert right_record == wrong_record


def nonsense(task: Task) -> Mapping[str, Any]:
    """An answer that is understood, and nothing done or all of it the wrong way round."""
    match task.asked:
        case "payments" | "requests":
            return {task.asked: []}
        case "legal":
            return {"allowed": not task.posed.answer["allowed"]}
        case "valid":
            return {"valid": not task.posed.answer["valid"]}
        case "call":
            choices = task.posed.given["choices"]
            return {"call": next(each for each in choices if each != task.posed.answer["call"])}
    return task.posed.answer


def test_a_session_is_a_function_of_its_setting_and_players_are_those_of_the_library() -> None:
    rules = rules_of("nj-2011", "craps")
    one, other = session(rules, 9), session(rules_of("nj-2011", "craps"), 9)
    names = one.players()
    assert names == other.players()
    assert set(names) == {1, 2, 3, 4, 5, 6}
    assert one.task is not None
    assert other.task is not None
    assert one.task.posed.answer == other.task.posed.answer
    assert session(rules, 10).players() != names
    assert len(playable(rules)) > 40
    assert len(playable(rules_of("nj-2001", "punto-banco"))) >= 5


def test_every_kind_of_task_and_fault_occurs_and_costs_what_it_should() -> None:
    rules = rules_of("nj-2011", "craps")
    played = session(rules, 4, rounds=150, timed=True)
    kinds: dict[str, int] = {}
    while played.task is not None:
        task = played.task
        done = played.answer(played.number, nonsense(task), task.seconds + 1)
        for fault in done.faults:
            kinds[fault.kind] = kinds.get(fault.kind, 0) + 1
        wrongly_allowed = task.asked == "legal" and not task.posed.answer["allowed"]
        lost = sum(fault.off_by for fault in done.faults) if wrongly_allowed else 0
        assert not wrongly_allowed or lost == task.at_stake
    assert kinds.keys() >= {"missed", "not-collected", "missed-bet", "call", "ruling", "slow"}
    assert kinds["slow"] == len(played.answered)
    assert played.cost > 0
    assert played.owed > 0


# Spoken bets


def spoken(refused: bool) -> tuple[PracticeSession, int]:
    """A session at a task with a request that is refused or taken; which it is."""
    for seed in range(60):
        played = session(rules_of("nj-2011", "craps"), seed, duties=("bets",), rounds=20)
        for task in tasks(played):
            for at, row in enumerate(task.posed.answer["requests"]):
                if bool(row.get("refused")) is refused and (refused or row.get("vigorish")):
                    return played, at
    raise AssertionError("nobody said that")


def test_a_bet_that_is_not_allowed_is_reported_with_its_clause_if_it_is_taken() -> None:
    played, at = spoken(refused=True)
    assert played.task is not None
    rows = [dict(row) for row in played.task.posed.answer["requests"]]
    rows[at] = {"request": at + 1, "bet": "field", "amount": 500}
    (fault,) = played.answer(played.number, {"requests": rows}, 1).faults
    assert fault.kind == "unlawful"
    assert fault.clauses


@pytest.mark.parametrize(
    ("change", "kind", "off_by"),
    [
        ({"vigorish": 0}, "vigorish", True),
        ({"amount": 100}, "wrong-bet", False),
        ({"bet": "field"}, "wrong-bet", False),
    ],
)
def test_a_bet_that_is_put_down_wrongly(change: dict[str, Any], kind: str, off_by: bool) -> None:
    played, at = spoken(refused=False)
    assert played.task is not None
    rows = [dict(row) for row in played.task.posed.answer["requests"]]
    charge = rows[at]["vigorish"]
    rows[at] |= change
    (fault,) = played.answer(played.number, {"requests": rows}, 1).faults
    assert (fault.kind, fault.off_by) == (kind, charge if off_by else 0)


def test_a_bet_that_is_overheard_or_refused_without_reason() -> None:
    played, at = spoken(refused=False)
    assert played.task is not None
    rows = [dict(row) for row in played.task.posed.answer["requests"]]
    del rows[at]
    (fault,) = played.answer(played.number, {"requests": rows}, 1).faults
    assert fault.kind == "missed-bet"


# What is no answer


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"requests": 3},
        {"requests": [3]},
        {"requests": [{"request": 0, "refused": True}]},
        {"requests": [{"request": 99, "refused": True}]},
        {"requests": [{"request": True, "refused": True}]},
        {"requests": [{"request": 1}]},
        {"requests": [{"request": 1, "refused": True, "down": True}]},
        {"requests": [{"request": 1, "bet": "field"}]},
        {"requests": [{"request": 1, "bet": "field", "amount": -5}]},
        {"requests": [{"request": 1, "bet": "field", "amount": 1.5}]},
        {"requests": [{"request": 1, "refused": True, "more": 1}]},
        {"requests": [{"request": 1, "refused": True}] * 2},
        {"requests": [], "more": 1},
        {"payments": []},
    ],
)
def test_what_is_no_answer_is_refused_and_changes_nothing(answer: Any) -> None:
    played = session(rules_of("nj-2011", "craps"), 1, duties=("bets",))
    number, task = played.number, played.task
    assert task is not None
    with pytest.raises(Malformed):
        played.answer(number, answer, 1)
    assert (played.number, played.task, played.answered) == (number, task, [])


def test_repeated_late_and_early_answers() -> None:
    played = session(rules_of("nj-2011", "craps"), 1)
    assert played.task is not None
    answer = played.task.posed.answer
    first = played.answer(1, answer, 1)
    assert played.answer(1, answer, 99) is first
    assert (played.number, len(played.answered)) == (2, 1)
    for number, said in ((1, {"payments": []}), (3, answer), (0, answer), (-1, answer)):
        with pytest.raises(WrongTask):
            played.answer(number, said, 1)
    for _ in tasks(played):
        pass
    with pytest.raises(WrongTask, match="over"):
        played.answer(played.number + 1, answer, 1)


def test_a_game_without_a_crew_has_nothing_to_practice() -> None:
    with pytest.raises(NoCrew) as refused:
        session(rules_of("nj-2011", "automated-craps"), 1)
    assert refused.value.clauses


def test_too_many_players_are_refused() -> None:
    for players in (0, 9):
        with pytest.raises(ValueError, match="players sit here"):
            session(rules_of("nj-2011", "craps"), 1, players=players)


@pytest.mark.long
@pytest.mark.parametrize(("key", "game"), CREWED)
def test_thousands_of_rounds_are_right_and_audited(key: str, game: str) -> None:
    rules = rules_of(key, game)
    for seed in range(20):
        played = session(rules, seed, rounds=100)
        for _ in tasks(played):
            pass
        assert played.faults == []
        assert [*judge(lines(played), rules.house)] == []
