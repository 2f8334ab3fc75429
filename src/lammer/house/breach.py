"""A breach of the law in a house file, and breaches that several wagers share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from lammer.core.cite import Cite, clause_ids
from lammer.core.product import Product, Status


@dataclass(frozen=True, slots=True)
class Breach(Product):
    """An election that the law forbids: its key, what is wrong, what would be lawful.

    One that is ``harmless`` changes nothing at a table, or only leaves a wager without an amount:
    no table is opened with it, and one that is open goes on.
    """

    status: ClassVar[Status] = "enforced"

    key: str
    what: str
    instead: str
    clauses: tuple[str, ...]
    harmless: bool = False


def breach(
    key: str, what: str, instead: str, cites: tuple[Cite, ...], *, harmless: bool = False
) -> Breach:
    return Breach(key, what, instead, clause_ids(cites), harmless)


class MergedBreaches:
    """Reports the same breach on several wagers once, at the key that covers them."""

    def __init__(self, key: str, everything: Iterable[str]) -> None:
        self.key = key
        self.everything = set(everything)
        self.found: dict[tuple[str, str, tuple[Cite, ...]], dict[str, None]] = {}

    def add(self, what: str, on: str, instead: str, cites: tuple[Cite, ...]) -> None:
        self.found.setdefault((what, instead, cites), {})[on] = None

    def breaches(self) -> Iterator[Breach]:
        for (what, instead, cites), names in self.found.items():
            yield breach(self._at(list(names)), f"{what} {', '.join(names)}", instead, cites)

    def _at(self, names: list[str]) -> str:
        """Return ``odds``, or ``odds.10``; ``vig_rate``, ``vig_rate.lay`` or ``vig_rate.lay.4``."""
        if self.everything <= set(names):
            return self.key
        kind, _, number = names[0].rpartition("-")
        if not kind or not number.isdigit():
            return f"{self.key}.{names[0]}"
        family = {name for name in self.everything if name.rpartition("-")[0] == kind}
        whole = family and family <= set(names)
        return f"{self.key}.{kind}" if whole else f"{self.key}.{kind}.{number}"
