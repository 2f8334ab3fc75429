"""The shaker in the gaming guide."""

from collections.abc import Iterator

from lammer.guide.document import GuideSection, item, times
from lammer.instruments.shaker.law import shaker_law
from lammer.table.rules import Rules


def sections(rules: Rules) -> Iterator[GuideSection]:
    law, trial = shaker_law(rules.procedure), rules.procedure.trial
    shaken = times(law.shakes)
    yield GuideSection(
        "The shaker",
        (
            item("Two dice lie in a covered shaker; everybody bets on their total."),
            item(f"The dealer shakes it at least {shaken}.", law.by_dealer),
            item(
                f"Then the player who has accepted it shakes it at least {shaken} and hands it "
                "back.",
                law.by_player,
            ),
            item(
                "The dealer takes the cover off and calls the total of the two upper faces.",
                trial.called,
            ),
            item(
                f"The dice are sealed in the shaker and changed after at most {law.hours} hours.",
                law.sealed,
                law.hours_cites,
            ),
        ),
    )
