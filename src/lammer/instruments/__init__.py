"""What produces an outcome at a table (dice, a shaker, a dome, a shoe, a wheel), each in a folder.

``rules`` in an instrument's folder is pure: its verbs, its state, the order in which things are
done, and what is said of them (``lammer.table.instrument.Instrument``). Nothing of it is imported
before a table needs it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
