"""Mistakes to find: those that were put in, and no others; missed ones and false alarms count."""

from typing import Any

import pytest

from lammer.core.codec import Malformed
from lammer.school import as_data, grade, question
from lammer.school.answers import typed_answer
from lammer.school.watching import WRONG
from tests.school.test_questions import GAMES, rules_of


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_what_is_wrong_is_named_by_its_line_and_amount(
    key: str, game: str, request: pytest.FixtureRequest
) -> None:
    rules = rules_of(key, game)
    many = 300 if request.config.getoption("--long") else 4
    counts = set()
    for seed in range(many):
        asked = question(rules, f"{game}.watch", seed)
        answer = asked.posed.answer
        counts.add(len(answer["mistakes"]))
        assert grade(asked, answer).right
        steps = as_data(asked)["steps"]
        assert [each["line"] for each in steps] == list(range(1, len(steps) + 1))
        for mistake in answer["mistakes"]:
            assert 1 <= mistake["line"] <= len(steps)
            assert f"Line {mistake['line']}:" in asked.posed.reckon
    assert len(counts) > 1


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_each_step_is_seen_with_its_chips_and_its_outcome(key: str, game: str) -> None:
    rules = rules_of(key, game)
    verb = rules.instrument.verb
    for seed in range(4):
        posed = question(rules, f"{game}.watch", seed).posed
        steps = posed.given["steps"]
        assert len(posed.frames) == len(steps)
        for step, frame in zip(steps, posed.frames, strict=True):
            place = step.get("seat"), step.get("wager")
            up = {
                (number, name): bet.stake
                for number, seat in frame.table.seats.items()
                for name, bet in seat.bets.items()
            }
            match step["kind"]:
                case "bet":
                    assert up[place] >= step["cents"]
                case "take":
                    assert place not in up or up[place] > step["cents"]
                case "remove":
                    assert place not in up
                case kind if kind == verb and not any(
                    each == {"line": step["line"], "what": "trial"}
                    for each in posed.answer["mistakes"]
                ):
                    assert frame.lies


def test_what_is_wrong_may_be_said_and_is_graded() -> None:
    kinds: set[str] = set()
    for key, game in (("nj-2011", "craps"), ("nj-2001", "punto-banco")):
        rules = rules_of(key, game)
        for seed in range(60):
            asked = question(rules, f"{game}.watch", seed)
            answer = asked.posed.answer["mistakes"]
            kinds |= {each["what"] for each in answer}
            lines = [each["line"] for each in answer]
            if len(lines) != len(set(lines)) or not lines:
                continue
            other = next(each for each in WRONG if each != answer[0]["what"])
            said = [{**answer[0], "what": other}, *answer[1:]]
            (mistake,) = grade(asked, {"mistakes": said}).mistakes
            assert f'not "{WRONG[other]}"' in mistake.what
            with pytest.raises(Malformed):
                grade(asked, {"mistakes": [{**answer[0], "what": "weather"}, *answer[1:]]})
    assert kinds == set(WRONG)


def with_mistakes() -> Any:
    rules = rules_of("nj-2011", "craps")
    found = (question(rules, "craps.watch", seed) for seed in range(30))
    return next(
        each
        for each in found
        if len([m for m in each.posed.answer["mistakes"] if "off_by" in m]) > 1
    )


def test_missed_ones_false_alarms_and_wrong_amounts_count() -> None:
    asked = with_mistakes()
    right = asked.posed.answer["mistakes"]
    assert grade(asked, {"mistakes": [{"line": each["line"]} for each in right]}).right
    assert len(grade(asked, {"mistakes": []}).mistakes) == len(right)
    lines = {each["line"] for each in right}
    other = next(line for line in range(1, 99) if line not in lines)
    (alarm,) = grade(asked, {"mistakes": [*right, {"line": other}]}).mistakes
    assert "false alarm" in alarm.what
    at = next(n for n, each in enumerate(right) if "off_by" in each)
    off = [*right[:at], {**right[at], "off_by": right[at]["off_by"] + 100}, *right[at + 1 :]]
    (wrong,) = grade(asked, {"mistakes": off}).mistakes
    assert wrong.off_by == 100


def test_lines_as_they_are_typed() -> None:
    asked = with_mistakes()
    right = asked.posed.answer["mistakes"]
    said = ", ".join(
        f"line {each['line']}" + (f" {each['off_by'] / 100:+g}" if "off_by" in each else "")
        for each in right
    )
    assert grade(asked, typed_answer(asked, said)).right
    assert typed_answer(asked, "none") == {"mistakes": []}
    for text in ("", "seven", "7 many"):
        with pytest.raises(Malformed):
            typed_answer(asked, text)
    for answer in ({"mistakes": 3}, {"mistakes": [3]}, {"mistakes": [{"line": 1, "off": 3}]}):
        with pytest.raises(Malformed):
            grade(asked, answer)


def test_a_card_too_many_is_among_the_mistakes_at_a_shoe() -> None:
    rules = rules_of("nj-2001", "punto-banco")
    said = [question(rules, "punto-banco.watch", seed).posed.reckon for seed in range(24)]
    assert any("wrong-cards" in each for each in said)
