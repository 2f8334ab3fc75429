"""Small automata written out by hand, for tests of what runs on them."""

import numpy as np

from lammer.sim.automaton import FOREVER, Automaton

TOTALS = [1 + o // 6 + 1 + o % 6 for o in range(36)]
POINTS = (4, 5, 6, 8, 9, 10)


def pass_line(stake: int = 1, odds: int = 0, goal: int | None = None) -> Automaton:
    """A pass bet of so many units, with so many units of odds behind it when they can be paid for;
    ends broke, or at a goal. Written out without the compiler.

    States: 0 nothing up; 1 + i a bare pass bet with point i and no odds decision taken yet;
    7 + i the same after the odds were put up. Once without odds, they are tried again each roll.
    """
    top = FOREVER if goal is None else np.int64(goal)
    first, below, row, charge, staked = [0], [], [], [], []
    to, gain = [], []

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
    ints = lambda values: np.array(values, np.int64)  # noqa: E731
    made = Automaton(
        100, 36, np.ones(36, np.int64), ints(first), ints(below), ints(row), ints(charge),
        ints(staked), ints(to), ints(gain), ends,
    )
    made.check()
    return made
