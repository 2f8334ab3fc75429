"""What a change of rules costs: the edge of each wager before and after, and of a mix of bets."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
from lammer.house.house import House
from lammer.odds.figure import figure, odds_alone


@dataclass(frozen=True, slots=True)
class EdgeChange(Product):
    """The edge of one wager under two sets of rules, None where it is not offered, and its share of
    the money bet."""

    status: ClassVar[Status] = "shown"

    wager: str
    share: Fraction
    old: Fraction | None
    new: Fraction | None
    clauses: tuple[str, ...]

    @property
    def change(self) -> Fraction | None:
        return None if self.old is None or self.new is None else self.new - self.old


@dataclass(frozen=True, slots=True)
class MixChange:
    """A mix of bets under two sets of rules. The hold is the house's share of the money bet, of the
    wagers that both offer; ``left_out`` is the share of the others."""

    wagers: tuple[EdgeChange, ...]
    hold_old: Fraction
    hold_new: Fraction
    left_out: Fraction

    @property
    def change(self) -> Fraction:
        return self.hold_new - self.hold_old

    def as_data(self) -> dict[str, Any]:
        """Return the keys that ``lammer compare --mix --json`` adds."""
        return {
            "mix": {
                "hold_old": str(self.hold_old),
                "hold_new": str(self.hold_new),
                "change": str(self.change),
                "left_out": str(self.left_out),
            },
            "wagers": [
                {
                    "wager": each.wager,
                    "share": str(each.share),
                    "edge_old": _text(each.old),
                    "edge_new": _text(each.new),
                    "change": _text(each.change),
                    "clauses": list(each.clauses),
                }
                for each in self.wagers
            ],
        }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def mix_change(old: House, new: House, amounts: Mapping[str, Fraction]) -> MixChange:
    """Return what becomes of a mix, given as amounts of any size by wager. Raises ``ValueError``
    for a mix without amounts, ``KeyError`` for a wager that neither rule set has.

    >>> from lammer.core.odds import Odds
    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> law = load("nj-2011")
    >>> now, then = (house(law, Elections(payouts=each)) for each in ({}, {"field-2": Odds(3, 1)}))
    >>> mix_change(now, then, {"pass": Fraction(3), "field": Fraction(1)}).change
    Fraction(-1, 144)
    """
    whole = sum(amounts.values(), Fraction(0))
    if whole <= 0 or min(amounts.values()) < 0:
        raise ValueError("a mix has amounts above zero")
    found = tuple(_change(old, new, key, amount / whole) for key, amount in amounts.items())
    both = [each for each in found if each.change is not None]
    share = sum((each.share for each in both), Fraction(0))
    held = [sum(((each.old or 0) * each.share for each in both), Fraction(0)),
            sum(((each.new or 0) * each.share for each in both), Fraction(0))]  # fmt: skip
    of = share or Fraction(1)
    return MixChange(found, held[0] / of, held[1] / of, 1 - share)


def _change(old: House, new: House, key: str, share: Fraction) -> EdgeChange:
    if not old.equipped.named(key) and not new.equipped.named(key):
        raise KeyError(key)
    (one, by), (other, others) = _edge(old, key), _edge(new, key)
    return EdgeChange(key, share, one, other, tuple(dict.fromkeys((*by, *others))))


def _edge(house: House, key: str) -> tuple[Fraction | None, tuple[str, ...]]:
    """Return the edge of a wager of a house, with its vigorish, and its clauses."""
    rules = house.rules
    named = rules.named(key)
    if not named:
        return None, ()
    wager = named[0]
    if wager.behind is not None:
        edges = {odds_alone(rules, wager, state)[0] for state in wager.behind.states}
        if len(edges) != 1:
            raise ValueError(f"the edge of {key} differs by number")
        return edges.pop(), clause_ids(wager.cites)
    solved = figure(rules, wager, house.vigs.get(key))
    return solved.edge_per_bet_made, solved.clauses
