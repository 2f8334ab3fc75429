"""The kernels against an automaton followed by hand, against one another, and added up."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.sim.model.automaton import FOREVER, Automaton
from lammer.sim.report.findings import QUANTILES, Findings, Spread
from lammer.sim.sample import chance, packed
from lammer.sim.sample import kernel_numba as kernel
from lammer.sim.sample import kernel_numpy as lockstep
from lammer.sim.sample import sampler as sample
from lammer.sim.sample.packed import PlayedChunk
from tests.sim.machines import pass_line, random_dice

ENGINES = [kernel, lockstep]
LIMITS = (0, 1, 19, 20, 21, 60, 95)


@dataclass
class FollowedSession:
    """One session, followed by the automaton's own words."""

    final: int
    end: int = -1
    staked: int = 0
    course: list[int] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)

    @property
    def rolls(self) -> int:
        return len(self.visits)

    @property
    def drawdown(self) -> int:
        peaks = np.maximum.accumulate(self.course)
        return int((peaks - self.course).max())


def by_hand(
    automaton: Automaton, bankroll: int, rolls: int, seed: int, number: int
) -> FollowedSession:
    session, state = FollowedSession(bankroll, course=[bankroll]), 0
    outcomes: Iterator[int | None] = iter(
        [*chance.rolls(automaton.outcomes, seed, number, rolls), None]
    )
    for outcome in outcomes:
        segment = automaton.segment(state, session.final)
        row = int(automaton.row[segment])
        if row < 0:
            if row < -1 or outcome is not None:
                session.end = -1 - row
            break
        if outcome is not None:
            session.visits.append(segment)
            session.staked += int(automaton.staked[segment])
            session.final += int(automaton.charge[segment] + automaton.gain[row, outcome])
            session.course.append(session.final)
            state = int(automaton.to[row, outcome])
    return session


def agrees(played: PlayedChunk, sessions: list[FollowedSession]) -> None:
    for name in ("final", "end", "rolls", "staked"):
        assert getattr(played, name).tolist() == [getattr(each, name) for each in sessions], name


def the_same(one: PlayedChunk, other: PlayedChunk) -> None:
    for name in PlayedChunk._fields:
        mine, its = getattr(one, name), getattr(other, name)
        assert mine.dtype == its.dtype
        assert np.array_equal(mine, its), name


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rolls", LIMITS)
@pytest.mark.parametrize(
    ("automaton", "bankroll"),
    [
        (pass_line(10, 20), 500),
        (pass_line(10, 20), 30),
        (pass_line(10, 20), 9),
        (pass_line(10, 20, goal=80), 60),
        (pass_line(), 3),
    ],
)
def test_pass_line_by_hand(
    engine: ModuleType, automaton: Automaton, bankroll: int, rolls: int
) -> None:
    first = 2**32 - 20
    hand = [by_hand(automaton, bankroll, rolls, 99, first + each) for each in range(40)]
    agrees(
        engine.play(packed.pack(automaton, bankroll), bankroll, rolls, 99, first, 40),
        hand,
    )


@given(st.integers(0, 10**6), st.integers(0, 500), st.sampled_from(LIMITS))
@settings(max_examples=60)
def test_any_automaton_by_hand(which: int, bankroll: int, rolls: int) -> None:
    automaton = random_dice(which)
    ready = packed.pack(automaton, bankroll)
    hand = [by_hand(automaton, bankroll, rolls, which, each) for each in range(12)]
    at = np.unique(np.linspace(0, rolls, 4).astype(np.int64))
    for engine in ENGINES:
        agrees(engine.play(ready, bankroll, rolls, which, 0, 12), hand)
        tracked = engine.track(ready, bankroll, rolls, which, 0, 12, at)
        agrees(tracked.played, hand)
        assert tracked.drawdown.tolist() == [each.drawdown for each in hand]
        assert tracked.equity.tolist() == [
            [each.course[min(roll, each.rolls)] for roll in at] for each in hand
        ]
        visits = np.bincount(
            [v for each in hand for v in each.visits], minlength=len(ready.tables.row)
        )
        assert tracked.visits.tolist() == visits.tolist()


