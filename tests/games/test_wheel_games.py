"""Roulette and big six from end to end: at a table, in logs and records, drawn, computed, sampled,
typed, drilled, over the network."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lammer
from lammer.audit import audit_log
from lammer.fair.draw import below
from lammer.games import load
from lammer.games.big_six.wheel import RIM as STOPS
from lammer.games.roulette.wheels import RIMS
from lammer.guide import wager_summary
from lammer.house import check_house, elections
from lammer.sim.model.check import Unplayable
from lammer.sim.play.gym import TableEnv
from lammer.sim.play.on_table import StrategyPlayer, TwoSeats, play
from lammer.sim.sample import chance, kernel_numba, kernel_numpy
from lammer.sim.simulate import Means, Question, answer, prepare
from lammer.sim.strategy.text import parse
from lammer.typed.intents import TableCommands, Unclear
from lammer.typed.parser import understood
from tests.audit import records
from tests.command import lammer as command
from tests.fair.pledged_tables import log_of
from tests.server.support.crew import Staffed
from tests.server.support.running import RunningHouse, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    at,
    is_well,
    new_table,
    passes_audit,
    passes_fair,
)
from tests.sim.sample.test_kernel import the_same

RULES = ("ac-roulette", "ac-big-six")
ONE_ZERO = {"wheel": "single-zero"}


def table(rules: str = "ac-roulette", **more: Any) -> lammer.Table:
    return lammer.Table(rules, rails={1: 500_00, 2: 500_00}, **more)


# The wheels


def test_the_wheels_have_what_the_readings_say() -> None:
    assert Counter(STOPS) == {
        "one": 24, "two": 15, "five": 7, "ten": 4, "twenty": 2, "emblem-1": 1, "emblem-2": 1,
    }  # fmt: skip
    for name, many in (("double-zero", 38), ("single-zero", 37)):
        rim = RIMS[name]  # type: ignore[index]
        assert (len(rim), len(set(rim))) == (many, many)
    reds = [p in {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
            for p in map(int, RIMS["single-zero"][1:])]  # fmt: skip
    assert all(one != other for one, other in pairwise(reds))


def test_the_outcomes_are_the_places_of_the_wheel() -> None:
    assert len(load("ac-roulette").space.outcomes) == 38
    assert len(load("ac-roulette").equipped(ONE_ZERO).space.outcomes) == 37
    assert len(load("ac-big-six").space.outcomes) == 54


# At the table


@pytest.mark.clause("NJ01-5.3", "R-105")
def test_bets_are_taken_after_the_spin_until_no_more_bets() -> None:
    wheel = table()
    assert wheel.describe(wheel.spin()) == ("The ball is spun.",)
    assert wheel.bet(1, "straight-17", 5_00).ok
    assert wheel.no_more_bets().ok
    late = wheel.bet(2, "red", 5_00).refusal
    assert late is not None
    assert late.code == "too-late"
    told = wheel.describe(wheel.rest("17"))
    assert told[:2] == (
        "The ball comes to rest in 17, black.",
        "Seat 1 wins $175 on Straight Up 17 ($5).",
    )


@pytest.mark.clause("NJ01-5.1", "R-101")
def test_a_split_that_is_none_is_refused_with_those_there_are() -> None:
    wheel = table()
    for key, words in (
        ("split-8-12", "8 can be split with 5, 7, 9, 11; 12 can be split with 9, 11, 15"),
        ("split-11-8", "It is split-8-11"),
        ("street-2", "There are: street-1, street-4"),
        ("split-00-1", "00 can be split with 0, 2, 3"),
        ("split-17-37", "There is no 37 on this wheel: 17 can be split with 14, 16, 18, 20"),
    ):
        refused = wheel.bet(1, key, 5_00).refusal
        assert refused is not None
        assert refused.code == "not-listed"
        assert words in refused.detail
    assert wheel.rail(1) == 500_00


@pytest.mark.clause("NJ01-5.4", "R-106")
@pytest.mark.parametrize("house", [{}, {"long_form": True}])
def test_a_void_spin_announces_nothing_while_the_wheel_turns(house: dict[str, Any]) -> None:
    wheel = table(house=house)
    wheel.bet(1, "red", 5_00)
    wheel.spin()
    void = wheel.do({"do": "no-spin", "reason": "same-direction"})
    assert [each.name for each in void.events] == ["no-spin"]
    assert wheel.bet(2, "red", 5_00).ok


def test_a_place_that_is_not_on_the_wheel_is_refused_with_what_is() -> None:
    roulette, six = table(), table("ac-big-six")
    roulette.bet(1, "red", 5_00)
    for asked, on, words in (
        ({"pocket": "37"}, roulette, "0, 00, 1 to 36"),
        ({"stop": "twenty"}, roulette, "write pocket"),
        ({"stop": "forty"}, six, "one, two, five, ten, twenty, emblem-1, emblem-2"),
        ({"stop": "twenty", "place": 1}, six, "twenty is at"),
        ({"pocket": "1"}, six, "write stop"),
    ):
        refused = on.do({"do": "spin", **asked}).refusal
        assert refused is not None
        assert refused.code == "not-on-the-wheel"
        assert words in refused.detail
    assert roulette.rail(1) == 495_00
    single = table(house=ONE_ZERO)
    zero = single.spin("00").refusal
    assert zero is not None
    assert "0, 1 to 36" in zero.detail


@pytest.mark.parametrize(("rules", "place"), [("ac-roulette", "17"), ("ac-big-six", "twenty")])
def test_in_the_long_form_nothing_comes_before_the_spin(rules: str, place: str) -> None:
    wheel = table(rules, house={"long_form": True})
    before = wheel.state
    key = "pocket" if rules == "ac-roulette" else "stop"
    for asked in (
        {"do": "spin", key: place},
        {"do": "rest", key: place},
        {"do": "no-more-bets"},
        {"do": "no-spin", "reason": "too-few-turns"},
    ):
        refused = wheel.do(asked).refusal
        assert refused is not None, asked
        assert "spin" in refused.detail or "spun" in refused.detail
        assert wheel.state == before
    assert wheel.do({"do": "spin"}).ok
    assert wheel.do({"do": "no-spin", "reason": "too-few-turns"}).ok


@pytest.mark.parametrize("rules", ["ac-roulette", "ac-big-six", "ac-sic-bo", "ac-minibaccarat"])
def test_a_command_of_another_game_is_refused_with_those_of_this_one(rules: str) -> None:
    refused = table(rules).do({"do": "roll", "dice": [3, 4]}).refusal
    assert refused is not None
    told = refused.detail.partition("What is: ")[2].rstrip(".").split(", ")
    assert {"bet", "no-more-bets"} < set(told)
    assert not [verb for verb in told if verb.startswith(("accept", "decline", "pass", "order"))]


def test_a_wager_of_another_game_is_refused_with_those_of_this_one() -> None:
    refused = table().bet(1, "twenty", 5_00).refusal
    assert refused is not None
    for kind in ("straight-N", "split-A-B", "first-five", "dozen-N", "red", "high"):
        assert kind in refused.detail


@pytest.mark.clause("NJ01-5.2", "R-103")
def test_half_is_lost_on_a_zero_to_the_cent() -> None:
    for stake, back in ((10_00, 5_00), (10_01, 5_01), (1_25, 63)):
        wheel = table(house={"pay_unit": 1})
        wheel.bet(1, "even", stake)
        (lost,) = [each for each in wheel.spin("00").events if each.name == "loses"]
        assert lost.body["returned"] == back
        assert wheel.rail(1) == 500_00 - stake + back
    whole = table(house={"half_on_zero": False})
    whole.bet(1, "even", 10_00)
    assert not any("returned" in each.body for each in whole.spin("0").events)
    assert whole.rail(1) == 490_00


def test_a_spin_entered_wrongly_is_taken_back() -> None:
    six = table("ac-big-six")
    six.bet(1, "twenty", 5_00)
    six.do({"do": "spin", "stop": "twenty"})
    back = six.correct("floorperson", "wrong-stop")
    assert back.ok
    assert back.events[0].body["stop"] == "twenty"
    assert six.do({"do": "spin", "stop": "one"}).ok
    assert six.rail(1) == 495_00


def test_the_log_is_the_table_and_the_audit_finds_what_is_done_to_it() -> None:
    wheel = table()
    for pocket in ("17", "0", "00", "36", "1"):
        wheel.bet(1, "red", 5_01)
        wheel.bet(2, "split-0-00", 5_00)
        wheel.spin(pocket)
    wheel.close()
    again = lammer.Table.from_log(wheel.log)
    assert (again.rail(1), again.head) == (wheel.rail(1), wheel.head)
    log = wheel.log.splitlines(keepends=True)
    assert list(audit_log(enumerate(log, 1))) == []
    half = next(at for at, line in enumerate(log) if b'"returned"' in line)
    for old, new in ((b'"returned":251', b'"returned":250'), (b'"pocket":"0"', b'"pocket":"1"')):
        changed = [line.replace(old, new) for line in log]
        found = list(audit_log(enumerate(changed, 1)))
        assert found
        assert found[0].line <= half + 1


def test_stops_are_said_as_they_are_called() -> None:
    law = load("ac-big-six")
    said = {key: wager_summary(law, law.wager(key)) for key in ("one", "five", "emblem-1")}
    assert said == {
        "one": "Wins on a one in the next spin; anything else loses.",
        "five": "Wins on a five in the next spin; anything else loses.",
        "emblem-1": "Wins on the joker in the next spin; anything else loses.",
    }
    asked = command("drill", "big-six.payout.emblem-1", "--rules", "ac-big-six", "--seed", "1",
                    "--count", "1", "--json")  # fmt: skip
    question = json.loads(asked.stdout)
    assert question["outcome"]["stop"] == "emblem-1"
    assert question["words"].startswith("Joker. What is paid")


# Records


@pytest.mark.parametrize(
    ("rules", "row", "what", "there"),
    [
        ("ac-roulette", "pocket\nspin,37", "there is no pocket", "0, 00, 1 to 36"),
        ("ac-big-six", "stop,place\nspin,twenty,1", "place 1 is not twenty", "twenty is at 16, 41"),
    ],
)
def test_a_record_with_a_place_that_there_is_not_is_told_what_there_is(
    rules: str, row: str, what: str, there: str
) -> None:
    problem = records.problem_of(f"kind,{row}\n".encode(), records.at(rules))
    assert what in str(problem)
    assert there in problem.instead


def test_a_template_says_that_a_spreadsheet_makes_one_zero_of_two() -> None:
    told = "a spreadsheet makes 0 of 00"
    assert told in command("audit", "--template", "ac-roulette").stdout
    assert told not in command("audit", "--template", "ac-big-six").stdout


def test_a_record_is_judged_payment_by_payment(tmp_path: Path) -> None:
    record = tmp_path / "roulette.csv"
    record.write_text(
        "kind,seat,wager,cents,pocket\n"
        "bet,1,17 straight,500,\nbet,2,red,1001,\nspin,,,,17\npayment,1,straight-17,17000,\n"
        "take,2,red,1001,\nbet,2,red,1001,\nspin,,,,0\ntake,2,red,501,\n"
    )
    found = command("audit", str(record), "--rules", "ac-roulette", "--json")
    told = [(e["line"], e["due"], e["paid"]) for e in json.loads(found.stdout)["findings"]]
    assert (5, 17500, 17000) in told
    assert (9, -500, -501) in told
    stops = tmp_path / "six.csv"
    stops.write_text(
        "kind,seat,wager,cents,stop\nbet,1,twenty,500,\nspin,,,,twenty\npayment,1,twenty,10000,\n"
        "bet,1,one,500,\nno-spin,,,,\nspin,,,,two\ntake,1,one,500,\n"
    )
    assert command("audit", str(stops), "--rules", "ac-big-six").returncode == 0
    stops.write_text("kind,seat,wager,cents,stop\nspin,,,,forty\n")
    assert command("audit", str(stops), "--rules", "ac-big-six").returncode == 2


# Drawn


@pytest.mark.parametrize("rules", RULES)
def test_a_log_made_by_the_rule_alone_is_verified(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "drawn.log"
    path.write_bytes(b"".join(log_of(rules, 6, {1: "lucky"})))
    found = command("fair", str(path), "--json")
    assert (found.returncode, json.loads(found.stdout)["followed"]) == (0, 6), found.stdout
    key = b'"pocket":"' if rules == "ac-roulette" else b'"place":'
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"event":"spin"' in line)
    lines[at] = lines[at].replace(key, key + b"1")
    path.write_bytes(b"".join(lines))
    assert command("fair", str(path)).returncode == 1


@pytest.mark.parametrize("places", [38, 37, 54])
def test_every_place_is_drawn_equally_often(places: int) -> None:
    found = Counter(below(places, iter([byte, 0]), 1) for byte in range(256))
    most = 256 // places
    assert found[0] == most + 256 - most * places
    assert {found[each] for each in range(1, places)} == {most}


# Computed and sampled


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("game: roulette\nbet red 10", Fraction(1, 38)),
        ("game: roulette\nbet first-five 5", Fraction(3, 38)),
        ("game: big-six\nbet two 10", Fraction(1, 6)),
    ],
)
def test_a_strategy_is_answered_exactly_and_by_samples(text: str, edge: Fraction) -> None:
    question = Question(parse(text), rolls=50, bankroll=1000_00)
    exact = answer(question)
    assert exact.exact
    lost = 1000_00 - exact.mean
    assert lost / (exact.findings.staked[0] * exact.unit) == pytest.approx(float(edge), abs=1e-9)
    sampled = answer(question, Means("sample", sessions=20_000, seed=1))
    error = sampled.findings.final.sd / 20_000**0.5 * sampled.unit
    assert abs(sampled.mean - exact.mean) < 4 * error


@pytest.mark.parametrize(
    "text",
    [
        "game: roulette\nsteps s: 10 20 40\n    after red wins: first\n    after red loses: next\n"
        "bet red s\nbet split-8-11 5\nstop if last was 00",
        "game: big-six\nbet one 10\nbet emblem-2 1\nstop if last was emblem-2",
    ],
)
def test_engines_and_the_real_table_have_the_same_sessions(text: str) -> None:
    ready = prepare(Question(parse(text), rolls=40, bankroll=500_00))
    assert ready.automaton is not None
    unit = ready.automaton.unit
    packed = ready.sampling.kernels.pack(ready.automaton, 500_00 // unit)
    numba = kernel_numba.play(packed, 500_00 // unit, 40, 7, 0, 100)
    the_same(numba, kernel_numpy.play(packed, 500_00 // unit, 40, 7, 0, 100))
    rules = "ac-roulette" if "roulette" in text else "ac-big-six"
    for session in range(12):
        place = TwoSeats(rules, None, None, 500_00)
        done = play(place, StrategyPlayer(ready.logic), place.sampling.on_table(7, session), 40)
        assert done.final == numba.final[session] * unit


def test_a_word_gives_as_many_spins_as_it_can() -> None:
    """Half of what it gives of dice at least: so the kernels sample at half that speed at least."""
    dice = chance.digits_of(36).per_word
    assert all(2 * chance.digits_of(each).per_word >= dice for each in (37, 38, 54))


@pytest.mark.parametrize("rules", RULES)
def test_gymnasium_finds_nothing_wrong_with_a_wheel(rules: str) -> None:
    env = TableEnv(rules, None, bankroll=20_000, rolls=20)
    check_env(gymnasium.make("lammer/Table-v0", rules=rules).unwrapped)
    env.reset(seed=3)
    for _ in range(20):
        seen, _, _, over, info = env.step(env.action_space.sample())
        assert seen["rail"][0] + seen["layout"][0] == info["equity"]
    assert over
    assert np.isfinite(seen["rail"]).all()


# House files, the command line, words


def test_what_a_house_may_choose() -> None:
    law = load("ac-roulette")
    lawful = {
        "wheel": "single-zero",
        "half_on_zero": False,
        "payouts": {"straight": "36 to 1", "first-four": "9 to 1"},
        "limits": {
            "straight": {"max": 5000},
            "split": {"max": 10000},
            "even-money": {"max": 500_00},
            "red": {"min": 1000},
        },
    }
    found, faults = elections(lawful, law)
    assert (faults, check_house(law, found)) == ((), ())
    for key, value in (
        ("payouts", {"straight": "34 to 1"}),
        ("payouts", {"first-four": "9 to 1"}),
        ("limits", {"first-four": {"max": 500}}),
        ("decks", 6),
    ):
        elected, faults = elections({key: value}, law)
        assert not faults
        assert check_house(law, elected), (key, value)
    assert check_house(law, elections({**ONE_ZERO, "limits": {"first-five": {"max": 500}}}, law)[0])
    wheel = table(house=lawful)
    for key, amount, code in (("odd", 500_01, "over-maximum"), ("red", 9_99, "under-minimum")):
        assert wheel.bet(1, key, amount).refusal.code == code  # type: ignore[union-attr]
    assert wheel.bet(1, "straight-17", 50_01).refusal.code == "over-maximum"  # type: ignore[union-attr]
    assert wheel.bet(1, "straight-17", 5_00).ok
    wheel.spin("17")
    assert wheel.rail(1) == 500_00 + 180_00


def test_a_house_with_one_zero_is_asked_and_compared_by_its_own_layout(tmp_path: Path) -> None:
    house, mix = tmp_path / "one-zero.toml", tmp_path / "mix.toml"
    house.write_text('rules = "ac-roulette"\nwheel = "single-zero"\n')
    found = command("drill", "--list", "--rules", "ac-roulette", "--house", str(house), "--json")
    asked = {each["skill"]: each["wagers"] for each in map(json.loads, found.stdout.splitlines())}
    assert "split-0-3" in asked["roulette.payout.splits"]
    assert "trio-0-2-3" in asked["roulette.payout.streets-and-trios"]
    assert "roulette.payout.split-0-3" not in asked
    mix.write_text("split-0-3 = 1\nred = 1\n")
    cost = command("compare", str(house), str(house), "--mix", str(mix), "--json")
    edges = {each["wager"]: each["edge_old"] for each in json.loads(cost.stdout)["wagers"]}
    assert edges == {"split-0-3": "1/37", "red": "1/74"}


@pytest.mark.parametrize(
    ("wager", "house", "wheel"),
    [("first-four", {}, "single-zero"), ("first-five", ONE_ZERO, "double-zero")],
)
def test_a_wager_of_the_other_wheel_is_refused_with_its_wheel(
    wager: str, house: dict[str, str], wheel: str
) -> None:
    law = load("ac-roulette")
    elected = elections({**house, "limits": {wager: {"max": 500}}}, law)[0]
    (breach,) = check_house(law, elected)
    said = f"It belongs to roulette (ac-roulette with wheel = {wheel})."
    assert said in breach.instead
    strategy = Question(parse(f"game: roulette\nbet {wager} 5"), house=house)
    with pytest.raises(Unplayable, match=re.escape(said)):
        prepare(strategy)


@pytest.mark.parametrize("rules", RULES)
def test_the_command_line_knows_the_games(rules: str, tmp_path: Path) -> None:
    sheet = json.loads(command("odds", rules, "--json").stdout)
    assert sheet["project_defaults"][0]["clauses"]
    assert len(sheet["wagers"]) == (161 if rules == "ac-roulette" else 7)
    notices = command("notices", rules)
    assert "project's own" in notices.stdout
    other = next(each for each in RULES if each != rules)
    assert command("compare", rules, other).returncode == 0
    example = command("house", "--example", rules)
    house = tmp_path / "house.toml"
    house.write_text(example.stdout)
    assert command("check", str(house)).returncode == 0, command("check", str(house)).stdout
    skills = command("drill", "--list", "--rules", rules, "--json")
    assert skills.returncode == 0, skills.stderr
    assert "payout" in skills.stdout


@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        ("ac-roulette", "17 straight 5\nred 20\nspin\nsplit 8 11 for 5\ncorner 1 for 5\nspin\n"),
        ("ac-big-six", "5 for 10\njoker for 5\nspin\n20 for 5\nspin\n"),
    ],
)
def test_a_seat_in_the_terminal(rules: str, typed: str) -> None:
    given = f"{typed}table\nedges\nrules\nhelp\nquit\n".encode()
    found = command("play", "--rules", rules, "--seed", "3", "--no-log", given=given)
    assert found.returncode == 0, found.stderr
    assert "comes to rest in" in found.stdout or "stops at" in found.stdout


@pytest.mark.parametrize(
    ("typed", "wager", "cents"),
    [
        ("17 straight 10", "straight-17", 1000),
        ("17 for 10", "straight-17", 1000),
        ("double zero for 5", "straight-00", 500),
        ("zero for 5", "straight-0", 500),
        ("split 8 11 for 5", "split-8-11", 500),
        ("split 11 8 5", "split-8-11", 500),
        ("split 00 0 for 5", "split-0-00", 500),
        ("red 20", "red", 2000),
        ("corner 1 for 5", "corner-1", 500),
        ("corner 1 2 4 5 for 5", "corner-1", 500),
        ("street 13 for 5", "street-13", 500),
        ("six line 31 for 5", "line-31", 500),
        ("column 2 for 10", "column-2", 1000),
        ("first dozen for 10", "dozen-1", 1000),
        ("first five for 5", "first-five", 500),
        ("trio 0 1 2 for 5", "trio-0-1-2", 500),
        ("low 10", "low", 1000),
        ("20 on black", "black", 2000),
    ],
)
def test_words_at_roulette(typed: str, wager: str, cents: int) -> None:
    found = understood(typed, table().state, 1)
    assert isinstance(found, TableCommands), found
    assert [(each["wager"], each["amount"]) for each in found.commands] == [(wager, cents)]


def test_a_bet_without_an_amount_is_asked_for() -> None:
    for words in ("17 straight", "split 8 11", "corner 1"):
        found = understood(words, table().state, 1)
        assert isinstance(found, Unclear)
        assert found.what.startswith("How much")


# Over the network


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with in_thread(tmp_path_factory.mktemp("wheels") / "house.sqlite", *QUICK) as opened:
        yield opened


@pytest.mark.parametrize(
    ("rules", "wager", "key"),
    [("ac-roulette", "red", "pocket"), ("ac-big-six", "one", "stop")],
)
def test_an_automatic_table_of_a_wheel(
    house: RunningHouse, rules: str, wager: str, key: str
) -> None:
    token = house.guest("Wilma")
    name = new_table(house, token, rules)

    async def plays() -> None:
        async with at(house, name, token) as own:
            await own.done("sit", rail=100_00)
            assert (await own.refused("spin", **{key: "17"}))["code"] == "not-yours"
            for _ in range(4):
                await own.done("bet", wager=wager, amount=5_00)
                await own.done("spin")
            rested = [line["body"] for line in own.lines.values() if line["event"] == "spin"]
            assert own.shown == {k: v for k, v in rested[-1].items() if k in (key, "place")}
            await own.done("leave")

    asyncio.run(plays())
    passes_audit(house, name)
    assert passes_fair(house, name)["followed"] == 4
    shown = house.get(f"/api/v1/tables/{name}")
    assert len(shown["score"]["recent"]) == 4
    assert len(house.get("/api/v1/me/hands", token)["hands"]) >= 4
    is_well(house)


def test_a_crew_spins_and_enters(house: RunningHouse) -> None:
    staffed = Staffed(house)
    name = staffed.table(rules="ac-roulette")

    async def deals() -> None:
        async with staffed.crew(name, "dealer", "floorperson") as (dealer, floor):
            await dealer.done("sit", seat=1, rail=100_00, name="Walt")
            assert (await dealer.refused("rest", pocket="17"))["code"] in (
                "wheel-not-spun",
                "wrong-time",
            )
            await dealer.done("spin")
            await dealer.done("bet", seat=1, wager="straight-17", amount=5_00)
            assert (await dealer.refused("rest", pocket="17"))["code"] == "wrong-time"
            await dealer.done("no-more-bets")
            await dealer.done("rest", pocket="17")
            assert dealer.shown == {"pocket": "17"}
            await floor.done("correct", caller="floorperson", reason="wrong-pocket")
            await dealer.done("rest", pocket="18")
            await dealer.done("spin")
            await dealer.done("no-spin", reason="ball-left-the-wheel")

    asyncio.run(deals())
    passes_audit(house, name)
