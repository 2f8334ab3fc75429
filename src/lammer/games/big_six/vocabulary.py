"""The words of big six: "five 10", "joker for 5", "5 on the 20"."""

import re

from lammer.table import TableState
from lammer.typed.intents import Spot, Unclear
from lammer.typed.vocabulary import Found, Vocabulary

_DOLLARS = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20}
_NUMBERS = tuple(map(str, _DOLLARS.values()))
_PLURAL = {"twenty": "twenties"}
_THERE_ARE = "1, 2, 5, 10, 20, joker or star"
_TWO = re.compile(r"\$?(\d+)(?: (?:spot|stop))? (?:for )?\$?(\d+)")
_NAMED = re.compile(r"(?:.* on )(\d+)(?: s)?|(\d+)(?: s)? for .*")


def _others(line: str) -> Spot | None:
    return Spot("emblem") if re.fullmatch("emblems?", line) else None


def _which(_table: TableState, _seat: int, spot: Spot) -> Found:
    if spot.key != "emblem":
        return spot.key
    return Unclear("There are two emblems.", 'Say "joker" or "star".')


def _declined(_table: TableState, line: str) -> Unclear | None:
    """Return the question for two numbers of which either may be the stop, and what to say instead
    of a stop that there is not."""
    if (match := _TWO.fullmatch(line)) and (" for " not in line or line.startswith("$")):
        one, other = match.groups()
        said = [
            f'"{amount} on the {stop}"'
            for stop, amount in ((one, other), (other, one))
            if stop in _NUMBERS
        ]
        what = f"{one} and {other}: which of them is the stop?"
        return Unclear(what, f"Say {' or '.join(dict.fromkeys(said))}.") if said else None
    if match := _NAMED.fullmatch(line):
        number = match[1] or match[2]
        if number not in _NUMBERS:
            return Unclear(f"There is no {number} on this wheel.", f"Say {_THERE_ARE}.")
    return None


WORDS = Vocabulary(
    spots=(
        *(
            (
                rf"(?:number |stop |spot )?{n}(?: s)?(?: stop| spot)?"
                rf"|{word}s?|{_PLURAL.get(word, word)}",
                word,
            )
            for word, n in _DOLLARS.items()
        ),
        ("first emblem|1 st emblem|emblem 1|joker|crown", "emblem-1"),
        ("second emblem|2 nd emblem|emblem 2|star|logo|flag", "emblem-2"),
    ),
    others=_others,
    made=_which,
    held=_which,
    declined=_declined,
    asks=lambda _table, _seat: (),
    wishes={"roll": "spin|s|spin (?:it|wheel)|go|next|no more bets"},
    spoken={"emblem-1": "joker", "emblem-2": "star"},
    examples=(
        *("5 for 10", "spin", "joker for 5", "20 for 5", "star for 5", "1 for 10", "5 on the 20"),
        *("down on 5", "press 5 5", "everything down", "1 for 10, 2 for 5", "same bet"),
    ),
    down_example="down on 5",
    call_example="5",
)