@pytest.mark.parametrize("which", range(12))
def test_many_sessions_are_the_same_in_both(which: int) -> None:
    automaton, bankroll = random_dice(which, top=60), 40
    ready = packed.pack(automaton, bankroll)
    the_same(
        kernel.play(ready, bankroll, 150, 1, 10, 9000),
        lockstep.play(ready, bankroll, 150, 1, 10, 9000),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_state_in_which_play_always_ends(engine: ModuleType) -> None:
    """Entered on any roll of a block, the last one too, from far within the main segment."""
    ones, nothing = np.ones(36, np.int64), np.zeros(2, np.int64)
    automaton = Automaton(
        100, 36, ones, np.array([0, 1, 2]), np.array([FOREVER, FOREVER]), np.array([0, -2]),
        nothing, nothing + 1, np.array([[1] + [0] * 35]), np.array([[-1, 1] * 18]),
        ("ruin", "stop"),
    )  # fmt: skip
    hand = [by_hand(automaton, 500, 60, 2, each) for each in range(400)]
    assert {20, 40, 60} <= {each.rolls for each in hand if each.end == 1}
    ready = packed.pack(automaton, 500)
    assert ready.fast
    agrees(engine.play(ready, 500, 60, 2, 0, 400), hand)


@pytest.mark.parametrize("engine", ENGINES)
def test_where_a_session_stands_among_others_changes_nothing(engine: ModuleType) -> None:
    ready = packed.pack(pass_line(10, 20, goal=300), 100)
    whole = engine.play(ready, 100, 70, 3, 0, 1500)
    for start, count in ((0, 1), (1, 639), (640, 641), (1281, 219)):
        part = engine.play(ready, 100, 70, 3, start, count)
        the_same(part, packed.part_of(whole, start, start + count))


@pytest.mark.parametrize("engine", ENGINES)
def test_play_until_it_ends(engine: ModuleType) -> None:
    automaton = pass_line(10, 20, goal=200)
    found = engine.play(packed.pack(automaton, 100), 100, None, 4, 0, 60)
    longest = int(found.rolls.max())
    agrees(found, [by_hand(automaton, 100, longest + 1, 4, each) for each in range(60)])
    assert set(found.end.tolist()) == {0, 1}
    assert longest > 100


@pytest.mark.parametrize("engine", ENGINES)
def test_who_never_ends_is_left_undecided(
    engine: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "MOST_ROLLS", 130)
    found = engine.play(packed.pack(pass_line(), 1000), 1000, None, 4, 0, 5)
    assert found.end.tolist() == [-1] * 5
    assert found.rolls.tolist() == [130] * 5


def unfit() -> list[tuple[Automaton, str]]:
    plain = pass_line(10, 20)
    dear = replace(plain, staked=plain.staked * 10**7, gain=plain.gain * 10**7)
    over = replace(plain, row=np.minimum(plain.row, -1))
    wide = replace(
        plain,
        first=np.concatenate([plain.first, plain.first[-1] + 1 + np.arange(500_000)]),
        below=np.concatenate([plain.below, np.full(500_000, plain.below[-1])]),
        row=np.concatenate([plain.row, np.zeros(500_000, np.int64)]),
        charge=np.zeros(len(plain.row) + 500_000, np.int64),
        staked=np.concatenate([plain.staked, np.zeros(500_000, np.int64)]),
    )
    return [(dear, ""), (over, "every state"), (wide, "entries")]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("automaton", "why"), unfit())
def test_what_cannot_be_packed_is_played_all_the_same(
    engine: ModuleType, automaton: Automaton, why: str
) -> None:
    bankroll = 900
    ready = packed.pack(automaton, bankroll)
    assert why in ready.why
    assert ready.fast == (not ready.why)
    hand = [by_hand(automaton, bankroll, 45, 5, each) for each in range(30)]
    agrees(engine.play(ready, bankroll, 45, 5, 0, 30), hand)


def test_what_does_not_fit_in_a_short_word_fits_in_a_long_one() -> None:
    plain = pass_line(10, 20)
    dear = replace(plain, staked=plain.staked * 1000, gain=plain.gain * 1000)
    short = packed.pack(dear, 500, word=32)
    assert "no room" in short.why
    assert packed.pack(dear, 500).fast
    assert packed.pack(plain, 500, word=32).fast


@pytest.mark.parametrize("bankroll", [2**44 - 200, 2**45, 2**59])
def test_more_equity_than_a_lane_holds(bankroll: int) -> None:
    automaton = pass_line(10, 20)
    ready = packed.pack(automaton, bankroll)
    hand = [by_hand(automaton, bankroll, 45, 5, each) for each in range(10)]
    for engine in ENGINES:
        agrees(engine.play(ready, bankroll, 45, 5, 0, 10), hand)


