"""The state of a wheel."""

from typing import NamedTuple


class Turning(NamedTuple):
    """Whether the wheel has been spun and has not come to rest."""

    spun: bool = False
