"""A coup as somebody wrote it down: what is wrong with its cards, and what they decide.

The table is asked, and asked again without whatever it named, until it would have dealt: so no rule
of the shoe is written here.
"""

from collections.abc import Iterator
from dataclasses import replace

from lammer.core.cards import Coup, dealt
from lammer.core.legality import Refusal
from lammer.table import Table, apply, decide
from lammer.table.commands import Deal, NoDeal
from lammer.table.events import CardsDealt, CuttingCardOut, DealVoid, LastHandCalled
from lammer.table.state import Cards


def refusals(table: Table, deal: Deal | NoDeal) -> Iterator[Refusal]:
    """Everything for which this coup should not have been dealt, whoever has bet on it; of one with
    a card missing only that, for it cannot be asked about any further."""
    table = table._replace(seats={})
    while isinstance(refusal := decide(table, deal), Refusal):
        kit = shoe(table)
        match refusal.code:
            case "shoe-over":
                yield refusal
                table = table._replace(kit=kit._replace(left=1))
            case "wrong-cards":
                yield refusal
                coup = by_the_rules(table, deal.cards)
                if coup is None:
                    return
                deal = replace(deal, cards=deal.cards[: len(coup.player) + len(coup.banker)])
            case "not-in-the-shoe" if kit.out:
                yield from _each_card(table, deal)
                table = table._replace(kit=kit._replace(out={}))
            case "cards-are-out" if deal.cut_card:
                yield refusal
                deal = replace(deal, cut_card=False)
            case _:
                yield refusal
                return


def not_completed(table: Table, cards: tuple[str, ...], cut_card: bool) -> NoDeal:
    """A round that was called void by somebody who may; a record does not say why."""
    reason = table.rules.procedure.trial.reasons[0]
    caller = reason.callers.roles[0] if reason.callers is not None else None
    return NoDeal(reason.key, caller, cards, cut_card)


def _each_card(table: Table, deal: Deal | NoDeal) -> Iterator[Refusal]:
    """A refusal for each card of which there are not so many; the table names only the first."""
    kit = shoe(table)
    for card in dict.fromkeys(deal.cards):
        alone = kit._replace(out={card: kit.out.get(card, 0)})
        answer = decide(table._replace(kit=alone), deal)
        if isinstance(answer, Refusal) and answer.code == "not-in-the-shoe":
            yield answer


def by_the_rules(table: Table, cards: tuple[str, ...]) -> Coup | None:
    """The coup that these cards should have been: without those that should not have been drawn.
    None where one is missing, for then nobody knows how it would have ended."""
    trial = table.rules.procedure.trial
    assert trial.shoe is not None
    for most in range(len(cards) + 1):
        coup = dealt(trial.shoe.drawing, cards[:most])
        if isinstance(coup, Coup):
            return coup
    return None


def after(table: Table, deal: Deal | NoDeal) -> Table:
    """The table once all these cards are out of the shoe, bets apart."""
    left = shoe(table).left
    if isinstance(deal, NoDeal):
        table = apply(table, DealVoid("table", (), deal.reason, deal.caller, deal.cards))
        cut = deal.cut_card and left is None
        return apply(table, CuttingCardOut("table", ())) if cut else table
    if left == 0:
        # Nothing more should have been dealt, nor should it be after this.
        table = table._replace(kit=shoe(table)._replace(left=1))
    table = apply(table, CardsDealt("table", (), (), (), deal.cards))
    if (deal.cut_card and left is None) or left == 2:
        return apply(table, LastHandCalled("table", (), "last hand"))
    return table


def shoe(table: Table) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit
