"""A wheel and a game on it that only the tests know, through every part of the program.

Whatever the program does with dice, a shaker or a shoe it does with this wheel, although no module
of it was written or changed for that.
"""

import asyncio
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import lammer
from lammer.audit import audit_log
from lammer.core.codec import Malformed
from lammer.fair.verify import DrawTally, PledgeResult, verify
from lammer.games import check_ruleset, load
from lammer.odds import figure
from lammer.school import as_data, grade, question, skills
from lammer.school.practice import PracticeSession, Setting
from lammer.sim.play.python_player import on_recorded
from lammer.sim.simulate import Means, Question, QuestionError, answer, prepare
from lammer.sim.strategy.text import parse
from tests.command import lammer as command
from tests.server.support.crew import Staffed
from tests.server.support.running import RunningHouse, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    at,
    books_verify,
    is_well,
    new_table,
    passes_audit,
    passes_fair,
)
from tests.sim.sample.test_kernel import the_same
from tests.wheel import GAME, KEY, registered
from tests.wheel.spinner.commands import POCKETS

RULE = ("R-50",)
FLAT = f"game: {GAME}\nbet number-17 10"


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield


def table(**more: str) -> lammer.Table:
    return lammer.Table(KEY, rails={1: 500_00, 2: 500_00}, **more)  # type: ignore[arg-type]


# Table and log


def test_a_spin_is_settled_and_told() -> None:
    wheel = table()
    assert wheel.bet(1, "number-17", 10_00).ok
    assert wheel.bet(2, "number-17", 5_00).ok
    lost = wheel.spin("00")
    assert wheel.describe(lost) == (
        '"No more bets."',
        "00.",
        "Seat 1 loses $10 on Seventeen.",
        "Seat 2 loses $5 on Seventeen.",
    )
    assert wheel.bet(1, "number-17", 10_00).ok
    assert wheel.describe(wheel.spin("17"))[1:] == ("17.", "Seat 1 wins $350 on Seventeen ($10).")
    assert (wheel.rail(1), wheel.rail(2)) == (500_00 - 10_00 + 350_00, 500_00 - 5_00)


def test_what_may_not_be_is_refused_and_moves_no_chip() -> None:
    wheel = table()
    with pytest.raises(Malformed, match="is no pocket"):
        wheel.spin("37")
    assert wheel.do({"do": "roll", "dice": [3, 4]}).refusal.code == "not-here"  # type: ignore[union-attr]
    assert wheel.bet(1, "number-17", 10_00).ok
    assert wheel.no_more_bets().ok
    late = wheel.bet(1, "number-17", 10_00).refusal
    assert late is not None
    assert (late.code, late.clauses) == ("too-late", RULE)
    assert wheel.no_spin("because", caller="dealer").refusal.code == "not-a-reason"  # type: ignore[union-attr]
    assert wheel.no_spin("ball-left-the-wheel").refusal.code == "not-authorised"  # type: ignore[union-attr]
    assert wheel.no_spin("ball-left-the-wheel", caller="dealer").ok
    assert wheel.state.seats[1].bets["number-17"].stake == 10_00
    assert wheel.rail(1) == 490_00


def test_a_spin_that_was_entered_wrongly_is_taken_back() -> None:
    wheel = table()
    wheel.bet(1, "number-17", 10_00)
    wheel.spin("17")
    back = wheel.correct("floorperson", "wrong-pocket")
    assert wheel.describe(back) == (
        "The spin 17 is taken back (wrong pocket): all is as it was before it.",
    )
    assert back.events[0].body["pocket"] == "17"
    assert wheel.spin("18").ok
    assert wheel.rail(1) == 490_00


def test_the_log_is_the_table() -> None:
    wheel = table()
    for pocket in POCKETS:
        wheel.bet(1, "number-17", 5_00)
        wheel.spin(pocket)
    again = lammer.Table.from_log(wheel.log)
    assert (again.rail(1), again.head) == (wheel.rail(1), wheel.head)


def played_log() -> list[bytes]:
    wheel = table()
    for pocket in ("17", "3", "00", "17", "36"):
        wheel.bet(1, "number-17", 5_00)
        wheel.bet(2, "number-17", 1_00)
        wheel.spin(pocket)
    wheel.close()
    return wheel.log.splitlines(keepends=True)


