"""Meters: what a table took and paid, and the comparison with what the odds predict.

A meter is a pair of a count and a sum in cents, by key:

- ``drop`` chips bought, ``taken-away`` chips cashed in, ``trials``, ``commission`` what came to
  that account, ``coupons`` match play the bank paid;
- for each wager ``handle:KEY`` the stakes that were decided, void ones among them, ``won:KEY``
  what the bank paid on it, ``lost:KEY`` what it took, ``vig:KEY`` the vigorish charged, less
  refunds;
- for the prediction ``due:KEY`` the vigorish on the stakes decided, won or lost, and
  ``squares:KEY`` the squares of those stakes, as (multiples of ``SQUARE``, the rest).

A bet that has moved counts for its wager: come-6 is come. A bet that is taken down before it is
decided is not counted, since an edge is that of a bet left until it is decided. Bets on the same
spot that the same trial decides win and lose together, and are squared as one stake; odds are
squared for each number separately.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from lammer.core.numbers import decimal, exact_and_decimal, share, square_root
from lammer.core.wager import Move, Vig, Wager
from lammer.ledger import BANK, CAGE, COMMISSION
from lammer.odds import figure
from lammer.odds.solve import solve
from lammer.table.bets.amounts import base_of
from lammer.table.events import (
    BetDecided,
    BetLost,
    BetMade,
    BetReduced,
    BetRemoved,
    BetVoid,
    BetWon,
    Event,
    TrialEvent,
    VigorishCharged,
    VigorishCollected,
)
from lammer.table.rules import Rules
from lammer.table.state import TableState
from lammer.table.turns.corrections import corrected_trial

Meters = Mapping[str, tuple[int, int]]
SQUARE = 2**32
"""Squares of stakes are kept in two integers, so that each fits into 64 bits."""
MOST_HOUSES = 64
"""Houses whose figures are cached."""


def metered(events: Sequence[Event], before: TableState) -> dict[str, tuple[int, int]]:
    """Return what the events of one command add to the meters; ``before`` is the table before it. A
    trial that is taken back subtracts what it had added.

    >>> from lammer.table import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> bet = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    >>> run.do({"do": "accept-dice", "seat": 1}).ok
    True
    >>> pass_bet = run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 500})
    >>> before = run.table
    >>> metered(run.do({"do": "roll", "dice": [1, 2]}).events, before)["won:field"]
    (1, 500)
    """
    if len(events) == 1 and isinstance(events[0], _CHIPS) and len(events[0].moves) == 1:
        return {}  # The usual case.
    wrong = corrected_trial(before, events)
    if wrong is not None:
        counted = metered(wrong.events, wrong.before).items()
        return {key: (-times, -cents) for key, (times, cents) in counted}
    adding = _Adding()
    spots: dict[str, int] = {}
    for event in events:
        if isinstance(event, _CHIPS) and len(event.moves) == 1:
            continue  # Chips between a rail and the layout do not concern the house.
        if isinstance(event, TrialEvent):
            adding.add("trials", 0)
        wager = _wager_of(before.rules, event)
        _money(adding, event, wager)
        if wager is not None and isinstance(event, BetWon | BetLost | BetVoid):
            line = _decided(adding, event, wager, before)
            spots[line] = spots.get(line, 0) + event.stake
    for line, stake in spots.items():
        whole, rest = divmod(stake * stake, SQUARE)
        adding.add(f"squares:{line.partition(' ')[0]}", rest, whole)
    return adding.found


_CHIPS = (BetMade, BetRemoved, BetReduced)
"""Events that move a player's own chips, and nothing else unless there is vigorish."""


