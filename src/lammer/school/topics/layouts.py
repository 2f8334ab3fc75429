"""Questions about a whole layout: several players' bets, settled in the lawful order.

The layout is one that was played: players at a real table make bets that it allows, trial after
trial, until enough of them are up.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.ruleset import Area
from lammer.core.wager import Collection, Wager
from lammer.school.posing.posed_question import Pose, PosedQuestion
from lammer.school.posing.question_table import (
    DecidedTrial,
    table_with_bets,
    trial,
    wanted_trial,
    with_holder,
)
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import as_bets, situations
from lammer.school.posing.stakes import lawful
from lammer.school.topics.payments import MOST_TRIES, SEATS, payments
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.bets.amounts import base_of
from lammer.table.commands import MakeBet
from lammer.table.events import BetDecided, BetWon
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState

PLAYERS = (3, 4, 5)
MOST_EACH = 4
"""Bets that one player has up."""
MOST_ROUNDS = 8
MOST_LAYOUTS = 40
MOST_ORDERED = 12
"""Wagers that an order is asked of."""
TOGETHER = (2, 3, 3, 4)
"""Bets of one player in one area."""
MOST_THROWS = 60
CHIPS = frozenset((*range(1, 11), 12, 15, 18, 20, 24, 25, 30, 36, 50, 60, 75, 100))
"""Stakes in pay units that a player puts beside others: few chips each."""


def whole(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask for every payment of a trial that decides several bets of several players."""
    for _ in range(MOST_LAYOUTS):
        table = _played(rules, picks)
        found = None if table is None else wanted_trial(table, picks, _is_worth_asking, 60)
        if table is not None and found is not None:
            return payments(table, found)
    return None


