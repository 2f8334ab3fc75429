"""The state before a record began: the point, the bets already up, vigorish marked earlier.

None of it is judged; it is taken as written. A charge that was due when a bet was made counts as
taken.
"""

from lammer.audit.record.entries import RecordEntry
from lammer.core.codec import Malformed, show
from lammer.core.wager import Collection, Wager
from lammer.table.rules import Rules
from lammer.table.state import Bet


def bet_up(
    rules: Rules, context: str, wager: Wager, state: str, entry: RecordEntry, *, left: bool
) -> Bet:
    """Return a bet that was up before the record began; ``state`` is the one its name says."""
    machine = wager.machine
    if isinstance(machine, Collection):
        state = _gathered(machine, entry)
    elif entry.made:
        raise Malformed("made", f"has no place with {wager.name}", "It is for Fire and Bonus bets.")
    elif not wager.travels and context in getattr(machine, "states", {}):
        state = context
    vig = rules.vig(wager)
    charged = rules.charge(wager, entry.cents) if vig is not None and vig.when == "bet" else 0
    return Bet(wager.key, state, entry.cents, charged=charged, leave_up=left)


def _gathered(machine: Collection, entry: RecordEntry) -> str:
    """Return the state of a bet that has gathered these goals.

    >>> from lammer.games import load
    >>> fire = load("nj-2011").wager("fire").machine
    >>> _gathered(fire, RecordEntry(1, "up", made=("9", "4")))
    '4,9'
    """
    names = [goal.name for goal in machine.goals]
    for each in entry.made:
        if each not in names:
            what = f"{show(each)} is not one of its numbers"
            raise Malformed("made", what, f"They are {', '.join(names)}.")
    return ",".join(name for name in names if name in entry.made)
