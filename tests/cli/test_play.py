"""``lammer play``: what typed words mean, what is drawn, a session through a pipe and one in a real
terminal, and its log."""

import errno
import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.neighbours import Neighbour, next_move, seated
from lammer.cli.play.pending import PendingTable
from lammer.cli.play.scene import Scene
from lammer.cli.play.suggestions import instead
from lammer.games import load
from lammer.table import Run, TableState
from lammer.table.commands import read
from lammer.table.views.second_person import personal
from lammer.typed.parser import LocalAction, Meaning, TableCommands, Unclear, spoken, understood
from tests.command import lammer
from tests.server.support.running import PATIENCE, wait_until
from tests.usual import one_in

GAMES = [
    ("nj-2011", "craps"),
    ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"),
    ("nj-2005", "craps"),
    ("nj-2005", "mini-craps"),
    ("md-2013", "craps"),
    ("md-2013", "mini-craps"),
]


def opened(rules: str = "nj-2011", game: str = "craps", rail: int = 100000) -> Run:
    return Run.at(rules, game, rails={1: rail, 2: rail})


def table_after(*done: dict[str, Any], rules: str = "nj-2011") -> TableState:
    run = opened(rules)
    for command in done:
        assert run.do(command).ok, command
    return run.table


def bet(wager: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "bet", "seat": 1, "wager": wager, "amount": amount, **more}


def roll(first: int, second: int) -> dict[str, Any]:
    return {"do": "roll", "dice": [first, second]}


TAKE = {"do": "accept-dice", "seat": 1}


# Words


@cache
def come_out() -> TableState:
    return opened().table


@cache
def point_six() -> TableState:
    """The point is 6; pass with its odds, a come bet on 9, place 8, hard 8 are up."""
    return table_after(
        *(TAKE, bet("pass", 1000), roll(3, 3), bet("come", 1000), roll(4, 5)),
        *(bet("pass-odds", 1000), bet("place-8", 1200), bet("hard-8", 500)),
    )


STAYS = {"leave_up": True}


@pytest.mark.parametrize(
    ("text", "wager", "amount"),
    [
        ("pass 10", "pass", 1000),
        ("PASS 10!", "pass", 1000),
        ("10 on the pass line", "pass", 1000),
        ("bet $10 on pass", "pass", 1000),
        ("pass ten", "pass", 1000),
        ("pass 1,500", "pass", 150000),
        ("pass 2.50", "pass", 250),
        ("dont pass 10", "dont-pass", 1000),
        ("don't pass 10", "dont-pass", 1000),
        ("don\N{RIGHT SINGLE QUOTATION MARK}t pass 10", "dont-pass", 1000),
        ("dp 10", "dont-pass", 1000),
        ("come 10", "come", 1000),
        ("don't come 10", "dont-come", 1000),
        ("6 for 12", "place-6", 1200),
        ("six for 12", "place-6", 1200),
        ("12 on the 6", "place-6", 1200),
        ("$12 on the six", "place-6", 1200),
        ("place 6 12", "place-6", 1200),
        ("place the 8 for $30", "place-8", 3000),
        ("6 30", "place-6", 3000),
        ("30 6", "place-6", 3000),
        ("buy 4 for 25", "buy-4", 2500),
        ("buy the 4 for 25", "buy-4", 2500),
        ("lay 10 for 40", "lay-10", 4000),
        ("no 4 for 40", "lay-4", 4000),
        ("place 4 to lose for 11", "place-lose-4", 1100),
        ("hard 8 5", "hard-8", 500),
        ("5 on the hard 8", "hard-8", 500),
        ("8 the hard way for 5", "hard-8", 500),
        ("yo 5", "eleven", 500),
        ("5 yo", "eleven", 500),
        ("eleven 5", "eleven", 500),
        ("any craps 5", "any-craps", 500),
        ("any seven 5", "any-seven", 500),
        ("any 7 5", "any-seven", 500),
        ("aces 5", "craps-2", 500),
        ("craps 2 5", "craps-2", 500),
        ("boxcars 5", "craps-12", 500),
        ("c and e 4", "c-and-e", 400),
        ("c&e 4", "c-and-e", 400),
        ("horn 4", "horn", 400),
        ("horn high 12 5", "horn-high-12", 500),
        ("horn high yo 5", "horn-high-11", 500),
        ("whirl 5", "whirl", 500),
        ("world 5", "whirl", 500),
        ("hop 3 1 2", "hop-1-3", 200),
        ("hop 3-1 2", "hop-1-3", 200),
        ("hop 1 and 3 for 2", "hop-1-3", 200),
        ("hop hard 8 for 2", "hop-4-4", 200),
        ("6-7-8 5", "six-seven-eight", 500),
        ("field 5", "field", 500),
        ("fire 5", "fire", 500),
        ("small 5", "all-small", 500),
        ("all tall 5", "all-tall", 500),
        ("all 5", "all-or-nothing", 500),
        ("big 6 5", "big-6", 500),
        ("hop 1 1 5", "hop-1-1", 500),
        ("odds 20", "pass-odds", 2000),
        ("pass odds 20", "pass-odds", 2000),
        ("come odds 6 20", "come-odds-6", 2000),
        ("odds 20 on the 6", "come-odds-6", 2000),
        ("20 odds on the 6", "come-odds-6", 2000),
        ("don't come odds 6 for 24", "dont-come-odds-6", 2400),
    ],
)
def test_bets(text: str, wager: str, amount: int) -> None:
    kinds = ("place-", "buy-", "lay-", "hard-")
    stays = STAYS if wager.startswith(kinds) else {}
    assert understood(text, come_out(), 1) == TableCommands((bet(wager, amount, **stays),))


