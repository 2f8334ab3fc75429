"""What a text says of a shaker."""

from dataclasses import dataclass, replace
from typing import ClassVar

from lammer.core.cite import Cites
from lammer.core.procedure import Authority, InstrumentLaw, Procedure, Trial
from lammer.core.ruleset import Option, settled


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


def changed_sooner(hours: int, procedure: Procedure, stricter: Cites) -> Procedure:
    """Return the procedure of a house that changes the dice sooner, by the clauses ``stricter``."""
    shaker = shaker_law(procedure)
    if hours == shaker.hours:
        return procedure
    cites = shaker.hours_cites + stricter
    return with_shaker(procedure, replace(shaker, hours=hours, hours_cites=cites))


TOO_FEW = "too-few-shakes"
"""The reason for which a shake is void that was not shaken often enough."""


def shaken_more(shakes: int, procedure: Procedure, stricter: Cites) -> Procedure:
    """Return the procedure of a house that shakes more often, by the clauses ``stricter``."""
    shaker, trial = shaker_law(procedure), procedure.trial
    if shakes == shaker.shakes:
        return procedure
    words = f"the shaker was shaken fewer than {shakes} times"
    reasons = tuple(
        replace(each, words=words, cites=each.cites + stricter) if each.key == TOO_FEW else each
        for each in trial.reasons
    )
    more = replace(
        shaker,
        shakes=shakes,
        by_dealer=shaker.by_dealer + stricter,
        by_player=shaker.by_player and shaker.by_player + stricter,
        for_players=shaker.for_players and shaker.for_players + stricter,
    )
    return with_shaker(replace(procedure, trial=replace(trial, reasons=reasons)), more)


def stricter_options(shaker: Shaker, shaken: Cites, stricter: Cites) -> tuple[Option, ...]:
    """Return what a house may change to something stricter, by the clauses ``stricter``: how long
    the dice stay in the shaker, and how often it is shaken, which the clauses ``shaken`` say."""
    return (
        settled(
            "dice.max_hours",
            shaker.hours,
            shaker.hours_cites,
            "hours the dice stay at the table",
            tuple(range(1, 169)),
            stricter=tuple(range(1, shaker.hours)),
            procedure=lambda hours, whole: changed_sooner(int(hours), whole, stricter),
        ),
        settled(
            "shaker.min_shakes",
            shaker.shakes,
            shaken,
            "how often the shaker is shaken at least",
            tuple(range(1, 101)),
            stricter=tuple(range(shaker.shakes + 1, 101)),
            procedure=lambda shakes, whole: shaken_more(int(shakes), whole, stricter),
        ),
    )


def with_shaker(procedure: Procedure, shaker: Shaker) -> Procedure:
    """Return the procedure with another shaker."""
    return replace(procedure, trial=replace(procedure.trial, instrument=shaker))
