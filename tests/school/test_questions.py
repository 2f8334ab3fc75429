"""Every question of every skill: lawful, answerable, and settled as a second, naive table does.

The naive tables (``tests/table/naive``) share no code with the program. Each skill of each game is
asked once, with ``--long`` so often that it is more than a hundred thousand questions in all.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

import pytest

from lammer.core.wager import Win
from lammer.games import load
from lammer.games.registry import RULESETS
from lammer.house import Elections, elections, house
from lammer.school import DrillQuestion, as_data, grade, question, skills
from lammer.school.questions import NoQuestion
from lammer.table.rules import Rules
from tests.school.naive_rulings import SHOOTER, VOID_BY_ITSELF, Wrong, counts, settle, wrong_in
from tests.table.naive.craps import BONUS_NEEDS, NaiveTable
from tests.table.naive.mini_dice import NaiveMiniDice
from tests.table.naive.minibaccarat import NaiveMinibaccarat
from tests.table.naive.punto_banco import NaivePuntoBanco, hands_of, point_count
from tests.table.naive.sic_bo import NaiveSicBo
from tests.table.naive.wheel_games import NaiveWheel
from tests.usual import one_in

GAMES = [(key, game) for key in RULESETS for game in load(key).games]
NAIVE = {
    "mini-dice": NaiveMiniDice,
    "punto-banco": NaivePuntoBanco,
    "minibaccarat": NaiveMinibaccarat,
    "sic-bo": NaiveSicBo,
    "roulette": NaiveWheel,
    "big-six": NaiveWheel,
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


TIMES = 270
"""How often each skill is asked with ``--long``."""
LAYOUTS = 10
"""How many whole layouts are asked about each time."""


@pytest.fixture
def times(request: pytest.FixtureRequest) -> int:
    return TIMES if request.config.getoption("--long") else 1


Counts = Callable[[str, object], None]


def test_the_long_run_asks_a_hundred_thousand_questions() -> None:
    assert TIMES * sum(LAYOUTS + len(skills(rules_of(*each))) for each in GAMES) > 100_000


@pytest.mark.parametrize(("key", "game"), one_in(2, GAMES))
def test_every_question_is_settled_as_a_naive_table_does(
    key: str, game: str, times: int, record_property: Counts
) -> None:
    rules = rules_of(key, game)
    many = 0
    for each in asked(rules, times):
        check(each, {})
        many += 1
    for seed in range(times, (1 + LAYOUTS) * times):
        check(question(rules, f"{game}.layout", seed), {})
        many += 1
    record_property("counted", {"drill questions": many})


@pytest.mark.parametrize(("key", "game", "elected"), HOUSES)
def test_questions_follow_the_elections_of_a_house(
    key: str, game: str, elected: dict[str, Any], times: int, record_property: Counts
) -> None:
    many = 0
    for each in asked(rules_of(key, game, elected), times):
        check(each, elected)
        many += 1
    record_property("counted", {"drill questions": many})


def check(each: DrillQuestion, elected: Mapping[str, Any]) -> None:
    """The answer is graded right, its clauses are named, and the naive table agrees."""
    posed, data = each.posed, as_data(each)
    assert grade(each, posed.answer).right, each.key
    assert posed.clauses, each.key
    assert posed.reckon, each.key
    assert posed.words.endswith("?"), each.key
    match each.skill.asked:
        case "payments":
            due = naively_paid(data, elected)
            assert paid(data) == due, (each.key, each.seed)
            check_grades(each, data, due)
        case "card" | "count":
            assert posed.answer == naive_cards(data), (each.key, each.seed)
        case "legal":
            allowed = naively_allowed(data, elected)
            assert allowed in (None, posed.answer["allowed"]), (each.key, each.seed)
        case "call":
            assert naively_called(data) in posed.answer["call"].lower(), (each.key, each.seed)
            assert len({*data["choices"]}) == len(data["choices"]) > 1
            assert posed.answer["call"] in data["choices"]
        case "works":
            assert "working" not in str(data["table"]), "the question says the answer"
            assert posed.answer["works"] is naively_works(data, elected), (each.key, each.seed)
        case "commission":
            assert posed.answer["commission"] == naively_charged(data, elected), each.seed
        case "press":
            assert posed.answer["press"] == naively_pressed(data, elected), (each.key, each.seed)
        case "order":
            check_order(data, elected)
        case "valid":
            assert posed.answer["valid"] is counts(data["game"], data["resting"]), each.seed
        case "mistakes":
            assert told_wrong(data) == naively_wrong(data, elected), (each.key, each.seed)


def check_grades(each: DrillQuestion, data: Mapping[str, Any], due: "Paid") -> None:
    """What the naive table pays is graded right, bet by bet in the lawful order; a chip more or
    less on any of them is not, by that chip."""
    stakes = {(bet["seat"], bet["bet"]): bet["amount"] for bet in data["table"]["bets"]}
    rows = []
    for row in data["answer"]["payments"]:
        place = row["seat"], row["bet"]
        if place in due:
            charges = {key: row[key] for key in ("vigorish", "marks") if key in row}
            net = due[place] - stakes[place] + charges.get("vigorish", 0)
            rows.append({"seat": place[0], "bet": place[1], "net": net, **charges})
    assert grade(each, {"payments": rows}).right, (each.key, each.seed)
    for at, off in zip(range(len(rows)), cycle((100, -100)), strict=False):
        spoilt = [{**row, "net": row["net"] + off * (at == i)} for i, row in enumerate(rows)]
        (mistake,) = [m for m in grade(each, {"payments": spoilt}).mistakes if m.kind != "order"]
        assert mistake.off_by == off, (each.key, each.seed, mistake)


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
    table = naive_table(data, elected, [bet])
    settle(table, data["outcome"])
    seat = bet["seat"]
    return None if table.stakes[seat] else int(table.rail[seat] - RAIL)


RAIL = 10**9


def naive_table(
    data: Mapping[str, Any],
    elected: Mapping[str, Any],
    bets: Sequence[Mapping[str, Any]],
    others: Collection[int] = (),
) -> Any:
    """A naive table with these bets up, and with others who sit there; its shooter, who is somebody
    else, has a line bet."""
    action = data.get("action", {})
    seats = sorted({bet["seat"] for bet in bets} | {action.get("seat") or 1, SHOOTER, *others})
    opening = {
        "rules": data["rules"],
        "game": data["game"],
        "house": by_wager(data, elected),
        "seats": [{"seat": seat, "rail": RAIL} for seat in seats],
    }
    table: Any = NAIVE.get(data["game"], NaiveTable)(opening)
    table.offered, table.shooter = None, SHOOTER
    for bet in bets:
        seat, name = bet["seat"], bet["bet"]
        table.stakes[seat][name] = bet["amount"]
        if isinstance(table, NaiveTable):
            gathered = {int(each) for each in bet.get("state", "").split(",") if each.isdigit()}
            table.fire_points[seat] = set(gathered)
            if name in BONUS_NEEDS:
                table.bonus_thrown[seat, name] = set(gathered)
            if bet.get("called") == "on":
                table.called_on.add((seat, name))
            if bet.get("called") == "off":
                table.called_off.add((seat, name))
            if name.startswith(("buy-", "lay-")) and not table.vig_on_win(name):
                table.vig_paid[seat, name] = table.charge(name, bet["amount"])
    if isinstance(table, NaiveTable):
        table.point = data["table"]["point"]
    return table


def by_wager(data: Mapping[str, Any], elected: Mapping[str, Any]) -> Mapping[str, Any]:
    """Elections with the limits of the table posted for each wager, as the naive tables want them;
    odds, and bets of fixed amounts, have none of these."""
    if "min" not in elected.get("limits", {}):
        return elected
    keys = (wager.key for wager in load(data["rules"], data["game"]).wagers)
    posted = {key: elected["limits"] for key in keys if "odds" not in key and key != "fire"}
    return {**elected, "limits": posted}


def naively_allowed(data: Mapping[str, Any], elected: Mapping[str, Any]) -> bool | None:
    """What a naive table says to a player's command; None for calls, which it does not know all
    of."""
    if "seat" not in data["action"]:
        return None
    table = naive_table(data, elected, data["table"]["bets"])
    return bool(table.do(dict(data["action"]))["ok"])


TOTALS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
NUMBERS = dict(enumerate((*TOTALS, "twelve"), start=2))


def naively_called(data: Mapping[str, Any]) -> str:
    """What a call says in any case: who won, the total, how the round ended."""
    if "cards" in data["outcome"]:
        player, banker = map(point_count, hands_of(data["outcome"]["cards"]))
        return "tie" if player == banker else "player's" if player > banker else "banker's"
    dice, point = data["outcome"]["dice"], data["table"]["point"]
    total = sum(dice)
    if data["game"] == "sic-bo":
        return str(total)
    if point is None:
        return "front line winner" if total == 7 else "leven" if total == 11 else NUMBERS[total]
    return "seven out" if total == 7 else "point is made" if total == point else ""


def naively_works(data: Mapping[str, Any], elected: Mapping[str, Any]) -> bool:
    bet = data["table"]["bets"][-1]
    table = naive_table(data, elected, data["table"]["bets"])
    assert isinstance(table, NaiveTable), "elsewhere every bet works"
    return table.point is not None or not table.is_off(bet["seat"], bet["bet"])


def naively_charged(data: Mapping[str, Any], elected: Mapping[str, Any]) -> int:
    table = naive_table(data, elected, data["table"]["bets"])
    if "action" in data:
        assert table.do(dict(data["action"]))["ok"]
    else:
        settle(table, data["outcome"])
    return int(table.commission + sum(getattr(table, "marked", {}).values()))


def naively_pressed(data: Mapping[str, Any], elected: Mapping[str, Any]) -> dict[str, int]:
    """The bet is decided, and twice of it is made again."""
    (bet,) = data["table"]["bets"]
    table = naive_table(data, elected, [bet])
    settle(table, data["outcome"])
    seat, name = bet["seat"], bet["bet"]
    made = {"do": "bet", "seat": seat, "wager": name, "amount": 2 * bet["amount"]}
    assert table.do(made)["ok"]
    return {"up": table.stakes[seat][name], "change": table.rail[seat] - RAIL}


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_a_trial_counts_as_a_naive_ruling_has_it(
    key: str, game: str, request: pytest.FixtureRequest
) -> None:
    """From the picture, where dice are drawn, and from what happened."""
    rules = rules_of(key, game)
    many = 2000 if request.config.getoption("--long") else 60
    told, happened = set(), set()
    for seed in range(many):
        data = as_data(question(rules, f"{game}.valid", seed))
        assert data["answer"]["valid"] is counts(game, data["resting"]), seed
        told.add(data["answer"]["valid"])
        happened.add(data["resting"]["happened"])
    assert happened >= VOID_BY_ITSELF[game] | {""}
    assert told == {True, not VOID_BY_ITSELF[game]}


def told_wrong(data: Mapping[str, Any]) -> list[Wrong]:
    return sorted(((e["line"], e.get("off_by")) for e in data["answer"]["mistakes"]), key=str)


def naively_wrong(data: Mapping[str, Any], elected: Mapping[str, Any]) -> list[Wrong]:
    """What is wrong in a record that begins at a table without bets."""
    seats = {step["seat"] for step in data["steps"] if "seat" in step}
    return wrong_in(data["steps"], naive_table(data, elected, [], seats))


def check_order(data: Mapping[str, Any], elected: Mapping[str, Any]) -> None:
    """Losers first; winners, where the text says how, from the highest position down. Who lost and
    won is what the naive table says."""
    order = data["answer"]["order"]
    does = [each["does"] for each in order]
    assert does == sorted(does), "collect comes before pay"
    results = naively_paid(data, elected)
    stakes = {(bet["seat"], bet["bet"]): bet["amount"] for bet in data["table"]["bets"]}
    due = {p: "pay" if came > stakes[p] else "collect" for p, came in results.items()}
    pushed = {place for place, came in results.items() if came == stakes[place]}
    told = {(each["seat"], each["bet"]): each["does"] for each in order}
    assert told == {place: does for place, does in due.items() if place not in pushed}
    if data["table"].get("procedure"):
        paid_seats = [each["seat"] for each in order if each["does"] == "pay"]
        assert paid_seats == sorted(paid_seats, reverse=True)


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


@pytest.mark.parametrize(("key", "game"), one_in(2, GAMES))
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
    for key in (
        *("legal.make", "legal.change", "legal.call", "legal.amount", "calls", "valid", "works"),
    ):
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
