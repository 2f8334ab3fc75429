"""Horn High and Whirl Bets that the text has put down as two wagers: made or refused as a whole."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.audit import audit_log
from lammer.table import Answer, Run
from lammer.table.apply import apply_all
from lammer.table.commands import MakeBet
from lammer.table.decide import decide
from lammer.table.log import EPOCH
from lammer.table.views.legal import Range, legal
from lammer.table.views.narrate import narrate
from lammer.table.views.undo import undo_of

NO_AREAS: dict[str, Any] = {"layout": {"horn_high_area": False, "whirl_area": False}}
NO_HORN_HIGH: dict[str, Any] = {"layout": {"horn_high_area": False}}


def at(rules: str = "nj-2011", rail: int = 100000, **house: Any) -> Run:
    return Run.at(rules, rails={1: rail}, house=house)


def bet(run: Run, wager: str, amount: int, **more: Any) -> Answer:
    return run.do({"do": "bet", "seat": 1, "wager": wager, "amount": amount, **more})


def up(run: Run) -> dict[str, int]:
    return {name: each.stake for name, each in run.table.seats[1].bets.items()}


@pytest.mark.clause("NJ11-1.2a21-s3", "NJ11-1.2a21-s2")
def test_a_whirl_is_two_bets_of_one_command() -> None:
    run = at()
    answer = bet(run, "whirl", 1000)
    assert [(each.name, each.bet_name) for each in answer.events] == [
        ("bet", "horn"),
        ("bet", "any-seven"),
    ]
    assert all(each.body["part_of"] == "whirl" for each in answer.events)
    assert up(run) == {"horn": 800, "any-seven": 200}
    assert "NJ11-1.2a21-s3" in answer.events[1].clauses
    assert narrate(run.table, answer.events[0]) == (
        "Seat 1: $8 on the Horn Bet. Part of a Whirl Bet."
    )


@pytest.mark.clause("NJ11-1.2a20-s3")
def test_without_an_area_a_horn_high_is_two_bets_and_with_one_it_is_one() -> None:
    run = at(**NO_HORN_HIGH)
    assert bet(run, "horn-high-11", 1000).ok
    assert up(run) == {"horn": 800, "eleven": 200}
    with_area = at()
    assert bet(with_area, "horn-high-11", 1000).ok
    assert up(with_area) == {"horn-high-11": 1000}


@pytest.mark.clause("MD13-03A20b", "MD13-03A21b")
def test_in_maryland_both_are_one_bet_unless_there_is_no_area() -> None:
    run = at("md-2013")
    assert bet(run, "whirl", 500).ok
    assert up(run) == {"whirl": 500}
    run = at("md-2013", **NO_AREAS)
    assert bet(run, "whirl", 500).ok
    assert bet(run, "horn-high-2", 500).ok
    assert up(run) == {"horn": 800, "any-seven": 100, "craps-2": 100}


@pytest.mark.clause("NJ11-1.2a21-s3")
def test_it_is_added_to_bets_of_the_same_kind() -> None:
    run = at()
    assert bet(run, "horn", 400).ok
    assert bet(run, "any-seven", 300).ok
    answer = bet(run, "whirl", 500)
    assert [event.body["stake"] for event in answer.events] == [800, 400]
    assert up(run) == {"horn": 800, "any-seven": 400}


@pytest.mark.clause("NJ11-1.2a21-s3")
def test_each_part_counts_against_its_own_limits() -> None:
    run = at(limits={"any-seven": {"max": 500}})
    assert bet(run, "any-seven", 200).ok
    before = run.table
    refusal = bet(run, "whirl", 2000).refusal
    assert refusal is not None
    assert refusal.code == "over-maximum"
    assert "NJ11-1.2a21-s3" in refusal.clauses
    assert refusal.detail == (
        "Any Seven: at most $5 is posted. $20 on Whirl Bet is put down as two wagers."
    )
    assert run.table == before, "the Horn Bet must not stay either"
    assert bet(run, "whirl", 1500).ok
    assert up(run) == {"any-seven": 500, "horn": 1200}
    refusal = bet(at(limits={"any-seven": {"max": 500}}), "whirl", 3000).refusal
    assert refusal is not None
    assert refusal.code == "over-maximum"


def test_the_minimum_of_the_table_is_that_of_each_part() -> None:
    run = at(limits={"min": 500, "max": 2000}, offer={"buy": False, "lay": False})
    refusal = bet(run, "whirl", 500).refusal
    assert refusal is not None
    assert refusal.code == "under-minimum"
    assert bet(run, "whirl", 2500).ok
    assert up(run) == {"horn": 2000, "any-seven": 500}


def test_limits_posted_for_the_wager_itself_are_kept_too() -> None:
    run = at(limits={"whirl": {"min": 1000, "max": 2000}})
    codes = [
        refusal.code if (refusal := bet(run, "whirl", amount).refusal) else ""
        for amount in (500, 2500, 1000)
    ]
    assert codes == ["under-minimum", "over-maximum", ""]


@pytest.mark.parametrize(("amount", "code"), [(700, "not-a-unit"), (500, "not-enough-chips")])
def test_a_refusal_leaves_nothing_behind(amount: int, code: str) -> None:
    run = at(rail=400)
    before = run.table
    refusal = bet(run, "whirl", amount).refusal
    assert refusal is not None
    assert refusal.code == code
    assert run.table == before


@pytest.mark.clause("NJ11-1.2a21-s3")
@pytest.mark.parametrize(
    "command",
    [
        {"do": "remove"},
        {"do": "reduce", "by": 500},
        {"do": "call", "working": True},
    ],
)
def test_later_commands_name_the_parts(command: dict[str, Any]) -> None:
    run = at()
    assert bet(run, "whirl", 500).ok
    refusal = run.do({**command, "seat": 1, "wager": "whirl"}).refusal
    assert refusal is not None
    assert refusal.detail == (
        "Whirl Bet is put down as Horn Bet and Any Seven: name those (horn and any-seven)."
    )
    assert "NJ11-1.2a21-s3" in refusal.clauses
    assert run.do({"do": "remove", "seat": 1, "wager": "any-seven"}).ok
    assert up(run) == {"horn": 400}


@pytest.mark.parametrize("first", [0, 400])
def test_undo_takes_both_parts_back(first: int) -> None:
    run = at()
    if first:
        assert bet(run, "horn", first).ok
    before = run.table
    answer = bet(run, "whirl", 500)
    for command in undo_of(before, answer.events).commands:
        assert run.carry_out(command).ok
    assert run.table.seats == before.seats
    assert run.table.rail(1) == before.rail(1)


@pytest.mark.clause("NJ11-1.3a1")
def test_a_late_whirl_needs_both_words_and_a_verbal_one_is_two_bets() -> None:
    run = at()
    assert run.do({"do": "verbal", "seat": 1, "wager": "whirl", "amount": 500,
                   "confirmed_by": ["dealer"]}).ok  # fmt: skip
    assert up(run) == {"horn": 400, "any-seven": 100}
    assert run.do({"do": "accept-dice", "seat": 1}).ok
    assert bet(run, "pass", 500).ok
    assert run.do({"do": "throw"}).ok
    refusal = bet(run, "whirl", 500).refusal
    assert refusal is not None
    assert refusal.code == "not-confirmed"
    both = ["dealer", "boxperson"]
    answer = bet(run, "whirl", 500, confirmed_by=both)
    assert [event.body["confirmed_by"] for event in answer.events] == [both, both]


BETS = st.lists(
    st.tuples(
        st.sampled_from(["horn", "any-seven", "craps-12", "whirl", "horn-high-12"]),
        st.sampled_from([100, 400, 500, 1000, 1500]),
    ),
    max_size=6,
)
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "horn": st.sampled_from([{"max": 2000}, {"min": 800}]),
        "any-seven": st.sampled_from([{"max": 300}, {"min": 200}]),
        "craps-12": st.just({"max": 500}),
        "whirl": st.just({"max": 1500}),
    },
)


@given(
    bets=BETS, limits=LIMITS, unit=st.sampled_from([100, 25]), rail=st.sampled_from([1500, 90000])
)
def test_what_may_be_bet_is_what_the_table_takes(
    bets: list[tuple[str, int]], limits: dict[str, Any], unit: int, rail: int
) -> None:
    """The range of a wager that is put down as two: all of it, and nothing a step beside it."""
    log: list[bytes] = []
    house = {**NO_HORN_HIGH, "limits": limits, "pay_unit": unit}
    run = Run.at("nj-2011", rails={1: rail}, house=house, keep=log.append)
    for wager, amount in bets:
        bet(run, wager, amount)
    for wager in ("whirl", "horn-high-12"):
        found = legal(run.table, 1, EPOCH).bets[wager]
        if not isinstance(found, Range):
            continue
        assert found.step % (5 * unit) == 0
        tries = dict.fromkeys((found.least, found.most, found.most + found.step))
        taken = [amount for amount in tries if _takes(run, wager, amount)]
        assert taken == [amount for amount in tries if amount <= found.most]
        below = found.least - found.step
        assert below <= 0 or not _takes(run, wager, below)
    run.close()
    assert list(audit_log(enumerate(log, start=1))) == []


def _takes(run: Run, wager: str, amount: int) -> bool:
    events = decide(run.table, MakeBet(1, wager, amount))
    if not isinstance(events, tuple):
        return False
    after = apply_all(run.table, events)
    return after.layout(1) == run.table.layout(1) + amount
