"""The dice in the gaming guide: who throws them, how, and what is read off them."""

from collections.abc import Iterator

from lammer.guide.document import GuideItem, GuideSection, item
from lammer.instruments.dice.law import dice_law
from lammer.table.rules import Rules


def sections(rules: Rules) -> Iterator[GuideSection]:
    yield GuideSection("The dice", tuple(_items(rules)))


def _items(rules: Rules) -> Iterator[GuideItem]:
    trial, turn = rules.procedure.trial, rules.procedure.turn
    if turn is None:
        text = "The table throws two dice by itself; everybody bets on the total that comes."
        yield item(text, trial.thrown)
        return
    yield item("One player throws two dice; everybody bets on what comes.")
    if turn.selection is not None:
        kept = turn.selection
        text = f"Whoever takes the dice chooses {kept.take} of at least {kept.least}."
        yield item(text, kept.present, kept.taken)
    text = "Both dice leave the hand together and are thrown to the far end of the table."
    yield item(text, trial.thrown)
    yield item("The total of the two upper faces is called and counts.", trial.called)
    leaned = dice_law(rules.procedure).leaned
    if leaned:
        text = "Of a die that leans on chips, the side opposite the one resting on them counts."
        yield item(text, leaned)
    if trial.settled:
        text = "Every bet that the roll decides is settled before the dice are thrown again."
        yield item(text, trial.settled)