def in_order(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask in which order the wagers of a whole layout are collected and paid."""
    for _ in range(MOST_LAYOUTS):
        posed = whole(rules, picks)
        if posed is None:
            return None
        order = [
            {
                "seat": row["seat"],
                "bet": row["bet"],
                "does": "pay" if row["pays"] else "collect",
            }
            for row in posed.answer["payments"]
            if row["pays"] or row["takes"]
        ]
        kinds = [each["does"] for each in order]
        if len(set(kinds)) == 2 and len(order) <= MOST_ORDERED:
            words = posed.words.partition(". What is paid")[0]
            return replace(
                posed,
                words=f"{words}. Which are collected and paid, in which order?",
                answer={"order": order},
                reckon=_order_words(rules, order),
                bets={},
            )
    return None


def pays_and_collects(rules: Rules) -> bool:
    """Return whether one trial can win a bet and lose another: else there is no order to ask."""
    by_context: dict[str, set[tuple[str, str]]] = {}
    for wager in rules.wagers.values():
        for each in situations(rules, wager):
            by_context.setdefault(each.context, set()).add(each.last)
    for context, lying in by_context.items():
        for outcome in rules.space.outcomes:
            cell = rules.trial(context, outcome)[0]
            effects = (rules.effects(key, state, None)[cell] for key, state in lying)
            if {"wins", "loses"} <= {effect.result for effect in effects if effect is not None}:
                return True
    return False


def _order_words(rules: Rules, order: Sequence[Mapping[str, Any]]) -> str:
    """Return an order in words: what is collected, then what is paid."""
    parts = []
    for does, begins in (("collect", "Collected first"), ("pay", "then paid")):
        some = (each for each in order if each["does"] == does)
        named = (f"seat {each['seat']}, {rules.words_for(each['bet'])}" for each in some)
        parts.append(f"{begins}: {'; '.join(named)}")
    return f"{'; '.join(parts)}."


# Combinations


def combinations(rules: Rules) -> Iterator[tuple[str, Area, tuple[Wager, ...]]]:
    """Yield each area of the layout on which one player can have several bets that one trial
    decides, with a key and its wagers.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> [key for key, _, _ in combinations(craps)]
    ['on-the-numbers', 'against-the-numbers', 'hardways', 'one-roll', 'hops']
    """
    for area in rules.house.rules.layout:
        lying = [w for w in rules.wagers.values() if w.spot in area.spots and _stands_alone(w)]
        if len(lying) > 2:
            yield area_key(area), area, tuple(lying)


def area_key(area: Area) -> str:
    """Return the title of an area of the layout as part of a key."""
    return "-".join(re.findall("[a-z0-9]+", area.title.lower()))


def _stands_alone(wager: Wager) -> bool:
    """Return whether a bet can be put beside others as it is: not behind another one, not one that
    moves, put down as two, or gathers goals."""
    return not (
        wager.behind is not None
        or wager.travels
        or wager.breakdown is not None
        or isinstance(wager.machine, Collection)
    )


def together(wagers: Sequence[Wager]) -> Pose:
    """Return a pose about some bets of one player in one area of the layout."""

    def pose(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
        seat = 1 + picks.below(SEATS)
        for _ in range(MOST_TRIES):
            some = picks.some(wagers, min(len(wagers), picks.one(TOGETHER)))
            every = [{each.context: each for each in situations(rules, w)} for w in some]
            shared = [context for context in every[0] if all(context in each for each in every)]
            if not shared:
                continue
            context = picks.one(shared)
            bets: dict[str, Bet] = {}
            for each in every:
                wager = rules.wagers[each[context].last[0]]
                usual = [c for c in lawful(rules, wager) if c // rules.pay_unit in CHIPS]
                if usual:
                    bets |= as_bets(rules, each[context], (picks.one(usual),))
            if len(bets) < 2:
                continue
            table = table_with_bets(rules, context, {seat: bets})
            found = wanted_trial(table, picks, _pays_one_of_some, MOST_THROWS) or wanted_trial(
                table, picks, _pays, MOST_THROWS
            )
            if found is not None:
                return payments(table, found)
        return None

    return pose


def _pays_one_of_some(found: DecidedTrial) -> bool:
    return len(found.events) >= 2 and _pays(found)


def _pays(found: DecidedTrial) -> bool:
    return any(isinstance(event, BetWon) for event in found.events)


def _is_worth_asking(found: DecidedTrial) -> bool:
    decided = [event for event in found.events if isinstance(event, BetDecided)]
    return len(decided) >= 3 and len({event.seat for event in decided}) >= 2


def _played(rules: Rules, picks: SeededChoices) -> TableState | None:
    """Return a table at which players have made bets for some trials; None if too few are up."""
    places = picks.some(range(1, SEATS + 1), picks.one(PLAYERS))
    fresh = table_with_bets(rules, rules.start, {seat: {} for seat in places})
    table = fresh._replace(hands=fresh.hands._replace(fresh=True))
    rounds = picks.below(MOST_ROUNDS)
    for turn in range(rounds + 1):
        table = with_bets(table, places, picks)
        if turn < rounds:
            table = with_holder(apply_all(table, trial(table, picks.key()).every))
    up = sum(len(table.seats[seat].bets) for seat in places)
    return table if up >= max(3, min(6, len(rules.wagers))) else None


def with_bets(
    table: TableState, places: Sequence[int], picks: SeededChoices, most: int = MOST_EACH
) -> TableState:
    """Return the table after each player has tried some bets."""
    for seat in places:
        for _ in range(most * 2):
            if len(table.seats[seat].bets) >= most:
                break
            command = some_bet(table, seat, picks)
            made = None if command is None else decide(table, command)
            if made is not None and not isinstance(made, Refusal):
                table = apply_all(table, made)
    return table


def some_bet(table: TableState, seat: int, picks: SeededChoices) -> MakeBet | None:
    """Return a bet that a player might try, of an amount that the house takes; None if the wager
    that was picked is up, or has nothing to stand behind."""
    wager = picks.one(tuple(table.rules.wagers.values()))
    base = base_of(table.seats[seat], wager)
    if wager.key in table.seats[seat].bets or (wager.behind is not None and base is None):
        return None
    amounts = lawful(table.rules, wager, base)[:24]
    return MakeBet(seat, wager.key, picks.one(amounts)) if amounts else None
