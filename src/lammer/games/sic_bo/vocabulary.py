"""The words of sic bo."""

import re

from lammer.instruments.shaker.vocabulary import asks_for_dice
from lammer.table import TableState
from lammer.typed.intents import Spot, Unclear
from lammer.typed.vocabulary import Found, Vocabulary

_FACES = {
    words: str(face)
    for face, words in enumerate(
        ("ones|aces", "twos|deuces", "threes|treys", "fours", "fives", "sixes"), start=1
    )
}
_N = "([1-6])(?: s)?"
_BOTH = r"([1-6])(?: | with )([1-6])"
_PAIR = re.compile(
    rf"(?:pair|combo|combination|domino|2 dice|2 dice combo|2 numbers) {_BOTH}"
    rf"|{_BOTH} (?:pair|combo|combination|domino)"
)
_SINGLES, _EITHER, _TOTALS = range(1, 4), range(4, 7), range(7, 18)
"""Bare numbers that are faces, those that may be faces or totals, and those that are totals."""


def _others(line: str) -> Spot | None:
    for words, face in _FACES.items():
        line = re.sub(rf"\b(?:{words})\b", f"{face} s", line)
    for pattern, key in _PLURALS:
        if match := re.fullmatch(pattern, line):
            return Spot(key.format(next(filter(None, match.groups()))))
    if match := _PAIR.fullmatch(line):
        low, high = sorted(each for each in match.groups() if each)
        return Spot(f"double-{low}" if low == high else f"pair-{low}-{high}")
    if re.fullmatch(r"[1-6](?: [1-6]){1,2}", line):
        return Spot("faces", line)
    number = int(line) if re.fullmatch(r"\d{1,2}", line) else 0
    if number in _SINGLES:
        return Spot(f"number-{number}")
    if number in _TOTALS:
        return Spot(f"total-{number}")
    return Spot("number", line) if number in _EITHER else None


_PLURALS = (
    (rf"(?:specific )?(?:triple|trips)(?: of)? {_N}|{_N} triple", "triple-{}"),
    ("(?:3|3 of kind|all 3|3 dice) ([1-6]) s", "triple-{}"),
    (rf"double {_N}|{_N} double", "double-{}"),
    ("(?:2|pair|pair of|2 dice) ([1-6]) s", "double-{}"),
    (rf"(?:number|single|any|face) {_N}|{_N} single|([1-6]) s", "number-{}"),
)
"""Patterns for words that say "fours" or "4s", too."""


def _which(_table: TableState, _seat: int, spot: Spot) -> Found:
    """Return the bet that is meant, or the question what one, two or three bare numbers are."""
    number = spot.number
    if spot.key == "number":
        what = f"{number} is a face and a total."
        return Unclear(what, f'Say "number {number}" or "total {number}".')
    if spot.key != "faces":
        return spot.key
    faces = sorted(number.split())
    alike = len(set(faces)) == 1
    if len(faces) == 3 and not alike:
        what = f"{number}: three different faces are no bet here."
        return Unclear(what, f'Say "total {sum(map(int, faces))}" or "pair {" ".join(faces[:2])}".')
    if alike:
        kind = "triple" if len(faces) == 3 else "double"
        return Unclear(f"{number}: which bet is that?", f'Say "{kind} {faces[0]}".')
    each = f'"number {faces[0]}, number {faces[1]} for 5 each"'
    return Unclear(
        f"{number}: both together, or a bet on each?", f'Say "pair {" ".join(faces)}" or {each}.'
    )


_NONE_OF_THEM = re.compile(r"(total|sum|triple|trips|double|number|single)(?: of)? (\d+)\b.*")
_RANGES = {
    "total": (range(4, 18), "4 to 17"),
    "sum": (range(4, 18), "4 to 17"),
}
_EACH_FACE = (range(1, 7), "1 to 6")
_NO_PAIR = re.compile(r"(?:pair|combo|combination|domino) (\d+)(?: | with )(\d+)\b.*")
_TOTAL_FIRST = re.compile(r"(\d+) (?:total|sum)(?: of)? (?:for )?(\d+)")


def _declined(_table: TableState, line: str) -> Unclear | None:
    """Return what to say instead of wagers that are not here, numbers that no bet has, and an
    amount that may be the total."""
    if re.fullmatch(r"(?:.* on )?(?:odd|even)(?: (?:for )?.+)?", line):
        return Unclear("Odd and even are no bets here.", 'Say "small" or "big".')
    if match := _TOTAL_FIRST.fullmatch(line):
        one, other = match.groups()
        if int(one) in _RANGES["total"][0] and int(other) in _RANGES["total"][0]:
            what = f"{one} and {other}: which of them is the total?"
            return Unclear(what, f'Say "total {one} for {other}" or "total {other} for {one}".')
    if match := _NONE_OF_THEM.fullmatch(line):
        known, words = _RANGES.get(match[1], _EACH_FACE)
        if int(match[2]) not in known:
            return Unclear(f"There is no {match[1]} {match[2]}.", f"Say {match[1]} {words}.")
    if match := _NO_PAIR.fullmatch(line):
        one, other = match.groups()
        if not {int(one), int(other)} <= {*_EACH_FACE[0]}:
            return Unclear(
                f"There is no pair {one} and {other}.",
                f'Say two numbers from {_EACH_FACE[1]}, such as "pair 1 4 for 5".',
            )
    if match := re.fullmatch(r"(?:.* on )?(18)(?: for .+)?", line):
        return Unclear(f"There is no total of {match[1]}.", "Say a total of 4 to 17.")
    return None


WORDS = Vocabulary(
    spots=(
        ("small|low|lo|little|siu|xiao", "small"),
        ("big|high|hi|large|tai|da", "big"),
        ("(?:any|all) (?:triples?|trips)|any 3 of kind", "any-triple"),
        (r"(?:total|sum|points?)(?: of)? (\d{1,2})|(\d{1,2}) (?:total|points?)", "total-{}"),
    ),
    others=_others,
    made=_which,
    held=_which,
    declined=_declined,
    asks=lambda table, _seat: asks_for_dice(table),
    wishes={
        "roll": "shake|s|shake (?:it|em|dice|shaker)|roll|r|roll (?:dice|em)|uncover|lift|next|go"
        "|no more bets"
    },
    examples=(
        *("small 10", "shake", "big 10", "any triple 5", "triple 4 1", "double 2 5", "total 9 5"),
        *("9 for 5", "pair 1 4 5", "pair 4 1 5", "number 3 10", "new dice", "small 10, total 9 5"),
        *("double fours for 5", "1-4 pair for 5", "three 4s for 1"),
        *("press small 10", "less 5 on big", "down on total 9", "everything down", "same bet"),
    ),
    down_example="down on small",
    call_example="small",
)
