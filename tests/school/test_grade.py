"""Grading: what is right is right, what is not is named in cents with its clause, and what is no
answer is refused."""

import json
from copy import deepcopy
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from lammer.audit.record.auditor import judge
from lammer.core.codec import Malformed
from lammer.core.wager import Collection
from lammer.instruments.dice.resting_position import BANK, CHIPS, SIDE
from lammer.school import DrillQuestion, Grade, as_data, grade, question, skills
from lammer.school.answers.reasons import reasons
from lammer.school.answers.text import amount, bet_line, places, typed_answer, typed_payment
from lammer.school.posing.question_table import recorded
from lammer.table.rules import Rules
from tests.command import lammer as command
from tests.school.test_questions import GAMES, rules_of
from tests.usual import one_in

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


def test_what_is_paid_twice_is_paid_twice() -> None:
    """However it is written: net, or as winnings on top of the stake."""
    asked = horn()
    (row,) = asked.posed.answer["payments"]
    place, due = {"seat": row["seat"], "bet": "horn"}, row["pays"] - row["takes"]
    for rows in (
        [{**place, "net": due}] * 2,
        [{**place, "net": due}, {**place, "pays": due}],
        [row, {**place, "pays": due}],
    ):
        (mistake,) = grade(asked, {"payments": rows}).mistakes
        assert mistake.off_by == due
    half = [{**place, "net": due - 500}, {**place, "net": 500}]
    assert grade(asked, {"payments": half}).right


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


def test_a_mistake_in_a_layout_has_the_clauses_of_its_bet_and_the_way_to_it() -> None:
    asked = layout()
    rows = list(asked.posed.answer["payments"])
    (mistake, *more) = grade(asked, {"payments": rows[1:]}).mistakes
    assert more == []
    assert (mistake.seat, mistake.bet) == (rows[0]["seat"], rows[0]["bet"])
    own = asked.posed.bets[rows[0]["seat"], rows[0]["bet"]]
    assert (mistake.clauses, mistake.reckon) == (own.clauses, own.reckon)
    assert set(mistake.clauses) < set(asked.posed.clauses)
    assert mistake.reckon.startswith(PUNTO.words_for(rows[0]["bet"]))


def order() -> DrillQuestion:
    return question(PUNTO, "punto-banco.order", 0)


def test_an_order_is_graded_by_the_text() -> None:
    asked = order()
    due = [{"seat": e["seat"], "bet": e["bet"]} for e in asked.posed.answer["order"]]
    losing = [due[n] for n, e in enumerate(asked.posed.answer["order"]) if e["does"] == "collect"]
    paid = due[len(losing) :]
    assert grade(asked, {"order": due}).right
    assert grade(asked, {"order": [*losing[::-1], *paid]}).right, "losers in any order"
    (late,) = grade(asked, {"order": [*paid, *losing]}).mistakes
    assert "collected first" in late.what
    assert late.clauses
    (missing,) = grade(asked, {"order": due[1:]}).mistakes
    assert "left out" in missing.what
    (added,) = grade(asked, {"order": [*due, {"seat": 1, "bet": "gold"}]}).mistakes
    assert "nothing is done" in added.what
    numbers = {place: n for n, place in enumerate(places(asked), start=1)}
    typed = " ".join(
        str(next(n for (seat, name, _), n in numbers.items() if (seat, name) == tuple(e.values())))
        for e in due
    )
    assert grade(asked, typed_answer(asked, typed)).right
    for wrong in ({"order": 3}, {"order": [due[0], due[0]]}, {"order": [{"seat": 1}]}, {}):
        with pytest.raises(Malformed):
            grade(asked, wrong)
    for text in ("one", "0", "99"):
        with pytest.raises(Malformed):
            typed_answer(asked, text)


def test_whether_a_bet_works_is_not_given_away() -> None:
    seen = set()
    for seed in range(24):
        asked = question(CRAPS, "craps.works", seed)
        works = asked.posed.answer["works"]
        seen.add(works)
        assert grade(asked, {"works": works}).right
        (wrong,) = grade(asked, {"works": not works}).mistakes
        assert wrong.clauses
        assert typed_answer(asked, "yes" if works else "no") == {"works": works}
        ((seat, name, bet),) = list(places(asked))[-1:]
        assert ", off" not in bet_line(asked, seat, name, bet)
    assert seen == {True, False}


def test_reasons_to_choose_from_have_the_right_one_and_as_many_for_a_yes() -> None:
    for key in ("craps.legal.change", "craps.legal.make", "craps.legal.amount", "craps.calls"):
        for seed in range(12):
            asked = question(CRAPS, key, seed)
            found = [each.clause for each in reasons(asked)]
            assert len(set(found)) == 4
            right = [each for each in found if each in asked.posed.clauses]
            allowed = asked.posed.answer["allowed"]
            assert right == ([] if allowed else [asked.posed.answer["clause"]])
            assert reasons(asked) == reasons(asked)
            assert all(each.words for each in reasons(asked))


