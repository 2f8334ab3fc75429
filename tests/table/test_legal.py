"""What a seat is told it may do is what the table takes, and nothing more."""

from datetime import datetime
from random import Random
from typing import Any

import pytest

from lammer.core.legality import Refusal
from lammer.instruments.dice.commands import Roll
from lammer.instruments.shaker.commands import Shake
from lammer.instruments.shoe.cards import DECK
from lammer.instruments.shoe.commands import Deal
from lammer.table import Run, TableState, decide
from lammer.table.commands import BuyIn, CashOut, Command, Coupon, MakeBet, Reduce, Seed, read
from lammer.table.log import EPOCH, SECOND
from lammer.table.views.legal import Legal, Range, as_data, legal, main_range
from tests.table.naive.model_comparison import ModelComparison
from tests.table.naive.punto_banco import hands_of
from tests.table.naive.refusal import RefusedError
from tests.table.naive.test_against_naive import TwoTables
from tests.table.naive.test_other_games_against_naive import (
    MiniDiceComparison,
    PuntoBancoComparison,
)

ASKED_EVERY = 5
TRIED = (1, 50, 100, 150, 300, 500, 600, 1000, 1200, 2100, 5000, 12345, 60000, 10**9)


class _Told(ModelComparison):
    """Now and then everything one seat is told is tried."""

    asked = 0

    def do(self, command: dict[str, Any]) -> None:
        super().do(command)
        self.asked += 1
        if self.asked % ASKED_EVERY == 0:
            table = self.run.table
            chance = Random(self.asked)
            seat = chance.choice([*table.seats, 1])
            every_answer_holds(table, seat, self.run._now + SECOND, chance)


class ToldAtCraps(_Told, TwoTables):
    pass


class ToldAtMiniDice(_Told, MiniDiceComparison):
    pass


class ToldAtPuntoBanco(_Told, PuntoBancoComparison):
    pass


TestToldAtCraps = ToldAtCraps.TestCase
TestToldAtMiniDice = ToldAtMiniDice.TestCase
TestToldAtPuntoBanco = ToldAtPuntoBanco.TestCase


def _code(table: TableState, command: Command, now: datetime = EPOCH) -> str | None:
    """Why not, in a word; None if it is done."""
    decided = decide(table, command, now)
    return decided.code if isinstance(decided, Refusal) else None


def every_answer_holds(table: TableState, seat: int, now: datetime, chance: Random) -> None:
    told = legal(table, seat, now)
    there = table.seats.get(seat)
    up = there.bets if there is not None else {}
    assert set(told.bets) == {*table.rules.wagers, *up}
    for name, answer in told.bets.items():
        _bet_holds(table, seat, name, answer, chance)
    assert set(told.up) == set(up)
    for name in told.up:
        _changes_hold(table, seat, name, told, chance)
    for name, answer in told.bets.items():
        if isinstance(answer, Range):
            left = MakeBet(seat, name, answer.least, leave_up=True)
            assert (_code(table, left) is None) == (name in told.leave_up)
    _verbs_hold(table, seat, now, told, chance)


def _within(answer: Range, chance: Random) -> int:
    return chance.randrange(answer.least, answer.most + 1, answer.step)


def _bet_holds(
    table: TableState, seat: int, name: str, answer: Range | Refusal, chance: Random
) -> None:
    if isinstance(answer, Refusal):
        for amount in TRIED:
            assert _code(table, MakeBet(seat, name, amount)) is not None, (name, amount, answer)
        return
    assert answer.limit is not None
    for amount in (answer.least, answer.most, _within(answer, chance)):
        assert _code(table, MakeBet(seat, name, amount)) is None, (name, amount, answer)
    more = answer.most + answer.step
    assert _code(table, MakeBet(seat, name, more)) == answer.limit, (name, answer)
    if answer.least > answer.step:
        assert _code(table, MakeBet(seat, name, answer.least - answer.step)), (name, answer)
    if answer.step > 1:
        off = _within(answer, chance) + chance.randrange(1, answer.step)
        assert _code(table, MakeBet(seat, name, off)), (name, off, answer)
        assert _code(table, MakeBet(seat, name, answer.least - 1 or more)), (name, answer)