class _Adding:
    """Meters being added up."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, int]] = {}

    def add(self, key: str, cents: int, times: int = 1) -> None:
        before = self.found.get(key, (0, 0))
        self.found[key] = before[0] + times, before[1] + cents


def _wager_of(rules: Rules, event: Event) -> Wager | None:
    """Return the wager that an event is about, if the table has it; for come-6 it is come."""
    name = event.bet_name
    if name is None:
        return None
    moved = rules.moved_wager(name)
    return rules.wagers.get(name) if moved is None else moved[0]


def _money(adding: _Adding, event: Event, wager: Wager | None) -> None:
    """Count the chips of an event by the accounts of the house."""
    charged = event.charge if isinstance(event, VigorishCharged) else 0
    coupon = event.coupon if isinstance(event, BetWon) else 0
    apart = isinstance(event, VigorishCharged | VigorishCollected)
    paid = taken = 0
    for source, target, cents in event.moves:
        if source == CAGE:
            adding.add("drop", cents)
        elif target == CAGE:
            adding.add("taken-away", cents)
        elif COMMISSION in (source, target):
            signed = cents if target == COMMISSION else -cents
            adding.add("commission", signed, int(signed > 0))
            charged += 0 if apart else signed
        paid += cents if source == BANK else 0
        taken += cents if target == BANK else 0
    if wager is None:
        return
    if charged:
        adding.add(f"vig:{wager.key}", charged, int(charged > 0))
    if coupon:
        adding.add("coupons", coupon)
    if paid - coupon:
        adding.add(f"won:{wager.key}", paid - coupon)
    if taken:
        adding.add(f"lost:{wager.key}", taken)


def _decided(adding: _Adding, event: BetDecided, wager: Wager, before: TableState) -> str:
    """Count a stake that was decided; return the key its square is added under, with its spot."""
    rules, stake, name = before.rules, event.stake, event.wager
    adding.add(f"handle:{wager.key}", stake)
    seat = before.seats.get(event.seat)
    bet = seat.bets.get(name) if seat is not None else None
    vig = rules.vig(wager)
    if vig is not None:
        at_first = bet.charged if bet is not None else 0
        adding.add(
            f"due:{wager.key}", at_first if vig.when == "bet" else rules.charge(wager, stake)
        )
    if wager.behind is None or seat is None:
        return f"{wager.key} {name}"
    base = base_of(seat, wager)
    return f"{wager.key}@{base.state if base is not None else wager.behind.states[0]}"


# Reports


class _Worth(NamedTuple):
    """What one cent on a wager is worth, from being made to being decided: the house's mean share
    without vigorish, how often the vigorish due is paid, the edge with both, the variance."""

    edge: Fraction
    pays_vig: Fraction
    whole_edge: Fraction
    variance: Fraction


_WORTH: dict[tuple[str, str, str, str], dict[str, _Worth]] = {}
_LOCK = Lock()


def report(rules: Rules, meters: Meters) -> dict[str, Any]:
    """Return what a table won, and what the exact edges under its elections predict.

    Amounts are cents. ``win`` is what the house won, bank and vigorish together; ``hold`` is its
    share of the drop; ``theoretical`` is each wager's handle times its edge, with the vigorish as
    charged, rounded. ``difference`` is win without coupons, which are gifts, less theoretical;
    ``deviation`` is its standard deviation, and ``deviations`` the quotient: up to two is
    ordinary, more than four is not chance. Wagers are treated as independent, which those on one
    roll are only approximately.

    A number that is not an integer is {"exact": fraction, "decimal": text}.

    >>> from lammer.table import Run
    >>> rules = Run.at("nj-2011", rails={}).table.rules
    >>> found = report(rules, {"handle:pass": (10, 49500), "lost:pass": (10, 49500)})
    >>> found["win"], found["theoretical"]
    (49500, {'exact': '700', 'decimal': '700.000000'})
    """
    counted = (key for key, pair in meters.items() if any(pair))
    keys = sorted({key.partition(":")[2] for key in counted if key.startswith(_OF_A_WAGER)})
    lines = {key: _line(rules, rules.wagers[key], meters) for key in keys if key in rules.wagers}
    totals = _totals(meters, lines.values())
    shown = {key: _shown(line) for key, line in lines.items()}
    law = rules.house.law
    return {"rules": law.key, "game": law.game, **_shown_totals(totals), "wagers": shown}


_OF_A_WAGER = ("handle:", "won:", "lost:", "vig:")


def together(reports: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the report of several tables together.

    >>> from lammer.table import Run
    >>> rules = Run.at("nj-2011", rails={}).table.rules
    >>> found = report(rules, {"drop": (1, 10000), "handle:pass": (1, 495), "lost:pass": (1, 495)})
    >>> both = together([found, found])
    >>> both["win"], both["hold"]["exact"], both["theoretical"]["exact"]
    (990, '99/2000', '14')
    """
    whole = dict.fromkeys(_SUMMED, 0)
    theoretical = variance = Fraction(0)
    for each in reports:
        for key in _SUMMED:
            whole[key] += each[key]
        theoretical += Fraction(each["theoretical"]["exact"])
        variance += Fraction(each["variance"])
    return _shown_totals(_Totals(whole, theoretical, variance))


_SUMMED = (
    *("drop", "taken_away", "trials", "decided", "handle"),
    *("win", "won", "lost", "vig", "coupons", "commission"),
)


class _Line(NamedTuple):
    """One wager: the stakes decided on it, what the house won, and what it was expected to win."""

    times: int
    handle: int
    won: int
    lost: int
    vig: int
    edge: Fraction
    theoretical: Fraction
    variance: Fraction

    @property
    def win(self) -> int:
        return self.lost - self.won + self.vig


class _Totals(NamedTuple):
    whole: Mapping[str, int]
    theoretical: Fraction
    variance: Fraction


