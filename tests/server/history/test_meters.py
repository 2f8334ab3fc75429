"""Meters against the books, the log and the odds."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from lammer.instruments.dice.commands import Roll
from lammer.instruments.shoe.cards import Coup, dealt
from lammer.instruments.shoe.commands import Deal
from lammer.instruments.shoe.law import shoe_law
from lammer.ledger import BANK, CAGE, COMMISSION
from lammer.odds import figure
from lammer.server.history.meters import SQUARE, metered, report, together
from lammer.table import Run
from lammer.table.commands import Command, MakeBet
from tests.table.naive.model_comparison import ModelComparison
from tests.table.naive.test_against_naive import TwoTables
from tests.table.naive.test_other_games_against_naive import (
    MinibaccaratComparison,
    MiniDiceComparison,
    PuntoBancoComparison,
    SicBoComparison,
)
from tests.table.naive.test_wheel_games_against_naive import BigSixComparison, RouletteComparison
from tests.table.test_correct import EnteredTwice

MOVED = re.compile(r"((?:dont-)?come)-(?:4|5|6|8|9|10)")


class Counted:
    """Meters of a run, as a server would keep them."""

    def __init__(self) -> None:
        self.meters: dict[str, tuple[int, int]] = {}

    def add(self, more: dict[str, tuple[int, int]]) -> None:
        for key, (times, cents) in more.items():
            before = self.meters.get(key, (0, 0))
            self.meters[key] = before[0] + times, before[1] + cents

    def cents(self, kind: str) -> int:
        """The cents of a meter, of all wagers together where it is kept by wager."""
        found = self.meters.items()
        return sum(cents for key, (_, cents) in found if key.partition(":")[0] == kind)


class _Metered(ModelComparison):
    """Every command's events counted, and held against the books after each."""

    def begin(self, opening: dict[str, Any], naive: Any) -> None:
        super().begin(opening, naive)
        self.counted = Counted()
        carry_out = self.run.do

        def counting(raw: dict[str, Any]) -> Any:
            before = self.run.table
            answer = carry_out(raw)
            self.counted.add(metered(answer.events, before))
            return answer

        self.run.do = counting  # type: ignore[method-assign,assignment]
        self.dropped = sum(place["rail"] for place in opening["seats"])

    def do(self, command: dict[str, Any]) -> None:
        super().do(command)
        books, counted = self.run.table.books, self.counted
        bank = counted.cents("lost") - counted.cents("won") - counted.cents("coupons")
        assert bank == books.get(BANK, 0)
        assert counted.cents("commission") == books.get(COMMISSION, 0)
        owed = sum(seat.owed for seat in self.run.table.seats.values())
        assert counted.cents("vig") == books.get(COMMISSION, 0) + owed
        drop = counted.cents("drop") + self.dropped
        assert drop - counted.cents("taken-away") == -books.get(CAGE, 0)
        assert counted.meters.get("trials", (0, 0))[0] == _trials(self.log)

    def teardown(self) -> None:
        if hasattr(self, "run"):
            handle, times = _decided(self.log)
            found = {k[7:]: v for k, v in self.counted.meters.items() if k.startswith("handle:")}
            still = {key: pair for key, pair in found.items() if pair != (0, 0)}
            assert still == {key: (times[key], handle[key]) for key in handle}
        super().teardown()


def _trials(log: list[bytes]) -> int:
    counts = Counter(json.loads(line)["event"] for line in log)
    trials = ("roll", "shake", "deal", "spin")
    return sum(counts[each] for each in trials) - counts["correct"]


def _decided(log: list[bytes]) -> tuple[Counter[str], Counter[str]]:
    """Stakes that the log says were decided, and how many; not by a trial that was taken back."""
    handle: Counter[str] = Counter()
    times: Counter[str] = Counter()
    stands: list[Any] = []
    for line in map(json.loads, log):
        if line["event"] == "correct":
            del stands[-line["body"]["lines"] :]
        elif line["event"] != "refused":
            stands.append(line)
    for line in stands:
        if line["event"] in ("wins", "loses", "void"):
            name = MOVED.sub(r"\1", line["body"]["wager"])
            handle[name] += line["body"]["stake"]
            times[name] += 1
    return handle, times


class MeteredCraps(_Metered, TwoTables):
    pass


class MeteredMiniDice(_Metered, MiniDiceComparison):
    pass


class MeteredPuntoBanco(_Metered, PuntoBancoComparison):
    pass


class MeteredMinibaccarat(_Metered, MinibaccaratComparison):
    pass


