"""``lammer play`` at mini-dice and punto banco: the words of each game, what is drawn, whole
sessions, and their logs."""

import random
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.audit import audit_log
from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.neighbours import seated
from lammer.cli.play.pending import PendingTable
from lammer.cli.play.scene import Scene
from lammer.cli.play.suggestions import instead
from lammer.games import load
from lammer.instruments.shoe.cards import DECK, Coup, dealt
from lammer.instruments.shoe.events import CardsDealt, CardsShuffled
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.shoe.state import Cards
from lammer.instruments.shoe.terminal.shoe import BEHIND, CUTTING_CARD, DealtShoe, cards_in
from lammer.table import Run, TableState
from lammer.table.commands import read
from lammer.table.script import lines
from lammer.table.views.second_person import personal
from lammer.typed.intents import LocalAction, Meaning, TableCommands, Unclear
from lammer.typed.parser import understood
from lammer.typed.vocabulary import spoken, vocabulary_of
from tests.cli.test_play import let_neighbours_act, lines_of, names_in, scripted, seed_for, terminal

__all__ = ["terminal"]

MINI_DICE, PUNTO_BANCO = "nj-1997", "nj-2001"
BOTH = (MINI_DICE, PUNTO_BANCO)


def opened(rules: str, *done: dict[str, Any], house: dict[str, Any] | None = None) -> TableState:
    run = Run.at(rules, rails={1: 100000, 2: 100000}, house=house)
    for command in done:
        assert run.do(command).ok, command
    return run.table


def bet(wager: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "bet", "seat": 1, "wager": wager, "amount": amount, **more}


def asked(do: str, **rest: Any) -> TableCommands:
    return TableCommands(({"do": do, "seat": 1, **rest},))


# Words


@cache
def shaker_held() -> TableState:
    """Place 6 and over 7 are up, and the shaker is the player's."""
    take = {"do": "accept-shaker", "seat": 1}
    return opened(MINI_DICE, take, bet("place-6", 1200), bet("over-7", 1000))


@cache
def shoe_offered() -> TableState:
    return opened(PUNTO_BANCO, bet("banker", 1000))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("6 for 12", asked("bet", wager="place-6", amount=1200, leave_up=True)),
        ("place 6 12", asked("bet", wager="place-6", amount=1200, leave_up=True)),
        ("12 on the six", asked("bet", wager="place-6", amount=1200, leave_up=True)),
        ("press the 6", asked("bet", wager="place-6", amount=1200, leave_up=True)),
        ("field 5", asked("bet", wager="field", amount=500)),
        ("any 7 5", asked("bet", wager="any-seven", amount=500)),
        ("any seven 5", asked("bet", wager="any-seven", amount=500)),
        ("over 10", asked("bet", wager="over-7", amount=1000)),
        ("over 7 10", asked("bet", wager="over-7", amount=1000)),
        ("over seven for $7", asked("bet", wager="over-7", amount=700)),
        ("7 on over", asked("bet", wager="over-7", amount=700)),
        ("under 7 for 10", asked("bet", wager="under-7", amount=1000)),
        ("10 on under", asked("bet", wager="under-7", amount=1000)),
        ("down on the 6", asked("remove", wager="place-6")),
        ("over down", asked("remove", wager="over-7")),
        ("less 5 on over 7", asked("reduce", wager="over-7", by=500)),
        ("6 off", asked("call", wager="place-6", working=False)),
        ("take the shaker", asked("accept-shaker")),
        ("no shaker", asked("decline-shaker")),
        ("let the dealer shake", asked("decline-shaker")),
        ("pass the shaker", asked("pass-shaker")),
        ("pass", asked("pass-shaker")),
        ("new dice", TableCommands(({"do": "new-dice", "caller": "floorperson"},))),
        ("shake", LocalAction("roll")),
        ("roll", LocalAction("roll")),
        ("", LocalAction("enter")),
        ("over 7?", LocalAction("edges", "over-7")),
        ("6?", LocalAction("edges", "place-6")),
        ("rail", LocalAction("rail")),
        ("bets", LocalAction("bets")),
    ],
)
def test_the_words_of_mini_dice(text: str, meaning: Meaning) -> None:
    assert understood(text, shaker_held(), 1) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("player 10", asked("bet", wager="player", amount=1000)),
        ("p 10", asked("bet", wager="player", amount=1000)),
        ("10 on the player's hand", asked("bet", wager="player", amount=1000)),
        ("b 10", asked("bet", wager="banker", amount=1000)),
        ("bank 10", asked("bet", wager="banker", amount=1000)),
        ("$10 on banker", asked("bet", wager="banker", amount=1000)),
        ("t 5", asked("bet", wager="tie", amount=500)),
        ("tie for 5", asked("bet", wager="tie", amount=500)),
        ("press b", asked("bet", wager="banker", amount=1000)),
        ("b down", asked("remove", wager="banker")),
        ("less 5 on banker", asked("reduce", wager="banker", by=500)),
        ("take the shoe", asked("accept-shoe")),
        ("no shoe", asked("decline-shoe")),
        ("pass", asked("decline-shoe")),
        ("pass the shoe", asked("pass-shoe")),
        ("let the dealer deal", asked("accept-shoe", dealer=True)),
        ("dealer deals", asked("accept-shoe", dealer=True)),
        ("collect", asked("collect")),
        ("pay", asked("collect")),
        ("pay the vigorish", asked("collect")),
        ("deal", LocalAction("roll")),
        ("roll", LocalAction("roll")),
        ("shuffle", LocalAction("shuffle")),
        ("roads", LocalAction("roads")),
        ("banker?", LocalAction("edges", "banker")),
        ("bets", LocalAction("bets")),
        ("table", LocalAction("table")),
    ],
)
def test_the_words_of_punto_banco(text: str, meaning: Meaning) -> None:
    assert understood(text, shoe_offered(), 1) == meaning


