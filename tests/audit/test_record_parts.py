"""Records of wagers that are put down as two: bet as one, paid under its name or its parts'."""

import pytest

from tests.audit.records import at, judged, money, only

WITHOUT_AREAS = at(layout={"horn_high_area": False})


@pytest.mark.parametrize("paid", ["whirl", "horn"])
def test_a_whirl_is_paid_under_its_own_name_or_its_part_s(paid: str) -> None:
    record = f"bet 1 whirl 500\nroll 6-6\npayment 1 {paid} 3000"
    assert judged(record) == []


@pytest.mark.clause("NJ11-1.4b-Craps12")
def test_a_whirl_paid_wrongly_under_its_own_name() -> None:
    found = only("bet 1 whirl 500\nbet 1 horn 400\nroll 6-6\npayment 1 whirl 3000")
    assert money(found) == (5, "whirl", 6000, 3000)
    assert "NJ11-1.4b-Craps12" in found.clauses


def test_a_whirl_paid_where_nothing_won() -> None:
    found = only("bet 1 whirl 500\nroll 2-2\npayment 1 whirl 400")
    assert money(found) == (4, "whirl", 0, 400)
    assert found.what == "Whirl Bet: $4 paid, nothing due: it lost on the 2-2 of line 3."


def test_two_wagers_with_a_part_in_common_are_paid_together() -> None:
    record = """
        bet 1 horn-high-2 500
        bet 1 horn-high-3 500
        roll 1-1
        payment 1 horn-high-2 6000
        payment 1 horn-high-3 3000
        take 1 horn-high-2 300
        take 1 horn-high-3 400
        """
    assert judged(record, WITHOUT_AREAS) == []
    short = record.replace("payment 1 horn-high-3 3000", "payment 1 horn-high-3 1500")
    assert money(only(short, WITHOUT_AREAS))[1:] == ("horn-high-2+horn-high-3", 9000, 7500)


def test_a_whirl_that_is_taken_down_or_reduced_is_no_mistake() -> None:
    record = """
        bet 1 whirl 1000
        reduce 1 whirl 500
        roll 3-4
        payment 1 any-seven 400
        bet 1 whirl 500
        remove 1 whirl
        roll 3-4
        """
    assert judged(record) == []


@pytest.mark.clause("NJ11-1.2a21-s3")
def test_a_part_above_its_maximum_is_found_and_stands_in_full() -> None:
    house = at(limits={"any-seven": {"max": 500}})
    found = judged("bet 1 whirl 3000\nroll 3-4\npayment 1 whirl 2400", house)
    assert [(each.kind, each.line) for each in found] == [("wager", 2)]
    assert "NJ11-1.2a21-s3" in found[0].clauses


def test_an_amount_that_cannot_be_divided_stands_as_it_is() -> None:
    found = judged("bet 1 whirl 101\nroll 2-2")
    assert [each.kind for each in found] == ["wager"]
