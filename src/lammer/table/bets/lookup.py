"""Finds wagers and bets by name, or says why there is none."""

from dataclasses import replace

from lammer.core.legality import (
    Refusal,
    may_change,
)
from lammer.core.wager import Wager
from lammer.games.registry import load
from lammer.table.bets.breakdown import not_up_as_a_whole
from lammer.table.commands import plain
from lammer.table.refusals import player_at, refuse
from lammer.table.rules import HOUSE
from lammer.table.state import Bet, Seat, TableState

DOWN = "removed-or-reduced"
"""The fact that chips were taken off a bet after a roll; it restricts don't bets (R-61)."""


def wager_named(table: TableState, seat: Seat, name: str) -> Wager | Refusal:
    """Return the wager of that name as this house offers it, if it may be bet on."""
    rules = table.rules
    wager = rules.wagers.get(name)
    if wager is not None:
        for state in [state for key, state in seat.barred if key == name]:
            if not wager.travels:
                answer = may_change(wager, "replace", state, frozenset((DOWN,)))
                assert isinstance(answer, Refusal)
                return answer
        return wager
    moved = rules.moved_wager(name)
    if moved is not None:
        wager, state = moved
        bet = seat.bets.get(name)
        down = (wager.key, state) in seat.barred or (bet is not None and bet.reduced)
        answer = may_change(wager, "increase", state, frozenset((DOWN,) if down else ()))
        assert isinstance(answer, Refusal)
        if bet is None and not down:
            detail = f"{wager.name} is made before it has its number: bet {wager.key}."
            return replace(answer, detail=detail)
        return answer
    return _unknown_wager(table, name)


def _unknown_wager(table: TableState, name: str) -> Refusal:
    law = table.rules.house.equipped
    listed = law.named(name)
    if listed:
        election = listed[0].election
        cites = election.cites if election is not None else law.law.only_these
        return refuse(table, "not-offered", f"{listed[0].name} is not offered here.", cites)
    detail = f"{plain(name)} is not a wager of {law.game} under {law.key}."
    other, cites = law.law.other_names.get(name, ("", ()))
    if other:
        detail = f"{name} is bet as {other}."
    elif law.law.instead is not None and (instead := law.law.instead(name)):
        detail = f"{detail} {instead}"
    elsewhere = (load(law.key, game).named(name) for game in law.games)
    by_game = next((found[0].games_cites for found in elsewhere if found), ())
    named = by_game or (*law.law.no_others, *law.law.only_these)
    return refuse(table, "not-listed", detail, named, cites)


def bet_named(table: TableState, number: int, name: str) -> tuple[Seat, Wager, Bet] | Refusal:
    """Return a bet that is up, by its name."""
    seat = player_at(table, number)
    if isinstance(seat, Refusal):
        return seat
    bet = seat.bets.get(name)
    if bet is None:
        rules = table.rules
        wager = rules.wagers.get(name)
        if wager is not None and wager.breakdown is not None:
            return not_up_as_a_whole(table, wager)
        if name not in rules.wagers and rules.moved_wager(name) is None:
            return _unknown_wager(table, name)
        up = ", ".join(rules.words_for(each) for each in seat.bets) or "nothing"
        detail = f"Seat {number} has no {rules.words_for(name)} up; up: {up}."
        return Refusal("no-such-bet", detail, HOUSE)
    return seat, table.rules.wagers[bet.wager], bet