def test_the_audit_finds_nothing_in_a_log_and_whatever_is_done_to_it() -> None:
    log = played_log()
    assert list(audit_log(enumerate(log, 1))) == []
    for number, line in enumerate(log, 1):
        without = [each for each in log if each is not line]
        assert list(audit_log(enumerate(without, 1))), number
    paid = next(at for at, line in enumerate(log) if b'"wins"' in line)
    changed = [*log]
    changed[paid] = changed[paid].replace(b"17500", b"18000")
    (found, *_) = audit_log(enumerate(changed, 1))
    assert found.line == paid + 1


def test_a_record_is_judged_payment_by_payment(tmp_path: Path) -> None:
    record = tmp_path / "wheel.csv"
    record.write_text(
        "kind,seat,wager,cents,pocket\n"
        "bet,1,number-17,500,\nspin,,,,17\npayment,1,number-17,17000,\n"
        "bet,1,number-17,500,\nspin,,,,18\npayment,1,number-17,500,\n"
    )
    found = command("audit", str(record), "--rules", KEY, "--json")
    assert found.returncode == 1
    told = [
        (each["line"], each["due"], each["paid"]) for each in json.loads(found.stdout)["findings"]
    ]
    assert told == [(4, 17500, 17000), (7, 0, 500)]
    record.write_text("kind,seat,wager,cents,pocket\nspin,,,,38\n")
    assert command("audit", str(record), "--rules", KEY).returncode == 2


def test_a_script_is_replayed_by_the_command_line(tmp_path: Path) -> None:
    script = [
        {"do": "open", "rules": KEY, "seats": [{"seat": 1, "rail": 50000}]},
        {"do": "bet", "seat": 1, "wager": "number-17", "amount": 1000},
        {"do": "spin", "pocket": "17"},
    ]
    path = tmp_path / "wheel.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in script))
    found = command("replay", str(path), "--log", str(tmp_path / "wheel.log"))
    assert found.returncode == 0, found.stderr
    assert "Seat 1 wins $350 on Seventeen ($10)." in found.stdout
    audited = command("audit", str(tmp_path / "wheel.log"))
    assert audited.returncode == 0, audited.stdout


# The fair draw


def pledged_log(change: str | None = None) -> list[bytes]:
    """A log of spins drawn from a pledged seed; one of them otherwise, if that is asked for."""
    from lammer.fair.draw import commitment, key_of
    from lammer.fair.instrument import draw_of

    wheel, seed = table(), bytes(range(32))
    for _ in range(3):
        assert wheel.commit(commitment(seed)).ok
        assert wheel.seed(1, "lucky").ok
        drawn = draw_of("spinner").drawn(wheel.state, key_of(seed, [(1, "lucky")]))
        assert wheel.do({"do": "spin", **(drawn if change is None else {"pocket": change})}).ok
        assert wheel.reveal(seed.hex()).ok
        seed = bytes(reversed(seed[1:])) + b"x"
    return wheel.log.splitlines(keepends=True)


def test_pledged_spins_are_verified() -> None:
    *pledges, tally = verify(enumerate(pledged_log(), 1))
    assert [each.verdict for each in pledges if isinstance(each, PledgeResult)] == ["followed"] * 3
    assert isinstance(tally, DrawTally)
    assert (tally.ok, tally.followed) == (True, 3)
    *pledges, tally = verify(enumerate(pledged_log("17"), 1))
    assert isinstance(tally, DrawTally)
    assert not tally.ok
    wrong = [found for each in pledges if isinstance(each, PledgeResult) for found in each.findings]
    assert all("the seeds give" in each.what for each in wrong)


def test_every_pocket_is_drawn_equally_often() -> None:
    """228 of the 256 bytes are six for each pocket, the others are skipped."""
    from lammer.fair.draw import below

    found: dict[int, int] = {}
    for byte in range(256):
        number = below(38, iter([byte, 0]), 1)
        found[number] = found.get(number, 0) + 1
    assert found == {0: 6 + 256 - 228, **dict.fromkeys(range(1, 38), 6)}


# Odds and simulation


