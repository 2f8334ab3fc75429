"""Luck against expectation: splits a player's result into what the odds predict and chance.

Before a trial each bet has an exact worth: what it returns on average if it is left until it is
decided. Over all outcomes of the trial the worth of a layout has a mean and a variance, including
bets that win and lose together. The result minus the mean is luck, and everything else is expected:
making a Pass Bet of $10 costs 14 cents, taking down a Don't Pass Bet on its number gives away its
worth. Luck has a mean of zero whatever the player does, and its variance is the sum of the
variances of the trials. Cards are taken as coming from a full shoe.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from lammer.core.settle import returned_of_lost
from lammer.ledger import CAGE, rail
from lammer.odds.prospect import Prospects
from lammer.table.events import BetMade, Event
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState
from lammer.table.turns.corrections import corrected_trial

_NONE = Fraction(0)
MOST_CHANGES = 2000
"""Bets for which the effect of each outcome is cached."""


class Luck(NamedTuple):
    """The luck of one seat over some trials: the result above the mean in cents, and the variance
    in cents squared. Sums are luck too."""

    above: Fraction = _NONE
    variance: Fraction = _NONE

    def plus(self, other: "Luck", times: int = 1) -> "Luck":
        """Return the sum of both; with -1 for ``times``, the difference."""
        return Luck(self.above + times * other.above, self.variance + times * other.variance)


class LuckOfTable:
    """Measures luck at tables with the same rules; solved bets are cached."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._prospects = Prospects(rules.space)
        self._changes: dict[tuple[Bet, str], tuple[Fraction, ...]] = {}

    def worth(self, bet: Bet, context: str) -> Fraction:
        """Return what a bet returns on average in cents, its stake included.

        >>> from lammer.table import Run
        >>> run = Run.at("nj-2011", rails={1: 10000})
        >>> LuckOfTable(run.table.rules).worth(Bet("pass", "up", 49500), "off")
        Fraction(48800, 1)
        """
        prospect = self._prospects.of(self._rules.wagers[bet.wager], bet.state, context)
        return bet.stake * (1 + prospect.net) + self._on_win(bet) * prospect.p_win

    def of_command(
        self, before: TableState, events: Sequence[Event], after: TableState, seat: int
    ) -> Luck:
        """Return the luck of a seat in the events of one command, given to the table ``before``.
        A trial that is taken back has the opposite of the luck it had."""
        wrong = corrected_trial(before, events)
        if wrong is not None:
            return Luck().plus(self._of_trial(wrong.before, wrong.events, before, seat), -1)
        return self._of_trial(before, events, after, seat)

    def _of_trial(
        self, before: TableState, events: Sequence[Event], after: TableState, seat: int
    ) -> Luck:
        happened = self._rules.instrument.outcome_event
        there = before.seats.get(seat)
        if there is None or not there.bets or not any(isinstance(e, happened) for e in events):
            return Luck()
        weights = self._rules.space.weights
        totals = [_NONE] * len(weights)
        for bet in there.bets.values():
            totals = [a + b for a, b in zip(totals, self.changes(bet, before.context), strict=True)]
        whole = sum(weights)
        mean = sum(w * x for w, x in zip(weights, totals, strict=True)) / Fraction(whole)
        square = sum(w * x * x for w, x in zip(weights, totals, strict=True)) / Fraction(whole)
        came = self._on_layout(after, seat) - self._on_layout(before, seat) + _cash(events, seat)
        came -= sum(self._made(event, after) for event in events
                    if isinstance(event, BetMade) and event.seat == seat)  # fmt: skip
        return Luck(came - mean, square - mean * mean)

    def _on_layout(self, table: TableState, seat: int) -> Fraction:
        """Return the worth of a seat's bets, less the vigorish that it owes."""
        there = table.seats.get(seat)
        if there is None:
            return _NONE
        worths = (self.worth(bet, table.context) for bet in there.bets.values())
        return sum(worths, _NONE) - there.owed

    def _made(self, event: BetMade, after: TableState) -> Fraction:
        """Return the change made by a bet: its worth less its price."""
        there = after.seats.get(event.seat)
        bet = there.bets.get(event.wager) if there is not None else None
        worth = _NONE if bet is None else self.worth(bet, after.context)
        return worth + _cash([event], event.seat)

    def changes(self, bet: Bet, context: str) -> tuple[Fraction, ...]:
        """Return what each outcome of a trial changes of a bet's worth, in cents."""
        key = bet, context
        found = self._changes.get(key)
        if found is None:
            if len(self._changes) >= MOST_CHANGES:
                self._changes.clear()
            found = self._changes[key] = tuple(self._changed(bet, context))
        return found

    def _changed(self, bet: Bet, context: str) -> list[Fraction]:
        space = self._rules.space
        at = space.contexts.index(context)
        effects = self._rules.effects(bet.wager, bet.state, bet.called)
        now, found = self.worth(bet, context), []
        for outcome, to in enumerate(space.follow[at]):
            effect, then = effects[at * len(space.outcomes) + outcome], space.contexts[to]
            if effect is None or effect.result in ("stands", "off"):
                value = self.worth(bet, then)
            elif effect.result == "loses":
                value = Fraction(returned_of_lost(bet.stake, Fraction(*effect.back)))
            elif effect.result == "void":
                value = Fraction(bet.stake)
            elif effect.result == "moves":
                assert effect.next_state is not None
                value = self.worth(bet._replace(state=effect.next_state, called=None), then)
            else:
                share = Fraction(*effect.back) + Fraction(*effect.paid)
                value = bet.stake * share + self._on_win(bet)
            found.append(value - now)
        return found

    def _on_win(self, bet: Bet) -> int:
        """Return what a win adds to the payout: the coupon, less vigorish charged then."""
        wager = self._rules.wagers[bet.wager]
        vig = self._rules.vig(wager)
        charge = self._rules.charge(wager, bet.stake) if vig and vig.when == "win" else 0
        return bet.coupon - charge


def _cash(events: Sequence[Event], seat: int) -> int:
    """Return what came to a seat's rail in cents, other than chips bought or cashed in."""
    own, found = rail(seat), 0
    for event in events:
        for source, target, cents in event.moves:
            if target == own and source != CAGE:
                found += cents
            if source == own and target != CAGE:
                found -= cents
    return found
