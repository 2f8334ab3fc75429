"""``lammer roads`` as a reader meets it: letters, files, logs, pictures that fit, complaints."""

import io
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from lammer.cli.support.output import CommandError
from lammer.games.baccarat.terminal.roads import (
    results_of_letters,
    results_of_log,
    roads,
    shoes_of,
)
from lammer.instruments.shoe.scoreboard.roads import as_data
from lammer.instruments.shoe.terminal.roads import DRAWN, PLAIN, draw

Told = Callable[[str], str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setenv("COLUMNS", "80")

    def tell(given: str) -> str:
        assert roads(given, as_json=False) == 0
        return capsys.readouterr().out

    return tell


def entry(event: str, **body: object) -> str:
    return json.dumps({"event": event, "body": body, "seq": 1}) + "\n"


def log(*events: str) -> bytes:
    """A log in short: S for shuffled, B, P and T for results, C for a correction, anything else for
    another event."""
    names = {"B": "banker", "P": "player", "T": "tie"}
    told = (
        entry("shuffle")
        if event == "S"
        else entry("result", winner=names[event])
        if event in names
        else entry("correct", trial="deal")
        if event == "C"
        else entry("bet", winner="nobody")
        for event in events
    )
    return "".join(told).encode()


def long_shoe(many: int) -> str:
    chance = random.Random(1)
    return "".join(chance.choice("BBBBBPPPPPT") for _ in range(many))


def rendered(letters: str, width: int, *, colour: bool = False, plain: bool = False) -> str:
    screen = Console(
        width=width,
        file=io.StringIO(),
        force_terminal=colour,
        color_system="standard" if colour else None,
        legacy_windows=False,
    )
    screen.print(draw(results_of_letters(letters), width, plain=plain))
    out = screen.file
    assert isinstance(out, io.StringIO)
    return out.getvalue()


def test_a_short_shoe_looks_like_this(told: Told) -> None:
    assert told("TBBTPPPBPPBBBBBBBB") == (
        "18 coups: banker 11, player 5, tie 2.\n"
        "\n"
        "Bead plate\n"
        "  T P B\n"
        "  B B B\n"
        "  B P B\n"
        "  T P B\n"
        "  P B B\n"
        "  P B B\n"
        "\n"
        "Big road\n"
        "  B1 P  B  P  B  ·  ·\n"
        "  B1 P  ·  P  B  ·  ·\n"
        "  ·  P  ·  ·  B  ·  ·\n"
        "  ·  ·  ·  ·  B  ·  ·\n"
        "  ·  ·  ·  ·  B  ·  ·\n"
        "  ·  ·  ·  ·  B  B  B\n"
        "\n"
        "Big eye boy\n"
        "  ○ □ ○ □ ○\n"
        "  · □ · · ○\n"
        "  · □ · · ○\n"
        "  · □ · · ○\n"
        "  · □ · · ○\n"
        "  · · · · ·\n"
        "\n"
        "Small road\n"
        "  ■ ● ■ ●\n"
        "  · · ■ ●\n"
        "  · · · ●\n"
        "  · · · ●\n"
        "  · · · ●\n"
        "  · · · ●\n"
        "\n"
        "Cockroach pig\n"
        "  / \\ /\n"
        "  / · /\n"
        "  / · /\n"
        "  / · /\n"
        "  · · ·\n"
        "  · · ·\n"
        "\n"
        "B banker, P player, T tie. Big road: a number counts the ties after that win.\n"
        "1 tie before the first win: counted on the first cell, by custom.\n"
        "Lower roads: ○ ● / red, the big road repeats itself; □ ■ \\ blue, it does not.\n"
        "Roads record what happened; they do not predict what comes.\n"
    )


def test_only_ties_stand_alone_in_the_first_cell(told: Told) -> None:
    out = told("ttt")
    assert "Big road\n  T3\n" in out
    assert out.count("nothing yet") == 3


@pytest.mark.parametrize("width", [40, 60, 80, 132, 500])
@pytest.mark.parametrize("many", [1, 12, 80, 400])
def test_nothing_is_wider_than_the_screen(many: int, width: int) -> None:
    out = rendered(long_shoe(many), width)
    assert max(map(len, out.splitlines())) <= width
    assert "do not predict" in " ".join(out.split())


def test_a_long_road_shows_its_latest_columns_and_says_so() -> None:
    out = rendered("BP" * 50 + "BBB", 80)
    assert "Big road: the latest 39 of 101 columns\n… B P B P" in out
    row = out.partition("Big road")[2].splitlines()[1]
    assert row.endswith("P B")
    assert len(row) == 79
    assert "Bead plate\n  B B" in out


def test_a_number_of_ties_of_two_digits_keeps_the_columns_straight() -> None:
    rows = rendered("B" + "T" * 12 + "PBB", 80).partition("Big road\n")[2].splitlines()
    assert rows[:2] == ["  B12 P   B", "  ·   ·   B"]


def test_colour_adds_nothing_that_is_not_said_without() -> None:
    letters = long_shoe(70)
    coloured = rendered(letters, 80, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == rendered(letters, 80)
    for glyphs in (DRAWN, PLAIN):
        assert len(set("".join(glyphs))) == 8


def test_a_screen_without_the_shapes_gets_letters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rendered(long_shoe(300), 80, plain=True).isascii()
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    assert roads("BBPPPBP", as_json=False) == 0
    sys.stdout.flush()
    assert b"Big eye boy\n  o x\n" in out.getvalue()


def test_letters_of_either_size_with_blanks() -> None:
    assert shoes_of("bB pT") == [("banker", "banker", "player", "tie")]


def test_a_file_of_letters(tmp_path: Path) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text("\nBBP\r\n  tb\n\n")
    assert shoes_of(str(path)) == [results_of_letters("BBPTB")]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"B P\nT\n")))
    assert shoes_of("-") == [results_of_letters("BPT")]


