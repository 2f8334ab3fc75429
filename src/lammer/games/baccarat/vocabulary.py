"""The words of punto banco."""

from lammer.instruments.shoe.vocabulary import (
    BANKER,
    PLAYER,
    SHORT,
    TIE,
    WISHES,
    asks_of_a_seat,
)
from lammer.table import TableState
from lammer.typed.instrument_words import asks_of_one
from lammer.typed.vocabulary import Asks, Vocabulary


def _asks(table: TableState, seat: int) -> Asks:
    yield from asks_of_one(table, seat)
    designated = {"do": "accept-shoe", "seat": seat, "dealer": True}
    yield "(?:let )?dealer(?: deals?)?(?: it)?", (designated,)
    yield from asks_of_a_seat(seat)


WORDS = Vocabulary(
    spots=((f"{PLAYER}|punto", "player"), (f"{BANKER}|banco", "banker"), (TIE, "tie")),
    short=SHORT,
    asks=_asks,
    wishes=WISHES,
    examples=(
        *("player 10", "deal", "banker 10", "tie 5", "p 10", "b 10", "t 5", "take the shoe"),
        *("no shoe", "pass the shoe", "let the dealer deal", "collect", "roads", "shuffle"),
        *("press banker 10", "less 5 on banker", "down on banker", "everything down"),
    ),
    down_example="down on banker",
    call_example="banker",
)
