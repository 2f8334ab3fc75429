"""Ranks findings by the money they are about, and counts them by kind."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Generic, Protocol, TypeVar


class Ranked(Protocol):
    """Something that can be ranked."""

    @property
    def kind(self) -> str: ...

    @property
    def money_cents(self) -> Fraction | int: ...


F = TypeVar("F", bound=Ranked)
Key = tuple[Fraction | int, int]


class Ranking(Generic[F]):
    """Keeps the ``most`` findings that are about the most money; of those about no money, the first
    ones. All are counted, by kind.

    >>> from lammer.audit.finding import Finding
    >>> ranking = Ranking(2)
    >>> for line, paid in ((3, None), (7, 200), (9, 500), (11, None)):
    ...     ranking.add(Finding(line, "decision", "", due_cents=0, paid_cents=paid))
    >>> [each.line for each in ranking], ranking.kinds
    ([9, 7], {'decision': 4})
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: list[tuple[Key, F]] = []
        self._kinds: Counter[str] = Counter()

    def add(self, finding: F) -> None:
        self._kinds[finding.kind] += 1
        ranked = (finding.money_cents, -self.count), finding
        if len(self._kept) < self._most:
            heapq.heappush(self._kept, ranked)
        elif ranked[0] > self._kept[0][0]:
            heapq.heapreplace(self._kept, ranked)

    def extend(self, findings: Iterable[F]) -> None:
        for each in findings:
            self.add(each)

    @property
    def count(self) -> int:
        return self._kinds.total()

    @property
    def kinds(self) -> dict[str, int]:
        """Return the number of findings of each kind."""
        return dict(sorted(self._kinds.items()))

    def __iter__(self) -> Iterator[F]:
        return iter([finding for _, finding in sorted(self._kept, key=_order)])


def _order(ranked: tuple[Key, Ranked]) -> Key:
    money, earlier = ranked[0]
    return -money, -earlier
