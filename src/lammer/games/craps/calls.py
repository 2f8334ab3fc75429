"""The stickperson's call of a roll."""

from lammer.games.craps.space import OFF

_NUMBERS = {4: "Four", 5: "Five, no field five", 6: "Six", 8: "Eight", 9: "Nine", 10: "Ten"}
_ONLY_FOR_COME_BETS = {
    2: "Two craps, aces.",
    3: "Three craps, ace-deuce.",
    7: "Seven. Come bets lose.",
    11: "Yo-leven.",
    12: "Twelve craps, boxcars.",
}
_EASY = {4: "easy four", 6: "easy six", 8: "easy eight", 10: "easy ten"}


def stick(dice: tuple[int, int], before: str, after: str, only_for: bool = False) -> str:
    """Return the call of a roll that moved the puck from ``before`` to ``after``; ``only_for``: the
    roll was only for the come bets.

    >>> stick((5, 6), "off", "off"), stick((3, 4), "6", "off")
    ('Yo-leven! Front line winner.', 'Seven out, line away.')
    >>> stick((3, 3), "off", "6"), stick((2, 4), "6", "off")
    ('Six, the hard way. The point is six.', 'Six, easy six. Winner, the point is made.')
    >>> stick((3, 4), "off", "off", only_for=True), stick((5, 6), "off", "off", only_for=True)
    ('Seven. Come bets lose.', 'Yo-leven.')
    """
    total = sum(dice)
    if only_for:
        return _ONLY_FOR_COME_BETS.get(total) or f"{_number(dice, total)}."
    if before == OFF:
        return _come_out(dice, total, after)
    if total == 7:
        return "Seven out, line away."
    if str(total) == before:
        return f"{_number(dice, total)}. Winner, the point is made."
    return {
        2: "Two craps, aces. Come bets lose.",
        3: "Three craps, ace-deuce. Come bets lose.",
        11: "Yo-leven! Pay the come.",
        12: "Twelve craps, boxcars. Come bets lose.",
    }.get(total) or f"{_number(dice, total)}."


def _come_out(dice: tuple[int, int], total: int, after: str) -> str:
    if after != OFF:
        word = _NUMBERS[total].partition(",")[0].lower()
        return f"{_number(dice, total)}. The point is {word}."
    return {
        2: "Two craps, aces. Line away.",
        3: "Three craps, ace-deuce. Line away.",
        7: "Seven, front line winner.",
        11: "Yo-leven! Front line winner.",
        12: "Twelve craps, boxcars. Line away, bar the twelve.",
    }.get(total) or f"{_number(dice, total)}."


def _number(dice: tuple[int, int], total: int) -> str:
    if dice[0] == dice[1] and total in (4, 6, 8, 10):
        return f"{_NUMBERS[total]}, the hard way"
    if total in _EASY:
        return f"{_NUMBERS[total]}, {_EASY[total]}"
    return _NUMBERS[total]
