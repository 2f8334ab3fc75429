"""Every question of every skill: lawful, answerable, and settled as a second, naive table does.

The naive tables (``tests/table/naive``) share no code with the program. Each skill of each game is
asked a few times, with ``--long`` a hundred thousand times in all.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from lammer.core.wager import Win
from lammer.games import load
from lammer.games.registry import RULESETS
from lammer.house import Elections, elections, house
from lammer.school import DrillQuestion, as_data, grade, question, skills
from lammer.school.questions import NoQuestion
from lammer.table.rules import Rules
from tests.table.naive.craps import BONUS_NEEDS, NaiveTable
from tests.table.naive.mini_dice import NaiveMiniDice
from tests.table.naive.minibaccarat import NaiveMinibaccarat
from tests.table.naive.punto_banco import NaivePuntoBanco, hands_of, point_count

GAMES = [(key, game) for key in RULESETS for game in load(key).games]
NAIVE = {
    "mini-dice": NaiveMiniDice,
    "punto-banco": NaivePuntoBanco,
    "minibaccarat": NaiveMinibaccarat,
}
HOUSES: list[tuple[str, str, dict[str, Any]]] = [
    ("nj-2011", "craps", {"vig": "win", "pay_unit": 500}),
    ("nj-2011", "craps", {"fire": "B", "odds": 2, "limits": {"min": 1500, "max": 50000}}),
    ("md-2013", "craps", {"offer": {"bonus_craps": False, "fire": False}}),
    ("nj-2001", "punto-banco", {"vig": {"collect": "mark", "procedure": 4, "rounding": "up"}}),
    ("nj-2001", "punto-banco", {"decks": 6, "vig": {"procedure": 2}}),
]


def rules_of(key: str, game: str, elected: Mapping[str, Any] | None = None) -> Rules:
    law = load(key, game)
    found, faults = elections(elected or {}, law)
    assert not faults
    return Rules(house(law, found))


def asked(rules: Rules, times: int) -> Iterator[DrillQuestion]:
    for skill in skills(rules):
        for seed in range(times):
            yield question(rules, skill.key, seed)


@pytest.fixture
def times(request: pytest.FixtureRequest) -> int:
    return 270 if request.config.getoption("--long") else 1


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_every_question_is_settled_as_a_naive_table_does(key: str, game: str, times: int) -> None:
    rules = rules_of(key, game)
    for each in asked(rules, times):
        check(each, {})
    for seed in range(10 * times):
        check(question(rules, f"{game}.layout", seed), {})


@pytest.mark.parametrize(("key", "game", "elected"), HOUSES)
def test_questions_follow_the_elections_of_a_house(
    key: str, game: str, elected: dict[str, Any], times: int
) -> None:
    for each in asked(rules_of(key, game, elected), times):
        check(each, elected)


def check(each: DrillQuestion, elected: Mapping[str, Any]) -> None:
    """The answer is graded right, its clauses are named, and the naive table agrees."""
    posed, data = each.posed, as_data(each)
    assert grade(each, posed.answer).right, each.key
    assert posed.clauses, each.key
    assert posed.reckon, each.key
    assert posed.words.endswith("?"), each.key
    match each.skill.asked:
        case "payments":
            assert paid(data) == naively_paid(data, elected), (each.key, each.seed)
        case "card" | "count":
            assert posed.answer == naive_cards(data), (each.key, each.seed)


Paid = dict[tuple[int, str], int]
"""What comes to a rail for each bet, by seat and bet."""


def paid(data: Mapping[str, Any]) -> Paid:
    rows = [row for row in data["answer"]["payments"] if "moves" not in row]
    return {
        (row["seat"], row["bet"]): row["pays"] + row["returns"] - row.get("vigorish", 0)
        for row in rows
    }


def naively_paid(data: Mapping[str, Any], elected: Mapping[str, Any]) -> Paid:
    """Settle each bet alone at a naive table: what it brings, for those that are decided."""
    found: Paid = {}
    for bet in data["table"]["bets"]:
        came = naive_result(data, bet, elected)
        if came is not None:
            found[bet["seat"], bet["bet"]] = came
    return found


def naive_result(
    data: Mapping[str, Any], bet: Mapping[str, Any], elected: Mapping[str, Any]
) -> int | None:
    seat, name = bet["seat"], bet["bet"]
    opening = {
        "rules": data["rules"],
        "game": data["game"],
        "house": elected,
        "seats": [{"seat": seat, "rail": 10**9}],
    }
    kind = NAIVE.get(data["game"], NaiveTable)
    table: Any = kind(opening)
    table.stakes[seat] = {name: bet["amount"]}
    if "cards" in data["outcome"]:
        player, banker = hands_of(data["outcome"]["cards"])
        table.settle_all(point_count(player), point_count(banker))
    elif data["game"] == "mini-dice":
        table.settle_all(list(data["outcome"]["dice"]))
    else:
        table.point, table.shooter = data["table"]["point"], seat
        gathered = {int(each) for each in bet.get("state", "").split(",") if each.isdigit()}
        table.fire_points[seat] = set(gathered)
        if name in BONUS_NEEDS:
            table.bonus_thrown[seat, name] = set(gathered)
        if bet.get("called") == "on":
            table.called_on.add((seat, name))
        if bet.get("called") == "off":
            table.called_off.add((seat, name))
        table.roll(list(data["outcome"]["dice"]))
    if table.stakes[seat]:
        return None
    return int(table.rail[seat] - 10**9)


def naive_cards(data: Mapping[str, Any]) -> dict[str, Any]:
    if data["asked"] == "count":
        return {"count": {side: point_count(cards) for side, cards in data["hands"].items()}}
    cards = [*data["dealt"], *([data["third"]] if "third" in data else []), "As", "As"]
    for many in (4, 5, 6):
        try:
            player, banker = hands_of(cards[:many])
        except Exception:  # noqa: BLE001
            continue
        drawn = {"player": len(player), "banker": len(banker)}
        return {"card": {side: "draw" if n > 2 else "stand" for side, n in drawn.items()}}
    raise AssertionError(data)


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_every_wager_is_in_a_skill_and_every_skill_has_questions(key: str, game: str) -> None:
    rules = rules_of(key, game)
    found = skills(rules)
    assert len({each.key for each in found}) == len(found)
    about = {wager for each in found if ".payout." in each.key for wager in each.wagers}
    assert about == set(rules.wagers)
    for each in found:
        assert each.seconds > 0
        assert question(rules, each.key, 5).posed


@pytest.mark.parametrize("group", ["horn", "place", "field", "c-and-e"])
def test_every_payout_of_a_wager_is_asked_about(group: str) -> None:
    """Each line of the pay table that these wagers can be paid at comes up."""
    rules = rules_of("nj-2011", "craps")
    key = f"craps.payout.{group}"
    skill = next(each for each in skills(rules) if each.key == key)
    wanted = {
        win.share * win.payout.odds.fraction
        for wager in skill.wagers
        for win in rules.wagers[wager].machine.wins()
        if isinstance(win, Win)
    }
    seen = set()
    for seed in range(90):
        data = as_data(question(rules, key, seed))
        stakes = {(bet["seat"], bet["bet"]): bet for bet in data["table"]["bets"]}
        for row in data["answer"]["payments"]:
            bet = stakes[row["seat"], row["bet"]]
            if row["pays"] and bet["wager"] in skill.wagers:
                seen.add(row["pays"] / bet["amount"])
    assert seen == {float(each) for each in wanted}


def test_both_answers_occur() -> None:
    rules = rules_of("nj-2011", "craps")
    for key in ("legal.make", "legal.change", "legal.call", "legal.amount", "calls", "valid"):
        answers = {
            next(iter(question(rules, f"craps.{key}", seed).posed.answer.values()))
            for seed in range(12)
        }
        assert answers == {True, False}, key


def test_a_question_is_a_function_of_its_skill_and_seed() -> None:
    """What another program asked once can be asked again: the first question there ever was."""
    rules = rules_of("nj-2011", "craps")
    first = as_data(question(rules, "craps.payout.horn", 7))
    assert first == as_data(question(rules_of("nj-2011", "craps"), "craps.payout.horn", 7))
    assert first != as_data(question(rules, "craps.payout.horn", 8))


def test_a_seed_that_is_none_is_refused() -> None:
    rules = rules_of("nj-2011", "craps")
    for seed in (-1, 2**53):
        with pytest.raises(ValueError, match="a seed is"):
            question(rules, "craps.payout.horn", seed)


def test_what_a_house_makes_impossible_is_not_asked() -> None:
    """A house whose limits leave no usual stake on a wager has nothing to ask about it."""
    law = load("nj-2011")
    elected = Elections(limits={"any-seven": (999_999_99, None)})
    with pytest.raises(NoQuestion):
        question(Rules(house(law, elected)), "craps.payout.any-seven", 1)