def asked(do: str, **rest: Any) -> TableCommands:
    return TableCommands(({"do": do, "seat": 1, **rest},))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("down on the 8", asked("remove", wager="place-8")),
        ("8 down", asked("remove", wager="place-8")),
        ("take the 8 down", asked("remove", wager="place-8")),
        ("take down the odds", asked("remove", wager="pass-odds")),
        ("take the odds off", asked("remove", wager="pass-odds")),
        ("remove hard 8", asked("remove", wager="hard-8")),
        ("down on the 9", asked("remove", wager="come-9")),
        ("down on come", asked("remove", wager="come-9")),
        ("down on the 4", asked("remove", wager="place-4")),
        ("less 6 on the 8", asked("reduce", wager="place-8", by=600)),
        ("less 5 on dont pass", asked("reduce", wager="dont-pass", by=500)),
        ("reduce the odds by 5", asked("reduce", wager="pass-odds", by=500)),
        ("take 6 off the 8", asked("reduce", wager="place-8", by=600)),
        ("5 off hard 8", asked("reduce", wager="hard-8", by=500)),
        ("press the 8 6", asked("bet", wager="place-8", amount=600, leave_up=True)),
        ("press the 8 by 6", asked("bet", wager="place-8", amount=600, leave_up=True)),
        ("press the 8", asked("bet", wager="place-8", amount=1200, leave_up=True)),
        ("hard 8 on", asked("call", wager="hard-8", working=True)),
        ("hard 8 off", asked("call", wager="hard-8", working=False)),
        ("turn the 8 off", asked("call", wager="place-8", working=False)),
        ("8 working", asked("call", wager="place-8", working=True)),
        ("odds on", asked("call", wager="pass-odds", working=True)),
        ("odds 20 on the 9", asked("bet", wager="come-odds-9", amount=2000)),
        ("come odds 20", asked("bet", wager="come-odds-9", amount=2000)),
        ("take the dice", asked("accept-dice")),
        ("no dice", asked("decline-dice")),
        ("pass the dice", asked("pass-dice")),
        ("no line bet", asked("no-line-bet")),
        ("buy in 200", asked("buy-in", amount=20000)),
        ("roll", LocalAction("roll")),
        ("r", LocalAction("roll")),
        ("", LocalAction("enter")),
        ("# a note", LocalAction("nothing")),
        ("bets", LocalAction("bets")),
        ("table", LocalAction("table")),
        ("?", LocalAction("help")),
        ("help", LocalAction("help")),
        ("odds?", LocalAction("edges")),
        ("odds? place 6", LocalAction("edges", "place-6")),
        ("hard 8?", LocalAction("edges", "hard-8")),
        ("why", LocalAction("why")),
        ("why?", LocalAction("why")),
        ("law NJ11-1.3c1", LocalAction("law", "NJ11-1.3c1")),
        ("rules", LocalAction("rules")),
        ("undo", LocalAction("undo")),
        ("quit", LocalAction("quit")),
        ("leave up off", LocalAction("leave-up", "off")),
        ("leave up", LocalAction("leave-up")),
        ("neighbours", LocalAction("neighbours")),
        ("neighbors", LocalAction("neighbours")),
    ],
)
def test_what_is_up_decides_what_is_meant(text: str, meaning: Meaning) -> None:
    assert understood(text, point_six(), 1) == meaning


