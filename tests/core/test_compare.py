"""``compare``: what differs, from the data."""

import pytest

from lammer.core.compare import Difference, families
from lammer.core.ruleset import Ruleset
from lammer.games import load
from lammer.games.text_comparison import compare
from lammer.house import elections, house


def find(left: str, right: str, matter: str, wager: str, game: str | None = None) -> Difference:
    found = [
        each
        for each in compare(load(left, game), load(right, game))
        if each.matter == matter and (wager in each.wagers or not wager)
    ]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.clause("NJ11-1.3e-s2", "MD13-03A6a")
def test_place_to_lose_on_the_come_out() -> None:
    """D-02: on in New Jersey, off in Maryland."""
    found = find("nj-2011", "md-2013", "working", "place-lose-6")
    assert len(found.wagers) == 6
    assert (found.left, found.right) == ("on", "off on the come-out; may be called on")
    assert "NJ11-1.3e-s2" in found.left_clauses
    assert "MD13-03A6a" in found.right_clauses


@pytest.mark.clause("MD13-03A42a")
def test_lay_bets_can_be_called_off_in_maryland() -> None:
    found = find("nj-2011", "md-2013", "working", "lay-4")
    assert found.right.endswith("may be called off")


@pytest.mark.clause("NJ11-1.4b-s1", "MD13-05A")
def test_a_floor_against_an_exact_list() -> None:
    found = find("nj-2011", "md-2013", "payout law", "place-6")
    assert found.left == "at least the odds listed, higher ones the same everywhere"
    assert found.right == "exactly the odds listed"
    found = find("nj-2011", "md-2013", "payout law", "fire")
    assert found.left == "at least the odds listed"


@pytest.mark.clause("NJ11-1.5b-s2", "NJ05-1.5b-s2")
def test_the_base_of_the_lay_charge() -> None:
    """D-39 and D-41."""
    found = find("nj-2005", "nj-2011", "vigorish", "lay-10")
    assert found.left == "of what the bet could win, at most 1/20 of the wager, when made"
    assert found.right == "of the amount wagered, at most 1/20 of the wager, when made or on a win"


@pytest.mark.clause("MD13-03A43a", "NJ11-1.2a")
def test_bonus_craps_is_maryland_s_alone() -> None:
    found = find("nj-2011", "md-2013", "wager", "all-tall")
    assert (found.left, found.right) == ("not in the list", "permitted")


@pytest.mark.clause("MD13-03A19a")
def test_the_horn_unit() -> None:
    """D-13: stated in Maryland, a consequence in New Jersey."""
    found = find("nj-2011", "md-2013", "unit", "horn")
    assert (found.left, found.right) == ("units of 4, by reading R-13", "units of 4")


def test_fire_at_mini_craps() -> None:
    found = find("nj-2011", "md-2013", "games of the wager", "fire")
    assert (found.left, found.right) == ("craps", "craps, mini-craps")


def test_nothing_differs_from_itself() -> None:
    assert compare(load("md-2013"), load("md-2013")) == ()


def test_the_other_way_round_is_the_mirror() -> None:
    there = compare(load("nj-2011"), load("md-2013"))
    back = compare(load("md-2013"), load("nj-2011"))
    assert {(d.matter, d.left, d.right) for d in there} == {
        (d.matter, d.right, d.left) for d in back
    }


def test_payouts_are_the_same_everywhere() -> None:
    """D-34: the numbers are identical for every wager that appears in more than one text."""
    for left, right in (("nj-2011", "md-2013"), ("nj-2011", "nj-2005")):
        matters = {each.matter for each in compare(load(left), load(right))}
        assert not matters & {"payout", "settlement"}


@pytest.mark.clause("NJ11-1.6a-s2", "NJ11-1.6e-s1")
def test_what_is_not_printed_is_said_to_be_borrowed() -> None:
    """D-44: Maryland's odds are New Jersey's, under R-46."""
    found = find("nj-2011", "md-2013", "text of most odds", "pass-odds")
    assert (found.left, found.right) == ("printed", "not printed; borrowed under R-46")


