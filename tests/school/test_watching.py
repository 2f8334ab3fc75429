"""Mistakes to find: those that were put in, and no others; missed ones and false alarms count."""

from contextlib import suppress
from typing import Any

import pytest

from lammer.core.codec import Malformed
from lammer.school import as_data, grade, question
from lammer.school.answers.text import typed_answer
from lammer.school.topics.watching import WRONG
from tests.school.test_questions import GAMES, naively_wrong, rules_of, told_wrong
from tests.table.naive.punto_banco import hands_of
from tests.usual import one_in


@pytest.mark.parametrize(("key", "game"), one_in(2, GAMES))
def test_what_is_wrong_is_named_by_its_line_and_amount(
    key: str, game: str, request: pytest.FixtureRequest
) -> None:
    rules = rules_of(key, game)
    many = 300 if request.config.getoption("--long") else 8
    counts = set()
    for seed in range(many):
        asked = question(rules, f"{game}.watch", seed)
        answer = asked.posed.answer
        counts.add(len(answer["mistakes"]))
        assert grade(asked, answer).right
        steps = as_data(asked)["steps"]
        assert [each["line"] for each in steps] == list(range(1, len(steps) + 1))
        data = as_data(asked)
        assert told_wrong(data) == naively_wrong(data, {}), seed
        about_money = {each["what"]: each["money"] for each in data["wrong"]}
        for mistake in answer["mistakes"]:
            assert ("off_by" in mistake) is about_money[mistake["what"]]
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


def test_several_mistakes_that_belong_to_one_line_are_off_by_their_sum() -> None:
    asked = question(rules_of("nj-2011", "mini-craps"), "mini-craps.watch", 398)
    *others, one, other = asked.posed.answer["mistakes"]
    assert one["line"] == other["line"]
    whole = one["off_by"] + other["off_by"]
    said = [*others, {"line": one["line"], "off_by": whole}]
    assert grade(asked, {"mistakes": said}).right
    assert grade(asked, asked.posed.answer).right
    said[-1]["off_by"] = one["off_by"]
    (wrong,) = grade(asked, {"mistakes": said}).mistakes
    assert (wrong.due, wrong.given) == (whole, one["off_by"])


def test_nothing_is_off_by_nothing() -> None:
    """A line that is wrong without chips may be said to be off by none."""
    rules = rules_of("nj-2011", "craps")
    asked = question(rules, "craps.watch", 0)
    (mistake,) = asked.posed.answer["mistakes"]
    assert "off_by" not in mistake
    assert grade(asked, {"mistakes": [{**mistake, "off_by": 0}]}).right
    assert not grade(asked, {"mistakes": [{**mistake, "off_by": 100}]}).right
    with pytest.raises(Malformed, match="weather"):
        grade(asked, {"mistakes": [{"line": 99, "what": "weather"}]})


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


@pytest.mark.long
def test_third_cards_too_many_and_too_few_are_among_the_mistakes_at_a_shoe() -> None:
    rules = rules_of("nj-2001", "punto-banco")
    said = [question(rules, "punto-banco.watch", seed).posed for seed in range(60)]
    wrong = [each for each in said if "wrong-cards" in each.reckon]
    assert wrong
    dealt = set()
    for each in wrong:
        for mistake in each.answer["mistakes"]:
            cards = each.given["steps"][mistake["line"] - 1].get("cards")
            if mistake["what"] == "trial":
                player, banker = hands_that_are_due(cards)
                dealt.add(len(cards) > player + banker)
    assert dealt == {True, False}


def hands_that_are_due(cards: list[str]) -> tuple[int, int]:
    """How many cards each hand has, by the naive table, if the shoe goes on with aces."""
    for many in (4, 5, 6):
        with suppress(Exception):
            player, banker = hands_of([*cards, "As", "As"][:many])
            return len(player), len(banker)
    raise AssertionError(cards)


def test_a_late_bet_is_named_in_the_line_that_takes_it_or_that_pays_it() -> None:
    rules = rules_of("nj-2011", "craps")
    asked = next(
        each
        for each in (question(rules, "craps.watch", seed) for seed in range(60))
        if any(m["what"] == "late-bet" for m in each.posed.answer["mistakes"])
    )
    right = asked.posed.answer["mistakes"]
    late = next(each for each in right if each["what"] == "late-bet")
    steps = asked.posed.given["steps"]
    assert (steps[late["or"] - 1]["kind"], steps[late["line"] - 1]["kind"]) == ("bet", "payment")
    others = [each for each in right if each is not late]
    taken = {**late, "line": late["or"]}
    for said in ([taken], [{"line": late["or"]}], [late], [taken, late]):
        assert grade(asked, {"mistakes": [*others, *said]}).right
    assert not grade(asked, {"mistakes": others}).right
    off = {**taken, "off_by": late["off_by"] + 100}
    assert not grade(asked, {"mistakes": [*others, off]}).right
