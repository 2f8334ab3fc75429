"""``check_ruleset`` on sound rule sets and on every kind of broken one."""

from dataclasses import replace

import pytest

from lammer.core.cite import cite
from lammer.core.odds import Odds
from lammer.core.ruleset import Area, Ruleset
from lammer.core.space import Cells
from lammer.core.wager import (
    Chart,
    Lose,
    Move,
    Offer,
    Part,
    Rule,
    Wager,
    Win,
)
from lammer.games import RULESETS, check_ruleset, load
from lammer.games.craps.space import CRAPS, EVERY_PUCK, POINT_ON, total

SOUND = load("nj-2011")
FIELD = SOUND.wager("field")
HARD_8 = SOUND.wager("hard-8")
PAYS = SOUND.payouts()["field"]
CITES = (cite("NJ11-1.2a11"),)


def with_wager(wager: Wager) -> Ruleset:
    """The sound rule set with one wager replaced."""
    return SOUND.changing(lambda each: wager if each.key == wager.key else each)


def faults_of(ruleset: Ruleset) -> list[str]:
    return [fault.what for fault in check_ruleset(ruleset)]


@pytest.mark.parametrize("rules", RULESETS)
def test_every_shipped_game_is_sound(rules: str) -> None:
    for game in load(rules).games:
        ruleset = load(rules, game)
        assert check_ruleset(ruleset, listed=ruleset) == ()


def test_two_rules_on_one_cell() -> None:
    both = Chart({"up": (Rule(total(7), Lose(), CITES), Rule(total(7, 11), Win(PAYS), CITES))})
    (fault,) = faults_of(with_wager(replace(HARD_8, machine=both)))
    assert 'two rules of state "up" both speak on 42 cells' in fault


def test_a_state_nobody_reaches() -> None:
    states = dict(HARD_8.machine.states)  # type: ignore[attr-defined]
    lonely = Chart({**states, "attic": (Rule(total(7), Lose(), CITES),)})
    assert 'state "attic" cannot be reached' in faults_of(
        with_wager(replace(HARD_8, machine=lonely))
    )


def test_a_state_there_is_not() -> None:
    gone = Chart({"up": (Rule(total(4), Move("nowhere"), CITES), Rule(total(7), Lose(), CITES))})
    (fault,) = faults_of(with_wager(replace(HARD_8, machine=gone)))
    assert fault == 'a rule moves it to state "nowhere", which there is not'
    lost = Chart({"up": (Rule(total(7), Lose(), CITES),)}, start="down")
    assert faults_of(with_wager(replace(HARD_8, machine=lost))) == [
        'its first state "down" is not there'
    ]


def test_a_broken_state_does_not_hide_the_others() -> None:
    """Every missing state, the overlap, and the rule without a clause, in one go."""
    broken = Chart(
        {
            "up": (
                Rule(total(4), Move("no"), CITES),
                Rule(total(5), Move("nor"), CITES),
                Rule(total(7), Lose(), ()),
                Rule(total(7, 11), Win(PAYS), CITES),
            )
        }
    )
    found = " ".join(faults_of(with_wager(replace(HARD_8, machine=broken))))
    for piece in ('"no"', '"nor"', "names no clause", "both speak"):
        assert piece in found


def test_rules_that_clash_only_when_the_bet_is_called_on() -> None:
    rules = HARD_8.machine.rules("up")
    asleep = Rule(total(8) & CRAPS.context_cells("off"), Lose(), CITES)
    found = faults_of(with_wager(replace(HARD_8, machine=Chart({"up": (*rules, asleep)}))))
    assert any("both speak on" in what for what in found)


def test_sets_of_another_space() -> None:
    strange = Chart({"up": (Rule(Cells(36, 1), Lose(), CITES),)})
    assert faults_of(with_wager(replace(HARD_8, machine=strange))) == [
        "some of its sets are of another space"
    ]