@pytest.mark.clause("NJ11-1.6e-s1")
def test_the_end_of_1_6_is_not_printed_in_2005() -> None:
    """D-44, R-45: the 1x right is on the page, the 100 times are not."""
    found = find("nj-2011", "nj-2005", "text of most odds", "come-odds-4")
    assert found.right == "not printed; borrowed under R-45"
    matters = {d.matter for d in compare(load("nj-2011"), load("nj-2005"))}
    assert "text of odds over the limit" in matters
    assert "text of least odds" not in matters


@pytest.mark.clause("NJ11-1.4f")
def test_maryland_refuses_unpayable_amounts_by_reading_alone() -> None:
    """D-35."""
    found = find("nj-2011", "md-2013", "unpayable amounts", "place-6")
    assert (found.left, found.right) == ("refused", "refused, by reading")


@pytest.mark.clause("NJ11-1.5a-s3", "MD13-05G3b")
def test_the_condition_on_collecting_from_winners() -> None:
    """D-37: in New Jersey only for pre-specified bets at a designated table."""
    found = find("nj-2011", "md-2013", "vigorish", "buy-4")
    assert found.left.endswith("on a win for pre-specified bets at a designated table")
    assert found.right.endswith("when made or on a win")


@pytest.mark.clause("NJ11-1.2a39-s1", "MD13-03A41")
def test_on_what_footing_a_wager_is_offered() -> None:
    """D-17 to D-19."""
    assert find("nj-2011", "md-2013", "election", "six-seven-eight").right == "authorised"
    assert (
        find("nj-2011", "md-2013", "election", "buy-4").right == "only if in the Rules Submission"
    )


def test_families() -> None:
    known = ["place-4", "place-5", "hop-1-3", "hop-2-2", "pass"]
    assert families(["place-4", "place-5", "pass"], known) == "place-N, pass"
    assert families(["place-4", "hop-1-3", "hop-2-2"], known) == "place-4, hop-A-B"


@pytest.mark.clause("NJ11-1.4b-Hard8", "NJ05-1.4b-Hard8")
def test_a_damaged_clause_is_told_where_the_payout_is_the_same() -> None:
    """R-01: the 9 is lost in 2011, and printed in 2005 and in Maryland."""
    found = find("nj-2011", "nj-2005", "text of payout", "hard-8")
    assert (found.left, found.right) == ("damaged; restored under R-01", "printed")
    assert find("nj-2011", "md-2013", "text of payout", "hard-8").wagers == ("hard-8",)


@pytest.mark.clause("NJ05-1.6d-s4")
def test_a_page_that_is_cut_off_is_told() -> None:
    """R-45: the 2005 page ends in 1.6(d)."""
    found = find("nj-2005", "nj-2011", "text of payout", "dont-come-odds-4")
    assert (found.left, found.right) == ("damaged; restored under R-45", "printed")


@pytest.mark.clause("NJ11-1.5a-s4")
def test_posting_duties() -> None:
    found = find("nj-2011", "nj-2005", "posting of vigorish", "")
    assert (found.left, found.right) == ("notice, and the rules-of-games checklist", "table")
    assert "NJ11-1.5a-s4" in found.left_clauses
    assert find("nj-2011", "md-2013", "posting of no-call-bets", "").left == "no duty"


@pytest.mark.clause("MD13-02C-s2", "MD13-02D4a", "NJ11-1.3b-s2")
def test_coupons_seats_and_areas() -> None:
    seats = find("nj-2011", "md-2013", "most seats", "", "mini-craps")
    assert (seats.left, seats.right) == ("9, not printed; by reading", "9, stated")
    areas = find("nj-2011", "md-2013", "numbered areas", "")
    assert (areas.left, areas.right) == ("no number stated", "fire: at most 16")
    coupons = find("nj-2011", "md-2013", "text of match play coupons", "")
    assert (coupons.left, coupons.right) == ("printed", "not printed; by reading R-35")


