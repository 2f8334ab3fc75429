"""The words of the game."""

from lammer.typed.vocabulary import Vocabulary

WORDS = Vocabulary(
    spots=(("(?:number )?17|seventeen", "number-17"),),
    asks=lambda _table, _seat: (),
    wishes={"roll": "spin|go|next"},
    examples=("17 for 10", "spin", "down on 17"),
    down_example="down on 17",
    call_example="17",
)
