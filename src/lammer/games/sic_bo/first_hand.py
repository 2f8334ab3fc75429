"""The first hand of sic bo: a total, a number on two dice, a triple."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _shake(text: str, spot: str, *dice: int) -> DemonstrationStep:
    commands = ({"do": "no-more-bets"}, {"do": "shake", "dice": list(dice)})
    return DemonstrationStep(text, spot, commands, "Shake the dice")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "Three dice lie under the dome, and the dealer shakes them. Most people begin with "
            "Small, a total of 4 to 10, or Big, 11 to 17. Put a chip on Small.",
            *("small", 10_00),
        ),
        _shake("Every bet is for one shake.", "small", 1, 4, 4),
        bet(
            "One, four and four are 9: Small is paid even money. You can bet on a single number, "
            "too: it is paid once for each die that shows it.",
            *("number-4", 5_00),
        ),
        bet(
            "And on a total: the fewer ways there are to make it, the more it pays.",
            *("total-9", 5_00),
        ),
        _shake("The same dice again would suit you.", "number-4", 4, 1, 4),
        bet(
            "Two fours, and 9 again: the number is paid two to one, the total six to one. Last, "
            "Big once more.",
            *("big", 10_00),
        ),
        _shake("Only a low total can hurt it. Or can it?", "big", 5, 5, 5),
        DemonstrationStep(
            "15, and Big has lost all the same: three alike are a triple, and a triple loses Small "
            "and Big. That is where the house has its edge on them. Bets on triples pay most, and "
            "cost most.",
        ),
    )
