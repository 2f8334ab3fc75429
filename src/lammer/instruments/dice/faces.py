"""Two dice: their 36 rolls, and how a set of rolls is put in words. For every game with two
dice."""

Dice = tuple[int, int]

ROLLS: tuple[Dice, ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


def say(rolls: frozenset[Dice]) -> str:
    """Return a set of rolls in words.

    >>> say(frozenset({(1, 1), (1, 2), (2, 1), (3, 3)}))
    '2, 3, hard 6'
    """
    words: list[str] = []
    for number in range(2, 13):
        ways = {(a, number - a) for a in range(1, 7) if 1 <= number - a <= 6}
        thrown = rolls & ways
        pair = {roll for roll in ways if roll[0] == roll[1]}
        if thrown == ways:
            words.append(str(number))
        elif thrown and thrown == pair:
            words.append(f"hard {number}")
        elif thrown and thrown == ways - pair:
            words.append(f"easy {number}")
        else:
            words += sorted({"-".join(map(str, sorted(roll))) for roll in thrown})
    return ", ".join(words)
