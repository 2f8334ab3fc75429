"""The ``Table`` class: what a Python programmer does with it."""

from pathlib import Path

import pytest

import lammer
from lammer.audit import audit_log


def craps(**more: object) -> lammer.Table:
    return lammer.Table("nj-2011", rails={1: 500_00}, **more)  # type: ignore[arg-type]


def test_the_documented_example() -> None:
    table = craps()
    assert table.bet(1, "pass", 10_00).ok
    assert table.roll(4, 4).ok
    assert table.point == 8
    assert table.shooter == 1
    assert table.bets(1)["pass"].stake == 10_00
    assert table.rail(1) == 490_00


def test_a_lone_player_is_asked_about_the_dice_only_on_request() -> None:
    assert craps().shooter == 1
    table = craps(offers="ask")
    assert table.shooter is None
    assert table.accept_dice(1).ok
    assert table.shooter == 1


def test_two_players_are_asked() -> None:
    table = lammer.Table("nj-2011", rails={1: 100_00, 2: 100_00})
    assert table.shooter is None
    assert table.decline_dice(1).ok
    assert table.accept_dice(2).ok
    assert table.shooter == 2


def test_a_lone_shooter_takes_the_dice_again_after_a_seven_out() -> None:
    table = craps()
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    table.roll(3, 4)
    assert table.point is None
    assert table.shooter == 1


def test_a_refusal_is_a_value_and_changes_nothing() -> None:
    table = craps()
    before = table.state
    answer = table.bet(1, "place-6", 10_00)
    assert answer.refusal is not None
    assert answer.refusal.clauses == ("NJ11-1.4f", "R-12")
    assert table.state == before


def test_a_refusal_is_raised_on_request() -> None:
    table = craps(refusals="raise")
    with pytest.raises(lammer.RefusedCommand, match=r"NJ11-1\.4f") as raised:
        table.bet(1, "place-6", 10_00)
    assert raised.value.refusal.code == "cannot-be-paid"


def test_what_is_no_command_is_raised_and_changes_nothing() -> None:
    table = craps()
    log = table.log
    with pytest.raises(lammer.Malformed, match="not a face"):
        table.roll(3, 7)
    with pytest.raises(TypeError, match="roll takes"):
        table.roll((3, 4), 1, None, 9)
    assert table.log == log
    assert not table.undo()


def test_verbs_are_those_of_the_game() -> None:
    table = craps()
    assert "roll" in dir(table)
    assert "deal" not in dir(table)
    with pytest.raises(AttributeError, match="no verb 'deal' at craps"):
        table.deal("2d")


def test_undo_goes_back_command_by_command_to_the_opening() -> None:
    table = craps()
    opened = table.log
    table.bet(1, "pass", 10_00)
    made = table.log, table.state
    table.roll(2, 2)
    table.roll(3, 4)
    assert table.undo()
    assert table.undo()
    assert (table.log, table.state) == made
    assert table.undo()
    assert table.log == opened
    assert not table.undo()


def test_play_goes_on_after_an_undo_with_a_log_that_audits() -> None:
    table = craps()
    table.bet(1, "pass", 10_00)
    table.roll(2, 2)
    table.undo()
    table.bet(1, "place-6", 10_00)
    table.roll(5, 6)
    assert table.close() == table.head
    with pytest.raises(ValueError, match="closed"):
        table.roll(1, 1)
    lines = enumerate(table.log.splitlines(keepends=True), start=1)
    assert list(audit_log(lines)) == []


@pytest.mark.parametrize(
    ("rules", "acts"),
    [
        ("nj-2011", [("bet", 1, "pass", 1000), ("roll", 4, 4), ("roll", 3, 4)]),
        ("nj-1997", [("bet", 1, "place-6", 600), ("shake", 3, 3), ("shake", 3, 4)]),
        ("nj-2001", [("bet", 1, "banker", 1000), ("deal", "2d", "5c", "Kh", "Ks", "8h")]),
    ],
)
def test_a_table_is_read_back_from_its_log(
    rules: str, acts: list[tuple[object, ...]], tmp_path: Path
) -> None:
    table = lammer.Table(rules, rails={1: 500_00})
    for verb, *values in acts:
        assert getattr(table, str(verb))(*values).ok
    path = tmp_path / "evening.log"
    path.write_bytes(table.log)
    again = lammer.Table.from_log(path)
    assert again.log == table.log
    assert again.rail(1) == table.rail(1)
    assert again.shooter == table.shooter


def test_a_changed_log_is_not_read() -> None:
    table = craps()
    table.bet(1, "pass", 10_00)
    with pytest.raises(lammer.LogMismatch, match="Line 3"):
        lammer.Table.from_log(table.log.replace(b'"amount":1000', b'"amount":2000'))


def test_legal_says_what_may_be_done() -> None:
    table = craps()
    found = table.legal(1)
    assert found.verbs["roll"] is not None
    table.bet(1, "pass", 10_00)
    assert table.legal(1).verbs["roll"] is None
    assert table.head in table.log.decode()


def test_an_earlier_answer_is_described_by_the_table_it_was_given_to() -> None:
    table = craps()
    table.bet(1, "pass", 10_00)
    point, made = table.roll(4, 4), table.roll(5, 3)
    table.bet(1, "pass", 10_00)
    seven = table.roll(3, 4)
    assert table.describe(point)[0] == "4-4: Eight, the hard way. The point is eight."
    assert table.describe(made)[0] == "5-3: Eight, easy eight. Winner, the point is made."
    assert table.describe(seven)[0] == "3-4: Seven, front line winner."


def test_each_event_is_described_by_the_table_just_before_it() -> None:
    """A lone shooter's come bet: the first event of the roll changes how it is called."""
    table = craps()
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    table.bet(1, "come", 10_00)
    table.roll(4, 5)
    table.roll(4, 4)
    said = table.describe(table.roll(3, 4))
    assert said[0].startswith("Seat 1 rolls only for the come bets.")
    assert said[1] == "3-4: Seven. Come bets lose."


def test_a_verb_takes_what_its_wheel_has() -> None:
    six = lammer.Table("ac-big-six", rails={1: 100_00})
    six.bet(1, "twenty", 5_00)
    assert six.spin("twenty").ok
    assert six.rail(1) == 200_00
    assert six.spin("five", 5).ok
    assert lammer.Table("ac-roulette", rails={}).spin("00").ok
