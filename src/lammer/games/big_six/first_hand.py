"""The first hand of big six: a low number, a high one, an emblem."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _spin(text: str, spot: str, stop: str) -> DemonstrationStep:
    commands = ({"do": "spin"}, {"do": "no-more-bets"}, {"do": "rest", "stop": stop})
    return DemonstrationStep(text, spot, commands, "Spin the wheel")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "A tall wheel stops at one of 54 places. 24 of them say 1: put a chip on that number.",
            *("one", 10_00),
        ),
        _spin(
            'The dealer spins the wheel. Bets are taken until "No more bets"; then it stops.',
            *("one", "one"),
        ),
        bet(
            "A 1: the bet is paid 1 to 1. Each number pays as much as it says; the 20 comes "
            "twice on the whole wheel.",
            *("twenty", 5_00),
        ),
        bet("The emblems come once each, and pay 45 to 1.", "emblem-1", 1_00),
        _spin("One spin decides both.", "twenty", "two"),
        bet(
            "A 2: both are lost. Once more on the 20?",
            *("twenty", 5_00),
        ),
        _spin("The wheel decides.", "twenty", "twenty"),
        DemonstrationStep(
            "A 20: the bet is paid 20 to 1. The wheel pays less than the stops are rare, and "
            "that is the edge of the house.",
        ),
    )