@pytest.mark.parametrize(
    ("text", "what", "better"),
    [
        ("odds 20", "Which one: pass odds or come odds 9?", "in full"),
        ("hard 8", "How much on hard 8?", "hard 8 for 10"),
        ("6 8", "Is that 6 for $8?", "6 for 8"),
        ("pass 0", "0 is no amount", "above zero"),
        ("pass 10.555", "10.555 is no amount", "above zero"),
        ("pass -10", "means nothing", "pass 10"),
        ("pas 10", "means nothing", "pass 10"),
        ("xyzzy", "means nothing", "? lists"),
        ("on", "Which bet is on?", "hard 8 on"),
        ("down", "Which bet comes down?", "down on the 6"),
        ("press the 4", "no place 4 up", "bets"),
        ("dont come odds 20", "No don't come bet of yours has its number", "don't come odds 6"),
        ("pass \N{GAME DIE}", "means nothing", ""),
        ("pass 10" * 100, "too much at once", "pass 10"),
    ],
)
def test_puzzles(text: str, what: str, better: str) -> None:
    puzzle = understood(text, point_six(), 1)
    assert isinstance(puzzle, Unclear)
    assert what in puzzle.what
    assert better in puzzle.instead


def test_two_bets_on_a_number_are_asked_apart() -> None:
    table = table_after(bet("place-6", 1200), bet("buy-6", 2000))
    puzzle = understood("down on the 6", table, 1)
    assert isinstance(puzzle, Unclear)
    assert puzzle.what == "Which one: place 6 or buy 6?"
    assert understood("down on buy 6", table, 1) == asked("remove", wager="buy-6")


def test_everything_down_takes_odds_before_their_bet() -> None:
    meaning = understood("everything down", point_six(), 1)
    assert isinstance(meaning, TableCommands)
    wagers = [command["wager"] for command in meaning.commands]
    assert wagers[0] == "pass-odds"
    assert sorted(wagers) == ["come-9", "hard-8", "pass", "pass-odds", "place-8"]


def test_winners_may_be_told_to_come_down() -> None:
    meaning = understood("6 for 12", come_out(), 1, leave_up=False)
    assert meaning == TableCommands((bet("place-6", 1200, leave_up=False),))


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_every_wager_is_understood_by_its_spoken_name_and_its_key(rules: str, game: str) -> None:
    table = opened(rules, game).table
    for key in load(rules, game).keys():  # noqa: SIM118
        for text in (f"{spoken(key)} for 25", f"{key} 25", f"$25 {spoken(key)}"):
            meaning = understood(text, table, 1)
            assert isinstance(meaning, TableCommands), text
            assert meaning.commands[0]["wager"] == key, text
            assert meaning.commands[0]["amount"] == 2500, text


_PIECES = st.sampled_from(
    [
        *("pass", "dont", "come", "odds", "hard", "place", "buy", "lay", "to", "lose", "hop", "yo"),
        *(
            "horn",
            "high",
            "6",
            "8",
            "4",
            "12",
            "$5",
            "0",
            "1.5",
            "9" * 15,
            "on",
            "off",
            "for",
            "by",
        ),
        *(
            "down",
            "less",
            "press",
            "take",
            "all",
            "everything",
            "the",
            "dice",
            "no",
            "?",
            "-",
            "law",
        ),
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=7).map(" ".join)))
def test_whatever_is_typed_is_well_formed_or_a_puzzle(text: str) -> None:
    for table in (come_out(), point_six()):
        meaning = understood(text, table, 1)
        if isinstance(meaning, TableCommands):
            assert meaning.commands
            for command in meaning.commands:
                read(command, "dice")


# Speech


def test_the_dealer_speaks_to_the_player() -> None:
    names = {2: "Ruth"}
    assert personal("Seat 1 passes the dice. Dice to seat 2.", 1, names) == (
        "You pass the dice. Dice to Ruth."
    )
    assert personal("Seat 2 loses $5 on the Field Bet.", 1, names) == (
        "Ruth loses $5 on the Field Bet."
    )
    assert personal("Seat 1: $5 on the Field Bet.", 1, names) == "You: $5 on the Field Bet."


