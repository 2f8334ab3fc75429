"""The words of punto banco."""

from lammer.table import TableState
from lammer.typed.instrument_words import asks_of_one
from lammer.typed.vocabulary import Asks, Vocabulary


def _asks(table: TableState, seat: int) -> Asks:
    yield from asks_of_one(table, seat)
    designated = {"do": "accept-shoe", "seat": seat, "dealer": True}
    yield "(?:let )?dealer(?: deals?)?(?: it)?", (designated,)
    yield "(?:i )?cut(?: cards| shoe)?", ({"do": "cut", "seat": seat},)
    owing = {"do": "collect", "seat": seat}
    yield "collect|(?:pay|settle)(?: up| it)?(?: (?:vig|vigorish|commission))?", (owing,)


WORDS = Vocabulary(
    spots=(
        ("p|players?(?: hand)?|punto", "player"),
        ("b|bank|bankers?(?: hand)?|banco", "banker"),
        ("t|ties?(?: hand)?", "tie"),
    ),
    short=frozenset({"p", "b", "t"}),
    asks=_asks,
    wishes={
        "roll": "deal|d|deal (?:it|em|cards|coup)|cards|coup|next(?: coup)?|go|no more bets|roll|r",
        "shuffle": "(?:re)?shuffle|shuffle (?:it|em|cards|shoe)|new shoe",
        "roads": "roads?|road ?maps?|scoreboard|bead plate|big road",
    },
    examples=(
        *("player 10", "deal", "banker 10", "tie 5", "p 10", "b 10", "t 5", "take the shoe"),
        *("no shoe", "pass the shoe", "let the dealer deal", "collect", "roads", "shuffle"),
        *("press banker 10", "less 5 on banker", "down on banker", "everything down"),
    ),
    down_example="down on banker",
    call_example="banker",
)
