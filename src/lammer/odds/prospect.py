"""What a bet that is already up is worth: its exact expected result from where it is now.

A new Pass Bet of one unit is worth -7/495; on its four it is worth -1/3. The values of all nodes
of the chain are found together, so that a collection of a thousand states is solved once.
"""

from fractions import Fraction
from typing import NamedTuple

from lammer.core.space import Space
from lammer.core.wager import Move, Wager, Win
from lammer.odds.solve import Node, bet_chain, expected_totals


class Prospect(NamedTuple):
    """A bet of one unit that is left until it is decided: the mean of its net result, and the
    chance that it is paid (so that a charge or a coupon on a win can be added)."""

    net: Fraction
    p_win: Fraction


class Prospects:
    """The prospects of the bets of one space, each wager solved when it is first asked for."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._known: dict[tuple[str, str | None], dict[Node, Prospect]] = {}

    def of(self, wager: Wager, state: str, context: str) -> Prospect:
        """Return what becomes of a bet that is in ``state`` while the game is in ``context``.

        >>> from lammer.games import load
        >>> nj = load("nj-2011")
        >>> prospects = Prospects(nj.space)
        >>> prospects.of(nj.wager("pass"), "up", "off").net
        Fraction(-7, 495)
        >>> prospects.of(nj.wager("pass"), "4", "4")
        Prospect(net=Fraction(-1, 3), p_win=Fraction(1, 3))
        """
        known = self._known.setdefault((wager.key, wager.variant), {})
        blind = not wager.sees_context(self._space)
        node = (state, 0 if blind else self._space.contexts.index(context))
        if node not in known:
            known |= self._solved(wager, node)
        return known[node]

    def _solved(self, wager: Wager, start: Node) -> dict[Node, Prospect]:
        chain = bet_chain(self._space, wager, start)
        gains: dict[Node, tuple[Fraction, ...]] = {}
        for node, stop in chain.items():
            net = p_win = Fraction(0)
            for rule, p in stop.ends:
                assert not isinstance(rule.effect, Move)
                net += p * rule.effect.net
                p_win += p * isinstance(rule.effect, Win)
            gains[node] = (net, p_win)
        steps = {node: stop.steps for node, stop in chain.items()}
        totals = expected_totals(steps, gains, start)
        return {node: Prospect(net, p_win) for node, (net, p_win) in totals.items()}
