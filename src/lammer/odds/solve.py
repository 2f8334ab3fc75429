"""Solves a wager's machine: how often each rule decides it, and after how many trials.

The chain is (state of the bet, context of the game). A machine that does not depend on the context
is solved without it, which keeps Bonus Craps small. Expected visits to each node are found exactly,
component by component in topological order, so only nodes of a cycle are solved together.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from lammer.core.space import Space
from lammer.core.wager import Move, Rule, Wager

Node = tuple[str, int]
N = TypeVar("N", bound=Hashable)
Steps = Mapping[N, Mapping[N, Fraction]]


@dataclass(frozen=True, slots=True)
class Solution:
    """What becomes of one bet.

    ``decided`` has each (state, rule) that can decide the bet, with its probability; ``entered``
    the expected number of times the bet enters each state; ``trials`` the mean number of trials on
    which it worked.
    """

    decided: tuple[tuple[str, Rule, Fraction], ...]
    entered: Mapping[str, Fraction]
    trials: Fraction


@dataclass(frozen=True, slots=True)
class ChainNode:
    """One node of the chain: where a trial leads, what it decides, whether the bet works."""

    steps: dict[Node, Fraction]
    ends: tuple[tuple[Rule, Fraction], ...]
    works: Fraction


_MOST_SOLVED = 2000
_solved: dict[tuple[int, int, str], tuple[Space, Wager, Solution]] = {}
"""Solutions by the identity of what was solved: rule sets are made once, and each table of a game
is asked for the same figures."""


def solve(space: Space, wager: Wager, context: str) -> Solution:
    """Solve ``wager`` for a bet made while the game is in ``context``. The same objects are solved
    once.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> solve(nj.space, nj.wager("place-6"), "off").trials
    Fraction(36, 11)
    """
    key = (id(space), id(wager), context)
    if key not in _solved:
        if len(_solved) >= _MOST_SOLVED:
            _solved.clear()
        _solved[key] = (space, wager, _solve(space, wager, context))
    return _solved[key][2]


def _solve(space: Space, wager: Wager, context: str) -> Solution:
    start = (wager.machine.start, space.contexts.index(context))
    chain = bet_chain(space, wager, start)
    visits = expected_visits({node: stop.steps for node, stop in chain.items()}, start)
    decided: list[tuple[str, Rule, Fraction]] = []
    entered = {wager.machine.start: Fraction(1)}
    trials = Fraction(0)
    for node, stop in chain.items():
        decided += [(node[0], rule, visits[node] * p) for rule, p in stop.ends]
        trials += visits[node] * stop.works
        for to, p in stop.steps.items():
            if to[0] != node[0]:
                entered[to[0]] = entered.get(to[0], Fraction(0)) + visits[node] * p
    return Solution(tuple(decided), entered, trials)


_MOST_CHAINS = 4
_chains: dict[tuple[int, int, Node], tuple[Space, Wager, dict[Node, ChainNode]]] = {}
"""The last chains, by the identity of what they are of: who asks how large one is solves it."""


def bet_chain(space: Space, wager: Wager, start: Node) -> Mapping[Node, ChainNode]:
    """Return every node that the bet can reach."""
    key = (id(space), id(wager), start)
    if key not in _chains:
        if len(_chains) >= _MOST_CHAINS:
            _chains.clear()
        _chains[key] = (space, wager, _bet_chain(space, wager, start))
    return _chains[key][2]


def _bet_chain(space: Space, wager: Wager, start: Node) -> dict[Node, ChainNode]:
    blind = not wager.sees_context(space)
    weigh = _Weighing(space)
    chain: dict[Node, ChainNode] = {}
    rules: dict[str, tuple[Rule, ...]] = {}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node in chain:
            continue
        state = node[0]
        if state not in rules:
            rules[state] = wager.rules(state)
        chain[node] = _chain_node(weigh, wager, rules[state], node, blind)
        waiting += [to for to in chain[node].steps if to not in chain]
    return chain


class _Weighing:
    """The shares of sets of outcomes of a space, each reckoned once."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.row = sum(1 << at for at, weight in enumerate(space.weights) if weight)
        self._whole = sum(space.weights)
        self._sets: dict[int, Fraction] = {}
        self._weights: dict[int, Fraction] = {}

    def __call__(self, outcomes: int) -> Fraction:
        if outcomes not in self._sets:
            weights = self.space.weights
            self._sets[outcomes] = self.share(sum(weights[each] for each in _bits(outcomes)))
        return self._sets[outcomes]

    def share(self, weight: int) -> Fraction:
        if weight not in self._weights:
            self._weights[weight] = Fraction(weight, self._whole)
        return self._weights[weight]


