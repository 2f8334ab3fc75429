"""What is typed on the text board of a page, and what the page is to do about it."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.games import RULESETS, load
from lammer.table import Run, TableState
from lammer.table.commands import read
from lammer.table.log import EPOCH
from lammer.table.views.legal import legal
from lammer.typed.page import PageContext, typed_answer
from lammer.typed.vocabulary import spoken
from tests.usual import one_in

TRIALS = {"dice": "roll", "shaker": "shake", "dome": "shake", "shoe": "deal", "wheel": "spin"}


@cache
def opened(rules: str, game: str | None = None) -> TableState:
    return Run.at(rules, game, rails={1: 50000}).table


@cache
def come_bets() -> TableState:
    """The point is 4; come bets on the 9 and the 10, a place bet on the 6, hard 8."""
    run = Run.at("nj-2011", rails={1: 100000})
    commands: list[dict[str, Any]] = [
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [2, 2]},
        {"do": "bet", "seat": 1, "wager": "come", "amount": 1000},
        {"do": "roll", "dice": [4, 6]},
        {"do": "bet", "seat": 1, "wager": "come", "amount": 1000},
        {"do": "roll", "dice": [4, 5]},
        {"do": "bet", "seat": 1, "wager": "place-6", "amount": 1200},
        {"do": "bet", "seat": 1, "wager": "hard-8", "amount": 500},
    ]
    for command in commands:
        assert run.do(command).ok, command
    return run.table


def answer(
    text: str, table: TableState | None = None, *, seat: int | None = 1, staffed: bool = False
) -> dict[str, Any]:
    table = opened("nj-2011") if table is None else table
    trial = TRIALS[table.rules.procedure.trial.thing]
    verbs = [] if seat is None else [*legal(table, seat, EPOCH).verbs]
    if staffed:
        verbs = [verb for verb in verbs if verb not in (trial, "throw")]
    return typed_answer(text, PageContext(table, seat, verbs, trial, staffed))


def bet(wager: str, amount: int) -> dict[str, Any]:
    return {"commands": [{"do": "bet", "wager": wager, "amount": amount}]}


def command(do: str, **more: Any) -> dict[str, Any]:
    return {"commands": [{"do": do, **more}]}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bet 10 pass", bet("pass", 1000)),
        ("bet 10 on pass", bet("pass", 1000)),
        ("place 6 12", bet("place-6", 1200)),
        ("12 on place 8", bet("place-8", 1200)),
        ("10 hard 8", bet("hard-8", 1000)),
        ("hard 8 5", bet("hard-8", 500)),
        ("hop 2 6 5", bet("hop-2-6", 500)),
        ("5 on 2-6", bet("hop-2-6", 500)),
        ("$7.50 yo", bet("eleven", 750)),
        ("yoleven 5", bet("eleven", 500)),
        ("11 in one roll for 5", bet("eleven", 500)),
        ("bet 10 on 6", bet("place-6", 1000)),
        ("$12 the 6", bet("place-6", 1200)),
        ("6 for 12", bet("place-6", 1200)),
        ("place bet 6 to win 12", bet("place-6", 1200)),
        ("Don't Pass 5", bet("dont-pass", 500)),
        ("dont 5", bet("dont-pass", 500)),
        ("place 6 to lose 5", bet("place-lose-6", 500)),
        ("lay 40 against 4", bet("lay-4", 4000)),
        ("add 5 field", bet("field", 500)),
        ("put 5 on the big red", bet("any-seven", 500)),
        ("odds 20", bet("pass-odds", 2000)),
        ("take down place 6", command("remove", wager="place-6")),
        ("reduce place 6 by 6", command("reduce", wager="place-6", by=600)),
        ("hard 8 off", command("call", wager="hard-8", working=False)),
        ("hard 8 not working", command("call", wager="hard-8", working=False)),
        ("call hard 8 on", command("call", wager="hard-8", working=True)),
        ("working hard 8", command("call", wager="hard-8", working=True)),
        ("roll", command("roll")),
        ("throw the dice", command("roll")),
        ("take the dice", command("accept-dice")),
        ("yes", command("accept-dice")),
        ("no", command("decline-dice")),
        ("refuse the dice", command("decline-dice")),
        ("pass the dice", command("pass-dice")),
        ("seed My dog's name", command("seed", seed="My dog's name")),
        ("buy in 100", command("buy-in", amount=10_000)),
        ("cash out 100 dollars", command("cash-out", amount=10_000)),
        ("cash out all", command("cash-out")),
        ("cash out", command("cash-out")),
    ],
)
def test_commands(text: str, meant: dict[str, Any]) -> None:
    assert answer(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("status", {"action": "status"}),
        ("bets", {"action": "status"}),
        ("my rail", {"action": "status"}),
        ("undo", {"action": "undo"}),
        ("take it back", {"action": "undo"}),
        ("clear", {"action": "clear"}),
        ("everything down", {"action": "clear"}),
        ("again", {"action": "repeat"}),
        ("double", {"action": "double"}),
        ("odds max", {"action": "max-odds"}),
        ("max odds", {"action": "max-odds"}),
        ("sit down", {"action": "sit"}),
        ("leave", {"action": "leave"}),
        ("quit", {"action": "leave"}),
        ("who has the dice", {"action": "who"}),
        ("players", {"action": "who"}),
        ("rolls", {"action": "history"}),
        ("fill up the purse", {"action": "fill-up"}),
        ("more chips", {"action": "fill-up"}),
        ("chip 25", {"action": "chip", "amount": 2500}),
        ("winners stay up off", {"action": "stays", "on": False}),
        ("winners stay up on", {"action": "stays", "on": True}),
        ("winners stay up", {"action": "stays"}),
        ("winners come down", {"action": "stays", "on": False}),
        ("leave up off", {"action": "stays", "on": False}),
        ("info hard 8", {"action": "info", "wager": "hard-8"}),
        ("what is any craps", {"action": "info", "wager": "any-craps"}),
        ("hard 8?", {"action": "info", "wager": "hard-8"}),
        ("hop 2 6", {"action": "chip-on", "wager": "hop-2-6"}),
        ("bet pass", {"action": "chip-on", "wager": "pass"}),
        ("field", {"action": "chip-on", "wager": "field"}),
        ("less field", {"action": "chip-off", "wager": "field"}),
    ],
)
def test_what_the_page_does_by_itself(text: str, meant: dict[str, Any]) -> None:
    assert answer(text) == meant


@pytest.mark.parametrize("text", ["help", "?"])
def test_help_names_what_can_be_said_at_the_table(text: str) -> None:
    found = answer(text)
    assert found["action"] == "help"
    for example in ('"odds 20"', '"pass the dice"', '"info pass"', '"chip 25"', '"winners stay up'):
        assert example in found["text"], example


@pytest.mark.parametrize(
    ("text", "unclear", "instead"),
    [
        ("craps 5", "craps 2", "in full"),
        ("plase 6", "means nothing", "place"),
        ("6 10", "Is that 6 for $10?", "10 on the 6"),
        ("cash out 1 000", "is no amount", ""),
        ("cash out 10.555", "is no amount", ""),
        ("buy in", "How much?", "buy in 100"),
        ("take the odds", "may be to put odds down", "take down the odds"),
        ("seed", "words of your own", "seed my own words"),
        ("10", "10 what?", "bet 10 on pass"),
        ("bet 10", "10 what?", "bet 10 on pass"),
        ("add 5", "5 what?", "bet 5 on pass"),
        ("put $25", "$25 what?", "on pass"),
        ("bet 0 field", "0 is no amount", "above zero"),
        ("bet -10 pass", "means nothing", ""),
        ("buy in -20", '"-20" is no amount.', ""),
        ("cash out - $5.50", '"- $5.50" is no amount.', ""),
        ("pass", '"pass" may be a bet', '"bet pass" or "pass the dice"'),
        ("hard", "hard 4 or hard 6", "in full"),
        ("one roll", "may be yo", "in full"),
        ("juggle three dice", "means nothing", ""),
        ("rules", "not for this board", "help"),
        ("info odds", "About which bet?", "info pass"),
        ("   ", "Nothing was typed.", "help"),
        ("pass 10 " * 100, "too much at once", "pass 10"),
    ],
)
def test_what_is_unclear_is_asked_about(text: str, unclear: str, instead: str) -> None:
    found = answer(text)
    assert unclear in found["unclear"]
    assert instead in found.get("instead", "")


NO_BET = ("shake", "deal the cards", "throw", "cut", "one roll", "roll 10", "bet roll", "lose",
          "pass", "pass it", "take the shoe", "roll roll", "hard", "deal", "collect")  # fmt: skip
"""What people say at tables, or begin to say: no bet is meant."""


@pytest.mark.parametrize("text", NO_BET)
def test_what_one_does_is_never_a_bet(text: str) -> None:
    for staffed in (False, True):
        found = answer(text, staffed=staffed)
        assert "unclear" in found or found in (command("roll"), command("throw")), found


def test_at_a_staffed_table_the_crew_enters_the_roll() -> None:
    assert answer("roll", staffed=True)["unclear"] == "At a staffed table the crew enters the roll."


def test_odds_mean_what_they_say() -> None:
    table = come_bets()
    assert answer("odds 10 on 9", table) == bet("come-odds-9", 1000)
    assert answer("odds 20 9", table) == bet("come-odds-9", 2000)
    assert answer("odds 9 20", table) == bet("come-odds-9", 2000)
    assert answer("come odds 20 on 10", table) == bet("come-odds-10", 2000)
    found = answer("odds 9 10", table)["unclear"]
    assert found == 'It may be "9 on odds 10" or "10 on odds 9".'
    assert answer("9 on odds 10", table) == bet("come-odds-10", 900)
    found = answer("odds 20", table)["unclear"]
    assert found == "Which one: pass odds, come odds 10 or come odds 9?"


@pytest.mark.parametrize("text", ["take 6", "take place 6", "6 down", "take off the 6", "down 6"])
def test_a_bet_that_is_up_is_taken_down(text: str) -> None:
    assert answer(text, come_bets()) == command("remove", wager="place-6")


def test_bets_by_part_of_their_names_come_down_if_one_is_up() -> None:
    assert answer("remove hard", come_bets()) == command("remove", wager="hard-8")


def test_without_a_seat_only_questions_are_answered() -> None:
    for text in ("bet 5 pass", "field", "roll", "undo", "leave", "buy in 100"):
        found = answer(text, seat=None)
        assert found == {"unclear": "You have no seat.", "instead": 'Try: "sit".'}, text
    assert answer("sit", seat=None) == {"action": "sit"}
    assert answer("info hard 8", seat=None) == {"action": "info", "wager": "hard-8"}


@pytest.mark.parametrize(
    ("rules", "text", "meant"),
    [
        ("nj-1997", "shake", command("shake")),
        ("nj-1997", "over 10", bet("over-7", 1000)),
        ("nj-1997", "take the shaker", command("accept-shaker")),
        ("nj-1997", "new dice", {"unclear": "The table does not take that from you."}),
        ("nj-2001", "deal", command("deal")),
        ("nj-2001", "b 10", bet("banker", 1000)),
        ("nj-2001", "banker", {"action": "chip-on", "wager": "banker"}),
        ("nj-2001", "take the shoe", command("accept-shoe")),
        ("nj-2001", "let the dealer deal", command("accept-shoe", dealer=True)),
        ("nj-2001", "collect", command("collect")),
        ("nj-2001", "coups", {"action": "history"}),
        ("ac-minibaccarat", "deal", command("deal")),
        ("ac-minibaccarat", "b 10", bet("banker", 1000)),
        ("ac-minibaccarat", "collect", command("collect")),
        ("ac-sic-bo", "small 10", bet("small", 1000)),
        ("ac-sic-bo", "pair 4 1 5", bet("pair-1-4", 500)),
        ("ac-sic-bo", "pair 3 3 5", bet("double-3", 500)),
        ("ac-sic-bo", "9 for 5", bet("total-9", 500)),
        ("ac-sic-bo", "3 for 5", bet("number-3", 500)),
        ("ac-sic-bo", "triple 6 for 1", bet("triple-6", 100)),
    ],
)
def test_other_games(rules: str, text: str, meant: dict[str, Any]) -> None:
    assert answer(text, opened(rules)) == meant


def test_a_bare_number_that_is_a_face_and_a_total_is_asked_about() -> None:
    found = answer("4 for 5", opened("ac-sic-bo"))
    assert found == {
        "unclear": "4 is a face and a total.",
        "instead": 'Say "number 4" or "total 4".',
    }


@pytest.mark.parametrize("rules", one_in(2, RULESETS))
def test_every_wager_is_understood_by_key_and_name(rules: str) -> None:
    table = opened(rules)
    for wager in load(rules).wagers:
        for text in (f"25 on {wager.key}", f"{spoken(wager.key)} for 25", f"$25 on {wager.name}"):
            if wager.behind is None and "(" not in wager.name:
                assert answer(text, table) == bet(wager.key, 2500), text


@given(st.text(max_size=80))
def test_whatever_is_typed_is_answered_and_every_command_can_be_read(text: str) -> None:
    for table in (*map(opened, RULESETS), come_bets()):
        found = answer(text, table)
        assert found.keys() & {"commands", "action", "unclear"}
        for each in found.get("commands", ()):
            if each["do"] not in ("roll", "deal", "shake"):
                read({**each, "seat": 1}, table.rules.procedure.trial.thing)


@pytest.mark.parametrize(("rules", "missing"), [("nj-2001", "winners"), ("nj-2005", "fire 5")])
def test_help_names_nothing_that_is_not_said_at_the_table(rules: str, missing: str) -> None:
    assert missing not in answer("help", opened(rules))["text"]
