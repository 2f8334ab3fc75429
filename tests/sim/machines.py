"""Small automata written out by hand, for tests of what runs on them."""

from typing import Any

import numpy as np

from lammer.sim.model.automaton import FOREVER, Automaton, Ints

TOTALS = [1 + o // 6 + 1 + o % 6 for o in range(36)]
POINTS = (4, 5, 6, 8, 9, 10)


def _ints(values: Any) -> Ints:
    return np.array(values, np.int64)


def pass_line(stake: int = 1, odds: int = 0, goal: int | None = None) -> Automaton:
    """A pass bet of so many units, with so many units of odds behind it when they can be paid for;
    ends broke, or at a goal. Written out without the compiler.

    States: 0 nothing up; 1 + i a bare pass bet with point i and no odds decision taken yet;
    7 + i the same after the odds were put up. Once without odds, they are tried again each roll.
    """
    top = FOREVER if goal is None else np.int64(goal)
    first, below, row, charge, staked = [0], list[int](), list[int](), list[int](), list[int]()
    to, gain = list[list[int]](), list[list[int]]()

    def segment(upto: int, where: int, stakes: int = 0) -> None:
        below.append(upto)
        row.append(where)
        charge.append(0)
        staked.append(stakes)

    def close() -> None:
        if goal is not None:
            segment(int(FOREVER), -2)
        first.append(len(below))

    pays = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
    segment(stake, -1)
    segment(int(top), 0, stake)
    close()
    to.append([0 if t in (2, 3, 7, 11, 12) else 1 + POINTS.index(t) for t in TOTALS])
    gain.append([stake if t in (7, 11) else -stake if t in (2, 3, 12) else 0 for t in TOTALS])
    for i, _ in enumerate(POINTS):
        if odds:
            segment(stake + odds, 1 + i)
            segment(int(top), 7 + i, odds)
        else:
            segment(int(top), 1 + i)
        close()
    for i, _ in enumerate(POINTS):
        segment(int(top), 7 + i)
        close()
    for up in (0, odds):
        for i, n in enumerate(POINTS):
            num, den = pays[n]
            assert up * num % den == 0
            won, lost = stake + up * num // den, -(stake + up)
            stays = (1 if not up else 7) + i
            to.append([0 if t in (n, 7) else stays for t in TOTALS])
            gain.append([won if t == n else lost if t == 7 else 0 for t in TOTALS])
    ends = ("ruin",) if goal is None else ("ruin", "goal")
    made = Automaton(
        100, 36, np.ones(36, np.int64), _ints(first), _ints(below), _ints(row), _ints(charge),
        _ints(staked), _ints(to), _ints(gain), ends,
    )  # fmt: skip
    made.check()
    return made


def straight_up(outcomes: int, pays: int, stake: int = 1, goal: int | None = None) -> Automaton:
    """A bet on one of so many equally likely outcomes, which pays so much to one; made as long as
    it can be paid for, up to a goal."""
    below, row = [stake, int(FOREVER)], [-1, 0]
    if goal is not None:
        below, row = [stake, goal, int(FOREVER)], [-1, 0, -2]
    staked = [stake if each == 0 else 0 for each in row]
    gain = [[pays * stake] + [-stake] * (outcomes - 1)]
    made = Automaton(
        100, outcomes, np.ones(outcomes, np.int64), _ints([0, len(row)]), _ints(below), _ints(row),
        _ints([0] * len(row)), _ints(staked), _ints([[0] * outcomes]), _ints(gain),
        ("ruin",) if goal is None else ("ruin", "goal"),
    )  # fmt: skip
    made.check()
    return made


def random_dice(seed: int, largest: int = 20, top: int = 400, outcomes: int = 36) -> Automaton:
    """An automaton without rhyme or reason: thresholds up to ``top``, stakes and payments up to
    ``largest``, three ends here and there, and a state, seldom reached, in which play always ends.
    """
    chance = np.random.default_rng(seed)
    states, rows = int(chance.integers(2, 12)), int(chance.integers(1, 10))
    first, below, row = [0], [], []
    for state in range(states):
        inner = np.unique(chance.integers(0, top, chance.choice([0, 1, 2, 3, 12])))
        below += [*inner.tolist(), int(FOREVER)]
        for _ in range(len(inner) + 1):
            over = state == states - 1 or chance.random() < 0.05
            row.append(-1 - int(chance.integers(3)) if over else int(chance.integers(rows)))
        first.append(len(below))
    segments = len(below)
    shape = rows, outcomes
    seldom = chance.random(shape) < 0.005
    to = np.where(seldom, states - 1, chance.integers(0, states - 1, shape))
    gain = chance.integers(-largest, largest + 1, shape) * (chance.random(shape) < 0.4)
    made = Automaton(
        100, outcomes, np.ones(outcomes, np.int64), np.array(first), np.array(below), np.array(row),
        -chance.integers(0, 2, segments), chance.integers(0, largest + 1, segments), to, gain,
        ("ruin", "goal", "enough"),
    )  # fmt: skip
    made.check()
    return made
