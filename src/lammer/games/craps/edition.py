"""From the sections of an edition to its rule sets.

A regulation defines its wagers in one section, says what may be done with them in the next
and lists their payouts in a third. An edition's module keeps that order; this module puts the
pieces together, and fails at import if one is missing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from lammer.core.cite import Cites
from lammer.core.odds import Odds
from lammer.core.ruleset import Area, Cycle, ListLaw, Option, Ruleset
from lammer.core.wager import Control, Machine, Offer, Payout, PayoutLaw, Wager, Working
from lammer.games.craps.space import CRAPS, EVERY_PUCK, EVERY_ROLL, OFF, POINTS

_UNSTATED = Working(EVERY_ROLL, "", ())
_FREE = Control(())


def payouts(law: PayoutLaw, lines: Mapping[str, tuple[str, Cites]]) -> dict[str, Payout]:
    """A printed payout list: ``{key: ("9 to 5", clauses)}``."""
    return {key: Payout(key, Odds.parse(odds), law, cites) for key, (odds, cites) in lines.items()}


def before_come_out(cites: Cites) -> Offer:
    return Offer("immediately before a come-out roll", (OFF,), cites)


def after_come_out(cites: Cites) -> Offer:
    return Offer("while a come-out point stands", POINTS, cites)


def any_time(cites: Cites) -> Offer:
    return Offer("at any time", EVERY_PUCK, cites)


def new_shooter(cites: Cites) -> Offer:
    return Offer("before a new shooter's first come-out roll", (OFF,), cites, ("new-shooter",))


def behind_its_bet(cites: Cites) -> Offer:
    return Offer("once its bet has its number", EVERY_PUCK, cites, ("base-has-number",))


def bet(
    key: str,
    name: str,
    *,
    spot: str,
    cites: Cites,
    machine: Machine,
    offer: Offer,
    working: Working = _UNSTATED,
    **more: object,
) -> Wager:
    """A wager as its own section defines it; the rest is filled in by ``Edition``."""
    plain = Wager(key, name, spot, cites, machine, offer, working, _FREE, games=())
    return replace(plain, **more)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Edition:
    """The sections of one regulation, as its module writes them."""

    key: str
    prefix: str
    title: str
    games: tuple[str, ...]
    wagers: tuple[Wager, ...]
    payouts: Mapping[str, Payout]
    control: Callable[[Wager], Control]
    working: Callable[[Wager], Working]
    layout: tuple[Area, ...]
    law: ListLaw
    cycle: Cycle
    options: tuple[Option, ...]
    game_readings: Mapping[str, str]

    def ruleset(self, game: str) -> Ruleset:
        wagers = tuple(
            self._whole(wager, game) for wager in self.wagers if game in (wager.games or (game,))
        )
        spots = {wager.spot for wager in wagers}
        return Ruleset(
            key=self.key,
            game=game,
            games=self.games,
            edition=self.prefix,
            title=self.title,
            space=CRAPS,
            wagers=wagers,
            layout=tuple(_trimmed(self.layout, spots)),
            law=self.law,
            cycle=self.cycle,
            options=self.options,
        )

    def _whole(self, wager: Wager, game: str) -> Wager:
        reading = self.game_readings.get(game)

        def printed(reference: Payout) -> Payout:
            payout = self.payouts[reference.key]
            if reading is None or payout.law.mode == "exact":
                return payout
            cites = tuple(replace(c, readings=(*c.readings, reading)) for c in payout.cites)
            return replace(payout, cites=cites)

        return replace(
            wager,
            machine=wager.machine.paying(printed),
            control=self.control(wager),
            working=self.working(wager) if wager.working is _UNSTATED else wager.working,
            games=wager.games or self.games,
        )


def _trimmed(layout: Iterable[Area], spots: set[str]) -> Iterable[Area]:
    for area in layout:
        kept = tuple(spot for spot in area.spots if spot in spots)
        if kept:
            yield Area(area.title, kept)
