"""What a seat may do now, and for which amounts; or why not.

``decide`` is the only legality check: nothing is decided here a second time. This module computes
what to try: the least amount within the text, the posted limits, the odds multiple and the rail.
All amounts from the least to the most, by one step, are accepted.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from math import ceil, gcd, lcm
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from lammer.core.legality import Code, Refusal, wins_in
from lammer.core.wager import Part, Wager, Win
from lammer.house.house import posted, posted_for_itself
from lammer.table.apply import apply_all
from lammer.table.bets.amounts import base_of, most_odds, odds_cap
from lammer.table.bets.change import bars_replacing
from lammer.table.commands import (
    Accept,
    BuyIn,
    CallBet,
    CashOut,
    Command,
    Coupon,
    Decline,
    Leave,
    MakeBet,
    PassOn,
    Reduce,
    Remove,
    Seed,
    Sit,
    verb_for,
)
from lammer.table.decide import decide
from lammer.table.refusals import MOST_CENTS
from lammer.table.rules import Rules
from lammer.table.state import Bet, Seat, TableState

_SOME_SEED = "7"


class Range(NamedTuple):
    """Amounts in cents: the least, the most, and the step between them. ``limit`` is the code of
    the refusal of one step more, if there is one."""

    least: int
    most: int
    step: int
    limit: Code | None = None


May = Range | Refusal | None
"""Amounts for which it may be done; a refusal; or None if it may be done without an amount."""


class BetActions(NamedTuple):
    """What may be done with a bet that is up. ``reduce`` has the stakes it may be reduced to,
    ``coupon`` the match play that may be laid with it."""

    remove: Refusal | None
    reduce: Range | Refusal
    on: Refusal | None
    off: Refusal | None
    coupon: Range | Refusal


class Legal(NamedTuple):
    """What a seat may do. ``bets`` has what may be added now to each wager of the house and to
    each bet that is up, by name; ``leave_up`` those that may be left up when they win; ``bound``
    the bets that are up and may be taken down, but then not be put back; ``max_odds`` the bets, one
    after the other, that put the most odds on everything that takes them; ``verbs`` all other
    commands of a player, by verb.

    For a spectator (``seat`` None) ``bets`` has the limits of each wager at this house, with a most
    of 0 for none. ``not_offered`` are the wagers of the law that the house does not offer. ``crew``
    is what the crew may enter now.
    """

    seat: int | None
    bets: Mapping[str, Range | Refusal]
    up: Mapping[str, BetActions]
    verbs: Mapping[str, May]
    leave_up: tuple[str, ...]
    not_offered: tuple[str, ...]
    crew: Mapping[str, Refusal | None] = MappingProxyType({})
    bound: tuple[str, ...] = ()
    max_odds: tuple[tuple[str, int], ...] = ()


class _Grid(NamedTuple):
    """The stakes of a wager regardless of the rail and the odds multiple: multiples of ``step``
    from ``least`` on, to ``most`` if there is one; ``charge`` is the vigorish for each cent, if it
    is taken when the bet is made."""

    step: int
    least: int
    most: int | None
    charge: Fraction


class _RulesCache(NamedTuple):
    """What was computed for a house's rules; valid at all its tables."""

    grids: dict[tuple[str, str | None], _Grid]
    stays: dict[str, bool]


_CACHES: WeakKeyDictionary[Rules, _RulesCache] = WeakKeyDictionary()