def _chain_node(
    weigh: _Weighing, wager: Wager, rules: tuple[Rule, ...], node: Node, blind: bool
) -> ChainNode:
    state, context = node
    space, row = weigh.space, weigh.row
    width = len(space.outcomes)
    follow = (context,) * width if blind else space.follow[context]
    moves: dict[Node, int] = {}
    ends: list[tuple[Rule, Fraction]] = []
    stands = row

    def go(to: str, outcomes: int) -> None:
        for outcome in _bits(outcomes):
            there = (to, follow[outcome])
            moves[there] = moves.get(there, 0) + space.weights[outcome]

    for rule in rules:
        here = rule.on.mask >> context * width & row
        stands &= ~here
        if isinstance(rule.effect, Move):
            go(rule.effect.to, here)
        elif here:
            ends.append((rule, weigh(here)))
    go(state, stands)
    steps = {to: weigh.share(weight) for to, weight in moves.items()}
    return ChainNode(steps, tuple(ends), weigh(wager.working.on.mask >> context * width & row))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def expected_visits(steps: Steps[N], start: N) -> dict[N, Fraction]:
    """Return the expected visits to each node of an absorbing chain from ``start``.

    >>> half = Fraction(1, 2)
    >>> expected_visits({"a": {"a": half, "b": half}, "b": {}}, "a")
    {'a': Fraction(2, 1), 'b': Fraction(1, 1)}
    """
    inflow: dict[N, Fraction] = {start: Fraction(1)}
    visits: dict[N, Fraction] = {}
    for component in components(steps, start):
        inside = _within(steps, component, inflow)
        for node, count in inside.items():
            visits[node] = count
            for to, p in steps[node].items():
                if to not in inside:
                    inflow[to] = inflow.get(to, Fraction(0)) + count * p
    return visits


def _within(steps: Steps[N], component: list[N], inflow: Mapping[N, Fraction]) -> dict[N, Fraction]:
    """Solve v = inflow + v P inside one component, by exact elimination."""
    if len(component) == 1:
        (node,) = component
        return {node: inflow[node] / (1 - steps[node].get(node, Fraction(0)))}
    rows = [
        [
            *(Fraction(source == target) - steps[source].get(target, Fraction(0))
              for source in component),
            inflow.get(target, Fraction(0)),
        ]
        for target in component
    ]  # fmt: skip
    return {node: found for node, (found,) in zip(component, _eliminated(rows), strict=True)}


def expected_totals(
    steps: Steps[N], gains: Mapping[N, tuple[Fraction, ...]], start: N
) -> dict[N, tuple[Fraction, ...]]:
    """Return for each node of an absorbing chain what is expected to be gained from it on, if each
    visit to a node brings its gains.

    >>> half = Fraction(1, 2)
    >>> gains = {"a": (Fraction(0),), "b": (Fraction(3),)}
    >>> expected_totals({"a": {"a": half, "b": half}, "b": {"a": half}}, gains, "a")
    {'b': (Fraction(6, 1),), 'a': (Fraction(6, 1),)}
    """
    totals: dict[N, tuple[Fraction, ...]] = {}
    for component in reversed(components(steps, start)):
        rows = []
        for source in component:
            ahead = list(gains[source])
            for to, p in steps[source].items():
                if to in totals:
                    ahead = [a + p * b for a, b in zip(ahead, totals[to], strict=True)]
            inside = (
                Fraction(source == to) - steps[source].get(to, Fraction(0)) for to in component
            )
            rows.append([*inside, *ahead])
        totals |= zip(component, _eliminated(rows), strict=True)
    return totals


def _eliminated(rows: list[list[Fraction]]) -> list[tuple[Fraction, ...]]:
    """Solve linear equations exactly: each row has a coefficient for each unknown, then the right
    sides. Return the values of each unknown."""
    size = len(rows)
    for i in range(size):
        pivot = next(r for r in range(i, size) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [value / scale for value in rows[i]]
        for r in range(size):
            factor = rows[r][i]
            if r != i and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [tuple(row[size:]) for row in rows]


def components(steps: Steps[N], start: N) -> list[list[N]]:
    """Return strongly connected components from ``start`` on, sources first (Tarjan's,
    unrolled)."""
    order: dict[N, int] = {}
    low: dict[N, int] = {}
    open_nodes: list[N] = []
    is_open: set[N] = set()
    found: list[list[N]] = []
    work: list[tuple[N, Iterator[N]]] = []

    def enter(node: N) -> None:
        order[node] = low[node] = len(order)
        open_nodes.append(node)
        is_open.add(node)
        work.append((node, iter(steps[node])))

    enter(start)
    while work:
        node, rest = work[-1]
        for to in rest:
            if to not in order:
                enter(to)
                break
            if to in is_open:
                low[node] = min(low[node], order[to])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == order[node]:
                component: list[N] = []
                while not component or component[-1] != node:
                    component.append(open_nodes.pop())
                    is_open.discard(component[-1])
                found.append(component)
    return found[::-1]