@pytest.mark.parametrize(
    ("rules", "text", "what", "better"),
    [
        (MINI_DICE, "over 7", "How much on over 7?", "over 7 for 10"),
        (MINI_DICE, "over", "How much on over 7?", "over 7 for 10"),
        (MINI_DICE, "6 8", "Is that 6 for $8?", "6 for 8"),
        (MINI_DICE, "down", "Which bet comes down?", "down on the 6"),
        (MINI_DICE, "on", "Which bet is on?", "place 6 on"),
        (MINI_DICE, "shaek", "means nothing", "shake"),
        (MINI_DICE, "x" * 300, "too much at once", "over 10"),
        (PUNTO_BANCO, "b", "How much on banker?", "banker for 10"),
        (PUNTO_BANCO, "p", "How much on player?", "player for 10"),
        (PUNTO_BANCO, "t", "How much on tie?", "tie for 10"),
        (PUNTO_BANCO, "down", "Which bet comes down?", "down on banker"),
        (PUNTO_BANCO, "baker 10", "means nothing", "banker 10"),
        (PUNTO_BANCO, "press tie", "no tie up", "bets"),
    ],
)
def test_puzzles(rules: str, text: str, what: str, better: str) -> None:
    puzzle = understood(text, opened(rules), 1)
    assert isinstance(puzzle, Unclear)
    assert what in puzzle.what
    assert better in puzzle.instead


@pytest.mark.parametrize("rules", BOTH)
def test_every_wager_is_understood_by_its_spoken_name_and_its_key(rules: str) -> None:
    table = opened(rules)
    for key in load(rules).keys():  # noqa: SIM118
        for text in (f"{spoken(key)} for 25", f"{key} 25", f"$25 {spoken(key)}"):
            meaning = understood(text, table, 1)
            assert isinstance(meaning, TableCommands), text
            assert meaning.commands[0]["wager"] == key, text
            assert meaning.commands[0]["amount"] == 2500, text


@pytest.mark.parametrize("table", [shaker_held(), shoe_offered()], ids=BOTH)
def test_every_example_is_understood(table: TableState) -> None:
    part = terminal_game_of(table)
    shown = [piece for _, pieces in part.help(table) for piece in pieces]
    calls = [f"{vocabulary_of(table).call_example} {word}" for word in ("on", "off")]
    for text in (*vocabulary_of(table).examples, *shown, vocabulary_of(table).down_example, *calls):
        if not text.startswith(("or just", "collect (")):
            assert not isinstance(understood(text, table, 1), Unclear), text


_PIECES = st.sampled_from(
    [
        *("over", "under", "7", "6", "any", "field", "place", "player", "b", "t", "shoe", "shaker"),
        *("$5", "0", "1.5", "on", "off", "for", "down", "less", "press", "take", "pass", "dealer"),
        *("deal", "let", "the", "new", "dice", "collect", "everything", "?", "-", "no"),
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=6).map(" ".join)))
def test_whatever_is_typed_is_well_formed_or_a_puzzle(text: str) -> None:
    for table in (shaker_held(), shoe_offered()):
        meaning = understood(text, table, 1)
        if isinstance(meaning, TableCommands):
            assert meaning.commands
            for command in meaning.commands:
                read(command, table.rules.procedure.trial.thing)