def legal(table: TableState, seat: int | None, now: datetime) -> Legal:
    """Return what this seat may do now; for None, the limits that everybody may see.

    >>> from lammer.table.log import EPOCH
    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 10000}).table
    >>> found = legal(table, 1, EPOCH)
    >>> found.bets["place-6"]
    Range(least=600, most=9600, step=600, limit='not-enough-chips')
    >>> found.bets["come"].code, found.verbs["accept-dice"], found.verbs["roll"].code
    ('wrong-time', None, 'no-shooter')
    """
    rules = table.rules
    law = rules.house.law
    not_offered = tuple({w.key: 0 for w in law.wagers if w.key not in rules.wagers})
    if seat is None:
        offered = {wager.key: posted_range(rules, wager) for wager in rules.wagers.values()}
        return Legal(None, offered, {}, {}, (), not_offered)
    there = table.seats.get(seat)
    place = there if there is not None else Seat(seat, "", {})
    bets: dict[str, Range | Refusal] = {}
    leave_up: list[str] = []
    for wager in rules.wagers.values():
        found = _addable(table, place, wager)
        bets[wager.key] = found
        if not isinstance(found, Refusal) and _may_be_left_up(table, seat, wager.key, found.least):
            leave_up.append(wager.key)
    for name in place.bets:
        if name not in bets:
            refused = _refused(decide(table, MakeBet(seat, name, rules.pay_unit), now))
            assert refused is not None, f"{name} was added to after it had moved"
            bets[name] = refused
    up = {name: _bet_actions(table, place, name, bet) for name, bet in place.bets.items()}
    bound = tuple(
        name
        for name, bet in place.bets.items()
        if bars_replacing(rules.wagers[bet.wager], bet) and up[name].remove is None
    )
    verbs = _verbs(table, place, now)
    return Legal(
        seat,
        bets,
        up,
        verbs,
        tuple(leave_up),
        not_offered,
        bound=bound,
        max_odds=_max_odds(table, seat, bets),
    )


