"""The words of mini-dice."""

from lammer.instruments.shaker.vocabulary import asks_for_dice
from lammer.table import TableState
from lammer.typed.instrument_words import asks_of_one
from lammer.typed.vocabulary import Asks, Vocabulary, groups_of


def _asks(table: TableState, seat: int) -> Asks:
    yield from asks_of_one(table, seat)
    declined = {"do": "decline-shaker", "seat": seat}
    yield "(?:let )?dealer(?: shakes?)?(?: it)?", (declined,)
    yield from asks_for_dice(table)


_BOXES = ("4", "5", "6", "8", "9", "10")
WORDS = Vocabulary(
    spots=(
        (r"place (\d{1,2})", "place-{}"),
        ("field", "field"),
        ("any 7|7|red|big red", "any-seven"),
        ("over(?: 7)?", "over-7"),
        ("under(?: 7)?", "under-7"),
    ),
    boxes=_BOXES,
    asks=_asks,
    wishes={
        "roll": "shake|s|shake (?:it|em|dice|shaker)|roll|r|roll (?:dice|em)|uncover|throw"
        "|next|go|no more bets"
    },
    staying=("place-",),
    groups=groups_of(_BOXES),
    examples=(
        *("over 10", "shake", "under 10", "over 7 for 10", "under 7 for 10", "field 5"),
        *("any seven 5", "6 for 12", "place 8 for 12", "down on the 6", "press the 6 6"),
        *("less 5 on over 7", "take the shaker", "no shaker", "pass the shaker"),
        *("let the dealer shake", "new dice", "leave up off", "everything down"),
        *("over 10, field 5", "6 and 8 for 12 each"),
    ),
    down_example="down on the 6",
    call_example="place 6",
)