def test_the_main_segment_is_the_bankrolls() -> None:
    tables = packed.pack(pass_line(10, 20, goal=700), 500).tables
    assert tables.low.tolist() == [10] + [30] * 6 + [0] * 6
    assert tables.width == 670
    assert tables.top == 670 << tables.shift


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"weights": np.array([2] + [1] * 35)}, "equally likely"),
        ({"outcomes": 257}, "equally likely"),
        ({"outcomes": 35}, "do not fit"),
        ({"staked": np.full(20, -1)}, "less than nothing"),
        ({"gain": np.full((13, 36), 2**40)}, "overflow"),
        ({"first": np.zeros(14, np.int64)}, "without a segment"),
    ],
)
def test_what_the_kernels_do_not_play(change: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        packed.pack(replace(pass_line(10, 20), **change), 500)  # type: ignore[arg-type]


def test_bankrolls_and_rolls_have_limits() -> None:
    with pytest.raises(ValueError, match="bankroll"):
        packed.pack(pass_line(), -1)
    with pytest.raises(ValueError, match="bankroll"):
        packed.pack(pass_line(), 2**61)
    with pytest.raises(ValueError, match="rolls"):
        kernel.play(packed.pack(pass_line(), 5), 5, 2**31, 0, 0, 1)
    with pytest.raises(ValueError, match="seed"):
        kernel.play(packed.pack(pass_line(), 5), 5, 10, 2**64, 0, 1)


# Added up.


def equal(one: Findings, other: Findings) -> None:
    assert np.array_equal(one.final.values, other.final.values)
    assert np.array_equal(one.final.mass, other.final.mass)
    assert one.drawdown is not None
    assert other.drawdown is not None
    assert np.array_equal(one.drawdown.mass, other.drawdown.mass)
    for name in ("sessions", "seed", "ends", "rolls", "staked", "undecided", "complete"):
        assert getattr(one, name) == getattr(other, name), name
    for name in ("at", "fan", "gone", "visits"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def test_findings_of_sessions_followed_by_hand() -> None:
    automaton, count = pass_line(10, 20, goal=150), 300
    found = sample.sample(automaton, 90, 70, count, 8, first=5)
    hand = [by_hand(automaton, 90, 70, 8, 5 + each) for each in range(count)]
    finals = sorted(each.final for each in hand)
    assert np.repeat(found.final.values, found.final.mass.astype(int)).tolist() == finals
    assert found.ends == {
        "rolls": sum(each.end == -1 for each in hand),
        "ruin": sum(each.end == 0 for each in hand),
        "goal": sum(each.end == 1 for each in hand),
    }
    for name in ("rolls", "staked"):
        values = np.array([getattr(each, name) for each in hand])
        mean, error = getattr(found, name)
        assert math.isclose(mean, values.mean())
        assert math.isclose(error, values.std(ddof=1) / count**0.5)
    assert (found.at[0], found.at[-1], len(found.at)) == (0, 70, 51)
    for roll, across, gone in zip(found.at, found.fan, found.gone, strict=True):
        equity = [each.course[min(int(roll), each.rolls)] for each in hand]
        there = Spread(*sample.histogram(np.array(equity)))
        assert across.tolist() == [there.quantile(q) for q in QUANTILES]
        by_then = [each.end for each in hand if each.rolls <= roll]
        assert gone.tolist() == [by_then.count(end) / count for end in (0, 1)]
    assert found.drawdown is not None
    assert found.drawdown.mean == pytest.approx(np.mean([each.drawdown for each in hand]))
    visits = np.bincount([v for each in hand for v in each.visits], minlength=automaton.segments)
    assert found.visits == pytest.approx(visits / count)
    assert (found.method, found.seed, found.complete) == ("sampled", 8, True)
    assert found.undecided == 0.0


@pytest.mark.parametrize("rolls", [90, None])
def test_neither_threads_nor_chunks_nor_the_engine_change_it(
    rolls: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    automaton = pass_line(10, 20, goal=120)
    plain = sample.sample(automaton, 60, rolls, 5000, 3, threads=1)
    equal(plain, sample.sample(automaton, 60, rolls, 5000, 3, threads=2))
    equal(plain, sample.sample(automaton, 60, rolls, 5000, 3, engine="numpy"))
    for name, size in (("CHUNK_ROLLS", 90 * 77), ("CHUNK_ENDLESS", 77), ("CHUNK_TRACKED", 100)):
        monkeypatch.setattr(sample, name, size)
    equal(plain, sample.sample(automaton, 60, rolls, 5000, 3, threads=3))


def test_parts_merge_to_the_whole() -> None:
    automaton = pass_line(10, 20, goal=120)
    whole = sample.tally(automaton, 60, 90, 3, first=0, count=1000)
    parts = [
        sample.tally(automaton, 60, 90, 3, first=start, count=size)
        for start, size in ((700, 300), (0, 450), (450, 250))
    ]
    merged = sample.SampleTally.none(2)
    for part in parts:
        merged = merged.merge(part)
    assert np.array_equal(merged.keys, whole.keys)
    assert np.array_equal(merged.counts, whole.counts)
    for name in ("sessions", "ends", "rolls", "staked", "longest"):
        assert getattr(merged, name) == getattr(whole, name), name
    with pytest.raises(ValueError, match="different"):
        whole.merge(sample.SampleTally.none(1))


@given(st.lists(st.integers(0, 2**59) | st.integers(0, 2**41), min_size=1, max_size=50))
def test_sums_are_exact(values: list[int]) -> None:
    found = sample.Sum.of(np.array(values, np.int64))
    assert found == sample.Sum(sum(values), sum(v * v for v in values))


@given(st.lists(st.integers(-(2**50), 2**50) | st.integers(-9, 9), min_size=1, max_size=50))
def test_histogram(values: list[int]) -> None:
    found, counts = sample.histogram(np.array(values, np.int64))
    assert np.repeat(found, counts).tolist() == sorted(values)


def test_a_pass_bet_costs_seven_in_495() -> None:
    found = sample.sample(pass_line(), 10**6, 400, 4000, 21)
    lost = 10**6 - found.final.mean
    error = found.final.sd / 4000**0.5
    assert abs(lost - found.staked[0] * 7 / 495) < 4 * error
    assert error < found.staked[0] * 7 / 495 / 3


def test_progress_is_told_and_stop_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "CHUNK_ROLLS", 1000)
    told: list[tuple[int, int]] = []
    found = sample.sample(
        pass_line(), 10**4, 10, 2000, 1, threads=1,
        progress=lambda done, rolls: told.append((done, rolls)), stop=lambda: len(told) == 3,
    )  # fmt: skip
    assert told == [(100, 1000), (200, 2000), (300, 3000)]
    assert (found.sessions, found.complete) == (300, False)
    assert found.final.total == 300


def test_what_was_done_when_interrupted_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "CHUNK_ROLLS", 1000)

    def interrupt(done: int, rolls: int) -> None:
        if done >= 500:
            raise KeyboardInterrupt

    found = sample.sample(pass_line(), 10**4, 10, 2000, 1, threads=2, progress=interrupt)
    assert (found.sessions, found.complete) == (500, False)


def test_interrupted_before_anything_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> PlayedChunk:
        raise KeyboardInterrupt

    monkeypatch.setattr(kernel, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sample.sample(pass_line(), 10, 10, 10, 1)


def test_undecided_sessions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_ROLLS", 60)
    found = sample.sample(pass_line(), 5, None, 500, 1)
    assert found.undecided == found.ends["rolls"] / 500
    assert 0 < found.undecided < 1
    assert found.at[-1] == 60


@pytest.mark.parametrize(
    ("rolls", "sessions", "first", "says"),
    [
        (200, 0, 0, "at least one"),
        (-1, 1, 0, "rolls"),
        (2**31, 1, 0, "rolls"),
        (10**6, 10**9 + 1, 0, "may be asked for"),
        (None, 10**9, 0, "may be asked for"),
        (1, 1, 2**64, "numbered"),
    ],
)
def test_absurd_requests_are_refused_before_work_starts(
    rolls: int | None, sessions: int, first: int, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        sample.sample(pass_line(), 10, rolls, sessions, 1, first=first)


def test_engines_and_threads_there_are_not() -> None:
    with pytest.raises(ValueError, match="engine"):
        sample.sample(pass_line(), 10, 10, 1, 1, engine="abacus")  # type: ignore[arg-type]
    for threads in (0, 1000):
        with pytest.raises(ValueError, match="threads"):
            sample.sample(pass_line(), 10, 10, 1, 1, threads=threads)


def test_one_session() -> None:
    found = sample.sample(pass_line(), 10, 30, 1, 1)
    assert found.rolls == (30.0, 0.0)
    assert found.final.total == 1
