"""The words of minibaccarat."""

import re

from lammer.instruments.shoe.vocabulary import (
    BANKER,
    PLAYER,
    SHORT,
    TIE,
    WISHES,
    asks_of_a_seat,
)
from lammer.table import TableState
from lammer.typed.intents import Unclear
from lammer.typed.vocabulary import Vocabulary

_SIDE_BETS = re.compile(
    r".*\b(?:pairs?|dragon|panda|lucky|super 6|naturals?|big|small|no commission|ez|insurance)\b.*"
)


def _declined(_table: TableState, line: str) -> Unclear | None:
    """Return what to say instead of a wager that other tables have beside the three."""
    if not _SIDE_BETS.fullmatch(line):
        return None
    what = "There are three wagers here, on either hand and on a tie, and no other (R-121)."
    return Unclear(what, 'Say "player", "banker" or "tie".')


WORDS = Vocabulary(
    spots=((PLAYER, "player"), (BANKER, "banker"), (f"{TIE}|egalite", "tie")),
    short=SHORT,
    declined=_declined,
    asks=lambda _table, seat: asks_of_a_seat(seat),
    wishes=WISHES,
    examples=(
        *("player 10", "deal", "banker 10", "tie 5", "p 10", "b 10", "t 5", "collect", "roads"),
        *("shuffle", "press banker 10", "less 5 on banker", "down on banker", "everything down"),
    ),
    down_example="down on banker",
    call_example="banker",
)
