"""From the sections of an edition to its rule sets.

A regulation defines its wagers in one section, says what may be done with them in the next
and lists their payouts in a third. An edition's module keeps that order; this module puts the
pieces together, whatever the game, and fails when the rule set is loaded if one is missing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from lammer.core.cite import Cite, Cites
from lammer.core.odds import Odds
from lammer.core.procedure import Procedure
from lammer.core.ruleset import Area, Cycle, ListLaw, Option, Ruleset
from lammer.core.space import Cells, Space
from lammer.core.wager import Control, Machine, Offer, Payout, PayoutLaw, Wager, Working
from lammer.games.cites import with_cites
from lammer.games.practices import practices
from lammer.games.terms import GameTerms
from lammer.law import clauses

_NOWHERE = Cells(0, 0)
_UNSTATED = Working(_NOWHERE, "", (), _NOWHERE)
_FREE = Control(())
_PENDING = PayoutLaw(())


def line(key: str) -> Payout:
    """Return a reference to a line of the payout list, which the text prints further on."""
    return Payout(key, Odds(1, 1), _PENDING, ())


def payouts(law: PayoutLaw, lines: Mapping[str, tuple[str, Cites]]) -> dict[str, Payout]:
    """Return a printed payout list under one law: ``{key: ("9 to 5", clauses)}``."""
    return {key: Payout(key, Odds.parse(odds), law, cites) for key, (odds, cites) in lines.items()}


def fixed_payouts(
    lines: Mapping[str, tuple[str, Cites]], *, payable: Cites = ()
) -> dict[str, Payout]:
    """Return a printed list of odds that are to be paid as they stand, each by its own clause."""
    return {
        key: Payout(key, Odds.parse(odds), PayoutLaw(cites, exact=cites, payable=payable), cites)
        for key, (odds, cites) in lines.items()
    }


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
    """Return a wager as its own section defines it; the rest is filled in by ``Edition``."""
    plain = Wager(key, name, spot, cites, machine, offer, working, _FREE, games=())
    return replace(plain, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Display:
    """How a wager is shown: what kind of bet it is to somebody who draws a layout, a label short
    enough for its spot, the number it is on if it is on one, the group that a text speaks of it by
    if there are several such wagers, and a label for a spot in the box of that number."""

    kind: str
    label: str
    number: int | None = None
    group: str = ""
    short_label: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """The sections of one regulation, as its module writes them."""

    key: str
    prefix: str
    title: str
    games: tuple[str, ...]
    space: Space
    wagers: tuple[Wager, ...]
    payouts: Mapping[str, Payout]
    control: Callable[[Wager], Control]
    working: Callable[[Wager], Working]
    layout: tuple[Area, ...]
    law: ListLaw
    cycle: Cycle | None
    options: tuple[Option, ...]
    game_readings: Mapping[str, str]
    without_holder: tuple[str, ...] = ()
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    display: Mapping[str, Display] = field(default_factory=dict)
    terms: GameTerms = field(default_factory=GameTerms)
    """What strategies can name."""
    about: Mapping[str, str] = field(default_factory=dict)
    """How each game plays, in a line for somebody who chooses one."""

    def ruleset(self, game: str) -> Ruleset:
        here = [wager for wager in self.wagers if game in (wager.games or (game,))]
        wagers = tuple(self._whole(wager) for wager in here)
        keys, spots = {wager.key for wager in wagers}, {wager.spot for wager in wagers}
        cycle = self.cycle
        if cycle is not None and game in self.without_holder:
            cycle = replace(cycle, hand_ends=None, hand_cites=())
        options = tuple(
            each
            for each in self.options
            if (not each.wagers or keys & set(each.wagers))
            and (not each.games or game in each.games)
        )
        procedure = self.procedures.get(game)
        declined = practices(procedure) if procedure is not None else ()
        stated = {option.key for option in options}
        ruleset = Ruleset(
            key=self.key,
            game=game,
            games=self.games,
            edition=self.prefix,
            title=self.title,
            space=self.space,
            wagers=wagers,
            layout=tuple(_trimmed(self.layout, spots)),
            law=self.law,
            cycle=cycle,
            options=options,
            procedure=procedure,
            practices=tuple(each for each in declined if each.key not in stated),
        )
        reading = self.game_readings.get(game)
        return ruleset if reading is None else _read_for(ruleset, reading)

    def _whole(self, plain: Wager) -> Wager:
        shown = self.display.get(plain.key, Display("", plain.name))
        wager = replace(
            plain,
            kind=shown.kind,
            label=shown.label,
            short_label=shown.short_label or shown.label,
            number=shown.number,
            group=shown.group,
        )
        return replace(
            wager,
            machine=wager.machine.paying(lambda reference: self.payouts[reference.key]),
            control=self.control(wager),
            working=self.working(wager) if wager.working is _UNSTATED else wager.working,
            games=wager.games or self.games,
        )


def _read_for(ruleset: Ruleset, reading: str) -> Ruleset:
    """Clauses that do not name this game are followed in it under a reading: say so."""

    def said(cite: Cite) -> Cite:
        clause = clauses().get(cite.clause)
        if clause is None or ruleset.game in clause.games:
            return cite
        return replace(cite, readings=(*cite.readings, reading))

    return replace(
        ruleset,
        wagers=with_cites(ruleset.wagers, said),
        law=with_cites(ruleset.law, said),
        cycle=with_cites(ruleset.cycle, said),
        options=with_cites(ruleset.options, said),
        procedure=with_cites(ruleset.procedure, said),
        practices=with_cites(ruleset.practices, said),
    )


def _trimmed(layout: Iterable[Area], spots: set[str]) -> Iterable[Area]:
    for area in layout:
        kept = tuple(spot for spot in area.spots if spot in spots)
        if kept:
            yield Area(area.title, kept)
