"""The order in which a trial is settled: losers first, then winners and their vigorish by the
procedure in use."""

from typing import Any

import pytest

from lammer.table import Answer, Run

NATURAL = ["2h", "9c", "Kd", "Ts"]
"""Banker's Hand 9 against 2."""


def coup(procedure: int, collect: str = "collect", rail: int = 20000) -> Answer:
    """Four seats on the Banker's Hand, one on the Player's, one on Tie; the Banker's Hand wins."""
    rails = dict.fromkeys((1, 2, 4, 5, 7, 9), rail)
    house: dict[str, Any] = {"vig": {"procedure": procedure, "collect": collect}}
    run = Run.at("nj-2001", rails=rails, house=house)
    run.do({"do": "accept-shoe", "seat": 1})
    for seat, wager in ((2, "banker"), (9, "banker"), (4, "player"), (1, "tie"), (5, "banker")):
        assert run.do({"do": "bet", "seat": seat, "wager": wager, "amount": 20000}).ok
    return run.do({"do": "deal", "cards": NATURAL})


def told(answer: Answer) -> list[tuple[str, int]]:
    settling = ("loses", "wins", "vigorish")
    return [(e.name, e.body["seat"]) for e in answer.events if e.name in settling]


LOSERS = [("loses", 1), ("loses", 4)]
PAID = [("wins", 9), ("wins", 5), ("wins", 2)]
TAKEN = [("vigorish", 9), ("vigorish", 5), ("vigorish", 2)]
ORDERS = {
    1: [*PAID, *TAKEN],
    2: [*TAKEN, *PAID],
    3: [each for pair in zip(PAID, TAKEN, strict=True) for each in pair],
    4: [each for pair in zip(TAKEN, PAID, strict=True) for each in pair],
}


@pytest.mark.parametrize("collect", ["collect", "mark"])
@pytest.mark.parametrize(
    "procedure",
    [pytest.param(n, marks=pytest.mark.clause(f"NJ01-3.10b{n}", "NJ01-3.10b-s2")) for n in ORDERS],
)
def test_winners_are_paid_from_the_highest_position_down(procedure: int, collect: str) -> None:
    answer = coup(procedure, collect)
    assert told(answer) == LOSERS + ORDERS[procedure]
    clause = f"NJ01-3.10b{procedure}"
    for event in answer.events:
        if event.name in ("wins", "vigorish"):
            assert clause in event.clauses
        elif event.name != "open":
            assert not {f"NJ01-3.10b{n}" for n in ORDERS} & set(event.clauses)


@pytest.mark.parametrize("procedure", [2, 4])
def test_vigorish_taken_before_the_win_comes_out_of_the_wager_of_who_has_nothing_else(
    procedure: int,
) -> None:
    charges = [e for e in coup(procedure).events if e.name == "vigorish"]
    assert [e.moves for e in charges] == [
        ((f"layout-{seat}", "commission", 1000),) for seat in (9, 5, 2)
    ]
    rich = [e for e in coup(procedure, rail=30000).events if e.name == "vigorish"]
    assert [e.moves for e in rich] == [
        ((f"rail-{seat}", "commission", 1000),) for seat in (9, 5, 2)
    ]


@pytest.mark.clause("NJ01-3.10b-s1")
def test_on_a_tie_nobody_is_collected_from() -> None:
    run = Run.at("nj-2001", rails={1: 10000, 2: 10000})
    run.do({"do": "accept-shoe", "seat": 1})
    for seat, wager in ((1, "tie"), (2, "player"), (2, "banker")):
        run.do({"do": "bet", "seat": seat, "wager": wager, "amount": 1000})
    answer = run.do({"do": "deal", "cards": ["9h", "9c", "Kd", "Ts"]})
    assert [e.name for e in answer.events if "seat" in e.body] == ["void", "void", "wins"]
    lost = run.do({"do": "bet", "seat": 1, "wager": "tie", "amount": 1000})
    assert lost.ok
    (loses,) = [
        e for e in run.do({"do": "deal", "cards": NATURAL}).events if e.body.get("seat") == 1
    ]
    assert (loses.name, loses.moves) == ("loses", (("layout-1", "bank", 1000),))