def test_offers_limits_and_odds_that_make_no_sense() -> None:
    nowhere = replace(HARD_8, offer=replace(HARD_8.offer, contexts=()))
    assert "there is no context in which it is offered" in faults_of(with_wager(nowhere))
    fire = SOUND.wager("fire")
    assert fire.limits is not None
    upside_down = replace(fire, limits=replace(fire.limits, min_cents=600))
    assert "its limits, 600 to 500 cents, leave no amount" in faults_of(with_wager(upside_down))
    odds = SOUND.wager("pass-odds")
    assert odds.behind is not None
    astray = replace(odds, behind=replace(odds.behind, states=("99",)))
    assert "it stands behind pass in states that has not: 99" in faults_of(with_wager(astray))


def test_payouts_limits_and_charges_without_a_clause() -> None:
    bare = SOUND.changing(
        lambda each: replace(
            each,
            machine=each.machine.paying(lambda line: replace(line, cites=())),
            limits=each.limits and replace(each.limits, cites=()),
            vig=each.vig and replace(each.vig, cites=()),
        )
    )
    found = set(faults_of(bare))
    assert {
        "no clause says what place-6 pays",
        "no clause says what its limits are",
        "no clause says what is charged on it",
    } <= found


def test_a_spot_drawn_twice() -> None:
    twice = replace(SOUND, layout=(*SOUND.layout, SOUND.layout[0]))
    assert 'the layout has the spot "pass-line" twice' in faults_of(twice)


def test_clauses_of_the_other_choice_count_too() -> None:
    """What an option would cite if it were chosen is part of what the rule set says."""
    (option, *rest) = SOUND.options
    lost = replace(SOUND, options=(replace(option, otherwise=(cite("NJ11-9.9z"),)), *rest))
    assert "there is no clause or reading NJ11-9.9z" in faults_of(lost)
    assert lost.digest != SOUND.digest


def test_a_wager_that_is_never_decided() -> None:
    circle = Chart(
        {
            "up": (Rule(total(4), Move("down"), CITES),),
            "down": (Rule(total(5), Move("up"), CITES),),
        }
    )
    (fault,) = faults_of(with_wager(replace(HARD_8, machine=circle)))
    assert "it may never be decided from: 'down', 'up'" in fault


def test_decided_only_in_contexts_it_cannot_stand_in() -> None:
    """Its rule needs a point of 4 that is thrown while the puck is off: an empty set in effect."""
    impossible = total(4) & CRAPS.context_cells("off") & POINT_ON
    asleep = Chart({"up": (Rule(impossible, Lose(), CITES),)})
    found = faults_of(with_wager(replace(HARD_8, machine=asleep)))
    assert any("may never be decided" in what for what in found)
    assert 'state "up" is never left' in found


def test_a_one_roll_wager_with_a_hole() -> None:
    holed = Chart({"up": (Rule(total(7), Lose(), CITES),)})
    assert "it is a one-roll wager and some rolls do not decide it" in faults_of(
        with_wager(replace(FIELD, machine=holed))
    )


def test_a_one_roll_wager_that_moves() -> None:
    moving = Chart(
        {
            "up": (
                Rule(total(7), Lose(), CITES),
                Rule(CRAPS.everything - total(7), Move("on"), CITES),
            ),
            "on": (Rule(CRAPS.everything, Lose(), CITES),),
        }
    )
    assert "it is a one-roll wager and some roll leaves it up" in faults_of(
        with_wager(replace(FIELD, machine=moving))
    )


def test_clauses_that_do_not_exist() -> None:
    made_up = replace(HARD_8, cites=(cite("NJ11-9.9z", "R-99"),))
    assert set(faults_of(with_wager(made_up))) == {
        "there is no clause or reading NJ11-9.9z",
        "there is no clause or reading R-99",
    }


