"""A second opinion on the exact odds of craps, written from the regulations alone.

No wager is solved as a chain of states here. One-roll wagers are counted over the 36 rolls; a
race "this before that" is a ratio of ways, and its length one over the chance that it ends; the
bonus wagers are races of exponential clocks (integrals of polynomials) beside inclusion and
exclusion; the fire bet is a coupon collection by inclusion and exclusion, checked by walking
every order of points; the shooter's hand is a generating function.

The sheet leaves out what is display or bookkeeping: clause, pays, digest.

>>> sheet("nj-2011", "craps")[0]["edge_per_bet_made"]
'7/495'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

Entry = dict[str, object]

ROLLS = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
WAYS = {total: sum(1 for roll in ROLLS if sum(roll) == total) for total in range(2, 13)}
BOX = (4, 5, 6, 8, 9, 10)
HARD_HOPS = ((2, 2), (3, 3), (4, 4), (5, 5))
EASY_HOPS = (
    *((1, 3), (1, 4), (2, 3), (1, 5), (2, 4), (1, 6), (2, 5), (3, 4)),
    *((2, 6), (3, 5), (3, 6), (4, 5), (4, 6)),
)

# Winnings on one unit, as the payout lists print them; 4 pays as 10, 5 as 9, 6 as 8.
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
PLACE_LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
BUY = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
LAY = {4: Fraction(1, 2), 5: Fraction(2, 3), 6: Fraction(5, 6)}
HARDWAY = {4: 7, 6: 9, 8: 9, 10: 7}
SINGLE = {2: 30, 3: 15, 11: 15, 12: 30}
ANY_CRAPS = 7
ANY_SEVEN = 4
FIRE_TABLES = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}
BONUS = {
    "all-small": (tuple(range(2, 7)), 34),
    "all-or-nothing": ((*range(2, 7), *range(8, 13)), 175),
    "all-tall": (tuple(range(8, 13)), 34),
}

VIG_RATE = Fraction(1, 20)
MULTIPLES: dict[str, Mapping[int, int]] = {
    "1": {4: 1, 5: 1, 6: 1},
    "2": {4: 2, 5: 2, 6: 2},
    "3-4-5": {4: 3, 5: 4, 6: 5},
    "10": {4: 10, 5: 10, 6: 10},
    "100": {4: 100, 5: 100, 6: 100},
}


def low(number: int) -> int:
    """The one of 4, 5, 6 that has the same ways as a box number."""
    return min(number, 14 - number)


@dataclass(frozen=True, slots=True)
class EditionFacts:
    """What differs between the rule sets, as far as the odds can see it."""

    games: tuple[str, ...]
    fire_games: tuple[str, ...]
    bonus: bool
    place_lose_off: bool  # off on a come-out roll: Maryland only (D-02, R-03)
    vig_when: tuple[str, ...]
    lay_base: str


EDITIONS = {
    "nj-2011": EditionFacts(
        ("craps", "mini-craps", "automated-craps"),
        ("craps",),
        False,
        False,
        ("bet", "win"),
        "wager",
    ),
    "nj-2005": EditionFacts(("craps", "mini-craps"), (), False, False, ("bet",), "win"),
    "md-2013": EditionFacts(
        ("craps", "mini-craps"), ("craps", "mini-craps"), True, True, ("bet", "win"), "wager"
    ),
}


@dataclass(frozen=True, slots=True)
class BetEnd:
    """One way a bet of one unit can end: its chance, its net result, and whether it was void."""

    chance: Fraction
    net: Fraction
    void: bool = False


# From results to an entry


def entry(wager: str, results: Iterable[BetEnd], rolls: Fraction, *, off: bool = False) -> Entry:
    """The common fields; `off` says that the wager sleeps on come-out rolls."""
    ends = tuple(results)
    assert sum(end.chance for end in ends) == 1, wager
    edge = -sum((end.chance * end.net for end in ends), Fraction(0))
    decided = 1 - sum((end.chance for end in ends if end.void), Fraction(0))
    made: Entry = {
        "wager": wager,
        "p_win": str(sum((end.chance for end in ends if end.net > 0), Fraction(0))),
        "p_lose": str(sum((end.chance for end in ends if end.net < 0), Fraction(0))),
        "p_push": str(sum((end.chance for end in ends if end.net == 0), Fraction(0))),
        "edge_per_bet_made": str(edge),
        "edge_per_bet_decided": str(edge / decided),
        "edge_per_roll": str(edge / rolls),
        "rolls_to_decide": str(rolls),
        "variance": str(sum(end.chance * (end.net + edge) ** 2 for end in ends)),
    }
    if off:
        made["continuous"] = {
            "edge_per_roll": str(edge / rolls * working_share()),
            "working_share": str(working_share()),
        }
    return made


def with_vig(
    wager: str,
    gross: tuple[BetEnd, BetEnd],
    rolls: Fraction,
    base: str,
    when: str,
    *,
    off: bool,
) -> Entry:
    """A buy or lay bet. `gross` is (won, lost) at true odds, before any charge."""
    won, lost = gross
    charge = VIG_RATE * (won.net if base == "win" else 1)
    on_loss = charge if when == "bet" else Fraction(0)
    net = (
        BetEnd(won.chance, won.net - charge),
        BetEnd(lost.chance, lost.net - on_loss),
    )
    assert net[0].net > 0 > net[1].net  # so the charge cannot turn a win into a push or a loss
    made = entry(wager, net, rolls, off=off)
    made["vig"] = {"rate": str(VIG_RATE), "base": base, "when": when}
    edge = Fraction(str(made["edge_per_bet_made"]))
    made["edge_per_outlay"] = str(edge / (1 + on_loss))
    return made


# One-roll wagers: count the 36 rolls


def one_roll(wager: str, net: Callable[[int, int], Fraction | int]) -> Entry:
    return entry(wager, (BetEnd(Fraction(1, 36), Fraction(net(*r))) for r in ROLLS), Fraction(1))


def parts(wager: str, shares: Mapping[int, int], seven: int = 0) -> Entry:
    """Units spread over single totals (and any seven), each paid at its own odds."""
    units = sum(shares.values()) + seven

    def net(first: int, second: int) -> Fraction:
        total = first + second
        back = shares.get(total, 0) * (SINGLE.get(total, 0) + 1)
        if total == 7:
            back += seven * (ANY_SEVEN + 1)
        return Fraction(back - units, units)

    return one_roll(wager, net)


def field(first: int, second: int) -> int:
    total = first + second
    if total in (2, 12):
        return 2
    return 1 if total in (3, 4, 9, 10, 11) else -1


def c_and_e(first: int, second: int) -> Fraction:
    craps = ANY_CRAPS if first + second in (2, 3, 12) else -1
    eleven = SINGLE[11] if first + second == 11 else -1
    return Fraction(craps + eleven, 2)


def six_seven_eight(first: int, second: int) -> int:
    if first + second not in (6, 7, 8):
        return -1
    return 2 if first == second else 1


def one_roll_wagers() -> Iterator[Entry]:
    yield one_roll("field", field)
    yield one_roll("any-seven", lambda a, b: ANY_SEVEN if a + b == 7 else -1)
    yield one_roll("any-craps", lambda a, b: ANY_CRAPS if a + b in (2, 3, 12) else -1)
    for total in (2, 3, 12):
        yield parts(f"craps-{total}", {total: 1})
    yield parts("eleven", {11: 1})
    yield one_roll("c-and-e", c_and_e)
    horn = dict.fromkeys(SINGLE, 1)
    yield parts("horn", horn)
    for high in SINGLE:
        yield parts(f"horn-high-{high}", {**horn, high: 2})
    yield parts("whirl", horn, seven=1)
    for hop in (*HARD_HOPS, *EASY_HOPS):
        pays = 30 if hop in HARD_HOPS else 15

        def net(a: int, b: int, hop: tuple[int, int] = hop, pays: int = pays) -> int:
            return pays if (min(a, b), max(a, b)) == hop else -1

        yield one_roll(f"hop-{hop[0]}-{hop[1]}", net)
    yield one_roll("six-seven-eight", six_seven_eight)


# Line and come wagers, place, buy, lay, hardways: conditional chances


def race(wins: int, losses: int) -> tuple[Fraction, Fraction]:
    """Chance that `wins` ways come before `losses` ways, and the mean number of rolls."""
    return Fraction(wins, wins + losses), Fraction(36, wins + losses)


def line_rolls() -> Fraction:
    return sum((Fraction(WAYS[n], 36) * race(WAYS[n], WAYS[7])[1] for n in BOX), Fraction(1))


def working_share() -> Fraction:
    """The long-run share of rolls that are not come-out rolls: all but one in a line cycle."""
    return 1 - 1 / line_rolls()


def line(wager: str, *, dont: bool) -> Entry:
    """Pass, come and their opposites: the come-out (or first) roll, then one race a point."""
    sign = -1 if dont else 1
    results = [BetEnd(Fraction(WAYS[t], 36), Fraction(sign)) for t in (7, 11)]
    results += [BetEnd(Fraction(WAYS[t], 36), Fraction(-sign)) for t in (2, 3)]
    twelve = Fraction(WAYS[12], 36)
    results.append(BetEnd(twelve, Fraction(0), void=True) if dont else BetEnd(twelve, Fraction(-1)))
    for n in BOX:
        made = race(WAYS[n], WAYS[7])[0]
        results.append(BetEnd(Fraction(WAYS[n], 36) * made, Fraction(sign)))
        results.append(BetEnd(Fraction(WAYS[n], 36) * (1 - made), Fraction(-sign)))
    full = entry(wager, results, line_rolls())
    flat_loss = Fraction(str(full["edge_per_bet_made"]))  # odds are fair and add nothing to it
    full["with_odds"] = [odds(name, by, flat_loss, dont=dont) for name, by in MULTIPLES.items()]
    return full


def odds(name: str, by_point: Mapping[int, int], flat_loss: Fraction, *, dont: bool) -> Entry:
    """Full odds on every point; on the don't side the multiple counts the winnings, 1.6(b), (e)."""
    total = Fraction(1)
    for n in BOX:
        multiple = by_point[low(n)]
        stake = multiple / LAY[low(n)] if dont else Fraction(multiple)
        made = race(WAYS[n], WAYS[7])[0]
        wins = (1 - made) * stake * LAY[low(n)] if dont else made * stake * BUY[low(n)]
        assert wins == stake * (made if dont else 1 - made)
        total += Fraction(WAYS[n], 36) * stake
    return {"multiple": name, "edge": str(flat_loss / total), "mean_total_wager": str(total)}