@pytest.mark.parametrize(
    ("command", "better"),
    [
        (bet("place-6", 1000), "Say place 6 for 12."),
        (bet("horn", 500), "Say horn for 8."),
        (bet("lay-4", 600), "Say lay 4 for 20."),
        (bet("come", 1000), "Wait until there is a point, or say pass 10."),
        (bet("pass-odds", 1000), "Wait until there is a point."),
        (bet("big-6", 1000), "Say odds? for the bets of this table."),
        (bet("pass", 10**9), "buy in 200"),
        ({"do": "remove", "seat": 1, "wager": "place-6"}, "Say bets to see what is."),
        ({"do": "roll", "dice": [3, 3]}, "Say pass 10 or dont pass 10 first"),
    ],
)
def test_a_refusal_says_what_to_do_instead(command: dict[str, Any], better: str) -> None:
    run = opened()
    run.do(TAKE)
    refusal = run.do(command).refusal
    assert refusal is not None
    advice = instead(refusal, command, run.table, 1)
    assert better in advice
    if advice.startswith("Say") and " for " in advice and "odds?" not in advice:
        meaning = understood(advice.removeprefix("Say ").rstrip("."), run.table, 1)
        assert isinstance(meaning, TableCommands)
        assert run.do(meaning.commands[0]).ok


# Taking back


OPENING = {"do": "open", "rules": "nj-2011", "seats": [{"seat": 1, "rail": 50000}]}


def test_what_is_taken_back_never_reaches_the_log() -> None:
    file = BytesIO()
    pending = PendingTable(OPENING, file)
    for words, command in (("pass 10", bet("pass", 1000)), ("field 5", bet("field", 500))):
        pending.say(words)
        assert pending.do(command).ok
    pending.say("6 for 10")
    assert not pending.do(bet("place-6", 1000)).ok
    assert pending.undo() == "field 5"
    assert pending.table.rail(1) == 49000
    assert file.getvalue().count(b"\n") == 1
    pending.say("roll")
    assert pending.do(TAKE).ok
    assert pending.roll(lambda: (3, 3)).ok
    assert b"field" not in file.getvalue()
    assert pending.undo() is None
    assert pending.table.point == 6
    pending.close()
    assert names_in(file.getvalue()) == ["open", "bet", "accept", "roll", "moves", "close"]


def test_no_dice_are_drawn_for_a_throw_that_is_refused() -> None:
    pending = PendingTable(OPENING)
    pending.say("roll")
    assert pending.do(TAKE).ok
    drawn = iter(())

    def throw() -> tuple[int, int]:
        return next(drawn)

    answer = pending.roll(throw)
    assert answer.refusal is not None
    assert answer.refusal.code == "needs-line-bet"


# Neighbours


def let_neighbours_act(pending: PendingTable, neighbours: tuple[Neighbour, ...]) -> None:
    """Let the neighbours act until none wants to."""
    pending.say("")
    for _ in range(100):
        moves = (next_move(pending.table, each) for each in neighbours)
        move = next((each for each in moves if each), None)
        if move is None:
            return
        assert pending.do(move).ok, move
    pytest.fail("the neighbours never come to rest")


@pytest.mark.parametrize(("rules", "game"), one_in(3, GAMES))
def test_seven_neighbours_play_among_themselves(rules: str, game: str) -> None:
    """Nobody stops the game, the dice go round, and those who are broke get up."""
    neighbours = seated(7, terminal_game_of(opened(rules, game).table).habits)
    seats = [{"seat": each.seat, "rail": 30000} for each in neighbours]
    opening = {"do": "open", "rules": rules, "game": game, "seats": seats}
    pending, chance, shooters = PendingTable(opening), random.Random(7), set()
    for _ in range(400):
        let_neighbours_act(pending, neighbours)
        if not pending.table.seats:
            break
        assert pending.roll(lambda: (chance.randint(1, 6), chance.randint(1, 6))).ok
        shooters.add(pending.table.hands.holder)
        assert all(pending.table.rail(seat) >= 0 for seat in pending.table.seats)
    expected = {2, 4, 6, 7} if game != "automated-craps" else {None}
    assert shooters - {None} == expected - {None}


# The layout


@pytest.fixture
def full_table() -> TableState:
    commands = [
        *(TAKE, bet("pass", 1000), bet("fire", 500), bet("all-small", 500), bet("hard-8", 500)),
        *(roll(3, 3), bet("come", 1000), bet("dont-come", 1000), roll(4, 5)),
        *(bet("come-odds-9", 2000), bet("pass-odds", 2000), bet("place-8", 123456 * 600)),
        *(bet("buy-4", 2500), bet("lay-10", 4000), bet("place-lose-5", 800)),
        *(bet("field", 500), bet("eleven", 500), bet("any-craps", 500), bet("horn-high-12", 500)),
        {"do": "bet", "seat": 2, "wager": "place-6", "amount": 1200},
    ]
    run = Run.at("md-2013", rails={1: 10**9, 2: 30000})
    for command in commands:
        assert run.do(command).ok, command
    return run.table