def test_a_log_has_a_shoe_after_each_shuffle(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "evening.log"
    path.write_bytes(log(*"S.BB.PS.STP"))
    assert shoes_of(str(path)) == [results_of_letters("BBP"), results_of_letters("TP")]
    out = told(str(path))
    assert out.index("Shoe 1 of 2\n3 coups") < out.index("Shoe 2 of 2\n2 coups")


def test_a_coup_that_was_taken_back_is_on_no_road() -> None:
    numbered = enumerate(log(*"CBPCTSPCB").splitlines(keepends=True), 1)
    assert results_of_log(numbered) == [results_of_letters("BT"), results_of_letters("B")]


def test_results_before_any_shuffle_are_a_shoe() -> None:
    numbered = enumerate(log(*"BP").splitlines(keepends=True), 1)
    assert results_of_log(numbered) == [results_of_letters("BP")]


def test_json_has_every_shoe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.log"
    path.write_bytes(log(*"SBBPTBSP"))
    assert roads(str(path), as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["game"], len(found["shoes"])) == (1, "punto-banco", 2)
    first = results_of_letters("BBPTB")
    assert found["shoes"][0] == {"results": list(first), **as_data(first)}


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        (b"", "there are no baccarat results in"),
        (b" \n\n", "there are no baccarat results in"),
        (log(*"S."), "there are no baccarat results in"),
        (b"BBQ", "'Q' is no result (it stands after 2 results)."),
        (b"BB\xff", "'\\ufffd' is no result"),
        (log("B") + b"BBP\n", "line 2: not JSON"),
        (b'{"event": "result"}\n', "line 1: a result without a winner."),
        (b'\n{"event": "result", "body": {"winner": ["tie"]}}\n', "line 2: a result without"),
        (b'{"event": "result", "body": {"winner": "nobody"}}\n', "line 1: a result without"),
        (b"B" * (1 << 20) + b"B", "line 1: longer than 1048576 bytes."),
    ],
)
def test_a_file_that_is_no_shoe(tmp_path: Path, written: bytes, complaint: str) -> None:
    path = tmp_path / "shoe"
    path.write_bytes(written)
    with pytest.raises(CommandError) as refused:
        shoes_of(str(path))
    assert refused.value.what.startswith(complaint)
    assert refused.value.instead or complaint.endswith("JSON")


@pytest.mark.parametrize("given", ["", "  ", "no-such-file", "-x", "."])
def test_an_argument_that_is_nothing(given: str) -> None:
    with pytest.raises(CommandError) as refused:
        roads(given, as_json=False)
    assert "BBPTBP" in refused.value.instead
