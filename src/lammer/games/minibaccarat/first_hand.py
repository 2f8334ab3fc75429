"""The first hand of minibaccarat: two hands that the dealer deals, a third card, a tie."""

from lammer.core.ruleset import Ruleset
from lammer.games.first_hand import DemonstrationStep, bet


def _deal(text: str, spot: str, *cards: str) -> DemonstrationStep:
    commands = ({"do": "no-more-bets"}, {"do": "deal", "cards": list(cards)})
    return DemonstrationStep(text, spot, commands, "Have the cards dealt")


def steps(_law: Ruleset) -> tuple[DemonstrationStep, ...]:
    return (
        bet(
            "The dealer deals two hands, the Player's and the Banker's, and does everything with "
            "the cards: you only say which hand will come nearer to 9. Begin with the Banker's "
            "Hand, which wins a little more often.",
            *("banker", 20_00),
        ),
        _deal(
            "Only the last digit of a sum counts: a seven and a six are 3. Tens and court cards "
            "are nothing.",
            *("banker", "7h", "9s", "6c", "8d", "As"),
        ),
        bet(
            "The Player's Hand had 3 and drew a card; the Banker's stood on 7 and won. What it won "
            "was paid less the vigorish of the house. Now the Player's Hand, which is charged "
            "nothing.",
            *("player", 10_00),
        ),
        bet(
            "Add a little on the tie. It wins if both hands count the same, and loses else.",
            *("tie", 5_00),
        ),
        _deal(
            "Both bets wait for one coup, and no other.",
            *("tie", "5d", "Qs", "Kc", "6h", "Ad"),
        ),
        DemonstrationStep(
            "Both hands end at 6, a tie: it is paid, and the bet on the Player's Hand comes back. "
            "That is the whole game.",
        ),
    )
