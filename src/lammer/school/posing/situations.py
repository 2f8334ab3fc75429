"""The situations of a bet: every wager of a house, in every context and state that it can reach.

A situation is found by following the wager's machine from where it may be made, over every outcome.
Wagers that gather goals have too many states for that, so any set of goals is taken.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from lammer.core.wager import Collection, Wager
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.table.rules import Rules
from lammer.table.state import Bet


class Situation(NamedTuple):
    """A context and the bets of one seat that belong together, as (wager, state): a bet, or odds
    behind the bet that they support, which comes first."""

    context: str
    bets: tuple[tuple[str, str], ...]

    @property
    def last(self) -> tuple[str, str]:
        """The bet that the situation is about."""
        return self.bets[-1]


def situations(rules: Rules, wager: Wager) -> tuple[Situation, ...]:
    """Return every situation of a wager in which a trial can find it; of one that gathers goals,
    those in which it has none yet.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> [each.context for each in situations(craps, craps.wagers["pass"])]
    ['off', '4', '5', '6', '8', '9', '10']
    >>> situations(craps, craps.wagers["pass-odds"])[0]
    Situation(context='4', bets=(('pass', '4'), ('pass-odds', 'up')))
    """
    return _situations(rules, wager.key)


@lru_cache(maxsize=1024)
def _situations(rules: Rules, key: str) -> tuple[Situation, ...]:
    wager = rules.wagers[key]
    behind = wager.behind
    if behind is not None:
        base = rules.wagers.get(behind.base)
        if base is None:
            return ()
        start = wager.machine.start
        return tuple(
            Situation(each.context, (*each.bets, (wager.key, start)))
            for each in situations(rules, base)
            if each.last[1] in behind.states
        )
    return tuple(Situation(context, ((wager.key, state),)) for context, state in _met(rules, wager))


def _met(rules: Rules, wager: Wager) -> Iterator[tuple[str, str]]:
    space, start = rules.space, wager.machine.start
    if isinstance(wager.machine, Collection):
        contexts = dict.fromkeys((*wager.offer.contexts, *space.contexts))
        yield from ((context, start) for context in contexts)
        return
    waiting = [(context, start) for context in space.contexts if context in wager.offer.contexts]
    met = dict.fromkeys(waiting)
    while waiting:
        context, state = waiting.pop(0)
        yield context, state
        for outcome in space.outcomes:
            cell, after, _ = rules.trial(context, outcome)
            effect = rules.effects(wager.key, state, None)[cell]
            if effect is None or effect.result == "off":
                now = after, state
            elif effect.next_state is not None:
                now = after, effect.next_state
            else:
                continue
            if now not in met:
                met[now] = None
                waiting.append(now)


def gathered(wager: Wager, situation: Situation, picks: SeededChoices) -> Situation:
    """Return the situation with goals gathered, some of them but not all that would complete it;
    unchanged for any other wager."""
    machine = wager.machine
    if not isinstance(machine, Collection):
        return situation
    most = len(machine.goals) - (machine.complete is not None)
    have = picks.some([goal.name for goal in machine.goals], picks.below(most + 1))
    state = ",".join(have) or machine.start
    return situation._replace(bets=((wager.key, state),))


def as_bets(rules: Rules, situation: Situation, stakes: tuple[int, ...]) -> dict[str, Bet]:
    """Return the bets of a situation with these stakes, by name, with the vigorish that was taken
    when they were made. A wager that is put down as two is two bets."""
    found: dict[str, Bet] = {}
    for (key, state), stake in zip(situation.bets, stakes, strict=True):
        wager = rules.wagers[key]
        if wager.breakdown is not None:
            for part in wager.breakdown.parts:
                start = rules.wagers[part.wager].machine.start
                found[part.wager] = Bet(part.wager, start, int(part.share * stake))
            continue
        vig = rules.vig(wager)
        charged = rules.charge(wager, stake) if vig is not None and vig.when == "bet" else 0
        found[rules.bet_name(wager, state)] = Bet(key, state, stake, charged=charged)
    return found