@pytest.mark.parametrize("columns", [40, 60, 75, 76, 80, 100, 120, 200])
def test_the_layout_fits_and_shows_every_bet(
    full_table: TableState,
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal_game_of(full_table).draw_layout(
        Scene(full_table, 1, {2: "Ruth"}, [(3, 3), (4, 5)] * 20)
    )
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= columns
    words = " ".join(re.sub("[^!-~]", " ", shown).split())
    for piece in (
        *("ON 6", "pass $10 +$20", "$740,736", "buy $25", "lay $40", "lose $8", "dc $10"),
        *("field $5", "yo $5", "any craps $5", "horn high 12 $5", "8 $5", "has none yet"),
        *("has 6", "Ruth", "place 6 $12", "dice yours", "4-5", "on the layout"),
    ):
        assert piece in words, piece
    assert "\x1b" not in shown


# A script


ROOT = Path(__file__).parents[2]
LAMMER = [sys.executable, "-m", "lammer"]


@cache
def seed_for(*rolls: tuple[int, int]) -> str:
    """A seed whose dice begin with these rolls."""
    wanted = [face for roll in rolls for face in roll]
    for seed in range(10**7):
        chance = random.Random(seed)
        if all(chance.randint(1, 6) == face for face in wanted):
            return str(seed)
    raise AssertionError("no such seed")


def scripted(
    lines: list[str] | bytes, *options: str, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    text = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    return lammer("play", *options, given=text, cwd=cwd, **{"COLUMNS": "80", **environment})


def lines_of(log: bytes) -> list[dict[str, Any]]:
    """The lines of a log, each sealed to the one before as docs/formats.md says, worked out here
    from nothing but the bytes."""
    found, before = [], "0" * 64
    for at, raw in enumerate(log.splitlines(), start=1):
        line = json.loads(raw)
        assert (line["seq"], line["prev"]) == (at, before)
        before = line.pop("hash")
        bare = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert before == sha256(bare.encode()).hexdigest()
        found.append(line)
    assert found[-1]["event"] == "close"
    return found


def names_in(log: bytes) -> list[str]:
    return [line["event"] for line in lines_of(log)]


def test_a_scripted_session(tmp_path: Path) -> None:
    seed = seed_for((3, 3), (2, 6), (5, 2))
    said = ["pass 10", "roll", "odds 20", "8 for 12", "6 for 10", "field 5", "undo"]
    ran = scripted([*said, "roll", "roll", "quit"], "--seed", seed, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    for piece in (
        "$500, come-out> pass 10",
        "Six, the hard way. The point is six.",
        "ON 6",
        "[NJ11-1.4f]",
        "Say place 6 for 12.",
        "Taken back: field 5.",
        "Eight, easy eight.",
        "You win $14 on the Place Bet 8 to Win ($12).",
        "Stays up: $12 on the Place Bet 8 to Win.",
        "Seven out, line away.",
        "You lose $20 on Pass odds.",
        "You leave with $472.",
        "lammer audit lammer-",
    ):
        assert piece in ran.stdout, piece
    assert "\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines()[:-1])) <= 80
    (log,) = tmp_path.iterdir()
    assert re.fullmatch(r"lammer-\d{4}-\d\d-\d\d-\d{6}\.jsonl", log.name)
    names = names_in(log.read_bytes())
    assert names.count("roll") == 3
    assert names.count("refused") == 1
    assert names[-3:] == ["leave", "decline", "close"]
    assert lammer("audit", log.name, cwd=tmp_path).returncode == 0


def test_a_log_plays_again_to_the_same_table(tmp_path: Path) -> None:
    said = ["pass 10", *["roll", "odds 20", "come 10", "8 for 12"] * 10]
    ran = scripted(said, "--seed", "5", "--neighbours", "4", "--log", "a.jsonl", cwd=tmp_path)
    assert ran.returncode == 0
    lines = lines_of((tmp_path / "a.jsonl").read_bytes())
    run, again = Run(), []
    for line in lines:
        if "command" in line["body"]:
            answer = run.do(line["body"]["command"])
            again += [event.name for event in answer.events] if answer.ok else ["refused"]
    assert again == [line["event"] for line in lines[:-1]]


def test_the_same_seed_is_the_same_session(tmp_path: Path) -> None:
    said = ["dont pass 10", *["roll"] * 12]
    options = ("--seed", "11", "--neighbours", "3", "--no-log")
    first, second = (scripted(said, *options, cwd=tmp_path).stdout for _ in range(2))
    assert first == second
    assert list(tmp_path.iterdir()) == []
    assert first != scripted(said, "--neighbours", "3", "--no-log", cwd=tmp_path).stdout


def test_the_shooter_needs_a_line_bet(tmp_path: Path) -> None:
    ran = scripted(["roll"], "--no-log", cwd=tmp_path)
    assert "You must make a Pass or Don't Pass Bet before a come-out roll." in ran.stdout
    assert "NJ11-1.8-s1" in ran.stdout
    assert "Say pass 10 or dont pass 10 first, or pass the dice." in ran.stdout


def test_winners_come_down_when_told_to(tmp_path: Path) -> None:
    seed = seed_for((3, 3), (2, 6))
    said = ["pass 10", "roll", "leave up off", "8 for 12", "roll", "bets"]
    ran = scripted(said, "--seed", seed, "--no-log", cwd=tmp_path)
    assert "You win $14 on the Place Bet 8 to Win" in ran.stdout
    assert "Stays up" not in ran.stdout


def test_quick_bets(tmp_path: Path) -> None:
    seed = seed_for((3, 3), (2, 6), (3, 4))
    said = ["pass 10", "roll", "17 inside", "roll", "press", "roll", "same bet", "bets"]
    ran = scripted(said, "--seed", seed, "--no-log", cwd=tmp_path)
    assert "$17 does not come out even" in ran.stdout
    said[2] = "16 inside"
    ran = scripted(said, "--seed", seed, "--no-log", cwd=tmp_path)
    pressed, again = ran.stdout.split("Stays up")[1], ran.stdout.split("same bet")[-1]
    assert "You: $6 on the Place Bet 8 to Win" in pressed
    assert "$12 on the Place Bet 8 to Win" in again
    assert "$5 on the Place Bet 9 to Win" in again


def test_one_of_several_bets_is_refused(tmp_path: Path) -> None:
    ran = scripted(["field 5, come 10, yo 1"], "--no-log", cwd=tmp_path)
    assert "Not come. Come Bet may be made only" in ran.stdout
    assert "You: $5 on the Field Bet." in ran.stdout
    assert "You: $1 on 11 in One Roll." in ran.stdout


def test_a_wager_that_is_two_is_taken_down_by_its_parts(tmp_path: Path) -> None:
    said = ["whirl 5", "take down whirl", "take down horn", "take down field"]
    ran = scripted(said, "--no-log", cwd=tmp_path)
    words = " ".join(ran.stdout.split())
    assert "No. Whirl Bet is put down as Horn Bet and Any Seven: name those" in words
    assert "Horn Bet" in words.partition("take down horn")[2].partition("take down field")[0]
    assert "No. You have no field up." in words


def test_questions(tmp_path: Path) -> None:
    said = ["pass 10", "why", "law r-11", "law xx", "bets", "odds?", "hard 8?", "rules", "?"]
    ran = scripted(said, "--no-log", cwd=tmp_path)
    for piece in (
        *("NJ11-1.2a1", "accepted on the Pass Line only", "stay up?", 'no clause "xx"'),
        *("1.414%", "place 6, 8", "1/11 = 9.091%", "up to 100 times", "Lammer's default"),
        *("6 for 12", "take down the odds", "undo (before the roll)"),
    ):
        assert piece in ran.stdout, piece


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_every_game(rules: str, game: str, tmp_path: Path) -> None:
    options = ("--rules", rules, "--game", game, "--neighbours", "7", "--seed", "3")
    said = ["pass 10", "fire 5", "small 5", *["pass 10", "roll", "", "odds 20", "hard 8 5"] * 15]
    ran = scripted(said, *options, "--log", "log.jsonl", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert names_in((tmp_path / "log.jsonl").read_bytes()).count("roll") >= 15


def test_bonus_craps(tmp_path: Path) -> None:
    said = ["small 5", "tall 5", "all 5", "pass 10", "roll"]
    ran = scripted(said, "--rules", "md-2013", "--seed", "1", "--no-log", cwd=tmp_path)
    for piece in ("All Small Wager", "All Tall Wager", "All Or Nothing At All Wager"):
        assert f"$5 on the {piece}" in ran.stdout


def test_a_house_file(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'rules = "nj-2011"\nodds = 2\n[limits.pass]\nmin = 1500\n[offer]\nbuy = false\n'
    )
    said = ["pass 10", "pass 15", "buy 4 for 25", "roll", "odds 40", "rules"]
    seed = seed_for((4, 4))
    ran = scripted(said, "--house", "house.toml", "--seed", seed, "--no-log", cwd=tmp_path)
    for piece in (
        *("at least $15 is posted", "Say pass for 15.", "Buy Bet on 4 is not offered here."),
        *("at most $30 here", "Odds: up to 2 times the bet.", "Not offered: buy 4, buy 5"),
    ):
        assert piece in " ".join(ran.stdout.split()), piece


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--neighbours", "8"), "Choose 0 to 7"),
        (("--neighbours", "many"), "--neighbours"),
        (("--rail", "lots"), "Write dollars"),
        (("--rail", "9" * 20), "no amount of chips"),
        (("--rail", "9" * 15), "A rail holds at most ten trillion dollars"),
        (("--rules", "nj-2012"), "Did you mean nj-2011"),
        (("--game", "minicraps"), "mini-craps"),
        (("--log", "there.jsonl"), "there.jsonl is there already"),
        (("--log", "no/where.jsonl"), "cannot be written"),
        (("--log", "a.jsonl", "--no-log"), "do not go together"),
        (("--house", "none.toml"), "none.toml"),
    ],
)
def test_options_that_make_no_table(options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "there.jsonl").write_text("mine\n")
    ran = scripted(["quit"], *options, cwd=tmp_path)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stdout == ""
    assert [each.name for each in tmp_path.iterdir()] == ["there.jsonl"]
    assert (tmp_path / "there.jsonl").read_text() == "mine\n"


def test_two_logs_in_one_second(tmp_path: Path) -> None:
    for _ in range(3):
        assert scripted(["quit"], cwd=tmp_path).returncode == 0
    logs = list(tmp_path.iterdir())
    assert len(logs) == 3
    for log in logs:
        assert names_in(log.read_bytes()) == ["open", "leave", "decline", "close"]


def test_noise_does_no_harm(tmp_path: Path) -> None:
    noise = b"\xff\xfe\x00\x1b[31m\npass 10\n" + b"x" * 10**6 + b"\n\n# note\nfield 5\nroll"
    ran = scripted(noise, "--seed", "1", "--log", "log.jsonl", cwd=tmp_path)
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "That is too much at once." in ran.stdout
    names = names_in((tmp_path / "log.jsonl").read_bytes())
    assert names[:4] == ["open", "bet", "bet", "accept"]


def test_a_reader_who_goes_away_leaves_a_whole_log(tmp_path: Path) -> None:
    command = f"yes roll | head -500 | {' '.join(LAMMER)} play --neighbours 3 --log a.jsonl"
    ran = subprocess.run(
        ["sh", "-c", f"{command} | head -3"], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    log = tmp_path / "a.jsonl"
    wait_until(lambda: b'"event":"close"' in log.read_bytes(), what="the end of the log")
    assert "leave" in names_in(log.read_bytes())


def test_a_full_disk_ends_the_game_and_says_so(tmp_path: Path) -> None:
    said = "pass 10\nroll\n" * 20
    command = f"ulimit -f 8; exec {' '.join(LAMMER)} play --seed 1 --log log.jsonl"
    ran = subprocess.run(
        ["sh", "-c", command], input=said.encode(), cwd=tmp_path, capture_output=True, timeout=60
    )
    assert ran.returncode == 2
    assert b"the log could not be written further" in ran.stderr
    assert b"Traceback" not in ran.stderr
    lines = (tmp_path / "log.jsonl").read_bytes().splitlines()
    assert json.loads(lines[0])["event"] == "open"


# A terminal


_AT_A_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")


UNHEARD = 5
"""Seconds without any answer after which a key came before anybody listened."""


class Terminal:
    """A program in a real pseudo-terminal of its own."""

    def __init__(self, *options: str, cwd: Path, columns: int = 80, **environment: str) -> None:
        self.end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        known = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _AT_A_TERMINAL, *LAMMER, "play", *options],
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=cwd,
            env={**known, "TERM": "xterm-256color", **environment},
            start_new_session=True,
        )
        os.close(other)
        self.raw = ""
        self._from = 0

    def expect(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until the terminal has shown this, after what was expected before."""
        until = time.monotonic() + seconds
        while True:
            at = self.shown.find(text, self._from)
            if at >= 0:
                self._from = at + len(text)
                return
            if not self._more(until):
                raise AssertionError(f"{text!r} not shown after:\n{self.shown[self._from :]}")

    @property
    def shown(self) -> str:
        return _CONTROL.sub("", self.raw).replace("\r", "")

    def _more(self, until: float) -> bool:
        ready, _, _ = select.select([self.end], [], [], max(until - time.monotonic(), 0))
        if not ready:
            return False
        try:
            read_now = os.read(self.end, 65536)
        except OSError as problem:
            if problem.errno != errno.EIO:
                raise
            return False  # The other end is closed.
        self.raw += read_now.decode()
        return bool(read_now)

    def say(self, text: str) -> None:
        self.expect("> ")
        os.write(self.end, text.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Press a key at the prompt, again if it came before anybody listened."""
        self.expect("> ")
        for _ in range(20):
            os.write(self.end, key)
            if self._more(time.monotonic() + UNHEARD):
                return

    def send(self, number: int) -> None:
        """Send a signal at the prompt, again if it came just before the program waited."""
        self.expect("> ")
        for _ in range(20):
            self.process.send_signal(number)
            if self._more(time.monotonic() + 1):
                return

    def over(self) -> int:
        """Read on to the end; the exit status."""
        until = time.monotonic() + PATIENCE
        while self._more(until):
            pass
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.end)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Any]:
    opened: list[Terminal] = []

    def sit_down(*options: str, **more: Any) -> Terminal:
        opened.append(Terminal(*options, cwd=tmp_path, **more))
        return opened[-1]

    yield sit_down
    for each in opened:
        each.close()


