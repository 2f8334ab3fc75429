"""The first hand of roulette: a colour, a number, a bet between two numbers, a zero."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _spin(text: str, spot: str, pocket: str) -> DemonstrationStep:
    commands = ({"do": "spin"}, {"do": "no-more-bets"}, {"do": "rest", "pocket": pocket})
    return DemonstrationStep(text, spot, commands, "Spin the ball")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "A ball comes to rest in one of the numbers of the wheel. The simplest bet is on half "
            "of them: put a chip on red.",
            *("red", 10_00),
        ),
        bet(
            "Bets can also lie on the numbers. A chip in the middle of a number is on that number "
            "alone, and pays 35 to 1.",
            *("straight-17", 5_00),
        ),
        _spin(
            'The dealer spins the ball. Bets are taken until "No more bets"; then the ball '
            "comes to rest.",
            *("red", "32"),
        ),
        bet(
            "32 is red: red is paid, the bet on 17 is lost. A chip on the line between two "
            "numbers is on both, and pays 17 to 1.",
            *("split-17-20", 5_00),
        ),
        bet(
            "Put one on red again as well.",
            *("red", 10_00),
        ),
        _spin("One spin decides both.", "split-17-20", "17"),
        bet(
            "17 is black: the split is paid, red is lost. Once more on red.",
            *("red", 10_00),
        ),
        _spin("There is one number more that everybody should have seen.", "red", "0"),
        DemonstrationStep(
            "A zero is neither red nor black, and that is the edge of the house. Here red loses "
            "only half. You have seen the bets beside the numbers, and those on them.",
        ),
    )
