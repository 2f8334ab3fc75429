"""The wheel in the gaming guide."""

from collections.abc import Iterator

from lammer.guide.document import GuideSection, item
from lammer.instruments.wheel.law import wheel_law
from lammer.table.rules import Rules


def sections(rules: Rules) -> Iterator[GuideSection]:
    wheel, trial = wheel_law(rules.procedure), rules.procedure.trial
    yield GuideSection(
        "The wheel",
        (
            item(f"The wheel has {len(wheel.rim)} {wheel.key}s.", wheel.rim_cites),
            item("The dealer spins it.", wheel.spun),
            item(
                f'Bets are still taken after that, until "{trial.closing_words}" is announced.',
                wheel.spun,
            ),
            item(f"The dealer announces the {wheel.place_words} it comes to rest.", trial.called),
        ),
    )
