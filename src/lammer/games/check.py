"""``check_ruleset``: what every rule set must be, whoever wrote it.

Run it on a game of your own. It looks at the whole rule set and reports every fault it finds,
not the first.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lammer.core.cite import Cite, clause_ids
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells, Space
from lammer.core.wager import Machine, Move, Wager
from lammer.games.cites import cites_in
from lammer.law import known


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a rule set: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def check_ruleset(
    ruleset: Ruleset,
    *,
    listed: Ruleset | None = None,
    clause_exists: Callable[[str], bool] = known,
) -> tuple[Fault, ...]:
    """Every fault of ``ruleset``; an empty tuple when it is sound.

    With ``listed`` (the law's own rule set) the payouts are also held against the floor.
    ``clause_exists`` says which clauses there are; by default, those of the registry.

    >>> from lammer.games import load
    >>> check_ruleset(load("nj-2011"))
    ()
    """
    faults: list[Fault] = []
    for wager in ruleset.wagers:
        name = wager.key if wager.variant is None else f"{wager.key} ({wager.variant})"
        where = f"{ruleset.key} {ruleset.game} {name}"
        faults += [Fault(where, what) for what in _wager_faults(ruleset, wager)]
        faults += [Fault(where, what) for what in _missing(wager, clause_exists)]
    where = f"{ruleset.key} {ruleset.game}"
    faults += [Fault(where, what) for what in _list_faults(ruleset, clause_exists)]
    if listed is not None:
        faults += [Fault(where, what) for what in _floor_faults(ruleset, listed)]
    return tuple(dict.fromkeys(faults))


def reachable(machine: Machine) -> dict[str, tuple[str, ...]]:
    """The states a bet can come to from the start, each with those it can move on to."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [machine.start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        effects = (rule.effect for rule in machine.rules(state) if rule.on)
        found[state] = tuple(e.to for e in effects if isinstance(e, Move))
        waiting += found[state]
    return found


def _missing(value: object, clause_exists: Callable[[str], bool]) -> Iterator[str]:
    named = clause_ids(cites_in(value))
    return (f"there is no clause or reading {each}" for each in named if not clause_exists(each))


def _wager_faults(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    if not wager.cites:
        yield "no clause defines it"
    for part, cites in (
        ("when it may be made", wager.offer.cites),
        ("when it works", wager.working.cites),
        ("what may be done with it", wager.control.cites),
    ):
        if not cites:
            yield f"no clause says {part}"
    if ruleset.area_of(wager) is None:
        yield f'its spot "{wager.spot}" is not on the layout'
    unknown = set(wager.offer.contexts) - set(ruleset.space.contexts)
    if unknown:
        yield f"it is offered in contexts the space does not have: {_some(unknown)}"
    if wager.behind is not None and not ruleset.named(wager.behind.base):
        yield f'it stands behind "{wager.behind.base}", which there is not'
    for part_of in wager.parts:
        if not ruleset.named(part_of.wager):
            yield f'a part of it is "{part_of.wager}", which there is not'
    if wager.parts and sum(part.share for part in wager.parts) != 1:
        yield "its parts do not add up to the whole"
    try:
        states = reachable(wager.machine)
    except KeyError as missing:
        yield f"a rule moves it to state {missing}, which there is not"
        return
    yield from _state_faults(ruleset, wager, states)


def _state_faults(
    ruleset: Ruleset, wager: Wager, states: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    written = set(getattr(wager.machine, "states", states))
    for state in sorted(written - states.keys()):
        yield f'state "{state}" cannot be reached'
    for state in states:
        rules = wager.rules(state)
        yield from _rule_faults(state, [(rule.on, rule.cites) for rule in rules])
        if not rules:
            yield f'state "{state}" is never left'
        if (
            wager.one_roll
            and _union(ruleset, (rule.on for rule in rules)) != ruleset.space.everything
        ):
            yield "it is a one-roll wager and some rolls do not decide it"
        if wager.one_roll and any(isinstance(rule.effect, Move) for rule in rules):
            yield "it is a one-roll wager and some roll leaves it up"
    yield from _undecided(ruleset, wager)


def _rule_faults(state: str, rules: list[tuple[Cells, tuple[Cite, ...]]]) -> Iterator[str]:
    for at, (cells, cites) in enumerate(rules):
        if not cites:
            yield f'a rule of state "{state}" names no clause'
        for other, other_cites in rules[at + 1 :]:
            if cells & other:
                names = _some({cite.clause for cite in (*cites, *other_cites)})
                both = len(cells & other)
                yield f'two rules of state "{state}" both speak on {both} cells: {names}'


def _undecided(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    """Decided with probability one: from every (state, context) a bet can come to stand in, some
    run of outcomes decides it. The chain being finite, that is enough."""
    space = ruleset.space
    starts = [space.contexts.index(c) for c in wager.offer.contexts if c in space.contexts]
    after: dict[tuple[str, int], set[tuple[str, int]]] = {}
    decided: set[tuple[str, int]] = set()
    waiting = [(wager.machine.start, context) for context in starts]
    while waiting:
        at = waiting.pop()
        if at in after:
            continue
        after[at], decides = _steps(space, wager, *at)
        if decides:
            decided.add(at)
        waiting += after[at] - after.keys()
    grew = True
    while grew:
        more = {at for at, to in after.items() if at not in decided and to & decided}
        decided |= more
        grew = bool(more)
    stuck = {state for state, _ in after.keys() - decided}
    if stuck:
        yield f"it may never be decided from: {_some(repr(state) for state in stuck)}"


def _steps(
    space: Space, wager: Wager, state: str, context: int
) -> tuple[set[tuple[str, int]], bool]:
    """Where one trial can take a bet, and whether it can decide it."""
    width = len(space.outcomes)
    row = (1 << width) - 1 << context * width
    to: set[tuple[str, int]] = set()
    spoken, decides = 0, False
    for rule in wager.rules(state):
        here = Cells(space.size, rule.on.mask & row)
        spoken |= here.mask
        if isinstance(rule.effect, Move):
            to |= {(rule.effect.to, space.follow[context][cell % width]) for cell in here}
        else:
            decides = decides or bool(here)
    stands = Cells(space.size, row & ~spoken)
    return to | {(state, space.follow[context][cell % width]) for cell in stands}, decides


def _list_faults(ruleset: Ruleset, clause_exists: Callable[[str], bool]) -> Iterator[str]:
    seen: set[tuple[str, str | None]] = set()
    for wager in ruleset.wagers:
        if (wager.key, wager.variant) in seen:
            yield f'wager "{wager.key}" stands twice'
        seen.add((wager.key, wager.variant))
    spots = {wager.spot for wager in ruleset.wagers}
    for area in ruleset.layout:
        for spot in area.spots:
            if spot not in spots:
                yield f'the layout has a spot "{spot}" for no wager'
    yield from _missing((ruleset.law, ruleset.cycle, ruleset.options), clause_exists)


def _floor_faults(ruleset: Ruleset, listed: Ruleset) -> Iterator[str]:
    floor = listed.payouts()
    for key, payout in ruleset.payouts().items():
        least = floor.get(key)
        if least is None:
            continue
        if payout.odds.fraction < least.odds.fraction:
            yield f"{key} pays {payout.odds}, under the {least.odds} of {least.cites[0].clause}"
        elif least.law.mode == "exact" and payout.odds.fraction != least.odds.fraction:
            yield f"{key} pays {payout.odds}, not the {least.odds} of {least.cites[0].clause}"


def _union(ruleset: Ruleset, sets: Iterable[Cells]) -> Cells:
    whole = Cells(ruleset.space.size, 0)
    for cells in sets:
        whole = whole | cells
    return whole


def _some(names: Iterable[str], most: int = 6) -> str:
    ordered = sorted(names)
    rest = len(ordered) - most
    return ", ".join(ordered[:most]) + (f" and {rest} more" if rest > 0 else "")