def test_the_shaker_is_asked_back_of_the_dealer_where_it_would_be_offered() -> None:
    declined = [{"do": "decline-shaker", "seat": seat} for seat in (1, 2)]
    table = opened(MINI_DICE, *declined)
    give, take = {"do": "pass-shaker", "seat": "dealer"}, {"do": "accept-shaker", "seat": 1}
    assert understood("take the shaker", table, 1) == TableCommands((give, take))
    assert understood("take the shaker", table, 2) == TableCommands(({**take, "seat": 2},))


def test_the_dealer_speaks_to_the_player() -> None:
    assert personal("Seat 1 takes the shoe and has the dealer deal.", 1, {}) == (
        "You take the shoe and have the dealer deal."
    )
    assert personal("Seat 2 has shaken a seven and passes the shaker.", 1, {2: "Ruth"}) == (
        "Ruth has shaken a seven and passes the shaker."
    )


def test_what_is_offered_cannot_be_passed_and_one_is_told_what_can() -> None:
    for rules, thing in ((MINI_DICE, "shaker"), (PUNTO_BANCO, "shoe")):
        run = Run.at(rules, rails={1: 10000})
        refusal = run.do({"do": f"pass-{thing}", "seat": 1}).refusal
        assert refusal is not None
        assert instead(refusal, {}, run.table, 1) == f"Say take the {thing}, or no {thing}."


# The shoe


def shoe(decks: int, seed: int = 1) -> DealtShoe:
    return DealtShoe(random.Random(seed), drawing(), decks)


def drawing() -> Any:
    return shoe_law(load(PUNTO_BANCO).procedure).drawing


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("seed", range(20))
def test_a_shoe_is_dealt_without_replacement_to_its_end(decks: int, seed: int) -> None:
    """Each coup has as many cards as the rules draw; the cutting card is where it was put, and the
    coup it comes out in and one more always find their cards."""
    source, out, hands = shoe(decks, seed), [], 0
    while CUTTING_CARD not in out:
        out += source.draw()
        hands += 1
    assert len(DECK) * decks - BEHIND == out.index(CUTTING_CARD)
    out += source.draw()
    assert max(Counter(cards_in(out)).values()) <= decks
    assert hands > 40


def test_a_coup_is_what_the_tables_make_of_the_next_cards() -> None:
    source = shoe(8)
    for _ in range(60):
        cards = cards_in(source.draw())
        assert isinstance(dealt(drawing(), cards), Coup)
        assert all(not isinstance(dealt(drawing(), cards[:n]), Coup) for n in range(len(cards)))


def test_a_shuffle_begins_anew_and_the_shoe_before_is_remembered() -> None:
    source = shoe(8)
    cards = source.draw()
    source.note(CardsDealt("dealer", (), (), (), tuple(cards)))
    coup = source.past[0]
    source.note(CardsShuffled("dealer", (), 8))
    assert (tuple(source.past), source.earlier) == ((), (coup,))
    again = [card for _ in range(60) for card in source.draw()]
    assert again[: len(cards)] != cards


# PendingTable


def test_a_deal_is_final_and_no_card_is_drawn_for_one_that_is_refused() -> None:
    file = BytesIO()
    seats = [{"seat": 1, "rail": 50000}]
    pending = PendingTable({"do": "open", "rules": PUNTO_BANCO, "seats": seats}, file)
    source = shoe(8)
    pending.say("deal")
    refused = pending.roll(lambda: pytest.fail("drawn"))
    assert refused.refusal is not None
    assert refused.refusal.code == "no-shooter"
    pending.say("b 10")
    assert pending.do(bet("banker", 1000)).ok
    pending.say("t 5")
    assert pending.do(bet("tie", 500)).ok
    assert pending.undo() == "t 5"
    pending.say("deal")
    assert pending.do({"do": "accept-shoe", "seat": 1}).ok
    assert pending.roll(source.draw).ok
    assert pending.undo() is None
    assert pending.final({"do": "shuffle"}).ok
    assert isinstance(pending.table.kit, Cards)
    assert pending.table.kit.untouched
    pending.close()
    names = names_in(file.getvalue())
    assert names.count("bet") == 1
    assert names[-2:] == ["shuffle", "close"]


