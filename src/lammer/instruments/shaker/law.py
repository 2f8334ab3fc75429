"""What a text says of a shaker."""

from dataclasses import dataclass, replace
from typing import ClassVar

from lammer.core.cite import Cites
from lammer.core.procedure import Authority, InstrumentLaw, Procedure, Trial


@dataclass(frozen=True, slots=True)
class Shaker(InstrumentLaw):
    """A shaker with sealed dice: how often it is shaken at least, by the dealer first and then by
    whoever accepted it; who sees that it is in order; after how many hours the dice are changed."""

    digest_key: ClassVar[str] = "shaker"
    shakes: int
    by_dealer: Cites
    by_player: Cites
    for_players: Cites
    inspected: Authority
    hours: int
    hours_cites: Cites
    sealed: Cites

    def manner(self) -> Cites:
        return self.by_dealer + self.by_player + self.for_players + self.sealed

    def summary(self, _trial: Trial) -> tuple[str, Cites]:
        words = f"a sealed shaker, {self.shakes} shakes at least, dice for {self.hours} hours"
        return words, self.by_dealer + self.by_player + self.hours_cites + self.sealed


def shaker_law(procedure: Procedure) -> Shaker:
    """Return what the text says of the shaker of a game that has one."""
    law = procedure.trial.instrument
    assert isinstance(law, Shaker)
    return law


def with_shaker(procedure: Procedure, shaker: Shaker) -> Procedure:
    """Return the procedure with another shaker."""
    return replace(procedure, trial=replace(procedure.trial, instrument=shaker))
