"""``lammer compare --mix``: what a change of rules costs on a mix of bets."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.command import lammer


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house that pays 3 to 1 for a 2 in the field, and takes its vigorish on a win."""
    path = tmp_path / "new.toml"
    path.write_text(
        'rules = "nj-2011"\nvig = "win"\n[payouts]\nfield = { 2 = "3 to 1" }\n[limits]\nmin = 500\n'
    )
    return path


def compared(*arguments: str | Path) -> dict[str, Any]:
    done = lammer("compare", *map(str, arguments), "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_mix_says_the_edge_of_each_wager_and_the_hold(tmp_path: Path, house: Path) -> None:
    mix = tmp_path / "mix.toml"
    mix.write_text('pass = "1/2"\nfield = 0.25\n"buy-4" = "15%"\n"pass-odds" = "1/10"\n')
    found = compared("nj-2011", house, "--mix", mix)
    edges = {each["wager"]: each for each in found["wagers"]}
    assert edges["pass"]["edge_old"] == edges["pass"]["edge_new"] == "7/495"
    # One more unit once in 36 rolls.
    assert Fraction(edges["field"]["change"]) == -Fraction(1, 36)
    # Five percent of each bet, or of those that win, one in three.
    assert (edges["buy-4"]["edge_old"], edges["buy-4"]["edge_new"]) == ("1/20", "1/60")
    assert edges["pass-odds"]["edge_new"] == "0"
    assert "NJ11-1.4b-Field-2" in edges["field"]["clauses"]
    half, quarter = Fraction(7, 990), Fraction(1, 4)
    before = half + quarter * Fraction(1, 18) + Fraction(15, 100) * Fraction(1, 20)
    after = half + quarter * Fraction(1, 36) + Fraction(15, 100) * Fraction(1, 60)
    held = found["mix"]
    assert (held["hold_old"], held["hold_new"]) == (str(before), str(after))
    assert held["change"] == str(after - before)
    matters = {each["matter"]: each["right"]["value"] for each in found["differences"]}
    assert matters["house table_limits"] == "min $5"


def test_what_only_one_offers_is_left_out(tmp_path: Path) -> None:
    mix = tmp_path / "mix.toml"
    mix.write_text('pass = 3\n"all-small" = 1\n')
    found = compared("nj-2011", "md-2013", "--mix", mix)
    assert found["mix"]["left_out"] == "1/4"
    assert found["mix"]["hold_old"] == found["mix"]["hold_new"] == "7/495"
    assert found["wagers"][1]["edge_old"] is None


def test_a_mix_comes_from_a_record_or_from_meters(tmp_path: Path) -> None:
    record = tmp_path / "evening.csv"
    record.write_text(
        "kind,seat,wager,cents,dice\nbet,1,field,500,\nbet,1,pass,1500,\nroll,,,,5-6\n"
    )
    shares = compared("nj-2011", "nj-2005", "--mix", record)["wagers"]
    assert {each["wager"]: each["share"] for each in shares} == {"field": "1/4", "pass": "3/4"}
    meters = tmp_path / "meters.json"
    wagers = {"field": {"handle": 100}, "pass": {"handle": 300}}
    meters.write_text(json.dumps({"tables": {"1": {"wagers": wagers}, "2": {"wagers": wagers}}}))
    assert compared("nj-2011", "nj-2005", "--mix", meters)["wagers"] == shares


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pas = 1", "Did you mean pass"),
        ("pass = -1", "no share of the money bet"),
        ('pass = "a half"', "no share of the money bet"),
        ("pass = 0", "has no money bet"),
        ("pass", "is not TOML"),
    ],
)
def test_a_mix_that_is_none_is_refused(tmp_path: Path, text: str, said: str) -> None:
    mix = tmp_path / "mix.toml"
    mix.write_text(text)
    done = lammer("compare", "nj-2011", "md-2013", "--mix", str(mix))
    assert done.returncode == 2
    assert said in done.stderr