@pytest.mark.clause("NJ11-1.2a21-s3", "MD13-03A21b")
def test_a_whirl_is_put_down_as_two_always_or_without_an_area() -> None:
    found = find("nj-2011", "md-2013", "put down as two", "whirl")
    assert found.left == "always, as horn and any-seven"
    assert found.right == "as horn and any-seven where the layout has no area"


def test_the_sections_that_each_printing_has() -> None:
    found = find("nj-2005", "md-2013", "sections printed", "")
    assert (found.left, found.right) == ("1.3, 1.4, 1.5, 1.6", ".01, .02, .03, .04, .05, .12")
    assert all(each.matter != "sections printed" for each in compare(load("nj-2011"),
               load("nj-2011", "mini-craps")))  # fmt: skip


def _rows(one: Ruleset, other: Ruleset) -> dict[str, list[Difference]]:
    found: dict[str, list[Difference]] = {}
    for each in compare(one, other):
        found.setdefault(each.matter, []).append(each)
    return found


@pytest.mark.clause("NJ01-5.1", "NJ01-5.2", "R-103", "R-104")
def test_two_wheels_differ_in_their_zeros_and_in_nothing_else() -> None:
    law = load("ac-roulette")
    one = house(law, elections({"wheel": "single-zero"}, law)[0]).rules
    found = _rows(law, one)
    assert set(found) == {"wager", "settlement", "what decides"}
    gone, new = found["wager"]
    assert (gone.left, gone.right) == ("permitted", "not in the list")
    assert all("00" in key.split("-") for key in gone.wagers if key != "first-five")
    assert set(new.wagers) == {"split-0-3", "trio-0-2-3", "first-four"}
    assert [each.wagers for each in found["settlement"]] == [
        ("red",), ("black",), ("odd",), ("even",), ("low",), ("high",),
    ]  # fmt: skip
    red = found["settlement"][0]
    assert red.left == "a red number: win; 0, 00: lose 1/2; anything else: lose"
    assert red.right == "a red number: win; 0: lose 1/2; anything else: lose"
    (wheel,) = found["what decides"]
    assert (wheel.left, wheel.right) == ("a wheel of 38 pockets", "a wheel of 37 pockets")


@pytest.mark.clause("R-103")
def test_half_on_zero_is_compared_in_words() -> None:
    law = load("ac-roulette")
    whole = house(law, elections({"half_on_zero": False}, law)[0]).rules
    found = _rows(law, whole)
    assert set(found) == {"settlement"}
    assert found["settlement"][0].right == "a red number: win; 0, 00: lose; anything else: lose"


@pytest.mark.parametrize(
    ("rules", "headings"),
    [
        ("ac-minibaccarat", [f"7.{n}" for n in range(1, 13)]),
        ("ac-roulette", ["5.1", "5.2", "5.3", "5.4"]),
        ("ac-big-six", ["5.5", "5.6"]),
        ("ac-sic-bo", [f"9.{n}" for n in range(1, 7)]),
    ],
)
def test_of_a_game_by_custom_only_headings_are_printed(rules: str, headings: list[str]) -> None:
    (printed,) = _rows(load("nj-2001"), load(rules))["sections printed"]
    assert printed.right == f"none; the headings of {', '.join(headings)}"
    assert printed.right_clauses == tuple(f"NJ01-{each}" for each in headings)
    assert "3.7" in printed.left
    assert "machine" not in " ".join(each.left + each.right for each in compare(
        load("ac-minibaccarat"), load("nj-2001")))  # fmt: skip


def test_minibaccarat_is_settled_as_punto_banco_is() -> None:
    found = _rows(load("nj-2001"), load("ac-minibaccarat"))
    assert not found.keys() & {"wager", "settlement", "payout", "vigorish", "when made"}