def _line(rules: Rules, wager: Wager, meters: Meters) -> _Line:
    key = wager.key
    times, handle = meters.get(f"handle:{key}", (0, 0))
    won, lost, vig, due = (
        meters.get(f"{each}:{key}", (0, 0))[1] for each in ("won", "lost", "vig", "due")
    )
    if wager.behind is None:
        worth = _worth(rules, wager, None)
        theoretical = handle * worth.edge + due * worth.pays_vig
        variance = _squares(meters, key) * worth.variance
        return _Line(times, handle, won, lost, vig, worth.whole_edge, theoretical, variance)
    each_edge = {state: _worth(rules, wager, state) for state in wager.behind.states}
    variance = sum(
        (_squares(meters, f"{key}@{state}") * each.variance for state, each in each_edge.items()),
        Fraction(0),
    )
    # True odds: an edge of zero on each number.
    (edge,) = {each.edge for each in each_edge.values()}
    return _Line(times, handle, won, lost, vig, edge, handle * edge, variance)


def _squares(meters: Meters, key: str) -> int:
    whole, rest = meters.get(f"squares:{key}", (0, 0))
    return whole * SQUARE + rest


def _totals(meters: Meters, lines: Iterable[_Line]) -> _Totals:
    found = tuple(lines)
    coupons = meters.get("coupons", (0, 0))[1]
    whole = {
        "drop": meters.get("drop", (0, 0))[1],
        "taken_away": meters.get("taken-away", (0, 0))[1],
        "trials": meters.get("trials", (0, 0))[0],
        "decided": sum(line.times for line in found),
        "handle": sum(line.handle for line in found),
        "win": sum(line.win for line in found) - coupons,
        "won": sum(line.won for line in found),
        "lost": sum(line.lost for line in found),
        "vig": sum(line.vig for line in found),
        "coupons": coupons,
        "commission": meters.get("commission", (0, 0))[1],
    }
    theoretical = sum((line.theoretical for line in found), Fraction(0))
    return _Totals(whole, theoretical, sum((line.variance for line in found), Fraction(0)))


def _shown_totals(totals: _Totals) -> dict[str, Any]:
    whole = dict(totals.whole)
    hold = Fraction(whole["win"], whole["drop"]) if whole["drop"] else None
    play = whole["win"] + whole["coupons"]
    return {
        **whole,
        "hold": None if hold is None else share(hold, 1),
        **_against(play, totals.theoretical, totals.variance),
    }


def _shown(line: _Line) -> dict[str, Any]:
    return {
        "decided": line.times,
        "handle": line.handle,
        "won": line.won,
        "lost": line.lost,
        "vig": line.vig,
        "win": line.win,
        "edge": share(line.edge),
        **_against(line.win, line.theoretical, line.variance),
    }


def _against(win: int, theoretical: Fraction, variance: Fraction) -> dict[str, Any]:
    """Return a win beside its expectation, and how far apart they are."""
    deviation = square_root(variance)
    difference = win - theoretical
    return {
        "theoretical": exact_and_decimal(theoretical),
        "difference": exact_and_decimal(difference),
        "variance": decimal(variance),
        "deviation": decimal(deviation),
        "deviations": decimal(difference / deviation, 2) if deviation else None,
    }


def _worth(rules: Rules, wager: Wager, state: str | None) -> _Worth:
    """Return what a wager is worth at this house. Cached for houses with equal elections."""
    law = rules.house.law
    house = law.digest, law.key, law.game, repr(rules.house.elections)
    with _LOCK:
        if house not in _WORTH and len(_WORTH) >= MOST_HOUSES:
            _WORTH.clear()
        known = _WORTH.setdefault(house, {})
    line = wager.key if state is None else f"{wager.key}@{state}"
    found = known.get(line)
    if found is None:
        found = known[line] = (
            _alone(rules, wager) if state is None else _odds_behind(rules, wager, state)
        )
    return found


def _alone(rules: Rules, wager: Wager) -> _Worth:
    plain = figure(rules.ruleset, wager)
    vig: Vig | None = rules.vig(wager)
    if vig is None:
        edge = plain.edge_per_bet_made
        return _Worth(edge, Fraction(0), edge, plain.variance)
    charged = figure(rules.ruleset, wager, vig)
    pays = Fraction(1) if vig.when == "bet" else plain.p_win
    return _Worth(plain.edge_per_bet_made, pays, charged.edge_per_bet_made, charged.variance)


def _odds_behind(rules: Rules, wager: Wager, state: str) -> _Worth:
    """The same for odds behind a bet on its number, made while the point is that number if
    possible."""
    contexts = rules.ruleset.space.contexts
    context = state if state in contexts and state in wager.offer.contexts else None
    solved = solve(rules.ruleset.space, wager, context or wager.offer.contexts[0])
    mean = square = Fraction(0)
    for _, rule, chance in solved.decided:
        assert not isinstance(rule.effect, Move)
        mean += chance * rule.effect.net
        square += chance * rule.effect.net**2
    return _Worth(-mean, Fraction(0), -mean, square - mean**2)
