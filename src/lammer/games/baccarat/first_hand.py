"""The first hand of punto banco: a natural, a third card and the vigorish, a tie."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _deal(text: str, spot: str, *cards: str) -> DemonstrationStep:
    commands = ({"do": "no-more-bets"}, {"do": "deal", "cards": list(cards)})
    return DemonstrationStep(text, spot, commands, "Deal the cards")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "Two hands are dealt, the Player's and the Banker's. Neither is yours: you bet on the "
            "one that will come nearer to 9. Put a chip on the Player's Hand.",
            *("player", 10_00),
        ),
        _deal(
            "Aces count 1, tens and court cards nothing, and only the last digit of a sum counts.",
            *("player", "4h", "Ks", "5d", "6c"),
        ),
        bet(
            "The Player's Hand has 9 with two cards: a natural, so nobody draws, and your bet is "
            "paid. Now try the Banker's Hand. It wins a little more often, and the house keeps a "
            "charge of what it wins, the vigorish.",
            *("banker", 20_00),
        ),
        _deal(
            "Whether a hand draws a third card is fixed by tables; nobody has a choice.",
            *("banker", "Kd", "Qs", "4c", "3h", "2d", "5c"),
        ),
        bet(
            "Both hands had to draw a third card. The Banker's Hand has the higher count: you are "
            "paid, less the vigorish. Last, the tie: it pays much, comes seldom, and has the "
            "largest edge for the house.",
            *("tie", 5_00),
        ),
        bet(
            "On a tie, bets on either hand come back. Put one beside it to see that.",
            *("player", 10_00),
        ),
        _deal("One more coup.", "tie", "9s", "Qd", "8c", "7h"),
        DemonstrationStep(
            "Both hands have 7: a tie. The bet on the tie is paid and the one on the Player's Hand "
            "comes back. You have seen all three bets, a natural and a third card.",
        ),
    )