def max_odds(table: TableState, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the bets, as wager and cents, that put the most odds on everything of the seat that
    takes them, in the order of the layout and out of one rail.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 4000})
    >>> _ = run.do({"do": "accept-dice", "seat": 1})
    >>> _ = run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    >>> max_odds(run.table, 1)
    ()
    >>> _ = run.do({"do": "roll", "dice": [2, 4]})
    >>> max_odds(run.table, 1)
    (('pass-odds', 3000),)
    """
    place = table.seats[seat]
    odds = (wager for wager in table.rules.wagers.values() if wager.behind is not None)
    return _max_odds(table, seat, {wager.key: _addable(table, place, wager) for wager in odds})


def _max_odds(
    table: TableState, seat: int, bets: Mapping[str, Range | Refusal]
) -> tuple[tuple[str, int], ...]:
    """Return the same, given what may be added to each wager."""
    found: list[tuple[str, int]] = []
    for key, may in bets.items():
        wager = table.rules.wagers.get(key)
        if wager is None or wager.behind is None or isinstance(may, Refusal):
            continue
        now = _addable(table, table.seats[seat], wager) if found else may
        if isinstance(now, Refusal):
            continue
        made = decide(table, MakeBet(seat, key, now.most))
        assert not isinstance(made, Refusal), made
        table = apply_all(table, made)
        found.append((key, now.most))
    return tuple(found)


def as_data(legal: Legal) -> dict[str, Any]:
    """Return what may be done, for the wire.

    ``why`` has each refusal once, as [code, detail, clauses]. Everywhere else what may be done is
    ``true``, or [least, most, step] in cents, with the code of the refusal of one step more as a
    fourth if that is a limit and not the rail; what may not be done is the index of its refusal in
    ``why``.

    ``bet`` has these by the name of a wager or of a bet that is up; ``up`` by bet and then by
    ``remove``, ``reduce`` (the stake it may be reduced to), ``on``, ``off``, ``coupon``; ``do`` and
    ``crew`` by verb. ``leave_up``, ``bound`` and ``not_offered`` are lists of names,
    ``max_odds`` is one of [wager, cents]. Empty ones are omitted.

    >>> from lammer.table.log import EPOCH
    >>> from lammer.table.run import Run
    >>> data = as_data(legal(Run.at("nj-2011", rails={1: 10000}).table, 1, EPOCH))
    >>> data["bet"]["place-6"], data["do"]["leave"], data["why"][data["do"]["roll"]][0]
    ([600, 9600, 600], True, 'no-shooter')
    """
    places: dict[Refusal, int] = {}

    def encoded(answer: May) -> Any:
        if isinstance(answer, Refusal):
            return places.setdefault(answer, len(places))
        if answer is None:
            return True
        return list(answer[:3] if answer.limit in (None, "not-enough-chips") else answer)

    data: dict[str, Any] = {
        "seat": legal.seat,
        "bet": {name: encoded(each) for name, each in legal.bets.items()},
        "up": {
            name: {key: encoded(each) for key, each in up._asdict().items()}
            for name, up in legal.up.items()
        },
        "do": {verb: encoded(each) for verb, each in legal.verbs.items()},
        "crew": {verb: encoded(each) for verb, each in legal.crew.items()},
        "leave_up": list(legal.leave_up),
        "bound": list(legal.bound),
        "max_odds": [list(each) for each in legal.max_odds],
        "not_offered": list(legal.not_offered),
        "why": [],
    }
    data["why"] = [[each.code, each.detail, list(each.clauses)] for each in places]
    return {key: value for key, value in data.items() if key == "seat" or value}


def _refused(decision: object) -> Refusal | None:
    return decision if isinstance(decision, Refusal) else None


# Bets


def _addable(table: TableState, seat: Seat, wager: Wager) -> Range | Refusal:
    """Return what may be added to a wager now."""
    if wager.breakdown is not None:
        return _addable_in_parts(table, seat, wager)
    rules, bet = table.rules, seat.bets.get(wager.key)
    base = base_of(seat, wager) if wager.behind is not None else None
    grid = _grid(rules, wager, None if base is None else base.state)
    there = 0 if bet is None else bet.stake
    first = _up_to_step(max(grid.least, there + 1), grid.step)
    refused = _refused(decide(table, MakeBet(seat.number, wager.key, first - there)))
    if refused is not None:
        return refused
    most: int | None = grid.most
    code: Code = "over-maximum"
    if base is not None:
        most, code = _most_odds(rules, wager, grid, base)
    return _with_chips(table, seat, wager, grid, bet, first, most, code)


def _addable_in_parts(table: TableState, seat: Seat, wager: Wager) -> Range | Refusal:
    """Return what may be bet on a wager that is put down as two, given what is up on its parts."""
    rules = table.rules
    there = {part.wager: bet.stake for part in _parts(wager) if (bet := seat.bets.get(part.wager))}
    grid = _grid_of_parts(rules, wager, there)
    refused = _refused(decide(table, MakeBet(seat.number, wager.key, grid.least)))
    if refused is not None:
        return refused
    return _with_chips(table, seat, wager, grid, None, grid.least, grid.most, "over-maximum")


def _parts(wager: Wager) -> tuple[Part, ...]:
    return wager.breakdown.parts if wager.breakdown is not None else ()


def _grid_of_parts(rules: Rules, wager: Wager, there: Mapping[str, int]) -> _Grid:
    """Return the grid of a wager that is put down as two: the amounts that its own text and every
    part accept, with so much on the parts already."""
    own = _own_grid(rules, wager, None, posted_for_itself(wager, rules.house.elections))
    step, least, most = own.step, own.least, own.most
    for part in _parts(wager):
        grid, up = _grid(rules, rules.wagers[part.wager], None), there.get(part.wager, 0)
        step = lcm(step, int(grid.step / part.share))
        least = max(least, ceil((grid.least - up) / part.share))
        if grid.most is not None:
            room = int((grid.most - up) / part.share)
            most = room if most is None else min(most, room)
    top = None if most is None else most // step * step
    return _Grid(step, _up_to_step(least, step), top, Fraction(0))


def _with_chips(
    table: TableState,
    seat: Seat,
    wager: Wager,
    grid: _Grid,
    bet: Bet | None,
    first: int,
    most: int | None,
    code: Code,
) -> Range:
    """Return the range of what may be added, from ``first`` in total up to what limit and rail
    allow."""
    rules, has = table.rules, table.rail(seat.number)
    there, charged = (0, 0) if bet is None else (bet.stake, bet.charged)

    def needed(total: int) -> int:
        due = rules.charge(wager, total) - charged if grid.charge else 0
        return total - there + due

    free = has - seat.owed
    last = _down_to_step(free + there, grid.step)
    if grid.charge:
        last = _down_to_step(int((free + there + charged) / (1 + grid.charge)), grid.step)
        while needed(last) > free:
            last -= grid.step
        while needed(last + grid.step) <= free:
            last += grid.step
    if most is not None and last + grid.step > most:
        return Range(first - there, min(last, most) - there, grid.step, code)
    code = "owes-vigorish" if needed(last + grid.step) <= has else "not-enough-chips"
    return Range(first - there, last - there, grid.step, code)


def _most_odds(rules: Rules, wager: Wager, grid: _Grid, base: Bet) -> tuple[int, Code]:
    """Return the most odds behind a bet and the code of the limit: the multiple, or the posted
    maximum, which takes away nothing a player has a right to."""
    cap, step, _ = odds_cap(rules, wager, base)
    allowed = most_odds(rules, wager, base)
    code: Code = "over-maximum" if allowed < cap else "over-odds-limit"
    up = rules.house.elections.round_up_odds
    most = (-(-allowed // step) if up else allowed // step) * step
    if grid.most is not None and grid.most < most:
        return grid.most, "over-maximum"
    return int(most) // grid.step * grid.step, code


def _cache_of(rules: Rules) -> _RulesCache:
    found = _CACHES.get(rules)
    if found is None:
        found = _CACHES[rules] = _RulesCache({}, {})
    return found


def _grid(rules: Rules, wager: Wager, state: str | None) -> _Grid:
    """Return the grid of a wager; of odds, behind a bet on that number."""
    grids = _cache_of(rules).grids
    found = grids.get((wager.key, state))
    if found is None:
        found = grids[wager.key, state] = _new_grid(rules, wager, state)
    return found


def _new_grid(rules: Rules, wager: Wager, state: str | None) -> _Grid:
    if wager.breakdown is not None:
        return _grid_of_parts(rules, wager, {})
    return _own_grid(rules, wager, state, posted(wager, rules.house.elections))


def _own_grid(
    rules: Rules, wager: Wager, state: str | None, ends: tuple[int | None, int | None]
) -> _Grid:
    unit, limits = rules.pay_unit, wager.limits
    steps = [_payable_step(win, unit) for win in wins_in(rules.ruleset, wager, state)]
    if wager.unit is not None:
        steps.append(wager.unit.parts * unit)
    least, most = unit, None
    if limits is not None:
        steps.append(limits.step_cents)
        least, most = limits.min_cents, limits.max_cents
    low, high = ends
    if low is not None:
        least = max(least, low)
    if high is not None and wager.behind is None:
        most = high if most is None else min(most, high)
    vig, charge = rules.vig(wager), Fraction(0)
    if vig is not None and wager.vig is not None and vig.rate:
        (payout,) = wager.payouts()
        each = vig.charge(payout.odds)
        if not wager.vig.to_the_cent:
            least = max(least, ceil(unit / each))
        charge = each if vig.when == "bet" else charge
    step = lcm(*steps)
    top = None if most is None else most // step * step
    return _Grid(step, _up_to_step(least, step), top, charge)


def _payable_step(win: Win, unit: int) -> int:
    """Return the divisor of the stakes whose win can be paid in whole units."""
    pays = win.share * win.payout.odds.fraction
    if not win.payout.law.payable:
        return pays.denominator
    whole = unit * pays.denominator
    return lcm(unit, whole // gcd(whole, pays.numerator))


def _up_to_step(amount: int, step: int) -> int:
    return -(-amount // step) * step


def _down_to_step(amount: int, step: int) -> int:
    return amount // step * step


def _may_be_left_up(table: TableState, seat: int, wager: str, least: int) -> bool:
    """Return whether a bet that may be made may be left up. Cached, since it depends on the wager
    only."""
    stays = _cache_of(table.rules).stays
    found = stays.get(wager)
    if found is None:
        asked = decide(table, MakeBet(seat, wager, least, leave_up=True))
        found = stays[wager] = not isinstance(asked, Refusal)
    return found


def posted_range(rules: Rules, wager: Wager, state: str | None = None) -> Range:
    """Return the range of a wager at this house; of odds, behind a bet on that number. A most of 0
    means none.

    >>> from lammer.table.run import Run
    >>> rules = Run.at("nj-2011", rails={}).table.rules
    >>> posted_range(rules, rules.wagers["place-6"])[:3]
    (600, 0, 600)
    """
    grid = _grid(rules, wager, state)
    limit: Code | None = None if grid.most is None else "over-maximum"
    return Range(grid.least, grid.most or 0, grid.step, limit)


def main_range(rules: Rules) -> Range:
    """Return the limits by which people choose a table: those of the wagers of which a holder must
    have one; otherwise of those that come first on the layout, without odds.

    >>> from lammer.table.run import Run
    >>> main_range(Run.at("nj-2001", rails={}).table.rules)[:2]
    (100, 0)
    """
    found = [posted_range(rules, wager) for wager in _main_wagers(rules)]
    most = max(each.most for each in found) if all(each.most for each in found) else 0
    step = min(each.step for each in found)
    return Range(min(each.least for each in found), most, step, "over-maximum" if most else None)


def _main_wagers(rules: Rules) -> list[Wager]:
    turn, wagers = rules.procedure.turn, rules.ruleset.wagers
    stake = () if turn is None else turn.stake
    found = [wager for wager in wagers if wager.key in stake]
    for area in rules.ruleset.layout:
        found = found or [w for w in wagers if w.spot in area.spots and w.behind is None]
    return found


# Bets that are up


def _bet_actions(table: TableState, seat: Seat, name: str, bet: Bet) -> BetActions:
    number = seat.number
    return BetActions(
        remove=_refused(decide(table, Remove(number, name))),
        reduce=_reducible(table, seat, name, bet),
        on=_refused(decide(table, CallBet(number, name, True))),
        off=_refused(decide(table, CallBet(number, name, False))),
        coupon=_coupon_range(table, seat, name, bet),
    )


def _reducible(table: TableState, seat: Seat, name: str, bet: Bet) -> Range | Refusal:
    """Return the stakes that a bet may be reduced to."""
    rules = table.rules
    wager = rules.wagers[bet.wager]
    base = base_of(seat, wager)
    grid = _grid(rules, wager, None if base is None else base.state)
    least = _up_to_step(max(grid.least, bet.coupon), grid.step)
    most = (bet.stake - 1) // grid.step * grid.step
    by = bet.stake - most
    if least > most:
        # Nothing can remain: any part of it is refused, and a pay unit shows why.
        by = rules.pay_unit if rules.pay_unit < bet.stake else max(1, bet.stake - 1)
        by = by if by < bet.stake else bet.stake + 1
    refused = _refused(decide(table, Reduce(seat.number, name, by)))
    return refused if refused is not None else Range(least, most, grid.step)


def _coupon_range(table: TableState, seat: Seat, name: str, bet: Bet) -> Range | Refusal:
    """Return the coupons that may be laid with a bet; the one that lies there, if one does."""
    unit = table.rules.pay_unit
    found = Range(unit, bet.stake // unit * unit, unit)
    lies = seat.coupon[1] if seat.coupon is not None else bet.coupon
    if lies:
        found = Range(lies, lies, unit)
    refused = _refused(decide(table, Coupon(seat.number, name, found.least)))
    return refused if refused is not None else found


# Everything else


_COMMON: tuple[Callable[[int], Command], ...] = (
    *(Leave, Accept, Decline, PassOn),
    lambda seat: Seed(seat, _SOME_SEED),
)
"""Verbs of a player with any instrument."""


def _verbs(table: TableState, seat: Seat, now: datetime) -> dict[str, May]:
    number, thing = seat.number, table.rules.procedure.trial.thing
    found: dict[str, May] = {}
    samples = [("", make(number)) for make in _COMMON]
    samples += table.rules.instrument.player_samples(table, number)
    for how, command in samples:
        verb = f"{verb_for(type(command), thing)}{how}"
        found[verb] = _refused(decide(table, command, now))
    has = table.rail(number)
    found["buy-in"] = _refused(decide(table, BuyIn(number, 1), now)) or Range(
        1, MOST_CENTS - has, 1, "too-much"
    )
    found["cash-out"] = _refused(decide(table, CashOut(number, 1), now)) or Range(
        1, has - seat.owed, 1, "owes-vigorish" if seat.owed else "not-enough-chips"
    )
    if number not in table.seats or seat.gone:
        found["sit"] = _refused(decide(table, Sit(number, 0, seat.name), now))
    return found
