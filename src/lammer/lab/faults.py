"""What is wrong with a question to the lab: the place in it, and what to write instead."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LabFault:
    """One thing that is wrong: in the text of a strategy (``at``, counted from 0), of a house or
    wager file, or in another field. Lines and columns are counted from 1, and 0 if it is about no
    line."""

    place: str
    what: str
    instead: str = ""
    at: int = 0
    line: int = 0
    column: int = 0
    clauses: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "at": self.at,
            "line": self.line,
            "column": self.column,
            "what": self.what,
            "instead": self.instead,
            "clauses": list(self.clauses),
        }


class LabRefusal(Exception):
    """A question that cannot be answered as it stands, with everything found wrong in it."""

    def __init__(self, *faults: LabFault, code: str = "wrong") -> None:
        self.faults, self.code = faults, code
        super().__init__("; ".join(fault.what for fault in faults))

    def as_data(self) -> dict[str, Any]:
        return {"code": self.code, "faults": [each.as_data() for each in self.faults]}
