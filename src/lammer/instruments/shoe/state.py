"""The state of a shoe."""

from collections.abc import Mapping
from typing import NamedTuple

from lammer.table.events import Holder


class Cards(NamedTuple):
    """A shoe: how many of each card have come out of it, who cut it (None: as it should be),
    how many more coups there are (None: the cutting card has not come; 2: it came in a round that
    was not completed), how winners are paid."""

    out: Mapping[str, int]
    cut_by: Holder | None = None
    left: int | None = None
    way: int = 0

    @property
    def untouched(self) -> bool:
        return not self.out
