"""The moments of craps: a point made, a seven-out, a natural on the come-out, a long hand.

>>> from lammer.core.moment import TrialSeen
>>> trial = TrialSeen("6", {"dice": [4, 2]}, ("roll",), (10, 2, (9, 6)))
>>> [each.text for each in moments(trial)]
['Point made: 6', '10 rolls in this hand']
"""

from collections.abc import Iterator

from lammer.core.moment import Moment, TrialSeen
from lammer.games.craps.space import OFF

LONG_HAND = 10
"""Rolls after which a hand is called long, and again after as many more. Our own choice: the
regulations do not speak of long hands. Of 100 hands about 28 go on after ten rolls."""
NATURALS = (7, 11)


def moments(trial: TrialSeen) -> Iterator[Moment]:
    """Yield the moments of a roll, the greatest first."""
    total = sum(trial.outcome["dice"])
    if trial.context == OFF:
        if total in NATURALS and not trial.only_for:
            yield Moment("natural", f"Natural {total}")
    elif str(total) == trial.context:
        yield Moment("point-made", f"Point made: {total}")
    elif total == 7:
        yield Moment("seven-out", "Seven out")
        return
    rolls = 0 if trial.score is None else trial.score[0]
    if rolls and rolls % LONG_HAND == 0:
        yield Moment("long-hand", f"{rolls} rolls in this hand")