class MeteredSicBo(_Metered, SicBoComparison):
    pass


class MeteredRoulette(_Metered, RouletteComparison):
    pass


class MeteredBigSix(_Metered, BigSixComparison):
    pass


class MeteredCorrectedCraps(EnteredTwice, MeteredCraps):
    pass


class MeteredCorrectedMiniDice(EnteredTwice, MeteredMiniDice):
    pass


class MeteredCorrectedPuntoBanco(EnteredTwice, MeteredPuntoBanco):
    pass


TestCorrectedCraps = MeteredCorrectedCraps.TestCase
TestCorrectedMiniDice = MeteredCorrectedMiniDice.TestCase
TestCorrectedPuntoBanco = MeteredCorrectedPuntoBanco.TestCase
TestMeteredCraps = MeteredCraps.TestCase
TestMeteredMiniDice = MeteredMiniDice.TestCase
TestMeteredPuntoBanco = MeteredPuntoBanco.TestCase
TestMeteredMinibaccarat = MeteredMinibaccarat.TestCase
TestMeteredSicBo = MeteredSicBo.TestCase
TestMeteredRoulette = MeteredRoulette.TestCase
TestMeteredBigSix = MeteredBigSix.TestCase


def _rules(rules: str = "nj-2011", game: str | None = None, **house: Any) -> Any:
    return Run.at(rules, game, rails={}, house=house).table.rules


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        ("pass", Fraction(7, 495)),
        ("come", Fraction(7, 495)),
        ("dont-pass", Fraction(3, 220)),
        ("place-6", Fraction(1, 66)),
        ("any-seven", Fraction(1, 6)),
        ("hard-8", Fraction(1, 11)),
        ("buy-4", Fraction(1, 20)),
        ("pass-odds", Fraction(0)),
        ("dont-come-odds-9", Fraction(0)),
    ],
)
def test_theoretical_win_is_handle_times_edge(wager: str, edge: Fraction) -> None:
    rules = _rules()
    handle = 198000
    due = rules.charge(rules.wagers[wager], handle)
    meters = {f"handle:{wager}": (1, handle), f"due:{wager}": (1, due)}
    found = report(rules, meters)
    assert found["wagers"][wager]["edge"]["exact"] == str(edge)
    assert Fraction(found["theoretical"]["exact"]) == handle * edge


def test_fire_and_the_bonus_are_worth_what_their_tables_say() -> None:
    for rules, wager in (("nj-2011", "fire"), ("md-2013", "fire"), ("md-2013", "all-small")):
        ours = _rules(rules, "craps")
        exact = figure(ours.ruleset, ours.wagers[wager]).edge_per_bet_made
        found = report(ours, {f"handle:{wager}": (3, 1500)})
        assert found["theoretical"]["exact"] == str(1500 * exact)


def test_punto_banco_comes_to_the_known_edges() -> None:
    rules = _rules("nj-2001", decks=8)
    for wager, edge in (("player", "0.012351"), ("banker", "0.010579"), ("tie", "0.143596")):
        found = report(rules, {f"handle:{wager}": (1, 100)})
        assert found["wagers"][wager]["edge"]["decimal"] == edge


@pytest.mark.parametrize(
    ("rules", "wager", "edge", "elected"),
    [
        ("ac-roulette", "split-8-11", Fraction(1, 19), {}),
        ("ac-roulette", "first-five", Fraction(3, 38), {}),
        ("ac-roulette", "red", Fraction(1, 38), {}),
        ("ac-roulette", "red", Fraction(1, 19), {"half_on_zero": False}),
        ("ac-roulette", "split-0-3", Fraction(1, 37), {"wheel": "single-zero"}),
        ("ac-roulette", "red", Fraction(1, 74), {"wheel": "single-zero"}),
        ("ac-big-six", "two", Fraction(1, 6), {}),
        ("ac-big-six", "emblem-2", Fraction(4, 27), {}),
        ("ac-sic-bo", "total-9", Fraction(41, 216), {}),
        ("ac-sic-bo", "number-4", Fraction(17, 216), {}),
    ],
)
def test_games_by_custom_come_to_the_edges_of_their_sheets(
    rules: str, wager: str, edge: Fraction, elected: dict[str, Any]
) -> None:
    found = report(_rules(rules, **elected), {f"handle:{wager}": (1, 21600)})
    assert found["wagers"][wager]["edge"]["exact"] == str(edge)
    assert Fraction(found["theoretical"]["exact"]) == 21600 * edge