def test_dice_that_have_been_in_the_shaker_for_a_day() -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    opening = {"do": "open", "rules": MINI_DICE, "seats": [{"seat": 1, "rail": 50000}]}
    file = BytesIO()
    pending = PendingTable(opening, file, lambda: now[0])
    assert pending.do({"do": "accept-shaker", "seat": 1}).ok
    assert pending.roll(lambda: (3, 3)).ok
    now[0] += timedelta(hours=25)
    answer = pending.roll(lambda: pytest.fail("shaken"))
    assert answer.refusal is not None
    assert answer.refusal.code == "dice-too-old"
    assert instead(answer.refusal, {}, pending.table, 1) == "Say new dice."
    meaning = understood("new dice", pending.table, 1)
    assert isinstance(meaning, TableCommands)
    assert pending.do(meaning.commands[0]).ok
    assert pending.roll(lambda: (3, 3)).ok
    pending.close()
    assert names_in(file.getvalue()).count("shake") == 2


# Neighbours


@pytest.mark.parametrize(
    ("rules", "house", "holders"),
    [
        (MINI_DICE, {}, {2, 4, 6, 7}),
        (PUNTO_BANCO, {}, {2, 4, 6, 7, "dealer"}),
        (PUNTO_BANCO, {"vig": {"collect": "mark"}}, {2, 4, 6, 7, "dealer"}),
    ],
)
def test_seven_neighbours_play_among_themselves(
    rules: str, house: dict[str, Any], holders: set[Any]
) -> None:
    """Nobody stops the game, the shaker and the shoe go round, those who are broke get up."""
    seats = [{"seat": at, "rail": 15000} for at in range(2, 9)]
    pending = PendingTable({"do": "open", "rules": rules, "house": house, "seats": seats})
    part = terminal_game_of(pending.table)
    neighbours = seated(7, part.habits)
    source, seen = part.source(random.Random(7), pending.table), set()
    for _ in range(500):
        let_neighbours_act(pending, neighbours)
        if not pending.table.seats:
            break
        seen.add(pending.table.hands.holder)
        answer = pending.roll(source.draw)
        assert answer.ok, answer.refusal
        renewal = part.renewal(pending.table)
        final = pending.final(renewal).events if renewal is not None else ()
        for event in (*answer.events, *final):
            source.note(event)
        assert all(pending.table.rail(seat) >= 0 for seat in pending.table.seats)
    assert holders <= seen


# The layout


@pytest.fixture
def full_tables() -> dict[str, tuple[TableState, list[Any]]]:
    run = Run.at(MINI_DICE, rails={1: 10**9, 2: 30000})
    for command in (
        {"do": "decline-shaker", "seat": 1},
        {"do": "accept-shaker", "seat": 2},
        *(bet("place-6", 123456 * 600), bet("field", 500), bet("under-7", 1000)),
        {"do": "bet", "seat": 2, "wager": "place-4", "amount": 500},
    ):
        assert run.do(command).ok, command
    mini = run.table
    marked = {"vig": {"collect": "mark"}}
    run = Run.at(PUNTO_BANCO, rails={1: 10**9, 2: 30000}, house=marked)
    cards = ["Kd", "3c", "6s", "4h"]
    for command in (
        {"do": "accept-shoe", "seat": 1, "dealer": True},
        bet("banker", 2000),
        {"do": "deal", "cards": cards, "cut_card": True},
        *(bet("banker", 12345600), bet("tie", 500)),
        {"do": "bet", "seat": 2, "wager": "player", "amount": 2500},
    ):
        assert run.do(command).ok, command
    coup = dealt(drawing(), cards)
    return {MINI_DICE: (mini, [(3, 3), (4, 5)] * 20), PUNTO_BANCO: (run.table, [coup] * 80)}


