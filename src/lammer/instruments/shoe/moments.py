"""The moment of a coup: a natural, after which nobody draws.

>>> from lammer.core.moment import TrialSeen
>>> outcome = {"player": 9, "banker": 3, "winner": "player"}
>>> [each.text for each in moments(TrialSeen("play", outcome, ("deal", "result"), None))]
['Natural 9: Player']
>>> list(moments(TrialSeen("play", outcome, ("deal", "draw", "result"), None)))
[]
"""

from collections.abc import Iterator

from lammer.core.moment import Moment, TrialSeen

NATURALS = (8, 9)
DRAWN = "draw"
"""The event of a third card."""


def moments(trial: TrialSeen) -> Iterator[Moment]:
    """Yield the moment of a coup, if it has one."""
    counts = {side: trial.outcome[side] for side in ("player", "banker")}
    best = max(counts.values())
    if best in NATURALS and DRAWN not in trial.events:
        with_it = [side.capitalize() for side, count in counts.items() if count == best]
        yield Moment("natural", f"Natural {best}: {' and '.join(with_it)}")
