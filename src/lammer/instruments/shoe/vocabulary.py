"""Words for coups: the hands that are bet on, the cards, and the vigorish that a seat owes."""

from collections.abc import Mapping

from lammer.typed.intents import Verb
from lammer.typed.vocabulary import Asks

PLAYER = "p|players?(?: hand)?"
BANKER = "b|bank|bankers?(?: hand)?"
TIE = "t|ties?(?: hand)?"
SHORT = frozenset({"p", "b", "t"})
WISHES: Mapping[Verb, str] = {
    "roll": "deal|d|deal (?:it|em|cards|coup)|cards|coup|next(?: coup)?|go|no more bets|roll|r",
    "shuffle": "(?:re)?shuffle|shuffle (?:it|em|cards|shoe)|new shoe",
    "roads": "roads?|road ?maps?|scoreboard|bead plate|big road",
}


def asks_of_a_seat(seat: int) -> Asks:
    """Yield the words with which a seat cuts the cards and pays the vigorish it owes."""
    yield "(?:i )?cut(?: cards| shoe)?", ({"do": "cut", "seat": seat},)
    owing = {"do": "collect", "seat": seat}
    yield "collect|(?:pay|settle)(?: up| it)?(?: (?:vig|vigorish|commission))?", (owing,)
