"""The dome in the gaming guide."""

from collections.abc import Iterator

from lammer.guide.document import GuideSection, item, times
from lammer.instruments.shaker.law import shaker_law
from lammer.table.rules import Rules


def sections(rules: Rules) -> Iterator[GuideSection]:
    law, trial = shaker_law(rules.procedure), rules.procedure.trial
    yield GuideSection(
        "The dome",
        (
            item(
                "Three dice lie in a shaker, under a dome; everybody bets on what they will show."
            ),
            item(f"The dealer shakes them at least {times(law.shakes)}.", law.by_dealer),
            item(
                "The dealer lifts the cover and calls the three faces, the lowest first, and then "
                "their total.",
                trial.called,
            ),
            item(
                f"The dice are sealed in the shaker and changed after at most {law.hours} hours.",
                law.sealed,
                law.hours_cites,
            ),
        ),
    )
