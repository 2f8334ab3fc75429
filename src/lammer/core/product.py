"""Base class of every result that names the clauses it follows from.

A settlement, a figure, a breach, a notice: each is a ``Product`` and names its clauses. The
coverage of the law is counted from these: a test counts for a clause only if a product made
during it names that clause.
"""

from typing import ClassVar, Literal

Status = Literal["enforced", "shown", "recorded"]


class Product:
    """Base of everything that carries clauses out of the program.

    ``status`` is what naming a clause in such a product shows about it: the program decides
    by it (``enforced``), displays it (``shown``), or has it entered in the log (``recorded``).
    """

    __slots__ = ()
    status: ClassVar[Status]
    clauses: tuple[str, ...]
