"""The state of a shaker."""

from datetime import datetime
from typing import NamedTuple


class Sealed(NamedTuple):
    """A shaker: since when its dice are in it."""

    since: datetime