def test_a_game_of_ones_own_brings_its_own_clauses() -> None:
    own = replace(SOUND.wager("field"), cites=(cite("HOUSE-1"),))
    ruleset = replace(with_wager(own), options=())
    known = {"HOUSE-1"}
    missing = check_ruleset(ruleset, clause_exists=lambda name: name in known)
    assert "HOUSE-1" not in " ".join(fault.what for fault in missing)


def test_rules_without_a_clause() -> None:
    bare = Chart({"up": (Rule(total(8), Win(PAYS), ()), Rule(total(7), Lose(), CITES))})
    assert 'a rule of state "up" names no clause' in faults_of(
        with_wager(replace(HARD_8, machine=bare))
    )


def test_silence_about_when_and_how() -> None:
    silent = replace(
        HARD_8,
        cites=(),
        offer=replace(HARD_8.offer, cites=()),
        working=replace(HARD_8.working, cites=()),
        control=replace(HARD_8.control, cites=()),
    )
    assert faults_of(with_wager(silent)) == [
        "no clause defines it",
        "no clause says when it may be made",
        "no clause says when it works",
        "no clause says what may be done with it",
    ]


def test_spots() -> None:
    homeless = with_wager(replace(HARD_8, spot="ceiling"))
    assert faults_of(homeless) == [
        'its spot "ceiling" is not on the layout',
        'the layout has a spot "hard-8" for no wager',
    ]
    empty = replace(SOUND, layout=(*SOUND.layout, Area("Corner", ("big-6",))))
    assert faults_of(empty) == ['the layout has a spot "big-6" for no wager']


def test_odds_under_the_floor() -> None:
    stingy = SOUND.paying({"place-6": Odds(1, 1), "field-12": Odds(3, 1), "buy-4": Odds(5, 2)})
    found = [fault.what for fault in check_ruleset(stingy)]
    assert found == [
        "place-6 pays 1 to 1, under the 7 to 6 of NJ11-1.4b-Place6W",
        "buy-4 pays 5 to 2, not the 2 to 1 of NJ11-1.5a-Buy4",
    ]


def test_references_that_lead_nowhere() -> None:
    odds = SOUND.wager("pass-odds")
    assert odds.behind is not None
    orphan = replace(odds, behind=replace(odds.behind, base="nobody"))
    assert 'it stands behind "nobody", which there is not' in faults_of(with_wager(orphan))
    horn = SOUND.wager("horn")
    parts = (Part("moon", horn.parts[0].share), *horn.parts[1:3])
    assert faults_of(with_wager(replace(horn, parts=parts))) == [
        'a part of it is "moon", which there is not',
        "its parts do not add up to the whole",
    ]
    offer = Offer("on Sundays", ("sunday", *EVERY_PUCK), CITES)
    assert faults_of(with_wager(replace(HARD_8, offer=offer))) == [
        "it is offered in contexts the space does not have: sunday"
    ]


def test_a_procedure_that_names_what_there_is_not() -> None:
    procedure = SOUND.procedure
    assert procedure is not None
    assert procedure.turn is not None
    other = replace(procedure.turn, stake=("big-6",), may_pass=(cite("NJ11-9.9z"),))
    trial = replace(procedure.trial, reasons=(*procedure.trial.reasons,) * 2)
    broken = replace(SOUND, procedure=replace(procedure, turn=other, trial=trial))
    assert faults_of(broken) == [
        "there is no clause or reading NJ11-9.9z",
        'the procedure names a wager "big-6" there is not',
        "a reason for a void trial stands twice",
    ]


def test_all_faults_at_once() -> None:
    twice = replace(SOUND, wagers=(*SOUND.wagers, HARD_8))
    broken = Chart({"up": (Rule(Cells(CRAPS.size, 0), Lose(), ()),)})
    ruleset = twice.changing(
        lambda each: replace(each, machine=broken, spot="x") if each.key == "field" else each
    )
    found = faults_of(ruleset)
    assert 'wager "hard-8" stands twice' in found
    assert 'its spot "x" is not on the layout' in found
    assert "it is a one-roll wager and some rolls do not decide it" in found
    assert len(found) >= 5
