"""The sheet to type a record into: for every game, and what it says is a record without a fault."""

import csv
import io

import pytest

from lammer.audit import RecordOptions, judge
from lammer.audit.record.entries import kinds
from lammer.audit.record.template import Row, template
from lammer.games.registry import RULESETS, games_of
from lammer.house import House
from lammer.table.script import lines
from lammer.typed.bet_names import named_bet
from tests.audit.records import at
from tests.command import lammer

GAMES = [(rules, game) for rules in RULESETS for game in games_of(rules)]


def as_sheet(columns: tuple[str, ...], rows: list[Row]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def problems(sheet: bytes, house: House) -> list[str]:
    audit = judge(lines(io.BytesIO(sheet)), house, RecordOptions(names=named_bet))
    found = [each.what for each in audit]
    return found + [str(each) for each in audit.unreadable]


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_the_sheet_of_every_game_is_a_correct_record(rules: str, game: str) -> None:
    house = at(rules, game)
    columns, rows = template(house)
    assert problems(as_sheet(columns, rows), house) == []
    used = {row["kind"] for row in rows}
    assert {"bet", "payment"} <= used <= set(kinds(house.rules.procedure.trial.thing))  # type: ignore[union-attr]
    assert {key for row in rows for key in row} <= set(columns)
    paid = next(at for at, row in enumerate(rows) if row["kind"] == "payment")
    less: list[Row] = [*rows]
    less[paid] = {**rows[paid], "dollars": str(float(rows[paid]["dollars"]) - 1)}
    assert len(problems(as_sheet(columns, less), house)) == 1


def test_the_sheet_of_a_house_of_its_own() -> None:
    house = at("nj-2001", vig={"collect": "mark"})
    columns, rows = template(house)
    assert problems(as_sheet(columns, rows), house) == []
    dear = at("nj-2011", limits={"pass": {"min": 10000}})
    assert "pass" not in {row.get("wager") for row in template(dear)[1]}


def test_every_kind_of_note_stands_once() -> None:
    _, rows = template(at("nj-2011"))
    notes = [row["note"] for row in rows if "note" in row]
    assert len(notes) == len(set(notes)) >= 8


def test_the_command() -> None:
    said = lammer("audit", "--template", "nj-2011", "--game", "mini-craps")
    assert said.returncode == 0
    assert said.stdout.startswith("kind,seat,wager,dollars,dice,")
    assert lammer("audit", "--template", "nj-1900").returncode == 2
    nothing = lammer("audit")
    assert nothing.returncode == 2
    assert "--template" in nothing.stderr
