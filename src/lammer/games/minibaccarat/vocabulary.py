"""The words of minibaccarat."""

from lammer.table import TableState
from lammer.typed.vocabulary import Asks, Vocabulary


def _asks(_table: TableState, seat: int) -> Asks:
    yield "(?:i )?cut(?: cards| shoe)?", ({"do": "cut", "seat": seat},)
    owing = {"do": "collect", "seat": seat}
    yield "collect|(?:pay|settle)(?: up| it)?(?: (?:vig|vigorish|commission))?", (owing,)


WORDS = Vocabulary(
    spots=(
        ("p|players?(?: hand)?", "player"),
        ("b|bank|bankers?(?: hand)?", "banker"),
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
        *("player 10", "deal", "banker 10", "tie 5", "p 10", "b 10", "t 5", "collect", "roads"),
        *("shuffle", "press banker 10", "less 5 on banker", "down on banker", "everything down"),
    ),
    down_example="down on banker",
    call_example="banker",
)
