"""``check_ruleset``: what every rule set must be, whoever wrote it.

Run it on a game of your own. It looks at the whole rule set and reports every fault it finds,
not the first.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lammer.core.cite import Cite, clause_ids
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells, Space
from lammer.core.wager import Move, Rule, Wager, reachable
from lammer.games.cites import cites_in
from lammer.games.registry import RULESETS, load
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
    """Return every fault of ``ruleset``; an empty tuple when it is sound.

    Payouts are held against those of ``listed``, the law's own rule set: by default the one
    registered under the same key. ``clause_exists`` says which clauses there are; by default,
    those of the registry.

    >>> from lammer.games import load
    >>> check_ruleset(load("nj-2011"))
    ()
    """
    if listed is None and ruleset.key in RULESETS and ruleset.game in load(ruleset.key).games:
        listed = load(ruleset.key, ruleset.game)
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


def _missing(value: object, clause_exists: Callable[[str], bool]) -> Iterator[str]:
    named = clause_ids(cites_in(value))
    return (f"there is no clause or reading {each}" for each in named if not clause_exists(each))


def _wager_faults(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    yield from _silences(wager)
    if ruleset.area_of(wager) is None:
        yield f'its spot "{wager.spot}" is not on the layout'
    unknown = set(wager.offer.contexts) - set(ruleset.space.contexts)
    if unknown:
        yield f"it is offered in contexts the space does not have: {_some(unknown)}"
    if not wager.offer.contexts:
        yield "there is no context in which it is offered"
    yield from _reference_faults(ruleset, wager)
    limits = wager.limits
    if limits is not None and not 0 < limits.min_cents <= limits.max_cents:
        yield f"its limits, {limits.min_cents} to {limits.max_cents} cents, leave no amount"
    sizes = {cells.size for cells in (*wager.machine.sets(), wager.working.on)}
    if sizes - {ruleset.space.size}:
        yield "some of its sets are of another space"
        return
    yield from _state_faults(ruleset, wager)


def _silences(wager: Wager) -> Iterator[str]:
    """Yield a fault for each thing about a wager for which it cites no clause."""
    said: list[tuple[str, tuple[Cite, ...]]] = [
        ("defines it", wager.cites),
        ("says when it may be made", wager.offer.cites),
        ("says when it works", wager.working.cites),
        ("says what may be done with it", wager.control.cites),
    ]
    for payout in wager.payouts():
        said.append((f"says what {payout.key} pays", payout.cites))
        said.append((f"says whether {payout.key} may pay otherwise", payout.law.least))
    if wager.unit is not None:
        said.append(("says in what units it is placed", wager.unit.cites))
    if wager.limits is not None:
        said.append(("says what its limits are", wager.limits.cites))
        said.append(("says in what steps it is placed", wager.limits.step_cites))
    if wager.vig is not None:
        said.append(("says what is charged on it", wager.vig.cites))
        said += [(f"allows the charge at the {when}", c) for when, c in wager.vig.moments.items()]
    if wager.behind is not None:
        said.append(("says how much it may be", wager.behind.most_cites))
    return (f"no clause {what}" for what, cites in said if not cites)


def _reference_faults(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    """Yield a fault for each reference to a wager that does not exist."""
    if wager.behind is not None:
        bases = ruleset.named(wager.behind.base)
        if not bases:
            yield f'it stands behind "{wager.behind.base}", which there is not'
        for base in bases:
            unknown = set(wager.behind.states) - reachable(base.machine)[0].keys()
            if unknown:
                yield f"it stands behind {base.key} in states that has not: {_some(unknown)}"
    for part in wager.parts:
        if not ruleset.named(part.wager):
            yield f'a part of it is "{part.wager}", which there is not'
    if wager.parts and sum(part.share for part in wager.parts) != 1:
        yield "its parts do not add up to the whole"


def _state_faults(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    machine = wager.machine
    states, missing = reachable(machine)
    if machine.start in missing:
        yield f'its first state "{machine.start}" is not there'
        return
    for state in sorted(missing):
        yield f'a rule moves it to state "{state}", which there is not'
    for state in sorted(set(getattr(machine, "states", states)) - states.keys()):
        yield f'state "{state}" cannot be reached'
    call = wager.working.may_call
    for state in states:
        yield from _rule_faults(state, machine.rules(state))
        for called in (None, *((call.call,) if call else ())):
            rules = wager.rules(state, called)
            if not rules:
                yield f'state "{state}" is never left'
            if wager.one_roll:
                yield from _one_roll_faults(ruleset, rules)
    yield from _rule_faults("off", wager.off_rules)
    if not missing:
        yield from undecided(ruleset, wager)


def _one_roll_faults(ruleset: Ruleset, rules: tuple[Rule, ...]) -> Iterator[str]:
    if _union(ruleset, (rule.on for rule in rules)) != ruleset.space.everything:
        yield "it is a one-roll wager and some rolls do not decide it"
    if any(isinstance(rule.effect, Move) for rule in rules):
        yield "it is a one-roll wager and some roll leaves it up"


def _rule_faults(state: str, rules: tuple[Rule, ...]) -> Iterator[str]:
    for at, rule in enumerate(rules):
        if not rule.cites:
            yield f'a rule of state "{state}" names no clause'
        for other in rules[at + 1 :]:
            both = rule.on & other.on
            if both:
                names = _some({cite.clause for cite in (*rule.cites, *other.cites)})
                yield f'two rules of state "{state}" both speak on {len(both)} cells: {names}'


def undecided(ruleset: Ruleset, wager: Wager) -> Iterator[str]:
    """Yield a fault if there are states from which no run of outcomes that can come decides the
    bet. If there is none, every bet is decided with probability one, since the chain is finite."""
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
        waiting += [each for each in after[at] if each not in after]
    before: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for at, to in after.items():
        for each in to:
            before.setdefault(each, []).append(at)
    waiting = [*decided]
    while waiting:
        more = {*before.get(waiting.pop(), ())} - decided
        decided |= more
        waiting += more
    stuck = {state for state, _ in after.keys() - decided}
    if stuck:
        yield f"it may never be decided from: {_some(repr(state) for state in stuck)}"


def _steps(
    space: Space, wager: Wager, state: str, context: int
) -> tuple[set[tuple[str, int]], bool]:
    """Return where one trial can take a bet, and whether it can decide it."""
    width = len(space.outcomes)
    can_come = sum(1 << at for at, weight in enumerate(space.weights) if weight)
    row = can_come << context * width
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
    drawn = [spot for area in ruleset.layout for spot in area.spots]
    for spot in dict.fromkeys(drawn):
        if spot not in spots:
            yield f'the layout has a spot "{spot}" for no wager'
        if drawn.count(spot) > 1:
            yield f'the layout has the spot "{spot}" twice'
    if not ruleset.law.only_these:
        yield "no clause says which wagers there are"
    parts = (ruleset.law, ruleset.cycle, ruleset.choices, ruleset.procedure)
    yield from _missing(parts, clause_exists)
    yield from _procedure_faults(ruleset)


def _procedure_faults(ruleset: Ruleset) -> Iterator[str]:
    """Yield what people do, where it names a wager or a role that nobody has."""
    procedure = ruleset.procedure
    if procedure is None:
        return
    turn, coupons = procedure.turn, procedure.making.coupons
    named = [*(coupons.wagers if coupons else ()), *(turn.stake if turn else ())]
    named += turn.only_for.wagers if turn and turn.only_for else ()
    for wager in dict.fromkeys(named):
        if not ruleset.named(wager):
            yield f'the procedure names a wager "{wager}" there is not'
    calls = [reason.callers for reason in procedure.trial.reasons if reason.callers is not None]
    calls += [turn.order.authority] if turn else []
    for authority in dict.fromkeys(calls):
        if not authority.roles:
            yield "somebody must call it, and nobody may"
    keys = [reason.key for reason in procedure.trial.reasons]
    if len(set(keys)) < len(keys):
        yield "a reason for a void trial stands twice"


def _floor_faults(ruleset: Ruleset, listed: Ruleset) -> Iterator[str]:
    floor = listed.payouts()
    for key, payout in ruleset.payouts().items():
        least = floor.get(key)
        if least is None:
            continue
        if least.law.free:
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
