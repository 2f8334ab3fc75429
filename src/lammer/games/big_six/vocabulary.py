"""The words of big six: "five 10", "joker for 5"."""

from lammer.typed.vocabulary import Vocabulary

_DOLLARS = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20}
WORDS = Vocabulary(
    spots=(
        *(
            (rf"(?:number |stop )?\$?{n}s?(?: stop)?|{word}s?", word)
            for word, n in _DOLLARS.items()
        ),
        ("(?:first )?emblem(?: 1)?|1 st emblem|emblem 1|joker|crown", "emblem-1"),
        ("second emblem|2 nd emblem|emblem 2|star|logo|flag", "emblem-2"),
    ),
    asks=lambda _table, _seat: (),
    wishes={"roll": "spin|s|spin (?:it|wheel)|go|next|no more bets"},
    spoken={"emblem-1": "joker", "emblem-2": "star"},
    examples=(
        *("5 for 10", "spin", "joker for 5", "20 for 5", "star for 5", "1 for 10"),
        *("down on 5", "press 5 5", "everything down", "1 for 10, 2 for 5", "same bet"),
    ),
    down_example="down on 5",
    call_example="5",
)
