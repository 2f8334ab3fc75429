"""Resolves bets as people write them down, in the words that are typed at a table."""

from lammer.core.codec import Malformed
from lammer.table import TableState
from lammer.typed.intents import Unclear
from lammer.typed.parser import bet_meant


def named_bet(words: str, table: TableState, seat: int, *, making: bool) -> str:
    """Return the name of the bet that words mean at this table: one to be made, or one of those
    that the seat has up. Raises ``Malformed`` if it is not clear which.

    Words unlike any name at this table are returned unchanged: they may name a wager that should
    not have been accepted.

    >>> from lammer.table import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> [named_bet(each, table, 1, making=True) for each in ("Pass Line", "hard 8", "six", "Yo")]
    ['pass', 'hard-8', 'place-6', 'eleven']
    >>> named_bet("fild", table, 1, making=True)
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: wager: "fild" means nothing at this table
    """
    found = bet_meant(words, table, seat, making=making)
    if found is None:
        return words
    if isinstance(found, Unclear):
        raise Malformed("wager", found.what.removesuffix("."), found.instead)
    return found
