"""What a player is told of bets that do not stand as new ones do."""

from fractions import Fraction

from lammer.server.tables.standing_bets import standing_bets
from lammer.table.run import Run


def playing(*commands: dict[str, object], rules: str = "nj-2011") -> Run:
    run = Run.at(rules, rails={1: 100000})
    for command in commands:
        answer = run.do(command)
        assert answer.ok, answer.refusal
    return run


def bet(wager: str, amount: int) -> dict[str, object]:
    return {"do": "bet", "seat": 1, "wager": wager, "amount": amount}


def roll(*dice: int) -> dict[str, object]:
    return {"do": "roll", "dice": list(dice)}


ACCEPT: dict[str, object] = {"do": "accept-dice", "seat": 1}


def test_a_new_bet_is_left_to_the_catalogue() -> None:
    run = playing(ACCEPT, bet("pass", 1000), bet("field", 500))
    assert standing_bets(run.table, 1) == {}
    assert standing_bets(run.table, 2) == {}


def test_a_bet_on_its_number_says_what_decides_it_now() -> None:
    run = playing(
        *(ACCEPT, bet("pass", 1000), roll(4, 4), bet("pass-odds", 1000), bet("come", 500)),
        *(roll(1, 3), bet("place-6", 600)),
    )
    found = standing_bets(run.table, 1)
    assert {name: each["plain"] for name, each in found.items()} == {
        "pass": "Wins on 8 before a 7.",
        "pass-odds": "Goes with the Pass Bet: wins when it wins, and loses when it loses.",
        "come-4": "Wins on 4 before a 7.",
    }
    wins = {name: Fraction(each["win"]["exact"]) for name, each in found.items()}
    assert wins == {
        "pass": Fraction(5, 11),
        "pass-odds": Fraction(5, 11),
        "come-4": Fraction(1, 3),
    }


def test_a_bet_that_was_called_on_is_off_no_more() -> None:
    called = {"do": "call", "seat": 1, "wager": "place-6", "working": True}
    run = playing(bet("place-6", 600), called)
    assert standing_bets(run.table, 1)["place-6"]["plain"] == "Wins on 6 before a 7."


def test_a_bet_that_gathers_says_what_it_has_and_no_chance() -> None:
    run = playing(ACCEPT, bet("pass", 1000), bet("fire", 500), roll(2, 2), roll(3, 1))
    assert standing_bets(run.table, 1)["fire"] == {
        "plain": "Has 4. Counts points made (5, 6, 8, 9 and 10), each once, until a seven-out; "
        "wins with 4 or more."
    }
