"""The first hand of mini-dice: a bet on one shake, a bet on a number, a seven."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _shake(text: str, spot: str, *dice: int) -> DemonstrationStep:
    commands = ({"do": "no-more-bets"}, {"do": "shake", "dice": list(dice)})
    return DemonstrationStep(text, spot, commands, "Shake the dice")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "Two dice lie in a covered shaker. Every shake decides the bets for one shake, such as "
            "the field: put a chip on it.",
            *("field", 5_00),
        ),
        bet(
            "Bets on a number last longer: they wait until their number or a 7 comes. The 6 and "
            "the 8 come most often.",
            *("place-6", 12_00),
        ),
        _shake(
            "No more bets. The dealer shakes first, then you do, three times each.",
            *("field", 6, 3),
        ),
        bet(
            "A 9: the field wins and comes back to you with its winnings. The bet on 6 waits. Now "
            "bet that the next shake is over 7.",
            *("over-7", 5_00),
        ),
        _shake("Two bets are up. One wants a high number, the other a 6.", "over-7", 4, 2),
        bet(
            "A 6: the bet on 6 is paid, the one over 7 is lost. Once more on the 6?",
            *("place-6", 12_00),
        ),
        _shake("Only a 6 or a 7 decides it.", "place-6", 5, 2),
        DemonstrationStep(
            "A 7: the bet on 6 is lost, and the shaker goes to the next player. You have seen both "
            "kinds of bets: for one shake, and on a number.",
        ),
    )
