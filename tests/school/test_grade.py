"""Grading: what is right is right, what is not is named in cents with its clause, and what is no
answer is refused."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lammer.core.codec import Malformed
from lammer.school import DrillQuestion, Grade, as_data, grade, question
from lammer.school.answers import amount, places, typed_answer, typed_payment
from tests.command import lammer as command
from tests.school.test_questions import rules_of

CRAPS = rules_of("nj-2011", "craps")
PUNTO = rules_of("nj-2001", "punto-banco")


def horn() -> DrillQuestion:
    return question(CRAPS, "craps.payout.horn", 7)


def layout() -> DrillQuestion:
    return question(PUNTO, "punto-banco.layout", 2)


def test_a_wrong_amount_is_off_by_so_many_cents() -> None:
    asked = horn()
    answer = deepcopy(dict(asked.posed.answer))
    row = answer["payments"][0]
    row["pays"] += 100
    (mistake,) = grade(asked, answer).mistakes
    assert (mistake.due, mistake.given, mistake.off_by) == (row["pays"] - 100, row["pays"], 100)
    assert (mistake.seat, mistake.bet) == (row["seat"], "horn")
    assert "NJ11-1.4c" in mistake.clauses


def test_a_payment_that_is_missing_or_not_due_is_a_mistake() -> None:
    asked = horn()
    assert not grade(asked, {"payments": []}).right
    more = [*asked.posed.answer["payments"], {"seat": 1, "bet": "field", "pays": 500}]
    (mistake,) = grade(asked, {"payments": more}).mistakes
    assert (mistake.due, mistake.off_by) == (0, 500)


def test_what_goes_back_of_a_stake_may_be_left_out_but_not_be_wrong() -> None:
    asked = horn()
    (row,) = asked.posed.answer["payments"]
    without = {key: value for key, value in row.items() if key != "returns"}
    assert grade(asked, {"payments": [without]}).right
    assert not grade(asked, {"payments": [{**row, "returns": row["returns"] + 100}]}).right


def test_a_payment_may_be_net_of_the_parts_that_lost() -> None:
    asked = horn()
    (row,) = asked.posed.answer["payments"]
    net = {"seat": row["seat"], "bet": "horn", "net": row["pays"] - row["takes"]}
    assert grade(asked, {"payments": [net]}).right
    assert not grade(asked, {"payments": [{**net, "net": row["pays"]}]}).right


def test_losing_wagers_are_collected_first() -> None:
    asked = layout()
    rows = list(asked.posed.answer["payments"])
    losing = [row for row in rows if row["takes"]]
    winning = [row for row in rows if row["pays"]]
    assert losing
    assert winning
    assert grade(asked, {"payments": [*losing[::-1], *winning]}).right
    (mistake,) = grade(asked, {"payments": [*winning, *losing]}).mistakes
    assert "collected first" in mistake.what
    assert mistake.clauses == ("NJ01-3.10b-s1",) or "NJ01-3.10b" in mistake.clauses[0]


def test_winners_are_paid_from_the_highest_position_down() -> None:
    asked = next(
        each
        for each in (question(PUNTO, "punto-banco.layout", seed) for seed in range(40))
        if len({row["seat"] for row in each.posed.answer["payments"] if row["pays"]}) > 1
    )
    rows = list(asked.posed.answer["payments"])
    losing = [row for row in rows if not row["pays"]]
    winning = [row for row in rows if row["pays"]]
    (mistake,) = grade(asked, {"payments": [*losing, *winning[::-1]]}).mistakes
    assert "is paid before" in mistake.what


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"payments": 3},
        {"payments": [3]},
        {"payments": [{"seat": 1}]},
        {"payments": [{"seat": 1, "bet": "horn", "pays": -1}]},
        {"payments": [{"seat": 1, "bet": "horn", "pays": 1.5}]},
        {"payments": [{"seat": 1, "bet": "horn", "pays": True}]},
        {"payments": [{"seat": 1, "bet": "horn", "paid": 5}]},
        {"payments": [{"seat": 1, "bet": "horn", "net": 5, "pays": 5}]},
        {"payments": [], "more": 1},
        {"payments": [{"seat": 1, "bet": "horn"}] * 1001},
        {"allowed": True},
    ],
)
def test_what_is_no_answer_is_refused(answer: Any) -> None:
    with pytest.raises(Malformed):
        grade(horn(), answer)


def test_any_clause_of_a_refusal_is_a_reason_and_another_is_not() -> None:
    asked = next(
        each
        for each in (question(CRAPS, "craps.legal.change", seed) for seed in range(40))
        if not each.posed.answer["allowed"] and len(each.posed.clauses) > 1
    )
    for clause in asked.posed.clauses:
        assert grade(asked, {"allowed": False, "clause": clause}).right
    assert grade(asked, {"allowed": False}).right
    assert not grade(asked, {"allowed": False, "clause": "NJ11-1.4a"}).right
    assert not grade(asked, {"allowed": True}).right


def test_amounts_hands_and_yes_or_no_as_they_are_typed() -> None:
    third = question(PUNTO, "punto-banco.third-card", 1)
    assert typed_answer(third, "d d") == {"card": {"player": "draw", "banker": "draw"}}
    count = question(PUNTO, "punto-banco.count", 1)
    assert grade(count, typed_answer(count, "8, 6")).right
    valid = question(CRAPS, "craps.valid", 1)
    assert typed_answer(valid, "No") == {"valid": False}
    for asked, text in ((third, "d"), (count, "8 x"), (valid, "maybe"), (valid, "")):
        with pytest.raises(Malformed):
            typed_answer(asked, text)
    for text in ("", "ten", "1,00", "3.555", "9" * 20):
        with pytest.raises(Malformed):
            amount(text)


def test_payments_as_they_are_typed() -> None:
    asked = horn()
    ((seat, name, bet),) = places(asked)
    (row,) = asked.posed.answer["payments"]
    net = (row["pays"] - row["takes"]) // 100
    assert grade(asked, {"payments": [typed_payment(seat, name, bet, f"${net}")]}).right
    assert typed_payment(seat, name, bet, "lose") == {"seat": seat, "bet": name, "net": -bet.stake}
    assert typed_payment(seat, name, bet, "nothing") is None


# The command


def lines(*arguments: str) -> list[dict[str, Any]]:
    found = command("drill", *arguments, "--json")
    assert found.returncode == 0, found.stderr
    return [json.loads(line) for line in found.stdout.splitlines()]


def test_the_form_of_a_question() -> None:
    (found,) = lines("craps.payout.horn", "--rules", "nj-2011", "--seed", "7")
    assert found == as_data(horn())
    assert [*found] == [
        *("format", "skill", "seed", "rules", "game", "table", "outcome", "asked", "words"),
        *("answer", "why"),
    ]
    (without,) = lines("craps.payout.horn", "--seed", "7", "--answers", "no")
    assert "answer" not in without
    assert "why" not in without


def test_all_skills_in_turn_and_the_list_of_them() -> None:
    listed = lines("--list", "--rules", "nj-2011")
    assert {each["game"] for each in listed} == {"craps", "mini-craps", "automated-craps"}
    mine = [each["skill"] for each in listed if each["game"] == "craps"]
    found = lines("--rules", "nj-2011", "--seed", "0", "--count", "3")
    assert [each["skill"] for each in found] == mine[:3]
    assert command("drill", "--list", "--rules", "nj-2001").stdout.count("punto-banco.") > 5


def test_a_house_changes_its_questions(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\n[limits]\nmin = 2500\n')
    found = lines("craps.payout.field", "--house", str(path), "--count", "20", "--seed", "1")
    assert min(each["table"]["bets"][0]["amount"] for each in found) >= 2500


def marked(tmp_path: Path, *answered: dict[str, Any]) -> Any:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in answered))
    return command("drill", "--mark", str(path), "--json")


def test_a_learners_answers_are_marked(tmp_path: Path) -> None:
    asked = lines("craps.payout.horn", "--seed", "7", "--count", "2")
    right = [{key: value for key, value in each.items() if key != "why"} for each in asked]
    found = marked(tmp_path, *right)
    assert found.returncode == 0, found.stderr
    assert all(json.loads(line)["right"] for line in found.stdout.splitlines())
    wrong = deepcopy(right)
    wrong[1]["answer"]["payments"][0]["pays"] += 2500
    found = marked(tmp_path, *wrong)
    assert found.returncode == 1
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [each["right"] for each in told] == [True, False]
    assert told[1]["mistakes"][0]["off_by"] == 2500


def test_foreign_and_unreadable_answers_are_refused_and_the_others_marked(tmp_path: Path) -> None:
    (good,) = lines("craps.payout.horn", "--seed", "7")
    other = {**good, "seed": 8}
    found = marked(
        tmp_path,
        other,
        {**good, "skill": "craps.payout.hornet"},
        {**good, "rules": "nj-1999"},
        {**good, "answer": {"payments": "all"}},
        {**good, "seed": "7"},
        {key: value for key, value in good.items() if key != "answer"},
        good,
    )
    assert found.returncode == 2
    assert [json.loads(line)["right"] for line in found.stdout.splitlines()] == [True]
    assert [f"line {n}" in found.stderr for n in range(1, 8)] == [True] * 6 + [False]


def test_a_session_in_the_terminal() -> None:
    (row,) = horn().posed.answer["payments"]
    net = (row["pays"] - row["takes"]) // 100
    found = command(
        *("drill", "craps.payout.horn", "--seed", "7", "--count", "1"),
        given=f"lots\n{net}\n".encode(),
    )
    assert found.returncode == 0, found.stderr
    assert '"lots" is no amount' in found.stdout
    assert "1 of 1 right" in found.stdout
    found = command("drill", "craps.valid", "--seed", "1", "--count", "5", given=b"yes\nquit\n")
    assert "0 of 1 right" in found.stdout
    assert "It is void by itself. [NJ11-1.9a-s2" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("craps.payout.hron",), "Did you mean craps.payout.horn"),
        (("--rules", "nj-1999"), "nj-1999"),
        (("--list", "--mark", "x"), "do not go together"),
        (("--answers", "maybe"), "yes or no"),
        (("--count", "0"), "--count"),
        (("--mark", "nowhere.jsonl"), "cannot be read"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: tuple[str, ...], said: str) -> None:
    found = command("drill", *arguments)
    assert found.returncode == 2
    assert said in found.stderr


def test_a_grade_without_mistakes_is_right() -> None:
    assert Grade(()).right
