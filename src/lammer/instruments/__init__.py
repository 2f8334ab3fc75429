"""What produces an outcome at a table (dice, a shaker, a dome, a shoe, a wheel), each in a folder.

``rules`` in an instrument's folder is pure: its verbs, its state, the order in which things are
done, and what is said of them (``lammer.table.instrument.Instrument``). Nothing of it is imported
before a table needs it.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lammer.core.codec import Malformed

if TYPE_CHECKING:
    from lammer.core.ruleset import Ruleset
    from lammer.table.instrument import Instrument

INSTRUMENTS: dict[str, str] = {
    "dice": "lammer.instruments.dice",
    "shaker": "lammer.instruments.shaker",
    "dome": "lammer.instruments.dome",
    "shoe": "lammer.instruments.shoe",
    "wheel": "lammer.instruments.wheel",
}
"""Instruments by key, and the package of each; its ``rules`` has the ``INSTRUMENT``."""


def load(key: str) -> "Instrument":
    """Return the instrument of that key.

    >>> load("shaker").verb
    'shake'
    """
    found: Instrument = import_module(f"{INSTRUMENTS[key]}.rules").INSTRUMENT
    return found


def weighed_faces(ruleset: "Ruleset", texts: Sequence[str]) -> "Ruleset":
    """Return the rules of a game whose instrument has faces, weighed as the texts say. Raises
    ``Malformed``, also where a bet would be up for ever."""
    from lammer.games.check import undecided

    key = "" if ruleset.procedure is None else ruleset.procedure.trial.thing
    if find_spec(f"{INSTRUMENTS.get(key, 'lammer')}.loaded") is None:
        what = f"{ruleset.game} has no faces to weigh"
        raise Malformed("--faces", what, "Leave it out, or choose a game with thrown faces.")
    loaded = import_module(f"{INSTRUMENTS[key]}.loaded")
    space = loaded.weighed(ruleset.space, loaded.read_faces(texts))
    found = replace(ruleset, space=space)
    if not all(space.weights):
        for wager in found.wagers:
            if any(undecided(found, wager)):
                what = f"{wager.name} might never be decided"
                raise Malformed("--faces", what, "Give each face some weight, such as 1/1000.")
    return found
