"""Spaces of other sizes than two dice: one wager on a wheel of 38 pockets, and others up to 256.

The kernels against an automaton followed by hand, against one another and against exact answers.
"""

import pickle
import sys
from fractions import Fraction
from itertools import islice
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from lammer.core.space import Space
from lammer.instruments import INSTRUMENTS
from lammer.instruments.shoe.commands import Shuffle
from lammer.sim.exact import solve as exact
from lammer.sim.model import instrument
from lammer.sim.sample import chance, packed
from lammer.sim.sample import kernel_numba as kernel
from lammer.sim.sample import kernel_numpy as lockstep
from lammer.sim.sample import sampler as sample
from lammer.sim.sample.equal import EqualOutcomes
from lammer.table.commands import Command
from lammer.table.rules import Rules
from tests.sim.machines import random_dice, straight_up
from tests.sim.sample.test_kernel import agrees, by_hand, the_same

SIZES = (1, 2, 6, 36, 37, 38, 54, 216, 256)
WHEEL, PAYS = 38, 35
EDGE = Fraction(1, 19)


def test_a_straight_up_bet_exactly() -> None:
    """Without ruin: the mean falls by the edge each spin; wins are binomial."""
    spins, bankroll = 60, 1000
    found = exact.solve(straight_up(WHEEL, PAYS), bankroll, spins)
    assert found.final.mean == pytest.approx(bankroll - spins * float(EDGE), abs=1e-9)
    win = Fraction(1, WHEEL)
    by_value = dict(zip(found.final.values.tolist(), found.final.mass.tolist(), strict=True))
    assert by_value[bankroll - spins] == pytest.approx(float((1 - win) ** spins))
    once = float(spins * win * (1 - win) ** (spins - 1))
    assert by_value[bankroll - spins + PAYS + 1] == pytest.approx(once)


@pytest.mark.parametrize("spins", [150, None])
def test_sampled_agrees_with_exact(spins: int | None) -> None:
    """With ruin and a goal, so that both ends and the careful path are used."""
    automaton, bankroll, sessions = straight_up(WHEEL, PAYS, goal=100), 40, 40_000
    whole = exact.solve(automaton, bankroll, spins)
    found = sample.sample(automaton, bankroll, spins, sessions, 7)
    for end in whole.ends:
        share = whole.ends[end]
        error = (share * (1 - share) / sessions) ** 0.5
        assert abs(found.ends.get(end, 0) / sessions - share) <= 4 * error + 1e-9, end
    mean, error = found.rolls
    assert abs(mean - whole.rolls[0]) < 4 * error
    assert abs(found.final.mean - whole.final.mean) < 4 * found.final.sd / sessions**0.5
    lost, staked = bankroll - found.final.mean, found.staked[0]
    assert abs(lost - staked * float(EDGE)) < 4 * found.final.sd / sessions**0.5


@pytest.mark.parametrize("outcomes", SIZES)
def test_followed_by_hand(outcomes: int) -> None:
    """Limits round the ends of blocks; a fair bet near ruin, and automata made at random."""
    machines = [(straight_up(outcomes, outcomes - 1, goal=60), 20)]
    machines += [(random_dice(which, outcomes=outcomes), 200) for which in (outcomes, 1000)]
    for automaton, bankroll in machines:
        ready = packed.pack(automaton, bankroll)
        block = ready.digits.block
        for rolls in (0, 1, block - 1, block, block + 1, 95):
            hand = [by_hand(automaton, bankroll, rolls, 5, each) for each in range(12)]
            for engine in (kernel, lockstep):
                agrees(engine.play(ready, bankroll, rolls, 5, 0, 12), hand)
                at = np.unique(np.array([0, rolls // 2, rolls]))
                watched = engine.track(ready, bankroll, rolls, 5, 0, 12, at)
                agrees(watched.played, hand)
                assert watched.drawdown.tolist() == [each.drawdown for each in hand]


@pytest.mark.parametrize("outcomes", SIZES)
def test_many_sessions_are_the_same_in_both(outcomes: int) -> None:
    """Enough words that some are drawn again wherever any are."""
    automaton, bankroll = random_dice(3, top=60, outcomes=outcomes), 40
    ready = packed.pack(automaton, bankroll)
    assert ready.fast
    the_same(
        kernel.play(ready, bankroll, 150, 1, 10, 5000),
        lockstep.play(ready, bankroll, 150, 1, 10, 5000),
    )


def test_a_space_too_large_for_a_byte_is_refused() -> None:
    with pytest.raises(ValueError, match="up to 256 equally likely"):
        packed.pack(straight_up(257, 255), 10)


class WheelSampling(EqualOutcomes):
    """A wheel; the command that enters a spin does not matter here."""

    def called(self, outcome: str) -> str:
        return f"the {outcome}"

    def command(self, outcome: str) -> Command:  # noqa: ARG002
        return Shuffle()


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch) -> instrument.Sampling:
    """A wheel of 38 pockets as the simulator finds it: by the key of its instrument."""
    package, module = ModuleType("a_wheel"), ModuleType("a_wheel.sample")
    module.at_table = WheelSampling  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_wheel", package)
    monkeypatch.setitem(sys.modules, "a_wheel.sample", module)
    monkeypatch.setitem(INSTRUMENTS, "wheel", "a_wheel")
    pockets = tuple(map(str, range(WHEEL)))
    space = Space("wheel", ("",), pockets, (1,) * WHEEL, ((0,) * WHEEL,), lambda _: "")
    trial = SimpleNamespace(thing="wheel")
    rules: Any = SimpleNamespace(space=space, procedure=SimpleNamespace(trial=trial))
    return instrument.sampling_at(cast("Rules", rules))


def test_an_instrument_is_found_by_its_key(wheel: instrument.Sampling) -> None:
    assert isinstance(wheel, WheelSampling)
    assert (wheel.no_exact, wheel.kernels.no_gpu) == ("", "")
    assert [(trial.called, trial.weight) for trial in wheel.trials()][:2] == [
        ("the 0", 1),
        ("the 1", 1),
    ]
    with pytest.raises(ValueError, match="No recordings"):
        wheel.recorded(["3 4"])


def test_an_instrument_has_the_same_outcomes_everywhere(wheel: instrument.Sampling) -> None:
    numbers = list(islice(wheel.outcomes(5, 9), 50))
    assert numbers == list(chance.rolls(WHEEL, 5, 9, 50))
    called = [trial.called for trial in islice(wheel.on_table(5, 9), 50)]
    assert called == [f"the {number}" for number in numbers]
    automaton, spins = straight_up(WHEEL, PAYS), 50
    kernels = pickle.loads(pickle.dumps(wheel.kernels))
    ready = kernels.pack(automaton, 100)
    for engine in ("numba", "numpy"):
        final = kernels.module(engine).play(ready, 100, spins, 5, 9, 1).final
        assert final.tolist() == [100 - spins + numbers.count(0) * (PAYS + 1)]