@pytest.mark.clause("NJ97-13.5f-s1", "NJ97-13.5f-s2", "NJ97-13.4e")
def test_at_mini_dice_all_losers_are_collected_before_any_winner_is_paid() -> None:
    run = Run.at("nj-1997", rails={1: 10000, 2: 10000, 3: 10000})
    run.do({"do": "accept-shaker", "seat": 1})
    bets = ((1, "over-7"), (1, "under-7"), (2, "place-6"), (2, "any-seven"), (3, "field"))
    for seat, wager in bets:
        assert run.do({"do": "bet", "seat": seat, "wager": wager, "amount": 1200}).ok
    answer = run.do({"do": "shake", "dice": [4, 2]})
    settled = [(e.name, e.body["wager"]) for e in answer.events if "wager" in e.body]
    assert settled == [
        ("loses", "over-7"),
        ("loses", "any-seven"),
        ("loses", "field"),
        ("wins", "under-7"),
        ("wins", "place-6"),
    ]


@pytest.mark.clause(
    "NJ01-3.7a",
    "NJ01-3.7b",
    "NJ01-3.7c-s1",
    "NJ01-3.7c-s2",
    "NJ01-3.8a-s1",
    "NJ01-3.8a-s2",
    "NJ01-3.8b",
    "NJ01-3.8c",
    "NJ01-3.8d",
    "NJ01-3.9d",
    "NJ01-3.9e",
    "NJ01-3.9f",
    "NJ01-3.9g",
    "NJ01-3.10a-s1",
)
def test_a_coup_is_called_step_by_step() -> None:
    """The worked example of 3.9(g): Banker 5 on two cards, a 4 drawn by the Player's Hand."""
    run = Run.at("nj-2001", rails={1: 10000})
    run.do({"do": "accept-shoe", "seat": 1})
    answer = run.do({"do": "deal", "cards": ["5d", "2c", "Kh", "3s", "4h", "Ah"]})
    assert [(e.name, e.actor, e.body.get("hand")) for e in answer.events][:7] == [
        ("no-more-bets", "dealer", None),
        ("cards", "dealer", None),
        ("deal", "seat-1", None),
        ("count", "dealer", "player"),
        ("count", "dealer", "banker"),
        ("draw", "dealer", "player"),
        ("draw", "dealer", "banker"),
    ]
    result = answer.events[7]
    assert (result.name, result.body) == ("result", {"player": 9, "banker": 6, "winner": "player"})
    assert [e.body["count"] for e in answer.events[3:7]] == [5, 5, 5, 5]
    assert answer.events[6].body["card"] == "Ah"
    assert "NJ01-3.9c-B5" in answer.events[6].clauses


def test_what_is_owed_is_collected_from_the_highest_position_down() -> None:
    run = Run.at("nj-2001", rails={1: 5000, 2: 5000, 7: 5000}, house={"vig": {"collect": "mark"}})
    run.do({"do": "accept-shoe", "seat": 1})
    for seat in (1, 7, 2):
        run.do({"do": "bet", "seat": seat, "wager": "banker", "amount": 1000})
    run.do({"do": "deal", "cards": NATURAL, "cut_card": True})
    last = run.do({"do": "deal", "cards": NATURAL}).events
    names = [event.name for event in last]
    assert names[names.index("shoe-over") :] == ["shoe-over", "collect", "collect", "collect"]
    assert [event.body["seat"] for event in last if event.name == "collect"] == [7, 2, 1]
    over = run.do({"do": "deal", "cards": ["2h"]}).refusal
    assert over is not None
    assert over.code == "shoe-over"  # Before anybody looks at the cards.


@pytest.mark.clause("NJ01-3.10a-s2")
def test_a_tie_is_called_as_one() -> None:
    run = Run.at("nj-2001", rails={1: 10000})
    run.do({"do": "accept-shoe", "seat": 1})
    answer = run.do({"do": "deal", "cards": ["9h", "9c", "Kd", "Ts"]})
    (result,) = [e for e in answer.events if e.name == "result"]
    assert result.body["winner"] == "tie"
    assert "NJ01-3.10a-s2" in result.clauses
