"""Base class of every result that names the clauses it follows from.

A settlement, a figure, a breach, a notice: each is a ``Product`` and names its clauses. The
coverage of the law is counted from these: a test counts for a clause only if a product made
during it names that clause.
"""

from typing import ClassVar, Literal

Status = Literal["enforced", "recorded", "shown", "asserted"]


class Product:
    """Base of everything that carries clauses out of the program.

    ``status`` is what naming a clause in such a product shows about it: the program decides
    by it (``enforced``), displays it (``shown``), has it entered by a command that can be refused
    (``recorded``), or only says so (``asserted``).
    """

    __slots__ = ()
    status: ClassVar[Status]
    clauses: tuple[str, ...]

    def proves(self, _command: type[object] | None) -> Status:
        """Return what it shows about its clauses if it came of a command of this type, or of
        none."""
        return self.status