def _changes_hold(table: TableState, seat: int, name: str, told: Legal, chance: Random) -> None:
    bet, change = table.seats[seat].bets[name], told.up[name]
    for verb, more, refused in (
        ("remove", {}, change.remove),
        ("call", {"working": True}, change.on),
        ("call", {"working": False}, change.off),
    ):
        command = read({"do": verb, "seat": seat, "wager": name, **more}, None)
        decided = decide(table, command)
        assert refused == (decided if isinstance(decided, Refusal) else None)
    if isinstance(change.reduce, Range):
        least, most, step, _ = change.reduce
        for left in (least, most, _within(change.reduce, chance)):
            assert _code(table, Reduce(seat, name, bet.stake - left)) is None, (name, left)
        assert most + step >= bet.stake
        assert least == step or _code(table, Reduce(seat, name, bet.stake - least + step))
    else:
        for left in {bet.stake - 1, bet.stake - 100, bet.stake // 2, bet.stake // 1200 * 600, 600}:
            if 0 < left < bet.stake:
                assert _code(table, Reduce(seat, name, bet.stake - left)), (name, left)
    for amount in (100, 200, 500, bet.stake, bet.stake + 100):
        taken = _code(table, Coupon(seat, name, amount)) is None
        among = isinstance(change.coupon, Range) and amount in range(
            change.coupon.least, change.coupon.most + 1, change.coupon.step
        )
        assert taken == among, (name, amount, change.coupon)


def _verbs_hold(table: TableState, seat: int, now: datetime, told: Legal, chance: Random) -> None:
    thing = table.rules.procedure.trial.thing
    faces = chance.randrange(1, 7), chance.randrange(1, 7)
    trials: dict[str, tuple[str, Command]] = {
        "dice": ("roll", Roll(faces, seat)),
        "shaker": ("shake", Shake(faces, seat)),
    }
    if thing != "shoe":
        verb, command = trials[thing]
        assert (_code(table, command, now) is None) == (told.verbs[verb] is None)
    else:
        coup = Deal(_coup(chance), seat=seat)
        assert told.verbs["deal"] is not None or _code(table, coup) in (None, "not-in-the-shoe")
        assert told.verbs["deal"] is None or _code(table, coup) is not None
    assert (_code(table, Seed(seat, "ours")) is None) == (told.verbs["seed"] is None)
    for verb in ("leave", f"accept-{thing}", f"decline-{thing}", f"pass-{thing}"):
        decided = decide(table, read({"do": verb, "seat": seat}, thing))
        assert told.verbs[verb] == (decided if isinstance(decided, Refusal) else None)
    for verb, kind in (("buy-in", BuyIn), ("cash-out", CashOut)):
        amounts = told.verbs[verb]
        if isinstance(amounts, Range):
            assert _code(table, kind(seat, amounts.least)) is None
            assert _code(table, kind(seat, amounts.most)) is None
            assert _code(table, kind(seat, amounts.most + 1)) == amounts.limit
        else:
            assert all(_code(table, kind(seat, amount)) for amount in TRIED)


def _coup(chance: Random) -> tuple[str, ...]:
    deck = chance.sample(DECK, 6)
    for count in (4, 5):
        try:
            hands_of(deck[:count])
        except RefusedError:
            continue
        return tuple(deck[:count])
    return tuple(deck)


def _at(
    house: dict[str, Any], rail: int, *commands: dict[str, Any], game: str = "craps"
) -> TableState:
    run = Run.at("nj-2011", game, rails={1: rail, 2: 5000}, house=house)
    for command in commands:
        answer = run.do({"seat": 1, **command} if command["do"] != "roll" else command)
        assert answer.ok, answer.refusal
    return run.table


LINE: tuple[dict[str, Any], ...] = (
    {"do": "accept-dice"},
    {"do": "bet", "wager": "pass", "amount": 1000},
    {"do": "roll", "dice": [4, 1]},
)


def test_chips_and_posted_limits_each_end_a_bet_and_say_so() -> None:
    told = legal(_at({"limits": {"place": {"min": 1200, "max": 4000}}}, 3000), 1, EPOCH)
    assert told.bets["place-6"] == Range(1200, 3000, 600, "not-enough-chips")
    told = legal(_at({"limits": {"place": {"min": 1200, "max": 4000}}}, 9000), 1, EPOCH)
    assert told.bets["place-6"] == Range(1200, 3600, 600, "over-maximum")
    assert told.bets["place-5"] == Range(1500, 4000, 500, "over-maximum")


def test_what_is_up_counts() -> None:
    more = {"do": "bet", "wager": "place-6", "amount": 3000}
    table = _at({"limits": {"place": {"min": 1200, "max": 4000}}}, 9000, more)
    told = legal(table, 1, EPOCH)
    assert told.bets["place-6"] == Range(600, 600, 600, "over-maximum")
    assert told.up["place-6"].reduce == Range(1200, 2400, 600)
    full = legal(_at({"limits": {"place": {"max": 3000}}}, 9000, more), 1, EPOCH)
    refused = full.bets["place-6"]
    assert isinstance(refused, Refusal)
    assert refused.code == "over-maximum"


def test_odds_end_at_the_multiple_or_at_the_next_amount_that_can_be_paid() -> None:
    three = {"odds": {"4": 3, "5": 1, "6": 5, "8": 5, "9": 4, "10": 3}, "round_up_odds": False}
    five: list[dict[str, Any]] = [
        *LINE[:1],
        {"do": "bet", "wager": "pass", "amount": 500},
        *LINE[2:],
    ]
    assert legal(_at(three, 90000, *five), 1, EPOCH).bets["pass-odds"] == Range(
        200, 400, 200, "over-odds-limit"
    )
    up = {**three, "round_up_odds": True}
    assert legal(_at(up, 90000, *five), 1, EPOCH).bets["pass-odds"] == Range(
        200, 600, 200, "over-odds-limit"
    )


def test_a_posted_maximum_ends_odds_but_not_what_a_player_has_a_right_to() -> None:
    bets = _at({"odds": 10, "limits": {"pass-odds": {"max": 5000}}}, 90000, *LINE)
    assert legal(bets, 1, EPOCH).bets["pass-odds"] == Range(200, 5000, 200, "over-maximum")
    bets = _at({"odds": 10, "limits": {"pass-odds": {"max": 400}}}, 90000, *LINE)
    assert legal(bets, 1, EPOCH).bets["pass-odds"] == Range(200, 1000, 200, "over-maximum")


def test_vigorish_is_paid_for_from_the_same_chips() -> None:
    table = _at({"vig": {"buy": "bet"}}, 10000)
    assert legal(table, 1, EPOCH).bets["buy-4"] == Range(2000, 9600, 100, "not-enough-chips")
    decided = decide(table, MakeBet(1, "buy-4", 9600))
    assert not isinstance(decided, Refusal)
    assert decided[0].body["charge"] == 400


def test_a_bet_that_has_moved_is_named_with_its_number() -> None:
    come = {"do": "bet", "wager": "come", "amount": 1000}
    table = _at({}, 90000, *LINE, come, {"do": "roll", "dice": [3, 3]})
    told = legal(table, 1, EPOCH)
    assert isinstance(told.bets["come-6"], Refusal)
    assert told.bets["come-odds-6"] == Range(500, 88000, 500, "not-enough-chips")
    assert told.up["come-6"].remove is not None


def test_whoever_is_not_there_may_sit_down_and_nothing_else() -> None:
    told = legal(_at({}, 5000), 7, EPOCH)
    assert {verb for verb, may in told.verbs.items() if not isinstance(may, Refusal)} == {"sit"}
    assert {each.code for each in told.bets.values() if isinstance(each, Refusal)} == {
        "no-such-seat"
    }
    assert "sit" not in legal(_at({}, 5000), 2, EPOCH).verbs


def test_a_spectator_is_told_the_limits() -> None:
    house = {"limits": {"place": {"min": 1200, "max": 4000}}, "offer": {"buy": False}}
    told = legal(_at(house, 5000), None, EPOCH)
    assert told.bets["place-6"] == Range(1200, 3600, 600, "over-maximum")
    assert told.bets["field"] == Range(100, 0, 100)
    assert told.not_offered == tuple(f"buy-{n}" for n in (4, 5, 6, 8, 9, 10))
    assert not told.up
    assert not told.verbs


def test_dice_in_the_air_close_the_betting() -> None:
    told = legal(_at({}, 90000, *LINE, {"do": "throw"}), 1, EPOCH)
    assert not any(isinstance(each, Range) for each in told.bets.values())
    refused = told.bets["field"]
    assert isinstance(refused, Refusal)
    assert refused.code == "not-confirmed"


@pytest.mark.parametrize(("rules", "game"), [("nj-2011", "craps"), ("nj-2001", None)])
def test_the_wire_says_the_same(rules: str, game: str | None) -> None:
    table = Run.at(rules, game, rails={1: 90000}).table
    told = legal(table, 1, EPOCH)
    data = as_data(told)
    assert len({(code, detail, *clauses) for code, detail, clauses in data["why"]}) == len(
        data["why"]
    )
    for name, answer in told.bets.items():
        said = data["bet"][name]
        if isinstance(answer, Refusal):
            assert data["why"][said] == [answer.code, answer.detail, list(answer.clauses)]
        else:
            assert said[:3] == list(answer[:3])
    for verb, may in told.verbs.items():
        assert (data["do"][verb] is True) == (may is None)


@pytest.mark.parametrize(
    ("rules", "game", "limits", "ends"),
    [
        ("nj-2011", "craps", {}, (100, 0)),
        ("nj-2011", "craps", {"min": 1000, "max": 50000, "field": {"max": 1000}}, (1000, 50000)),
        ("md-2013", "craps", {"min": 500, "pass": {"min": 1500, "max": 9000}}, (500, 0)),
        ("nj-2011", "automated-craps", {"min": 300, "max": 4000}, (300, 4000)),
        ("nj-2001", "punto-banco", {"max": 7000, "tie": {"min": 100, "max": 9900}}, (100, 7000)),
        ("nj-1997", "mini-dice", {"min": 1000, "max": 6000}, (1000, 6000)),
    ],
)
def test_a_table_is_chosen_by_the_limits_of_its_main_bets(
    rules: str, game: str, limits: dict[str, Any], ends: tuple[int, int]
) -> None:
    """A line bet at craps, a hand at punto banco, a place bet at mini-dice."""
    elected = {"name": "Posted", "limits": limits}
    assert main_range(Run.at(rules, game, house=elected, rails={}).table.rules)[:2] == ends


def test_which_bets_could_not_be_put_back() -> None:
    """A don't bet on its number (NJ11-1.3d), and not before; nor its odds, nor anything else."""
    run = Run.at("nj-2011", rails={1: 90000})
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "dont-pass", "amount": 1000},
        {"do": "bet", "seat": 1, "wager": "place-8", "amount": 600},
    ):
        assert run.do(command).ok
    assert legal(run.table, 1, EPOCH).bound == ()
    assert "bound" not in as_data(legal(run.table, 1, EPOCH))
    assert run.do({"do": "roll", "dice": [4, 2]}).ok
    assert run.do({"do": "bet", "seat": 1, "wager": "dont-pass-odds", "amount": 600}).ok
    assert as_data(legal(run.table, 1, EPOCH))["bound"] == ["dont-pass"]
    assert run.do({"do": "throw"}).ok  # Nothing comes down while the dice are in the air.
    assert legal(run.table, 1, EPOCH).bound == ()


def test_the_crew_shares_the_reasons_of_the_seat() -> None:
    told = legal(Run.at("nj-2011", rails={1: 90000}).table, 1, EPOCH)
    assert "crew" not in as_data(told)
    why = told.verbs["roll"]
    assert isinstance(why, Refusal)
    other = Refusal("wrong-time", "Not of the seat.", ("house",))
    data = as_data(told._replace(crew={"throw": why, "rest": other, "order-pass": None}))
    assert data["crew"] == {"throw": data["do"]["roll"], "rest": len(data["why"]) - 1,
                            "order-pass": True}  # fmt: skip
    assert data["why"][-1] == ["wrong-time", "Not of the seat.", ["house"]]