@pytest.mark.parametrize("columns", [80, 120])
def test_an_evening_at_the_terminal(terminal: Any, tmp_path: Path, columns: int) -> None:
    seed = seed_for((5, 6), (2, 2), (3, 4))
    table = terminal("--seed", seed, "--neighbours", "2", columns=columns)
    table.expect("You sit at seat 1 with $500.")
    table.expect("puck OFF")
    table.say("pass 10")
    table.expect("You: $10 on the Pass Bet.")
    table.say("field 5")
    table.say("undo")
    table.expect("Taken back: field 5.")
    table.say("roll")
    table.expect("Yo-leven! Front line winner.")
    table.expect("You win $10 on the Pass Bet ($10).")
    table.say("pass 10")
    table.say("roll")
    table.expect("Four, the hard way. The point is four.")
    table.expect("ON 4")
    table.say("down on pass")
    table.expect("No. Pass Bet may not be removed once it has its number. [NJ11-1.3c1]")
    table.say("undo")
    table.expect("Nothing was said since the last roll")
    table.say("roll")
    table.expect("Seven out, line away.")
    table.expect("Dice to Ruth.")
    table.expect("Ruth takes the dice.")
    table.press(b"\n")
    table.expect("Ruth rolls")
    table.say("quit")
    table.expect("You leave with $500.")
    table.expect("lammer audit lammer-")
    assert table.over() == 0
    assert max(map(len, table.shown.splitlines()[:-1])) <= columns
    assert "\x1b[1m" in table.raw
    (log,) = tmp_path.iterdir()
    names = names_in(log.read_bytes())
    assert names.count("roll") == 4
    assert names.count("refused") == 1


