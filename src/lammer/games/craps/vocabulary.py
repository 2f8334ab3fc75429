"""The words of craps: every spot of its layout, and which bet the odds stand behind."""

import re
from collections.abc import Iterator

from lammer.core.wager import Wager
from lammer.table import TableState
from lammer.typed.instrument_words import asks
from lammer.typed.intents import Spot, Unclear
from lammer.typed.vocabulary import Asks, Found, Vocabulary, bets_up, groups_of, names_of, spoken

BOXES = ("4", "5", "6", "8", "9", "10")
_N = r"(\d{1,2})"
_PASS, _DONT_PASS, _DONT_COME = (
    "(?:pass(?: ?line)?|line)",
    "(?:dont(?: pass(?: ?line)?)?|dp)",
    ("(?:dont come|dc)"),
)
_SPOTS: tuple[tuple[str, str], ...] = (
    (f"{_PASS}|front line|pl", "pass"),
    (_DONT_PASS, "dont-pass"),
    ("come", "come"),
    (_DONT_COME, "dont-come"),
    (f"come {_N}", "come-{}"),
    (f"{_DONT_COME} {_N}", "dont-come-{}"),
    (f"place {_N}", "place-{}"),
    (f"(?:place )?{_N} lose|place lose {_N}", "place-lose-{}"),
    (f"buy {_N}", "buy-{}"),
    (f"(?:lay|no) {_N}", "lay-{}"),
    (f"hard ?(?:ways?)? {_N}|{_N} hard ?way", "hard-{}"),
    ("field", "field"),
    ("any 7|big red|red|7", "any-seven"),
    ("any craps", "any-craps"),
    ("(?:craps )?2|2 craps|aces|snake eyes", "craps-2"),
    ("(?:craps )?3|3 craps|ace deuce", "craps-3"),
    ("(?:craps )?12|12 craps|boxcars|midnight", "craps-12"),
    ("yo(?: ?leven)?|11(?: in 1 roll)?", "eleven"),
    ("c ?e|craps (?:11|yo)", "c-and-e"),
    ("horn", "horn"),
    ("horn high (?:2|aces)", "horn-high-2"),
    ("horn high (?:3|ace deuce)", "horn-high-3"),
    ("horn high (?:11|yo)", "horn-high-11"),
    ("horn high (?:12|boxcars|midnight)", "horn-high-12"),
    (f"horn high {_N}", "horn-high-{}"),
    ("whirl|world", "whirl"),
    ("6 7 8|678", "six-seven-eight"),
    ("fire", "fire"),
    ("(?:all )?small", "all-small"),
    ("(?:all )?tall", "all-tall"),
    ("all(?: or nothing(?: at all)?)?", "all-or-nothing"),
    (f"big {_N}", "big-{}"),
    (f"(?:{_PASS}|pl) odds|odds {_PASS}", "pass-odds"),
    (f"{_DONT_PASS} odds|odds {_DONT_PASS}", "dont-pass-odds"),
)
_ODDS_SPOTS: tuple[tuple[str, str], ...] = (
    (f"odds(?: {_N})?", "odds"),
    (f"come odds(?: {_N})?|come {_N} odds|odds come(?: {_N})?", "come-odds"),
    (
        f"{_DONT_COME} odds(?: {_N})?|{_DONT_COME} {_N} odds|odds {_DONT_COME}(?: {_N})?",
        "dont-come-odds",
    ),
)
_HOP = re.compile(r"(?:hop(?:ping)? )?([1-9]) ([1-9])(?: hop(?:ping)?)?")


def _others(line: str) -> Spot | None:
    for pattern, key in _ODDS_SPOTS:
        if match := re.fullmatch(pattern, line):
            return Spot(key, next((each for each in match.groups() if each), ""))
    if match := re.fullmatch(r"(?:hop(?:ping)? )?hard (4|6|8|10)(?: hop(?:ping)?)?", line):
        half = int(match[1]) // 2
        return Spot(f"hop-{half}-{half}")
    match = _HOP.fullmatch(line)
    if match is None or "hop" not in line:
        return None
    low, high = sorted((match[1], match[2]))
    return Spot(f"hop-{low}-{high}")


def _names(wager: Wager) -> Iterator[str]:
    """Yield what a wager is called; a hop also by its dice alone."""
    yield from names_of(wager)
    if match := re.fullmatch(r"hop-(\d)-(\d)", wager.key):
        yield f"{match[1]} {match[2]}"


_SPOKEN = {
    "eleven": "yo",
    "c-and-e": "c and e",
    "six-seven-eight": "6-7-8",
    "all-small": "small",
    "all-tall": "tall",
    "all-or-nothing": "all",
    **{f"place-lose-{number}": f"place {number} to lose" for number in BOXES},
    **{
        f"dont-{what}": f"don't {what.replace('-', ' ')}"
        for bet in ("pass", "come")
        for base in (bet, f"{bet}-odds")
        for what in (base, *(f"{base}-{number}" for number in BOXES))
    },
}