def against_seven(
    number: int, pays: Fraction, *, lose: bool
) -> tuple[tuple[BetEnd, BetEnd], Fraction]:
    wins, losses = (WAYS[7], WAYS[number]) if lose else (WAYS[number], WAYS[7])
    chance, rolls = race(wins, losses)
    return (BetEnd(chance, pays), BetEnd(1 - chance, Fraction(-1))), rolls


def place_wagers(edition: EditionFacts) -> Iterator[Entry]:
    for n in BOX:
        results, rolls = against_seven(n, PLACE[low(n)], lose=False)
        yield entry(f"place-{n}", results, rolls, off=True)
    for n in BOX:
        results, rolls = against_seven(n, PLACE_LOSE[low(n)], lose=True)
        yield entry(f"place-lose-{n}", results, rolls, off=edition.place_lose_off)


def hardways() -> Iterator[Entry]:
    for n, pays in HARDWAY.items():
        chance, rolls = race(1, WAYS[n] - 1 + WAYS[7])
        results = (BetEnd(chance, Fraction(pays)), BetEnd(1 - chance, Fraction(-1)))
        yield entry(f"hard-{n}", results, rolls, off=True)


def buy_and_lay(edition: EditionFacts) -> Iterator[Entry]:
    for n in BOX:
        results, rolls = against_seven(n, BUY[low(n)], lose=False)
        for when in edition.vig_when:
            yield with_vig(f"buy-{n}", results, rolls, "wager", when, off=True)
    for n in BOX:
        results, rolls = against_seven(n, LAY[low(n)], lose=True)
        for when in edition.vig_when:
            yield with_vig(f"lay-{n}", results, rolls, edition.lay_base, when, off=False)


