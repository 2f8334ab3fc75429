"""What a text says of a dealing shoe."""

from dataclasses import dataclass
from typing import ClassVar

from lammer.core.cite import Cites
from lammer.core.procedure import Authority, InstrumentLaw, Procedure, Trial
from lammer.instruments.shoe.cards import Drawing


@dataclass(frozen=True, slots=True)
class Shoe(InstrumentLaw):
    """A dealing shoe: how a coup is drawn from it, the cards in it, the cut and the cutting card.

    ``decks`` is the house option of how many there are, ``recut`` who may have the cards cut again,
    for which reasons, and ``recut_by`` the house option of who then cuts them.
    """

    digest_key: ClassVar[str] = "shoe"
    drawing: Drawing
    decks: str
    kept: Cites
    shuffled: Cites
    cut: Cites
    recut: Authority
    recut_by: str
    recut_cites: Cites
    recut_reasons: tuple[str, ...]
    cards: Cites
    cutting_card: Cites
    last_hand: Cites
    over: Cites

    def manner(self) -> Cites:
        return self.kept + self.drawing.told

    def summary(self, _trial: Trial) -> tuple[str, Cites]:
        return "a dealing shoe", self.kept


def shoe_law(procedure: Procedure | None) -> Shoe:
    """Return what the text says of the shoe of a game that has one."""
    assert procedure is not None
    law = procedure.trial.instrument
    assert isinstance(law, Shoe)
    return law