def test_half_of_a_bet_that_comes_back_on_a_zero_is_not_lost() -> None:
    run = Run.at("ac-roulette", rails={1: 100000})
    counted = Counted()
    for command in (
        {"do": "bet", "seat": 1, "wager": "red", "amount": 1001},
        {"do": "bet", "seat": 1, "wager": "straight-0", "amount": 500},
        {"do": "spin", "pocket": "0"},
    ):
        before = run.table
        counted.add(metered(run.do(command).events, before))
    assert counted.meters["handle:red"] == (1, 1001)
    assert counted.meters["lost:red"] == (1, 500)
    assert counted.meters["won:straight-0"] == (1, 17500)
    assert report(run.table.rules, counted.meters)["win"] == 500 - 17500


def test_vigorish_counts_as_it_was_charged_not_as_it_would_be_unrounded() -> None:
    """Thirty dollars to buy the 4 are charged one dollar, not one and a half."""
    run = Run.at("nj-2011", rails={1: 100000}, house={"vig": {"buy": "bet"}})
    counted = Counted()
    for command in (
        {"do": "bet", "seat": 1, "wager": "buy-4", "amount": 3000},
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 100},
        {"do": "roll", "dice": [3, 3]},
        {"do": "roll", "dice": [2, 2]},
    ):
        before = run.table
        counted.add(metered(run.do(command).events, before))
    assert counted.meters["vig:buy-4"] == (1, 100)
    found = report(run.table.rules, counted.meters)["wagers"]["buy-4"]
    assert (found["win"], found["theoretical"]["exact"]) == (100 - 6000, "100")


def test_a_bet_taken_down_counts_nowhere() -> None:
    run = Run.at("nj-2011", rails={1: 100000}, house={"vig": {"buy": "bet"}})
    counted = Counted()
    for command in (
        {"do": "bet", "seat": 1, "wager": "buy-4", "amount": 3000},
        {"do": "remove", "seat": 1, "wager": "buy-4"},
    ):
        before = run.table
        counted.add(metered(run.do(command).events, before))
    assert {key: cents for key, (_, cents) in counted.meters.items() if cents} == {}


def test_a_combined_wager_counts_once_and_a_moved_one_for_its_wager() -> None:
    run = Run.at("nj-2011", rails={1: 100000})
    counted = Counted()
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [4, 4]},
        {"do": "bet", "seat": 1, "wager": "come", "amount": 1000},
        {"do": "roll", "dice": [3, 3]},
        {"do": "bet", "seat": 1, "wager": "horn", "amount": 400},
        {"do": "roll", "dice": [1, 1]},
        {"do": "roll", "dice": [4, 2]},
    ):
        before = run.table
        answer = run.do(command)
        assert answer.ok, answer.refusal
        counted.add(metered(answer.events, before))
    assert counted.meters["handle:horn"] == (1, 400)
    assert counted.meters["won:horn"] == (1, 3000)
    assert counted.meters["lost:horn"] == (1, 300)
    assert counted.meters["handle:come"] == (1, 1000)
    assert counted.meters["trials"] == (4, 0)
    assert not [key for key in counted.meters if "come-6" in key or "craps-2" in key]


def test_the_same_spot_is_one_stake_and_other_spots_are_others() -> None:
    run = Run.at("nj-2011", "automated-craps", rails={1: 10**9, 2: 10**9})
    for seat, wager, amount in ((1, "field", 10**7), (2, "field", 500), (2, "any-seven", 300)):
        assert run.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount}).ok
    before = run.table
    found = metered(run.do({"do": "roll", "dice": [3, 4]}).events, before)
    whole, rest = found["squares:field"]
    assert whole * SQUARE + rest == (10**7 + 500) ** 2
    assert rest < SQUARE
    assert found["squares:any-seven"] == (0, 90000)


def test_hold_is_win_by_drop_and_coupons_are_no_luck() -> None:
    meters = {
        "drop": (2, 100000),
        "coupons": (1, 500),
        "handle:pass": (2, 4950),
        "lost:pass": (1, 3950),
        "won:pass": (1, 1000),
        "squares:pass": (0, 3950**2 + 1000**2),
    }
    found = report(_rules(), meters)
    assert found["win"] == 2450
    assert found["hold"] == {"exact": "49/2000", "decimal": "0.024500", "percent": "2.4%"}
    assert found["difference"]["exact"] == str(2950 - 70)
    variance = figure(_rules().ruleset, _rules().wagers["pass"]).variance
    spread = (float(variance) * (3950**2 + 1000**2)) ** 0.5
    assert float(found["deviation"]) == pytest.approx(spread)
    assert float(found["deviations"]) == pytest.approx(2880 / spread, abs=0.01)
    both = together([found, report(_rules("nj-2001"), {"drop": (1, 900)})])
    assert (both["win"], both["drop"]) == (2450, 100900)
    assert both["difference"]["exact"] == "2880"


