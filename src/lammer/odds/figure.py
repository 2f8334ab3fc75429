"""The exact figures of one wager, as ``lammer odds`` prints them (docs/formats.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from lammer.core.cite import Cite, clause_ids
from lammer.core.legality import wins_in
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells
from lammer.core.wager import Behind, Collection, Move, Vig, Void, Wager, Win
from lammer.odds.solve import Solution, expected_visits, solve

_POINTS = ("4", "5", "6", "8", "9", "10")
MULTIPLES: dict[str, Mapping[str, int]] = {
    "1": dict.fromkeys(_POINTS, 1),
    "2": dict.fromkeys(_POINTS, 2),
    "3-4-5": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3},
    "10": dict.fromkeys(_POINTS, 10),
    "100": dict.fromkeys(_POINTS, 100),
}
"""The odds multiples a sheet shows, by the number the bet is on."""


@dataclass(frozen=True, slots=True)
class Continuous:
    """A wager that is sometimes off, always up and made again when decided, over all trials."""

    edge_per_roll: Fraction
    working_share: Fraction


@dataclass(frozen=True, slots=True)
class WithOdds:
    """A flat bet with this multiple of odds always behind it."""

    multiple: str
    edge: Fraction
    mean_total_wager: Fraction


@dataclass(frozen=True, slots=True)
class Figure(Product):
    """The exact figures of one wager. Money is per unit wagered."""

    status: ClassVar[Status] = "enforced"

    wager: str
    name: str
    clause: str
    borrowed: str | None
    pays: str
    p_win: Fraction
    p_lose: Fraction
    p_push: Fraction
    edge_per_bet_made: Fraction
    edge_per_bet_decided: Fraction
    edge_per_roll: Fraction
    rolls_to_decide: Fraction
    variance: Fraction
    clauses: tuple[str, ...]
    continuous: Continuous | None = None
    vig: Vig | None = None
    edge_per_outlay: Fraction | None = None
    table: str | None = None
    points: Mapping[int, Fraction] | None = None
    with_odds: tuple[WithOdds, ...] = ()


def figure(ruleset: Ruleset, wager: Wager, vig: Vig | None = None) -> Figure:
    """Solve one wager, under the given vigorish if it carries any.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> figure(nj, nj.wager("pass")).edge_per_bet_made
    Fraction(7, 495)
    """
    solved = _solve_anywhere(ruleset, wager)
    up_front, on_win = _charges(wager, vig)
    result = _result(solved, up_front, on_win)
    edge = -result.mean
    continuous = _continuous(ruleset, wager, edge / solved.trials)
    with_odds, odds_cites = _with_odds(ruleset, wager, solved, edge)
    cites = [*wager.cites, *_solved_cites(wager, solved), *odds_cites]
    if continuous is not None:
        cites += wager.working.cites
    if vig is not None and wager.vig is not None:
        cites += wager.vig.moments[vig.when]
    return Figure(
        wager=wager.key,
        name=wager.name,
        clause=wager.cites[0].clause,
        borrowed=wager.cites[0].borrowed,
        pays=pays_words(ruleset, wager),
        p_win=result.above,
        p_lose=result.below,
        p_push=result.at_zero,
        edge_per_bet_made=edge,
        edge_per_bet_decided=edge / (1 - result.void) if result.void != 1 else Fraction(0),
        edge_per_roll=edge / solved.trials,
        rolls_to_decide=solved.trials,
        variance=result.square - result.mean**2,
        clauses=clause_ids(cites),
        continuous=continuous,
        vig=vig,
        edge_per_outlay=None if vig is None else edge / (1 + up_front),
        table=wager.variant,
        points=_counts(wager, solved),
        with_odds=with_odds,
    )


@dataclass(slots=True)
class _Result:
    """The net result of a bet of one unit: its first two moments with vigorish, and its sign
    without."""

    mean: Fraction = Fraction(0)
    square: Fraction = Fraction(0)
    above: Fraction = Fraction(0)
    at_zero: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    void: Fraction = Fraction(0)


def _result(solved: Solution, up_front: Fraction, on_win: Fraction) -> _Result:
    result = _Result()
    for _, rule, p in solved.decided:
        effect = rule.effect
        assert not isinstance(effect, Move)
        net = effect.net - up_front - (on_win if isinstance(effect, Win) else 0)
        result.mean += p * net
        result.square += p * net * net
        result.above += p * (effect.net > 0)
        result.at_zero += p * (effect.net == 0)
        result.below += p * (effect.net < 0)
        result.void += p * isinstance(effect, Void)
    return result


def _solved_cites(wager: Wager, solved: Solution) -> Iterator[Cite]:
    """Yield the clauses that decided the bet, and those that moved it before."""
    for _, rule, _ in solved.decided:
        yield from rule.all_cites
    for state in solved.entered:
        for rule in wager.machine.rules(state):
            if isinstance(rule.effect, Move):
                yield from rule.cites


def _solve_anywhere(ruleset: Ruleset, wager: Wager) -> Solution:
    """Return the solution from any context in which the wager may be made; they must agree."""
    solutions = [solve(ruleset.space, wager, context) for context in _starts(ruleset, wager)]
    results = {(s.trials, _by_effect(s)) for s in solutions}
    if len(results) != 1:
        raise ValueError(f"what {wager.key} is worth depends on when it is made")
    return solutions[0]


def _starts(ruleset: Ruleset, wager: Wager) -> tuple[str, ...]:
    """Return one context only for a wager that does not depend on it."""
    contexts = wager.offer.contexts
    return contexts if wager.sees_context(ruleset.space) else contexts[:1]


def _by_effect(solved: Solution) -> tuple[tuple[str, Fraction], ...]:
    chances: dict[str, Fraction] = {}
    for _, rule, p in solved.decided:
        key = repr(rule.effect)
        chances[key] = chances.get(key, Fraction(0)) + p
    return tuple(sorted(chances.items()))


def _charges(wager: Wager, vig: Vig | None) -> tuple[Fraction, Fraction]:
    """Return what is paid for each unit when the bet is made, and when it wins."""
    if vig is None:
        return Fraction(0), Fraction(0)
    (payout,) = wager.payouts()
    charge = vig.charge(payout.odds)
    return (charge, Fraction(0)) if vig.when == "bet" else (Fraction(0), charge)


def _continuous(ruleset: Ruleset, wager: Wager, per_roll: Fraction) -> Continuous | None:
    if wager.working.on == ruleset.space.everything:
        return None
    share = working_share(ruleset, wager)
    return Continuous(per_roll * share, share)


def working_share(ruleset: Ruleset, wager: Wager) -> Fraction:
    """Return the share of all trials on which the wager works, in the long run.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> working_share(nj, nj.wager("hard-8"))
    Fraction(392, 557)
    """
    space = ruleset.space
    width, whole = len(space.outcomes), sum(space.weights)
    share = stationary(ruleset)
    worked = Fraction(0)
    for cell in wager.working.on:
        context, outcome = divmod(cell, width)
        worked += share[context] * Fraction(space.weights[outcome], whole)
    return worked


def stationary(ruleset: Ruleset) -> tuple[Fraction, ...]:
    """Return the share of time that the game is in each context: visits in one cycle from the first
    context back to it, divided by the length of the cycle."""
    space = ruleset.space
    whole = sum(space.weights)
    steps: dict[int, dict[int, Fraction]] = {}
    for context, row in enumerate(space.follow):
        steps[context] = {}
        for outcome, to in enumerate(row):
            if to != 0:
                p = Fraction(space.weights[outcome], whole)
                steps[context][to] = steps[context].get(to, Fraction(0)) + p
    visits = expected_visits(steps, 0)
    length = sum(visits.values(), Fraction(0))
    return tuple(visits.get(c, Fraction(0)) / length for c in range(len(space.contexts)))


def _counts(wager: Wager, solved: Solution) -> Mapping[int, Fraction] | None:
    """Return how many goals a laddered collection has when it ends."""
    machine = wager.machine
    if not isinstance(machine, Collection) or machine.ladder is None:
        return None
    counts = dict.fromkeys(range(len(machine.goals) + 1), Fraction(0))
    for state, _, p in solved.decided:
        counts[len(machine.gathered(state))] += p
    return counts


def _with_odds(
    ruleset: Ruleset, wager: Wager, solved: Solution, flat_loss: Fraction
) -> tuple[tuple[WithOdds, ...], list[Cite]]:
    """Return the flat bet with odds behind it whenever it goes to a number, and their clauses."""
    cites: list[Cite] = []
    per_unit: dict[str, tuple[Fraction, Fraction]] = {}
    for odds in ruleset.supplements(wager.key):
        assert odds.behind is not None
        cites += (*odds.cites, *odds.behind.least_cites, *odds.behind.most_cites)
        for state in odds.behind.states:
            alone = _solve_odds(ruleset, odds, state)
            cites += (cite for _, rule, _ in alone.decided for cite in rule.all_cites)
            stake = _unit_stake(odds, odds.behind, alone)
            chance = solved.entered[state]
            loss = -_result(alone, Fraction(0), Fraction(0)).mean
            per_unit[state] = (chance * stake * loss, chance * stake)
    lines = tuple(
        _multiplied(name, by_number, flat_loss, per_unit)
        for name, by_number in MULTIPLES.items()
        if by_number.keys() >= per_unit.keys()
    )
    return (lines if per_unit else ()), cites


def _multiplied(
    name: str,
    by_number: Mapping[str, int],
    flat_loss: Fraction,
    per_unit: Mapping[str, tuple[Fraction, Fraction]],
) -> WithOdds:
    loss, total = flat_loss, Fraction(1)
    for state, (unit_loss, unit_stake) in per_unit.items():
        loss += unit_loss * by_number[state]
        total += unit_stake * by_number[state]
    return WithOdds(name, loss / total, total)


def odds_alone(ruleset: Ruleset, odds: Wager, state: str) -> tuple[Fraction, Fraction]:
    """Return the edge of odds behind a bet that is on this number, and the trials until they are
    decided.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> odds_alone(nj, nj.wager("pass-odds"), "4")
    (Fraction(0, 1), Fraction(4, 1))
    """
    alone = _solve_odds(ruleset, odds, state)
    return -_result(alone, Fraction(0), Fraction(0)).mean, alone.trials


def odds_win(ruleset: Ruleset, odds: Wager, state: str) -> Fraction:
    """Return the chance to win of odds behind a bet that is on this number.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> odds_win(nj, nj.wager("pass-odds"), "4")
    Fraction(1, 3)
    """
    return _result(_solve_odds(ruleset, odds, state), Fraction(0), Fraction(0)).above


def _solve_odds(ruleset: Ruleset, odds: Wager, state: str) -> Solution:
    """Solve odds behind a bet on its number: odds on a line bet follow the puck on that number."""
    context = state if state in ruleset.space.contexts else odds.offer.contexts[0]
    return solve(ruleset.space, odds, context)


def _unit_stake(odds: Wager, behind: Behind, alone: Solution) -> Fraction:
    """Return what odds of one times the flat bet are: its amount, or what wins its amount."""
    if behind.by == "stake":
        return Fraction(1)
    wins = {rule.effect.payout.odds for _, rule, _ in alone.decided if isinstance(rule.effect, Win)}
    if len(wins) != 1:
        raise ValueError(f"{odds.key} wins at several odds")
    return 1 / wins.pop().fraction


class Pays(NamedTuple):
    """One line of what a wager pays: the odds, what it is for if there are several, and the share
    of a combined bet that is paid so."""

    odds: str
    on: str | None = None
    share: Fraction = Fraction(1)


def pays_lines(ruleset: Ruleset, wager: Wager) -> tuple[Pays, ...]:
    """Return what a wager pays, line by line.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> pays_lines(nj, nj.wager("pass-odds"))[0]
    Pays(odds='2 to 1', on='4, 10', share=Fraction(1, 1))
    """
    machine = wager.machine
    if wager.experimental and len(wager.payouts()) > 1:
        wins = sorted(dict.fromkeys(machine.wins()), key=lambda win: win.payout.odds.fraction)
        return tuple(dict.fromkeys(map(_designed_line, wins)))
    if isinstance(machine, Collection) and machine.ladder is not None:
        return tuple(Pays(str(p.odds), str(count)) for count, p in machine.ladder.pays.items())
    if len(wager.payouts()) == 1:
        return (Pays(str(wager.payouts()[0].odds)),)
    if wager.behind is not None:
        return tuple(_behind_a_number(ruleset, wager, wager.behind))
    lines_on: dict[tuple[str, Fraction], Cells] = {}
    for rule in machine.rules(machine.start):
        if isinstance(rule.effect, Win):
            payout = rule.effect.payout
            line = (str(payout.odds) if wager.parts else payout.key, rule.effect.share)
            lines_on[line] = lines_on.get(line, rule.on) | rule.on
    return tuple(
        Pays(_odds_of(wager, together), ruleset.space.words(cells), share)
        for (together, share), cells in lines_on.items()
    )


def _designed_line(win: Win) -> Pays:
    """Return a line of a wager outside the text in the words of its own definition."""
    part = f" ({win.share} of the bet)" if win.share != 1 else ""
    return Pays(str(win.payout.odds), f"{win.payout.line}{part}")


def _behind_a_number(ruleset: Ruleset, odds: Wager, behind: Behind) -> Iterator[Pays]:
    """Yield what odds pay, by the number their bet is on."""
    numbers: dict[str, list[str]] = {}
    for state in behind.states:
        (paid,) = {str(win.payout.odds) for win in wins_in(ruleset, odds, state)}
        numbers.setdefault(paid, []).append(state)
    for paid, states in numbers.items():
        yield Pays(paid, ", ".join(states))


def pays_words(ruleset: Ruleset, wager: Wager) -> str:
    """Return the payout as it is printed: "7 to 6", or each line with what it is on.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> pays_words(nj, nj.wager("field"))
    '1 to 1 on 3, 4, 9, 10, 11; 2 to 1 on 2; 2 to 1 on 12'
    """
    lines = pays_lines(ruleset, wager)
    whole = min((part.share for part in wager.parts), default=Fraction(1))
    said = "; ".join(
        (line.odds if line.on is None else f"{line.odds} on {line.on}")
        + (f" ({line.share / whole} parts)" if line.share != whole else "")
        for line in lines
    )
    if isinstance(wager.machine, Collection) and wager.machine.ladder is not None:
        return f"{said} points"
    return f"in {1 / whole} parts: {said}" if wager.parts else said


def _odds_of(wager: Wager, together: str) -> str:
    return next((str(p.odds) for p in wager.payouts() if p.key == together), together)