# Fire bet: which different points are made before the loser 7


def point_weights() -> tuple[dict[int, Fraction], Fraction]:
    """Given that a point is set: the chance that it is n and made, and that it is not made."""
    set_ways = sum(WAYS[n] for n in BOX)
    made = {n: Fraction(WAYS[n], set_ways) * race(WAYS[n], WAYS[7])[0] for n in BOX}
    return made, 1 - sum(made.values(), Fraction(0))


def subsets(items: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def fire_points() -> dict[int, Fraction]:
    """Exactly k different points. P(all made are in U) = lost / (lost + made outside U)."""
    made, lost = point_weights()
    within = {
        u: lost / (lost + sum((made[n] for n in BOX if n not in u), Fraction(0)))
        for u in subsets(BOX)
    }
    exact = dict.fromkeys(range(len(BOX) + 1), Fraction(0))
    for s in subsets(BOX):
        exact[len(s)] += sum((-1) ** (len(s) - len(u)) * within[u] for u in subsets(s))
    return exact


def fire_points_by_order() -> dict[int, Fraction]:
    """The same by the order in which new points are first made, 720 orders cut short anywhere."""
    made, lost = point_weights()
    exact = dict.fromkeys(range(len(BOX) + 1), Fraction(0))
    for count in exact:
        for order in permutations(BOX, count):
            chance, repeats = Fraction(1), Fraction(0)
            for n in order:
                chance *= made[n] / (1 - repeats)
                repeats += made[n]
            exact[count] += chance * lost / (1 - repeats)
    return exact


def fire(table: str) -> Entry:
    points = fire_points()
    pays = FIRE_TABLES[table]
    results = (BetEnd(chance, Fraction(pays.get(k, -1))) for k, chance in points.items())
    full = entry("fire", results, hand_length().mean)  # it lies until the loser 7
    full["table"] = table
    full["points"] = {str(k): str(chance) for k, chance in points.items()}
    return full


# Bonus craps: exponential clocks, one a total, ringing at a rate of its ways


def clocks_win(totals: tuple[int, ...]) -> Fraction:
    """P(every clock rings before the 7), with x = exp(-t): integral of 6 x^5 prod(1 - x^ways)."""
    polynomial = [1]
    for total in totals:
        shifted = [0] * WAYS[total] + [-c for c in polynomial]
        padded = polynomial + [0] * WAYS[total]
        polynomial = [a + b for a, b in zip(padded, shifted, strict=True)]
    return sum(
        (Fraction(WAYS[7] * c, power + WAYS[7]) for power, c in enumerate(polynomial)), Fraction(0)
    )


def missing_win(totals: tuple[int, ...]) -> Fraction:
    """The same by inclusion and exclusion over the totals still missing when the 7 comes."""
    return sum(
        ((-1) ** len(s) * race(WAYS[7], sum(WAYS[t] for t in s))[0] for s in subsets(totals)),
        Fraction(0),
    )


def mean_first_of_seven_and_last(totals: tuple[int, ...]) -> Fraction:
    """E[min(7, last of the totals)] as an alternating sum of means of first arrivals."""
    return -sum(
        ((-1) ** len(s) * race(WAYS[7], sum(WAYS[t] for t in s))[1] for s in subsets(totals) if s),
        Fraction(0),
    )


def bonus_wagers() -> Iterator[Entry]:
    for wager, (totals, pays) in BONUS.items():
        win = clocks_win(totals)
        rolls = mean_first_of_seven_and_last(totals)
        assert win == missing_win(totals)
        assert rolls * Fraction(WAYS[7], 36) == 1 - win  # every roll waited for may be the 7
        results = (BetEnd(win, Fraction(pays)), BetEnd(1 - win, Fraction(-1)))
        yield entry(wager, results, rolls)


# The length of a shooter's hand: H(z) = lost(z) / (1 - kept(z))

Polynomial = tuple[Fraction, ...]


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    out = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] += a * b
    return tuple(out)