# Which bet is meant


def _made(table: TableState, seat: int, spot: Spot) -> Found:
    if spot.key.endswith("odds"):
        return _behind(table, seat, spot)
    return f"place-{spot.number}" if spot.key == "number" else spot.key


def _held(table: TableState, seat: int, spot: Spot) -> Found:
    """Return the bet that is up and meant; the table says so if there is none."""
    up = bets_up(table, seat)
    if spot.key in up:
        return spot.key
    if spot.key == "number":
        kinds = (("place-", "buy-", "lay-", "place-lose-"), ("come-", "dont-come-"))
        for group in kinds:
            found = [f"{kind}{spot.number}" for kind in group]
            if any(name in up for name in found):
                return _only([name for name in found if name in up])
        return f"place-{spot.number}"
    if spot.key.endswith("odds"):
        found = [name for name, number in _odds_up(table, seat) if _fits(spot, name, number)]
        return _only(found) if found else _behind(table, seat, spot)
    if spot.key in ("come", "dont-come"):
        found = [name for name in up if re.fullmatch(rf"{spot.key}-\d+", name)]
        return _only(found) if found else spot.key
    return spot.key


def _odds_up(table: TableState, seat: int) -> Iterator[tuple[str, str]]:
    """Yield the odds that are up, with the number each stands on."""
    up = bets_up(table, seat)
    for name, bet in up.items():
        behind = table.rules.wagers[bet.wager].behind
        if behind is not None:
            base = up.get(behind.base)
            alone = behind.states[0] if len(behind.states) == 1 else ""
            yield name, alone or (base.state if base else "")


def _behind(table: TableState, seat: int, spot: Spot) -> Found:
    """Return the odds meant: those of the one bet that can take them, or those named."""
    up = bets_up(table, seat)
    if spot.key in ("pass-odds", "dont-pass-odds"):
        return spot.key
    can = [
        (odds.key, bet.state)
        for bet in up.values()
        for odds in table.rules.supplements(bet.wager, bet.state)
    ]
    found = [name for name, number in can if _fits(spot, name, number)]
    if found:
        return _only(found)
    if spot.number:
        kind = "come-odds" if spot.key == "odds" else spot.key
        return f"{kind}-{spot.number}"
    if spot.key != "odds":
        return Unclear(
            f"No {spoken(spot.key.removesuffix('-odds'))} bet of yours has its number yet.",
            f'With one on the 6, say "{spoken(spot.key)} 6 for 20".',
        )
    return "dont-pass-odds" if "dont-pass" in up else "pass-odds"


def _fits(spot: Spot, name: str, number: str) -> bool:
    """Return whether odds of this name, on this number, are those the words mean."""
    return spot.number in ("", number) and spot.key in ("odds", name, name.rpartition("-")[0])


def _only(names: list[str]) -> Found:
    """Return the one name, or the question which."""
    if len(names) == 1:
        return names[0]
    said = [spoken(name) for name in names]
    return Unclear(f"Which one: {', '.join(said[:-1])} or {said[-1]}?", "Name it in full.")


def _covered(table: TableState) -> str | None:
    """The number of the point, which players have on the line."""
    return None if table.point is None else f"place-{table.point}"


# Together


def _asks(table: TableState, seat: int) -> Asks:
    yield from asks(table, seat)
    yield "no line bet", ({"do": "no-line-bet", "seat": seat},)


WORDS = Vocabulary(
    spots=_SPOTS,
    boxes=BOXES,
    others=_others,
    names=_names,
    spoken=_SPOKEN,
    made=_made,
    held=_held,
    asks=_asks,
    wishes={"roll": "roll|r|roll dice|roll em|shoot|throw|throw dice|shake|roll bones"},
    staying=("place-", "buy-", "lay-", "hard-"),
    groups=groups_of(BOXES),
    covered=_covered,
    examples=(
        *("pass 10", "roll", "dont pass 10", "come 10", "dont come 10", "odds 20", "6 for 12"),
        *("place 8 for 12", "buy 4 for 25", "lay 10 for 40", "hard 8 5", "field 5", "yo 5"),
        *("any craps 5", "any seven 5", "horn 4", "horn high 12 5", "hop 3 1 2", "fire 5"),
        *("whirl 5", "down on the 6", "take down the odds", "press the 6 6", "hard 8 on"),
        *("pass the dice", "take the dice", "no dice", "leave up off", "small 5", "tall 5"),
        *("all 5", "twelve six", "pass 10, field 5", "6 and 8 for 12 each", "press the 6"),
        *("half press the 6", "regress the 6", "same bet"),
    ),
    down_example="down on the 6",
    call_example="hard 8",
)