@pytest.mark.parametrize(("key", "status"), [(b"\x04", 0), (b"\x03", 130)])
def test_leaving_by_a_key_saves_the_log(
    terminal: Any, tmp_path: Path, key: bytes, status: int
) -> None:
    table = terminal("--seed", "1")
    table.say("field 5")
    table.expect("$5 on the Field Bet.")
    table.press(key)
    table.expect("You leave with $495. $5 stays on the layout, undecided.")
    assert table.over() == status
    (log,) = tmp_path.iterdir()
    assert names_in(log.read_bytes()) == ["open", "bet", "leave", "decline", "close"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_being_called_away_saves_the_log(terminal: Any, tmp_path: Path, number: int) -> None:
    table = terminal("--log", "evening.jsonl")
    table.say("field 5")
    table.expect("$5 on the Field Bet.")
    table.send(number)
    assert table.over() == 128 + number
    names = names_in((tmp_path / "evening.jsonl").read_bytes())
    assert names == ["open", "bet", "leave", "decline", "close"]


def test_no_colour_where_none_is_wanted(terminal: Any) -> None:
    table = terminal("--no-log", NO_COLOR="1")
    table.say("6 for 10")
    table.expect("No. $10 on Place Bet 6 to Win")
    table.say("quit")
    assert table.over() == 0
    assert not re.search(r"\x1b\[[0-9;]*[349][0-7]m", table.raw)


def test_mini_craps_says_by_which_clause_one_would_stay(terminal: Any) -> None:
    table = terminal("--game", "mini-craps", "--no-log")
    table.say("field 5")
    table.say("quit")
    table.expect("By the book: You have bets up")
    assert table.over() == 0