def plus(left: Polynomial, right: Polynomial) -> Polynomial:
    size = max(len(left), len(right))
    pads = (p + (Fraction(0),) * (size - len(p)) for p in (left, right))
    return tuple(a + b for a, b in zip(*pads, strict=True))


def at_one(p: Polynomial) -> tuple[Fraction, Fraction, Fraction]:
    """The value and the first two derivatives at z = 1."""
    return (
        sum(p, Fraction(0)),
        sum((k * c for k, c in enumerate(p)), Fraction(0)),
        sum((k * (k - 1) * c for k, c in enumerate(p)), Fraction(0)),
    )


def hand_generating_function() -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator, cleared of the waiting factors 1 - r z of points 4, 5, 6."""
    wait: dict[int, Polynomial] = {
        n: (Fraction(1), Fraction(WAYS[n] + WAYS[7] - 36, 36)) for n in (4, 5, 6)
    }
    all_waits = times(times(wait[4], wait[5]), wait[6])
    lost: Polynomial = (Fraction(0),)
    at_once = Fraction(36 - sum(WAYS[n] for n in BOX), 36)
    kept = times((Fraction(0), at_once), all_waits)
    for n in BOX:
        others = prod_of(wait[m] for m in wait if m != low(n))
        point = Fraction(WAYS[n], 36)
        lost = plus(lost, times((Fraction(0), Fraction(0), point * Fraction(1, 6)), others))
        kept = plus(kept, times((Fraction(0), Fraction(0), point * point), others))
    return lost, plus(all_waits, tuple(-c for c in kept))


def prod_of(factors: Iterable[Polynomial]) -> Polynomial:
    out: Polynomial = (Fraction(1),)
    for factor in factors:
        out = times(out, factor)
    return out


@dataclass(frozen=True, slots=True)
class RollsOfAHand:
    """Mean, variance and tail of the number of rolls up to and including the loser 7."""

    mean: Fraction
    variance: Fraction
    at_least: Callable[[int], Fraction]


def hand_length() -> RollsOfAHand:
    numerator, denominator = hand_generating_function()
    n0, n1, n2 = at_one(numerator)
    d0, d1, d2 = at_one(denominator)
    assert n0 == d0  # a hand ends, with certainty
    mean = (n1 - d1) / d0
    falling = (n2 - d2 - 2 * mean * d1) / d0  # E[N(N - 1)], from N = H D differentiated twice
    return RollsOfAHand(mean, falling + mean - mean**2, at_least)


def at_least(rolls: int) -> Fraction:
    """P(hand >= rolls): one minus the earlier coefficients of H, read off by long division."""
    numerator, denominator = hand_generating_function()
    coefficients: list[Fraction] = []
    for k in range(max(rolls, 0)):
        head = numerator[k] if k < len(numerator) else Fraction(0)
        back = range(1, min(k, len(denominator) - 1) + 1)
        coefficients.append(head - sum(denominator[j] * coefficients[k - j] for j in back))
    return 1 - sum(coefficients, Fraction(0))


# The sheet


def sheet(rules: str, game: str) -> list[Entry]:
    """Every wager of a game; a wager with elections once for each `vig.when` or `table`."""
    edition = EDITIONS[rules]
    if game not in edition.games:
        raise ValueError(f"{rules} has no game {game!r}; it has {', '.join(edition.games)}")
    out = [
        line("pass", dont=False),
        line("dont-pass", dont=True),
        line("come", dont=False),
        line("dont-come", dont=True),
        *place_wagers(edition),
        *hardways(),
        *one_roll_wagers(),
    ]
    if game in edition.fire_games:
        out += [fire(table) for table in FIRE_TABLES]
    out += buy_and_lay(edition)
    if edition.bonus:
        out += bonus_wagers()
    return out


def check_published() -> None:
    """Values printed in the craps literature, and the two routes to the fire bet."""
    by_key = {str(e["wager"]): e for e in sheet("md-2013", "craps") if "vig" not in e}
    published = {
        ("pass", "edge_per_bet_made"): "7/495",
        ("pass", "edge_per_roll"): "7/1671",
        ("pass", "rolls_to_decide"): "557/165",
        ("pass", "variance"): "244976/245025",
        ("dont-pass", "edge_per_bet_made"): "3/220",
        ("dont-pass", "edge_per_bet_decided"): "27/1925",
        ("place-4", "edge_per_bet_made"): "1/15",
        ("place-5", "edge_per_bet_made"): "1/25",
        ("place-6", "edge_per_bet_made"): "1/66",
        ("place-lose-4", "edge_per_bet_made"): "1/33",
        ("hard-4", "edge_per_bet_made"): "1/9",
        ("hard-8", "edge_per_bet_made"): "1/11",
        ("field", "edge_per_bet_made"): "1/18",
        ("horn", "edge_per_bet_made"): "1/8",
        ("any-seven", "edge_per_bet_made"): "1/6",
        ("c-and-e", "edge_per_bet_made"): "1/9",
        ("whirl", "edge_per_bet_made"): "2/15",
        ("all-small", "edge_per_bet_made"): "1687/21736",
    }
    for (wager, name), value in published.items():
        assert by_key[wager][name] == value, (wager, name, by_key[wager][name])
    assert working_share() == Fraction(392, 557)
    assert fire_points() == fire_points_by_order()
    assert fire_points()[0] == Fraction(98, 165)
    table_a = Fraction(str(fire("A")["edge_per_bet_made"]))
    assert abs(table_a - Fraction("0.2076")) < Fraction("0.0001")
    hand = hand_length()
    assert hand.mean == Fraction(1671, 196)
    assert abs(1 / hand.at_least(154) - Fraction("5.59e9")) < Fraction("0.005e9")


if __name__ == "__main__":
    check_published()