@pytest.mark.parametrize("columns", [40, 60, 75, 76, 80, 100, 120, 200])
@pytest.mark.parametrize(
    ("rules", "pieces"),
    [
        (
            MINI_DICE,
            (
                *("9 to 5", "7 to 6", "$740,736", "field $5", "any seven -", "over 7 -"),
                *("under 7 $10", "shaker with Ruth", "place 4 $5", "4-5"),
            ),
        ),
        (
            PUNTO_BANCO,
            (
                *("Player", "Banker", "Tie", "1 to 1 less 5%", "8 to 1", "$123,456", "$5"),
                *("412 of 416 cards left", "one more hand", "$1 vigorish owed", "player $25"),
                *("shoe dealt for you", "Player K\N{BLACK DIAMOND SUIT}", "= 7", "B B"),
            ),
        ),
    ],
)
def test_the_layout_fits_and_shows_every_bet(
    full_tables: dict[str, tuple[TableState, list[Any]]],
    rules: str,
    pieces: tuple[str, ...],
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    table, past = full_tables[rules]
    terminal_game_of(table).draw_layout(Scene(table, 1, {2: "Ruth"}, past))
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= columns
    words = " ".join(re.sub("[\N{BOX DRAWINGS LIGHT VERTICAL}]", " ", shown).split())
    for piece in pieces:
        assert piece in words, piece
    assert "\x1b" not in shown


# A script


def nothing_wrong(log: Path) -> list[dict[str, Any]]:
    """The lines of a log that passes its audit."""
    with log.open("rb") as stream:
        assert list(audit_log(lines(stream))) == []
    return lines_of(log.read_bytes())


def test_an_evening_of_mini_dice(tmp_path: Path) -> None:
    seed = seed_for((2, 4), (5, 6), (3, 4))
    said = ["6 for 10", "6 for 12", "over 7 for 10", "field 5", "undo", "under 5", "shake"]
    said += ["6 off", "hard 8 5", "place 7 5", "over 10", "", "any 7 5", "roll", "why", "quit"]
    ran = scripted(said, "--rules", MINI_DICE, "--seed", seed, "--log", "log.jsonl", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    shown = " ".join(ran.stdout.split())
    for piece in (
        *("Mini-dice, New Jersey", "$500, your shake> 6 for 10", "[NJ97-13.6c]"),
        *("Say place 6 for 12.", "Taken back: field 5.", "You take the shaker."),
        *('"No more bets."', "2-4: Six.", "You lose $10 on Over 7.", "You win $5 on Under 7 ($5)."),
        *("You win $14 on the Place Bet on 6 ($12).", "Stays up: $12 on the Place Bet on 6."),
        *("may not be called off. [NJ97-13.2a1-s2]", "down place 6.", '"hard 8 5" means nothing'),
        *("place-7 is not a wager of mini-dice", "[NJ97-13.2b-s1", "5-6: Eleven."),
        *("You win $10 on Over 7 ($10).", "3-4: Seven.", "You win $20 on Any 7 ($5)."),
        *("You have shaken a seven and pass the shaker.", "NJ97-13.7a1i", "You leave with $527."),
    ):
        assert piece in shown, piece
    assert "\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines()[:-1])) <= 80
    names = [line["event"] for line in nothing_wrong(tmp_path / "log.jsonl")]
    assert (names.count("shake"), names.count("no-more-bets"), names.count("bet")) == (3, 3, 6)


def test_the_dealer_shakes_for_the_players_when_nobody_does(tmp_path: Path) -> None:
    seed = seed_for((2, 4), (1, 1), (3, 4))
    said = ["no shaker", "shake", "take the shaker", "shake", "pass", "dealer", "shake", "quit"]
    ran = scripted(said, "--rules", MINI_DICE, "--seed", seed, "--log", "a", cwd=tmp_path)
    for piece in (
        *("You decline the shaker. The dealer takes it for the players.", "dealer's shake> shake"),
        *("The dealer shakes 2-4: Six.", "The dealer passes the shaker. Shaker to you."),
        *("You take the shaker.", "\n  1-1: Two.", "You pass the shaker. Shaker to you."),
        "The dealer shakes 3-4: Seven.",
    ):
        assert piece in ran.stdout, piece
    nothing_wrong(tmp_path / "a")


def test_mini_dice_says_by_which_clause_one_would_stay(tmp_path: Path) -> None:
    ran = scripted(["field 5", "quit"], "--rules", MINI_DICE, "--no-log", cwd=tmp_path)
    assert "By the book: You have bets up" in ran.stdout
    assert "NJ97-13.4b-s2" in ran.stdout


SUITS = str.maketrans("shdc", "\u2660\u2665\u2666\u2663")


def face(card: str) -> str:
    return card[0].replace("T", "10") + card[1].translate(SUITS)


def first_coup(seed: int, decks: int = 8) -> Coup:
    coup = dealt(drawing(), cards_in(shoe(decks, seed).draw()))
    assert isinstance(coup, Coup)
    return coup


def seed_of(player: int, banker: int, *, drawn: tuple[int, int]) -> int:
    """A seed whose first coup has these counts, and so many cards in each hand."""
    outcome = player, banker, *drawn
    return next(seed for seed in range(10**5) if first_coup(seed).outcome == outcome)


def test_a_coup_is_told_card_by_card(tmp_path: Path) -> None:
    seed = seed_of(4, 7, drawn=(3, 3))
    coup = first_coup(seed)
    said = ["p 10", "t 5", "b 20.50", "deal", "why", "bets", "quit"]
    options = ("--rules", PUNTO_BANCO, "--seed", str(seed), "--log", "log.jsonl")
    ran = scripted(said, *options, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    shown = " ".join(ran.stdout.split())
    player, banker = (" ".join(map(face, hand)) for hand in (coup.player, coup.banker))
    third = face(coup.player[2])
    count = drawing().count(coup.banker[:2])
    for piece in (
        *("Punto banco, New Jersey", "$500, coup 1> p 10", "416 of 416 cards left"),
        *("You take the shoe.", '"No More Bets."', f"You deal. Player's Hand {player[:5].strip()}"),
        f"Player's Hand draws on {drawing().count(coup.player[:2])}: {third}. [NJ01-3.9b-s1]",
        f"Banker's Hand draws on {count} against the Player's {third}: {face(coup.banker[2])}.",
        f"[NJ01-3.9c-B{count}]",
        *("Player 4, Banker 7: Banker's Hand wins.", "You lose $10 on Player's Hand."),
        *("You lose $5 on Tie.", "You win $20.50 on Banker's Hand ($20.50)."),
        *("You: $1.02 vigorish collected.", f"Player {player} = 4 Banker {banker} = 7"),
        *("410 of 416 cards left", "coups B", "You leave with $504.48."),
        *('"Cards." [NJ01-3.7b]', "Nothing of yours is up."),
    ):
        assert piece in shown, piece
    assert max(map(len, ran.stdout.splitlines()[:-1])) <= 80
    deals = [line for line in nothing_wrong(tmp_path / "log.jsonl") if line["event"] == "deal"]
    assert len(deals) == 1
    assert deals[0]["body"]["cards"] == cards_in(shoe(8, seed).draw())


def test_a_natural_and_a_tie(tmp_path: Path) -> None:
    seed = seed_of(8, 8, drawn=(2, 2))
    said = ["b 10", "t 5", "let the dealer deal", "deal"]
    ran = scripted(said, "--rules", PUNTO_BANCO, "--seed", str(seed), "--no-log", cwd=tmp_path)
    for piece in (
        *("You take the shoe and have the dealer deal.", "The dealer deals. Player's Hand"),
        *("Natural: no more cards. [NJ01-3.9a]", "Player 8, Banker 8: Tie Hand."),
        *("You: Banker's Hand void, $10 back.", "You win $40 on Tie ($5)."),
        "shoe dealt for you",
    ):
        assert piece in ran.stdout, piece


def test_suits_in_letters_where_there_are_no_signs(tmp_path: Path) -> None:
    options = ("--rules", PUNTO_BANCO, "--seed", "8", "--no-log")
    ran = scripted(["deal", "roads"], *options, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert f"Player {' '.join(c.replace('T', '10') for c in first_coup(8).player)}" in ran.stdout
    assert ran.stdout.isascii()
    assert "\\u" not in ran.stdout


def test_shoe_after_shoe(tmp_path: Path) -> None:
    """Two shoes and more of marked vigorish: every card is in the shoe it comes out of, the last
    hand is called, the cards are shuffled, and what is owed is paid."""
    (tmp_path / "house.toml").write_text('rules = "nj-2001"\ndecks = 6\n[vig]\ncollect = "mark"\n')
    said = ["b 20", "deal"] * 150
    options = ("--house", "house.toml", "--seed", "4", "--neighbours", "3", "--log", "log.jsonl")
    ran = scripted([*said, "b 20", "quit"], *options, "--rail", "5000", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    for piece in (
        *("312 of 312 cards left", "The cutting card is out and put aside.", "one more hand"),
        *('"Last hand." One more is dealt.', "The shoe is over", "6 decks shuffled and cut."),
        *("vigorish marked,", "vigorish owed", "You pay the vigorish marked,", "Shoe to Ruth."),
    ):
        assert piece in ran.stdout, piece
    out: Counter[str] = Counter()
    shoes, last, coups = 0, -1, 0
    for line in nothing_wrong(tmp_path / "log.jsonl"):
        if line["event"] == "deal":
            out.update(line["body"]["cards"])
            coups += 1
            assert max(out.values()) <= 6
        elif line["event"] == "cutting-card":
            assert 312 - BEHIND <= out.total() - 1 < 312 - BEHIND + 6
            last = coups
        elif line["event"] == "shuffle":
            assert coups == last + 1
            shoes += 1
            out.clear()
    assert (shoes, coups) == (2, 150)


def test_vigorish_is_paid_when_asked_and_on_leaving(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('rules = "nj-2001"\n[vig]\ncollect = "mark"\n')
    seed = str(seed_of(4, 7, drawn=(3, 3)))
    options = ("--house", "house.toml", "--seed", seed, "--no-log")
    won = ["b 20", "deal", "rail"]
    ran = scripted([*won, "b 520", "collect", "collect", "quit"], *options, cwd=tmp_path)
    for piece in (
        *("You: $1 vigorish marked, $1 owed.", "rail       $520   $1 vigorish owed"),
        *("You owe $1 vigorish and keep as much on the rail.", "Bet at most $"),
        *("You pay the vigorish marked, $1.", "You owe no vigorish.", "You leave with $519."),
    ):
        assert piece in ran.stdout, piece
    ran = scripted([*won, "quit"], *options, cwd=tmp_path)
    assert "You pay the vigorish marked, $1.\n  You leave with $519." in ran.stdout


def test_roads_of_this_shoe_and_of_the_one_before(tmp_path: Path) -> None:
    said = ["roads", *["deal"] * 12, "roads", "shuffle", "roads", "deal", "roads"]
    ran = scripted(said, "--rules", PUNTO_BANCO, "--seed", "2", "--no-log", cwd=tmp_path)
    assert "No coup has been dealt yet." in ran.stdout
    assert ran.stdout.count("12 coups: banker") == 2
    assert "8 decks shuffled and cut." in ran.stdout
    assert "No coup of this shoe yet. The shoe before:" in ran.stdout
    assert "1 coup: banker" in ran.stdout
    assert ran.stdout.count("Cockroach pig") == 3


@pytest.mark.parametrize("rules", BOTH)
def test_the_same_seed_is_the_same_session(rules: str, tmp_path: Path) -> None:
    said = ["6 for 12", "b 10", *["roll"] * 30]
    options = ("--rules", rules, "--seed", "11", "--neighbours", "4", "--no-log")
    first, second = (scripted(said, *options, cwd=tmp_path).stdout for _ in range(2))
    assert first == second
    assert first != scripted(said, *options[:2], *options[4:], cwd=tmp_path).stdout


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_full_table(rules: str, columns: str, tmp_path: Path) -> None:
    said = ["6 for 12", "over 7 5", "b 10", "t 5", "roll", "pass", "take", "why", ""] * 12
    options = ("--rules", rules, "--neighbours", "7", "--seed", "3", "--log", "log.jsonl")
    ran = scripted(said, *options, cwd=tmp_path, COLUMNS=columns)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Ruth" in ran.stdout
    if columns == "80":
        assert max(map(len, ran.stdout.splitlines())) <= 80
    found = Counter(line["event"] for line in nothing_wrong(tmp_path / "log.jsonl"))
    assert found["shake"] + found["deal"] == 24


@pytest.mark.parametrize(
    ("rules", "pieces"),
    [
        (
            MINI_DICE,
            (
                *("over 10", "undo (before the shake)", "let the dealer shake", "16.667%"),
                *("1/6 = 16.667% of the bet; the next shake decides it", "3.27 shakes on average"),
                *("mini-dice under nj-1997", "2 to 1 on 2, 12", "leave up off", "law NJ97-13.2a1"),
            ),
        ),
        (
            PUNTO_BANCO,
            (
                *("p 10", "undo (before the coup)", "let the dealer deal", "1.058%", "law R-50"),
                *("vigorish 5% of what it could win, when it wins", "out of a fresh shoe"),
                *("punto banco under nj-2001", "How many decks are in the shoe: 8."),
                *(
                    "the project's own where the house elects nothing else [R-50]",
                    "Every bet is for the next coup alone.",
                ),
            ),
        ),
    ],
)
def test_questions(rules: str, pieces: tuple[str, ...], tmp_path: Path) -> None:
    said = ["?", "odds?", "over 7?", "6?", "field?", "banker?", "rules", "leave up", "neighbours"]
    ran = scripted(said, "--rules", rules, "--no-log", cwd=tmp_path)
    assert ran.returncode == 0
    assert max(map(len, ran.stdout.splitlines())) <= 80
    shown = " ".join(ran.stdout.split())
    for piece in pieces:
        assert piece in shown, piece
    for word in ("dice roll", "come-out", "puck", "hard 8"):
        assert word not in ran.stdout


@pytest.mark.parametrize(
    ("game", "rules"), [("mini-dice", MINI_DICE), ("punto-banco", PUNTO_BANCO)]
)
def test_a_game_names_its_rules(game: str, rules: str, tmp_path: Path) -> None:
    ran = scripted(["quit"], "--game", game, "--no-log", cwd=tmp_path)
    assert f"({rules})" in ran.stdout


def test_a_coup_at_the_terminal(terminal: Any, tmp_path: Path) -> None:
    table = terminal("--rules", PUNTO_BANCO, "--seed", str(seed_of(4, 7, drawn=(3, 3))))
    table.say("b 10")
    table.expect("You: $10 on Banker's Hand.")
    table.press(b"\n")
    table.expect("Player 4, Banker 7: Banker's Hand wins.")
    table.expect("You win $10 on Banker's Hand ($10).")
    table.say("undo")
    table.expect("Nothing was said since the last coup")
    table.say("quit")
    table.expect("You leave with $509.50.")
    assert table.over() == 0
    assert max(map(len, table.shown.splitlines()[:-1])) <= 80
    (log,) = tmp_path.iterdir()
    nothing_wrong(log)


# Plain sentences, and what they must not do


@pytest.mark.parametrize(
    ("words", "do"),
    [
        ("press banker to 50", asked("bet", wager="banker", amount=3000)),
        ("press banker by 50", asked("bet", wager="banker", amount=5000)),
        ("reduce banker to 5", asked("reduce", wager="banker", by=1500)),
        ("less 5 on banker", asked("reduce", wager="banker", by=500)),
        ("all down", asked("remove", wager="banker")),
        ("clear", asked("remove", wager="banker")),
        ("cut the cards", asked("cut")),
    ],
)
def test_to_an_amount_is_not_by_it(words: str, do: TableCommands) -> None:
    table = opened(PUNTO_BANCO, {"do": "accept-shoe", "seat": 1}, bet("banker", 2000))
    assert understood(words, table, 1) == do


@pytest.mark.parametrize(
    "words", ["press banker to 20", "press banker to 5", "reduce banker to 30"]
)
def test_to_an_amount_the_other_way(words: str) -> None:
    table = opened(PUNTO_BANCO, bet("banker", 2000))
    assert isinstance(understood(words, table, 1), Unclear)


def test_nobody_takes_a_shoe_that_the_dealer_deals_for_another() -> None:
    declined = {"do": "decline-shoe", "seat": 1}
    designated = {"do": "accept-shoe", "seat": 2, "dealer": True}
    table = opened(PUNTO_BANCO, declined, designated)
    assert understood("take the shoe", table, 1) == asked("accept-shoe")
    for_nobody = opened(PUNTO_BANCO, declined, {"do": "decline-shoe", "seat": 2})
    taken = understood("take the shoe", for_nobody, 1)
    assert isinstance(taken, TableCommands)
    assert [each["do"] for each in taken.commands] == ["pass-shoe", "accept-shoe"]


def test_a_bet_beyond_the_rail_is_refused_for_that_whatever_is_owed() -> None:
    run = Run.at(PUNTO_BANCO, rails={1: 10000}, house={"vig": {"collect": "mark"}})
    for command in ({"do": "accept-shoe", "seat": 1}, bet("banker", 10000)):
        assert run.do(command).ok
    assert run.do({"do": "deal", "cards": ["2h", "9c", "Kd", "Ts"]}).ok
    table = run.table
    assert (table.rail(1), table.seats[1].owed) == (20000, 500)
    codes = {}
    for amount in (19500, 19600, 20000, 20100):
        refusal = run.do(bet("banker", amount)).refusal
        codes[amount] = None if refusal is None else refusal.code
        if refusal is None:
            assert run.do({"do": "remove", "seat": 1, "wager": "banker"}).ok
        elif refusal.code == "owes-vigorish":
            assert "at most $195" in instead(refusal, bet("banker", amount), table, 1)
    assert codes == {
        19500: None,
        19600: "owes-vigorish",
        20000: "owes-vigorish",
        20100: "not-enough-chips",
    }


def test_a_shuffle_that_is_refused_makes_nothing_final(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('rules = "nj-2001"\ndecks = 6\n')
    said = [*["deal"] * 60, "b 20", "shuffle", "undo", "bets"]
    options = ("--house", "house.toml", "--seed", "8", "--no-log")
    ran = scripted(said, *options, cwd=tmp_path)
    assert "one more is dealt before the cards are shuffled" in ran.stdout.replace("\n    ", " ")
    assert "Taken back: b 20." in ran.stdout