@pytest.mark.parametrize(
    ("rules", "game"),
    one_in(3, [("nj-2011", "craps"), ("nj-2011", "automated-craps"), ("nj-1997", "mini-dice")]),
)
def test_dice_are_drawn_as_they_came_to_rest(rules: str, game: str) -> None:
    """Each way to lie that decides is drawn, and dice that lie well touch nothing else."""
    drawn = set()
    for seed in range(150):
        resting = question(rules_of(rules, game), f"{game}.valid", seed).posed.given["resting"]
        if "lying" not in resting:
            continue
        drawn.add(resting["happened"])
        assert resting["words"]
        assert resting["asks"].endswith("count?")
        one, other = resting["lying"]["dice"]
        apart = abs(one["x"] - other["x"]) > SIDE or abs(one["y"] - other["y"]) > SIDE
        assert apart is (resting["happened"] != "one-die-on-the-other")
        if resting["happened"] == "":
            spots = (*CHIPS, BANK) if resting["lying"]["within"] == "table" else ()
            for die in (one, other):
                assert die["on"] == "table"
                assert all(hypot(die["x"] - x, die["y"] - y) > SIDE + 1 for x, y in spots)
    assert drawn >= {"", "one-die-on-the-other", "cocked"}
    if game == "craps":
        assert {"off-the-table", "on-the-bank", "in-cup-or-rail", "missed-the-end"} <= drawn


def test_a_die_on_chips_is_read_or_void_by_how_much_of_it_rests_on_them() -> None:
    """1.10(a)1: one edge on a stack, or more than one side; what is not seen is said."""
    found = {}
    for seed in range(150):
        asked = question(CRAPS, "craps.valid", seed)
        resting = asked.posed.given["resting"]
        if resting["happened"] in ("leaned", "cocked"):
            found[resting["happened"]] = asked.posed
            assert resting["asks"].startswith(resting["words"])
    assert {key: each.answer["valid"] for key, each in found.items()} == {
        "leaned": True, "cocked": False,
    }  # fmt: skip
    assert found["leaned"].clauses == ("NJ11-1.10a1-s1",)
    assert "NJ11-1.10a1-s2" in found["cocked"].clauses


@pytest.mark.parametrize(
    ("rules", "game"), [each for each in GAMES if each[1] != "automated-craps"]
)
def test_who_may_call_is_asked_in_words_of_the_trade(rules: str, game: str) -> None:
    """Of every reason for which somebody must call a trial void, and never by a command's name."""
    here = rules_of(rules, game)
    called = {each.words for each in here.procedure.trial.reasons if each.callers is not None}
    asked = " ".join(question(here, f"{game}.calls", seed).posed.words for seed in range(90))
    assert [words for words in called if words not in asked] == []
    assert "enters" not in asked
    assert "the surveillance" not in asked.lower()


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


# As an audit judges


def as_record(asked: DrillQuestion, rows: list[dict[str, Any]]) -> list[bytes]:
    """What stood on the table, the trial, and what was paid, as somebody would write it down."""
    entries: list[dict[str, Any]] = []
    table = asked.posed.table
    if len(asked.rules.space.contexts) > 1:
        entries.append({"kind": "point", "point": table.point or "off"})
    for seat, name, bet in places(asked):
        entries.append({"kind": "up", "seat": seat, "wager": name, "cents": bet.stake})
    entries.append(recorded(asked.rules, asked.posed.given["outcome"]))
    for row in rows:
        place = {"seat": row["seat"], "wager": row["bet"]}
        for key, kind in (("takes", "take"), ("pays", "payment"), ("vigorish", "vigorish")):
            if row.get(key):
                entries.append({"kind": kind, **place, "cents": row[key]})
    return [json.dumps(each).encode() for each in entries]


def found_wrong(asked: DrillQuestion, rows: list[dict[str, Any]]) -> list[str]:
    lines = enumerate(as_record(asked, rows), start=1)
    return [each.what for each in judge(lines, asked.rules.house)]


@pytest.mark.parametrize(("rules", "game"), one_in(2, GAMES))
def test_payments_are_graded_as_an_audit_judges_a_record(
    rules: str, game: str, request: pytest.FixtureRequest
) -> None:
    """What the school calls right an audit of the record finds nothing wrong with, and a cent more
    or a payment less is wrong to both."""
    here = rules_of(rules, game)
    many = 30 if request.config.getoption("--long") else 1
    judged = 0
    for skill in skills(here):
        if ".payout." not in skill.key or not _is_recorded(here, skill.wagers):
            continue
        for seed in range(many):
            asked = question(here, skill.key, seed)
            rows = [dict(row) for row in asked.posed.answer["payments"]]
            if any("moves" in row for row in rows):
                continue
            assert found_wrong(asked, rows) == [], (skill.key, seed)
            paid = next((row for row in rows if row["pays"]), None)
            if paid is not None:
                wrong = [{**row, "pays": row["pays"] + 100 * (row is paid)} for row in rows]
                assert found_wrong(asked, wrong), (skill.key, seed)
                assert not grade(asked, {"payments": wrong}).right
                judged += 1
    assert judged


def _is_recorded(rules: Rules, wagers: tuple[str, ...]) -> bool:
    """Return whether a record can begin with such a bet: not with goals gathered."""
    return not any(isinstance(rules.wagers[each].machine, Collection) for each in wagers)
