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


def test_a_house_with_one_zero_beside_one_with_two(tmp_path: Path) -> None:
    mix = tmp_path / "mix.toml"
    mix.write_text('red = "1/2"\nstraight-17 = "1/4"\nstraight-00 = "1/4"\n')
    one = tmp_path / "one-zero.toml"
    one.write_text('rules = "ac-roulette"\nwheel = "single-zero"\n[limits.straight]\nmax = 5000\n')
    two = tmp_path / "two-zeros.toml"
    two.write_text('rules = "ac-roulette"\nwheel = "double-zero"\nhalf_on_zero = false\n')
    found = compared(two, one, "--mix", mix)
    edges = {each["wager"]: (each["edge_old"], each["edge_new"]) for each in found["wagers"]}
    assert edges == {
        "red": ("1/19", "1/74"), "straight-17": ("1/19", "1/37"), "straight-00": ("1/19", None),
    }  # fmt: skip
    assert found["mix"]["left_out"] == "1/4"
    limits = [each for each in found["differences"] if each["matter"] == "house limits"]
    assert [len(each["wagers"]) for each in limits] == [37]
    assert compared("ac-roulette", one)["differences"] != []
    two.write_text('rules = "ac-roulette"\nwheel = "double-zero"\nhalf_on_zero = true\n')
    assert compared("ac-roulette", two)["differences"] == []


def test_a_mix_that_no_wager_is_in_both_rules_for_has_no_hold(tmp_path: Path) -> None:
    (tmp_path / "mix.toml").write_text("pass = 1\n")
    said = lammer("compare", "nj-2011", "nj-2001", "--mix", "mix.toml", cwd=tmp_path).stdout
    assert "100.000% of the mix is on wagers that not both offer: left out." in said
    assert "house's share" not in said


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("mix.toml", "pass = 1e999999999", "mix.toml, pass: no share"),
        ("mix.toml", 'pass = "1e999999999"', "mix.toml, pass: no share"),
        ("mix.toml", "pass = 0x" + "f" * 9000, "mix.toml, pass: no share"),
        ("mix.json", '{"tables": {"a": {"wagers": {"pass": {"handle": Infinity}}}}}', "no meters"),
        ("mix.json", "[" * 100_000, "no meters"),
    ],
)
def test_a_mix_of_numbers_too_large_is_refused_at_once(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    (tmp_path / name).write_text(text)
    done = lammer("compare", "nj-2011", "nj-2005", "--mix", name, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
