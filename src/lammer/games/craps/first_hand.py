"""The first hand of craps: the line, a point, odds, a come bet, the point made, a seven-out."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _roll(text: str, spot: str, *dice: int) -> DemonstrationStep:
    return DemonstrationStep(text, spot, ({"do": "roll", "dice": list(dice)},), "Roll the dice")


def steps(law: Ruleset) -> tuple[DemonstrationStep, ...]:
    """Return the steps, for a table with a shooter or one that throws the dice itself."""
    thrown = law.procedure is not None and law.procedure.turn is not None
    shooter = (
        "You have the dice: you are the shooter. " if thrown else "The table throws the dice. "
    )
    after = "The dice go to the next player" if thrown else "A new round begins"
    return (
        bet(
            f"{shooter}The puck is off, so the next roll is a come-out roll. Most players begin "
            "with the pass line: put a chip on it.",
            *("pass", 10_00),
        ),
        _roll("Your bet is on the line. Now for the come-out roll.", "pass", 4, 2),
        bet(
            "A 6: neither won nor lost yet. The 6 is the point now, and the puck is on it. Your "
            "bet can no longer be taken down, but you may put odds behind it: a second bet that "
            "is paid what it is worth, with no edge for the house.",
            *("pass-odds", 10_00),
        ),
        bet(
            "While there is a point you can start another bet with the very next roll. That is the "
            "come: it works like the pass line, with a number of its own.",
            *("come", 5_00),
        ),
        _roll(
            "Three bets are up: the line, its odds and the come. A 6 wins for the first two.",
            *("come", 5, 4),
        ),
        _roll(
            "A 9: your come bet has moved to the 9 and waits there. The line still waits for "
            "the 6.",
            *("come-9", 3, 3),
        ),
        bet(
            "The 6 again: the point is made. The line and the odds are paid and come back to you; "
            "the come bet stays on its 9. The puck is off, and a new round begins: bet the line "
            "once more.",
            *("pass", 10_00),
        ),
        _roll("Another come-out roll.", "pass", 1, 3),
        _roll(
            "The point is 4 this time. A 7 before the 4 would end the round, and take the line and "
            "the come bet with it. That is the roll everybody fears.",
            *("pass", 5, 2),
        ),
        DemonstrationStep(
            f"Seven-out: both bets are lost, and the round is over. {after}. You have seen a whole "
            "hand: the line, a point, odds, a come bet, a point made and a seven-out.",
        ),
    )
