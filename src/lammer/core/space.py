"""The outcomes a game can have, as a finite space, and sets of them.

A trial (a roll, a shake, a coup) is one *cell*: the context of the game and the outcome. For craps
the context is the puck and the outcome the two dice, 7 x 36 = 252 cells. Sets of cells are bit
masks, so "off on the come-out", "loser 7" and "point made" are ordinary sets and two rules that
both apply are found by one ``&``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cells:
    """A set of cells of a space of ``size`` cells.

    >>> (Cells(8, 0b0110) & Cells(8, 0b0011)).mask
    2
    """

    size: int
    mask: int

    def __and__(self, other: "Cells") -> "Cells":
        return self._with(other, self.mask & other.mask)

    def __or__(self, other: "Cells") -> "Cells":
        return self._with(other, self.mask | other.mask)

    def __sub__(self, other: "Cells") -> "Cells":
        return self._with(other, self.mask & ~other.mask)

    def __invert__(self) -> "Cells":
        return Cells(self.size, ~self.mask & ((1 << self.size) - 1))

    def __bool__(self) -> bool:
        return self.mask != 0

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, cell: int) -> bool:
        return bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[int]:
        rest = self.mask
        while rest:
            low = rest & -rest
            yield low.bit_length() - 1
            rest ^= low

    def _with(self, other: "Cells", mask: int) -> "Cells":
        if self.size != other.size:
            raise ValueError(f"sets of two spaces, {self.size} and {other.size} cells")
        return Cells(self.size, mask)


@dataclass(frozen=True, slots=True)
class Space:
    """Contexts, the weighted outcomes of one trial, and the context each cell leads to.

    ``follow[context][outcome]`` is the index of the next context. Cells are numbered
    ``context * len(outcomes) + outcome``. ``name`` says a set of outcomes in words. ``facts`` is
    what there is to know of where the weights come from, for whoever shows them. ``conditions`` are
    words of outcomes that are not said with "on" ("if the Player's Hand wins"), ``sets`` the names
    of sets that depend on the context ("a seven-out"), ``happened`` how it is said that such a set,
    or an outcome with a condition, has come; ``detail`` is what an outcome adds to that.
    """

    key: str
    contexts: tuple[str, ...]
    outcomes: tuple[Any, ...]
    weights: tuple[int, ...]
    follow: tuple[tuple[int, ...], ...]
    name: Callable[[frozenset[Any]], str] = field(repr=False, compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)
    conditions: Mapping[str, str] = field(default_factory=dict, compare=False)
    sets: Mapping[Cells, str] = field(default_factory=dict, compare=False)
    happened: Mapping[str, str] = field(default_factory=dict, compare=False)
    detail: Callable[[Any], str] = field(default=lambda _: "", repr=False, compare=False)
    _index: dict[Any, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rows = {len(row) for row in self.follow}
        if len(self.follow) != len(self.contexts) or rows != {len(self.outcomes)}:
            raise ValueError(f"{self.key}: follow needs a row for each context")
        if len(self.weights) != len(self.outcomes) or min(self.weights) < 0:
            raise ValueError(f"{self.key}: each outcome needs a weight, none below zero")
        if not any(self.weights):
            raise ValueError(f"{self.key}: nothing can happen in it")
        object.__setattr__(self, "_index", {o: i for i, o in enumerate(self.outcomes)})

    @property
    def size(self) -> int:
        return len(self.contexts) * len(self.outcomes)

    @property
    def everything(self) -> Cells:
        return Cells(self.size, (1 << self.size) - 1)

    def where(self, holds: Callable[[str, Any], bool]) -> Cells:
        """Return the cells whose (context, outcome) satisfies ``holds``."""
        mask = 0
        for c, context in enumerate(self.contexts):
            for o, outcome in enumerate(self.outcomes):
                if holds(context, outcome):
                    mask |= 1 << (c * len(self.outcomes) + o)
        return Cells(self.size, mask)

    def context_cells(self, *contexts: str) -> Cells:
        return self.where(lambda context, _: context in contexts)

    def cell(self, context: str, outcome: Any) -> int:
        return self.contexts.index(context) * len(self.outcomes) + self._index[outcome]

    def after(self, context: str, outcome: Any) -> str:
        """Return the context that follows ``outcome`` thrown in ``context``."""
        row = self.follow[self.contexts.index(context)]
        return self.contexts[row[self._index[outcome]]]

    def words(self, cells: Cells) -> str:
        """Return the outcomes of a set, in any context, as people would say them."""
        width = len(self.outcomes)
        return self.name(frozenset(self.outcomes[cell % width] for cell in cells))

    def sees_context(self, cells: Cells) -> bool:
        """Return whether membership depends on the context at all, not only on the outcome."""
        width = len(self.outcomes)
        row = (1 << width) - 1
        return len({cells.mask >> (c * width) & row for c in range(len(self.contexts))}) > 1
