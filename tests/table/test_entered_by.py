"""Who entered a line, in which house and at which table: in the seal of every line."""

import json
from pathlib import Path
from typing import Any

import pytest

from lammer.audit import audit_log
from lammer.table import Run
from lammer.table.log import Origin
from tests.table.test_log import rehashed

EXPORTED = Path(__file__).parents[1] / "golden" / "exported"
"""Logs of a server whose lines did not say who entered them."""
PERSON = "k7q2mwya"
AT = "2026-01-01T00:00:00Z"


def parsed(lines: list[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def found(lines: list[dict[str, Any]]) -> list[str]:
    """What an audit finds in these lines, sealed anew."""
    sealed = rehashed([json.dumps(line).encode() for line in lines])
    return [each.what for each in audit_log(enumerate(sealed, 1))]


def script() -> list[dict[str, Any]]:
    kept: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100_000, 2: 100_000}, keep=kept.append)
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "bet", "seat": 2, "wager": "field", "amount": 1000},
        {"do": "verbal", "seat": 2, "wager": "yo", "amount": 100},
        {"do": "roll", "dice": [2, 1]},
        {"do": "no-roll", "reason": "improper", "caller": "stickperson"},
        {"do": "remove", "seat": 1, "wager": "place-6"},
        {"do": "commit", "hash": "ab" * 32},
    ):
        run.do(command)
    run.close()
    return parsed(kept)


def at_a_house() -> list[dict[str, Any]]:
    kept: list[bytes] = []
    run = Run(kept.append, Origin("ab" * 16, "craps-7"))
    seats = [{"seat": 1, "rail": 100_000}]
    opening = {"do": "open", "rules": "nj-2011", "game": "craps", "seats": seats}
    run.do({**opening, "at": AT}, by=f"floorperson-{PERSON}")
    for command, by in (
        ({"do": "accept-dice", "seat": 1}, "seat-1"),
        ({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000}, f"dealer-{PERSON}"),
        ({"do": "roll", "dice": [2, 1]}, f"stickperson-{PERSON}"),
        ({"do": "order-pass", "caller": "boxperson", "reason": "delay"}, f"boxperson-{PERSON}"),
    ):
        run.do({**command, "at": AT}, by=by)
    run.close(f"floorperson-{PERSON}")
    return parsed(kept)


def test_a_script_names_a_role_or_a_seat() -> None:
    commands = {
        line["body"]["command"]["do"]: line["by"] for line in script() if "command" in line["body"]
    }
    assert commands == {
        "open": "house", "accept-dice": "seat-1", "bet": "seat-2", "verbal": "dealer",
        "roll": "dealer", "no-roll": "stickperson", "remove": "seat-1", "commit": "house",
    }  # fmt: skip
    first, *others = script()
    assert (first["house"], first["table"]) == ("script", "script")
    assert all("house" not in line and "table" not in line for line in others)
    assert others[-1]["by"] == "house"


def test_all_lines_of_a_command_name_who_entered_it() -> None:
    lines, by = script(), ""
    for line in lines[:-1]:
        by = line["by"] if "command" in line["body"] else by
        assert line["by"] == by
    assert [line["event"] for line in lines if line["by"] == "dealer"].count("roll") == 1
    assert "loses" in [line["event"] for line in lines if line["by"] == "dealer"]


def test_what_a_house_writes_is_right() -> None:
    assert found(script()) == []
    assert found(at_a_house()) == []


@pytest.mark.parametrize("made", [script, at_a_house])
@pytest.mark.parametrize("how", ["another", "none"])
def test_a_line_entered_by_somebody_else_is_found(made: Any, how: str) -> None:
    """Every line in turn, with the whole log sealed again."""
    for at in range(len(made())):
        lines = made()
        if how == "none":
            del lines[at]["by"]
        else:
            lines[at]["by"] = "seat-9"
        assert len(found(lines)) == 1, lines[at]


@pytest.mark.parametrize(
    ("event", "by"),
    [
        ("accept", f"player-{PERSON}"),  # Nobody without a seat.
        ("bet", "seat-2"),  # Not for another seat.
        ("pass", f"dealer-{PERSON}"),  # The boxperson called it.
        ("pass", "seat-1"),  # No player's to do.
        ("bet", "dealer"),  # A role without a person is for scripts.
    ],
)
def test_who_could_not_have_entered_a_command_is_found(event: str, by: str) -> None:
    lines = at_a_house()
    for line in lines:
        if line["event"] == event:
            line["by"] = by
    what = found(lines)
    assert f"It is said to be entered by {by}, who could not have entered it." in what


def test_only_the_first_line_names_the_house_and_the_table() -> None:
    assert found([script()[0] | {"house": "elsewhere"}, *script()[1:]])
    lines = script()
    lines[2] |= {"house": "script", "table": "script"}
    assert found(lines)
    for key in ("house", "table"):
        lines = at_a_house()
        del lines[0][key]
        assert found(lines)


def test_a_log_that_begins_without_goes_on_without() -> None:
    for path in sorted(EXPORTED.glob("craps-*.log")):
        lines = parsed(path.read_bytes().splitlines())
        # The table is still open: no closing line, and nothing else is wrong.
        assert len(found(lines)) == 1
        lines[3]["by"] = "seat-1"
        assert len(found(lines)) > 1
