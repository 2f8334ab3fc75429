"""Words for what can come at craps, for whoever writes a wager of their own."""

import re

from lammer.core.space import Cells
from lammer.games.craps import offers
from lammer.games.craps.space import BOX, COME_OUT, CRAPS, LOSER_SEVEN, POINT_ON, point, total
from lammer.games.outcomes import OutcomeWords
from lammer.instruments.dice.outcomes import TERMS, dice_term

_WHEN = re.compile(
    r"(.+?) (?:(on (?:the|a) come-?out(?: roll)?)|((?:while|when|with) (?:a|the) point(?: is)? on))"
)
_POINT = re.compile(r"(?:the )?point(?: of)?(?: ([0-9]{1,2}))? made|(?:the )?point")
_MADE = CRAPS.where(lambda puck, dice: puck == str(sum(dice)))
_NATURAL = COME_OUT & total(7, 11)
_NAMED: dict[str, Cells] = {
    "craps": total(2, 3, 12),
    "any craps": total(2, 3, 12),
    "natural": _NATURAL,
    "naturals": _NATURAL,
    "seven-out": LOSER_SEVEN,
    "seven out": LOSER_SEVEN,
    "point set": COME_OUT & total(*BOX),
    "pass wins": _NATURAL | _MADE,
    "pass loses": (COME_OUT & total(2, 3, 12)) | LOSER_SEVEN,
    "come-out": COME_OUT,
    "point on": POINT_ON,
}


def term(text: str) -> Cells | None:
    """Return the cells of one word; None if it is not such a word.

    >>> term("7 while a point is on") == LOSER_SEVEN, len(term("point made"))
    (True, 24)
    """
    when = _WHEN.fullmatch(text)
    if when:
        inside = term(when[1])
        return None if inside is None else inside & (COME_OUT if when[2] else POINT_ON)
    made = _POINT.fullmatch(text)
    if made:
        if made[1] is None:
            return _MADE
        number = int(made[1])
        return point(number) & total(number) if number in BOX else None
    return _NAMED.get(text) or dice_term(CRAPS, text)


OUTCOMES = (
    OutcomeWords(
        space_name="dice with puck",
        space=CRAPS,
        term=term,
        terms=(*TERMS, "craps", "natural", "point made", "point 6 made", "seven-out", "point set",
               "pass wins", "7 on the come-out", "6 while a point is on"),
        offers={
            "any time": offers.any_time,
            "come-out": offers.before_come_out,
            "point on": offers.after_come_out,
            "new shooter": offers.new_shooter,
        },
        working={"always": CRAPS.everything, "point on": POINT_ON},
    ),
)  # fmt: skip
