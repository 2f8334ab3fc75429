"""Who entered a command, as its log lines say: ``by``.

In a script it is a role or a seat, and follows from the command. At a table of a house it is the
house, a seat, or a role with a pseudonym, which the house keeps (``server/people/pseudonyms``).
"""

import re

from lammer.table.commands import Command, Open

BY_HOUSE = "house"
_USUAL_ROLE = "dealer"
"""Enters what a script attributes to neither a seat nor a caller."""
_CREW = re.compile(r"(dealer|stickperson|boxperson|floorperson)-[a-z2-7]{8}")
_OUTSIDE = re.compile(r"(player|administrator)-[a-z2-7]{8}")
"""A role with a pseudonym; with one outside the crew a person opens and closes tables, no more."""
_SEAT = re.compile(r"seat-[1-9][0-9]{0,2}")


def entered_by(command: Command) -> str:
    """Return who enters a command of a script.

    >>> from lammer.table.commands import read
    >>> entered_by(read({"do": "bet", "seat": 2, "wager": "pass", "amount": 500}, "dice"))
    'seat-2'
    >>> entered_by(read({"do": "order-pass", "caller": "boxperson", "reason": "delay"}, "dice"))
    'boxperson'
    >>> entered_by(read({"do": "roll", "dice": [3, 3]}, "dice"))
    'dealer'
    """
    if command.issued_by == "house":
        return BY_HOUSE
    caller: str | None = getattr(command, "caller", None)
    if caller is not None:
        return caller
    seat = getattr(command, "seat", None)
    if command.issued_by == "crew" or not isinstance(seat, int):
        return _USUAL_ROLE
    return f"seat-{seat}"


def may_enter(by: str, command: Command) -> bool:
    """Return whether ``by`` may have entered a command at a table of a house.

    >>> from lammer.table.commands import read
    >>> bet = read({"do": "bet", "seat": 2, "wager": "pass", "amount": 500}, "dice")
    >>> [may_enter(by, bet) for by in ("seat-2", "dealer-k7q2mwya", "seat-3", "player-k7q2mwya")]
    [True, True, False, False]
    """
    if by == BY_HOUSE:
        return True
    if isinstance(command, Open):
        return may_close(by)
    if command.issued_by == "house":
        return False
    crew = _CREW.fullmatch(by)
    if crew is not None:
        return getattr(command, "caller", None) in (None, crew[1])
    seat = getattr(command, "seat", None)
    own = not isinstance(seat, int) or by == f"seat-{seat}"
    return command.issued_by != "crew" and own and _SEAT.fullmatch(by) is not None


def may_close(by: str) -> bool:
    """Return whether ``by`` may have opened or closed a table of a house."""
    return by == BY_HOUSE or bool(_CREW.fullmatch(by) or _OUTSIDE.fullmatch(by))
