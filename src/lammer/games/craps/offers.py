"""When craps wagers may be made, as the texts say it."""

from lammer.core.cite import Cites
from lammer.core.wager import Offer
from lammer.games.craps.space import EVERY_PUCK, OFF, POINTS

NEW_SHOOTER = "new-shooter"
HAS_NUMBER = "base-has-number"


def before_come_out(cites: Cites) -> Offer:
    return Offer("immediately before a come-out roll", (OFF,), cites)


def after_come_out(cites: Cites) -> Offer:
    return Offer("while a come-out point stands", POINTS, cites)


def any_time(cites: Cites) -> Offer:
    return Offer("at any time", EVERY_PUCK, cites)


def new_shooter(cites: Cites, needs_cites: Cites = ()) -> Offer:
    words = "before a new shooter's first come-out roll"
    return Offer(
        words, (OFF,), cites, (NEW_SHOOTER,), needs_cites=needs_cites, new_holder=NEW_SHOOTER
    )


def new_shooter_or_heir(cites: Cites) -> Offer:
    """Also while a point stands that the new shooter inherited (R-23)."""
    words = "before a new shooter's first come-out roll"
    return Offer(words, (OFF,), cites, (NEW_SHOOTER,), midway=POINTS, new_holder=NEW_SHOOTER)


def behind_its_bet(cites: Cites, contexts: tuple[str, ...] = EVERY_PUCK) -> Offer:
    words = "once its bet has its number"
    return Offer(words, contexts, cites, (HAS_NUMBER,), base_up=HAS_NUMBER)