def test_nothing_played_is_no_error() -> None:
    found = report(_rules(), {})
    assert (found["win"], found["hold"], found["deviations"]) == (0, None, None)
    assert together([])["handle"] == 0


def _rolls(chance: Random) -> Iterator[tuple[int, int]]:
    while True:
        yield chance.randrange(1, 7), chance.randrange(1, 7)


def _play(run: Run, counted: Counted, *commands: Command) -> None:
    for command in commands:
        before = run.table
        answer = run.carry_out(command)
        assert answer.ok, answer.refusal
        counted.add(metered(answer.events, before))


def test_deviation_is_what_sessions_really_spread_by() -> None:
    """Of many sessions of bets by two players on the same spots, the squared deviations average
    one; taken as independent they would be nearly two."""
    dice, squares = _rolls(Random(6)), []
    run = Run.at("nj-2011", "automated-craps", rails={1: 10**12, 2: 10**12})
    bets = [MakeBet(seat, "field", 1000) for seat in (1, 2)]
    for _ in range(400):
        counted = Counted()
        for _ in range(40):
            _play(run, counted, *bets, Roll(next(dice)))
        squares.append(float(report(run.table.rules, counted.meters)["deviations"]) ** 2)
    assert 0.75 < sum(squares) / len(squares) < 1.3


def _steady(run: Run) -> list[Command]:
    """Pass with odds, come, place, field, buy and lay: what is missing is bet again."""
    table = run.table
    up = table.seats[1].bets
    wanted = [("place-6", 1200), ("field", 500), ("buy-4", 4000), ("lay-10", 4000), ("horn", 400)]
    if table.point is None:
        wanted += [("pass", 1000)]
    else:
        wanted += [("come", 500), ("pass-odds", 3000)]
    return [MakeBet(1, name, cents) for name, cents in wanted if name not in up]


@pytest.mark.long
def test_in_the_long_run_the_win_is_the_theory(request: pytest.FixtureRequest) -> None:
    rolls = 200_000 if request.config.getoption("--long") else 20_000
    run = Run.at("nj-2011", "automated-craps", rails={1: 10**12})
    counted, dice = Counted(), _rolls(Random(2011))
    for _ in range(rolls):
        _play(run, counted, *_steady(run), Roll(next(dice)))
    found = report(run.table.rules, counted.meters)
    assert found["trials"] == rolls
    assert found["handle"] > 2000 * rolls
    assert abs(float(found["deviations"])) < 4
    for key, line in found["wagers"].items():
        assert abs(float(line["deviations"])) < 4, (key, line)
    books = run.table.books
    assert found["win"] == books[BANK] + books[COMMISSION]


@pytest.mark.long
def test_in_the_long_run_of_shoes_the_win_is_the_theory(request: pytest.FixtureRequest) -> None:
    coups = 50_000 if request.config.getoption("--long") else 5_000
    run = Run.at("nj-2001", rails={1: 10**12})
    shoe = shoe_law(run.table.rules.procedure)
    counted, chance = Counted(), Random(2001)
    bets = [MakeBet(1, name, cents) for name, cents in (("banker", 1000), ("tie", 100))]
    assert run.do({"do": "accept-shoe", "seat": 1}).ok
    whole = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 8
    left: list[str] = []
    for _ in range(coups):
        if len(left) < 60:
            left = chance.sample(whole, len(whole))
            assert run.do({"do": "shuffle"}).ok
        coup = _coup(left, lambda cards: isinstance(dealt(shoe.drawing, cards), Coup))
        if run.table.hands.offered is not None:
            assert run.do({"do": "accept-shoe", "seat": 1}).ok
        _play(run, counted, *bets, Deal(coup))
    found = report(run.table.rules, counted.meters)
    assert found["decided"] == 2 * coups
    assert abs(float(found["deviations"])) < 4


def _coup(left: list[str], is_whole: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
    """The next coup off a shoe, taken out of it."""
    count = next(n for n in (4, 5, 6) if is_whole(tuple(left[:n])))
    found = tuple(left[:count])
    del left[:count]
    return found