def test_the_odds_are_exact() -> None:
    rules = load(KEY)
    assert check_ruleset(rules) == ()
    assert figure(rules, rules.wager("number-17")).edge_per_bet_made == Fraction(1, 19)
    sheet = json.loads(command("odds", KEY, "--json").stdout)
    assert [each["edge_per_bet_made"] for each in sheet["wagers"]] == ["1/19"]


def test_a_strategy_is_answered_exactly_and_by_samples() -> None:
    question = Question(parse(FLAT), rolls=200, bankroll=500_00)
    exact = answer(question)
    assert exact.exact
    sampled = answer(question, Means("sample", sessions=50_000, seed=1))
    error = sampled.findings.final.sd / 50_000**0.5 * sampled.unit
    assert abs(sampled.mean - exact.mean) < 4 * error
    lost = 500_00 - exact.mean
    assert abs(lost / (exact.findings.staked[0] * exact.unit) - 1 / 19) < 1e-9


def test_engines_and_the_real_table_have_the_same_sessions() -> None:
    from lammer.sim.play.on_table import StrategyPlayer, TwoSeats, play
    from lammer.sim.sample import kernel_numba, kernel_numpy

    text = f"game: {GAME}\nsteps s: 10 20 40\n    after number-17 wins: first\n"
    text += "    after number-17 loses: next\nbet number-17 s\nstop if last was 00"
    ready = prepare(Question(parse(text), rolls=60, bankroll=500_00))
    assert ready.automaton is not None
    packed = ready.sampling.kernels.pack(ready.automaton, 500_00 // ready.automaton.unit)
    bankroll = 500_00 // ready.automaton.unit
    numba = kernel_numba.play(packed, bankroll, 60, 7, 0, 200)
    the_same(numba, kernel_numpy.play(packed, bankroll, 60, 7, 0, 200))
    for session in range(20):
        place = TwoSeats(KEY, None, None, 500_00)
        done = play(place, StrategyPlayer(ready.logic), place.sampling.on_table(7, session), 60)
        assert done.final == numba.final[session] * ready.automaton.unit


def test_the_command_line_simulates_and_refuses_recordings() -> None:
    found = command("simulate", f"game: {GAME}; bet number-17 10", "--rolls", "50", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["game"] == GAME
    with pytest.raises(QuestionError, match="No recordings"):
        on_recorded(parse(FLAT), ["17"])


# The terminal


def test_a_seat_in_the_terminal() -> None:
    typed = "17 for 10\nspin\nseventeen 5\n\nedges\nrules\nhelp\nquit\n"
    found = command("play", "--rules", KEY, "--seed", "3", "--no-log", given=typed.encode())
    assert found.returncode == 0, found.stderr
    assert "The ball comes to rest in" in found.stdout
    assert "Seventeen" in found.stdout


# The server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with (
        registered(),
        in_thread(tmp_path_factory.mktemp("wheel") / "house.sqlite", *QUICK) as opened,
    ):
        yield opened


def test_a_house_opens_a_table_of_every_game_that_is_registered(house: RunningHouse) -> None:
    assert GAME in [each["game"] for each in house.get("/api/v1/tables")["tables"]]
    listed = house.get("/api/v1/rulesets")["rulesets"]
    assert [each["instrument"]["key"] for each in listed if each["rules"] == KEY] == ["spinner"]


def test_its_guide_is_generated_and_no_first_hand_is_offered(house: RunningHouse) -> None:
    guide = house.get(f"/api/v1/rulesets/{KEY}/{GAME}/guide")
    plain = guide["wagers"][0]["wagers"][0]["plain"]
    assert plain == "Wins on 17 in the next spin; anything else loses."
    assert house.get(f"/api/v1/rulesets/{KEY}/{GAME}")["first_hand"] is False
    status, refused = house.call("GET", f"/api/v1/rulesets/{KEY}/{GAME}/first-hand")
    assert (status, refused["error"]["code"]) == (404, "not-found")


def test_an_automatic_table_is_played_over_the_network(house: RunningHouse) -> None:
    token = house.guest("Wilma")
    key = new_table(house, token, KEY)

    async def plays() -> None:
        async with at(house, key, token) as own:
            await own.done("sit", rail=100_00)
            refusal = await own.refused("spin", pocket="17")
            assert refusal["code"] == "not-yours"
            for _ in range(5):
                await own.done("bet", wager="number-17", amount=5_00)
                await own.done("spin")
            await own.done("leave")
            rested = [line for line in own.lines.values() if line["event"] == "spin"]
            assert own.shown == {"pocket": rested[-1]["body"]["pocket"]}

    asyncio.run(plays())
    passes_audit(house, key)
    assert passes_fair(house, key)["followed"] == 5
    hands = house.get("/api/v1/me/hands", token)["hands"]
    assert len(hands) >= 5
    whole = house.get(f"/api/v1/me/hands/{key}/{hands[-1]['hand']}", token)
    (spun,) = [line for line in whole["lines"] if line["event"] == "spin"]
    after = {"after": spun["seq"], "shown": {"pocket": spun["body"]["pocket"]}}
    assert after in whole["shown"]
    is_well(house)


def test_a_crew_enters_spins(house: RunningHouse) -> None:
    staffed = Staffed(house)
    key = staffed.table(rules=KEY)

    async def deals() -> None:
        async with staffed.crew(key, "dealer", "floorperson") as (dealer, floor):
            await dealer.done("sit", seat=1, rail=100_00, name="Walt")
            await dealer.done("bet", seat=1, wager="number-17", amount=5_00)
            assert (await dealer.refused("spin", pocket="17"))["code"] == "wrong-time"
            await dealer.done("no-more-bets")
            await dealer.done("spin", pocket="17")
            assert dealer.shown == {"pocket": "17"}
            await floor.done("correct", caller="floorperson", reason="wrong-pocket")
            assert floor.shown is None
            await dealer.done("spin", pocket="18")
            async with at(house, key) as newcomer:
                assert newcomer.shown == {"pocket": "18"}
            lines = [line for line in dealer.lines.values() if line["event"] == "loses"]
            assert len(lines) == 1

    asyncio.run(deals())
    passes_audit(house, key)


def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"

    async def first(house: RunningHouse, token: str, key: str) -> None:
        async with at(house, key, token) as own:
            await own.done("sit", rail=100_00)
            await own.done("bet", wager="number-17", amount=5_00)
            await own.done("spin")
            await own.done("bet", wager="number-17", amount=5_00)
            shown.append(own.shown)

    shown: list[object] = []
    with in_thread(database, *QUICK) as house:
        token = house.guest("Rosa")
        key = new_table(house, token, KEY)
        asyncio.run(first(house, token, key))

    async def again(house: RunningHouse) -> None:
        async with at(house, key, token) as own:
            assert own.state["seats"]["1"]["bets"]["number-17"]["stake"] == 5_00
            assert [own.shown] == shown
            await own.done("spin")

    with in_thread(database, *QUICK) as house:
        asyncio.run(again(house))
        passes_audit(house, key)
        passes_fair(house, key)
        books_verify(house)


def test_typed_words_are_understood_by_the_house(house: RunningHouse) -> None:
    token = house.guest("Tina")
    key = new_table(house, token, KEY)

    async def types() -> None:
        async with at(house, key, token) as own:
            await own.done("sit", rail=100_00)
            number = next(own.numbers)
            await own.send({"id": number, "ask": "typed", "text": "17 for 10"})
            found = await own.answer(number)
            assert found["ok"], found

    asyncio.run(types())


# School


def test_a_game_that_nobody_wrote_drills_for_is_drilled_and_practised() -> None:
    """Every wager is in a skill, every skill has questions, and a straight-up bet pays 35 to 1."""
    rules = table().state.rules
    found = skills(rules)
    assert {wager for each in found if ".payout." in each.key for wager in each.wagers} == {
        *rules.wagers
    }
    paid = set()
    for each in found:
        for seed in range(12):
            asked = question(rules, each.key, seed)
            assert grade(asked, asked.posed.answer).right
            if ".payout." in each.key:
                stakes = {b["seat"]: b["amount"] for b in as_data(asked)["table"]["bets"]}
                for row in asked.posed.answer["payments"]:
                    assert row["pays"] in (0, 35 * stakes[row["seat"]])
                    paid.add(bool(row["pays"]))
    assert paid == {True, False}
    session = PracticeSession(Setting(rules, 1, rounds=5))
    while session.task is not None:
        session.answer(session.number, session.task.posed.answer, 1)
    assert session.answered
    assert session.faults == []
