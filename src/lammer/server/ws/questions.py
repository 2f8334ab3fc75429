"""Questions of a client, which change nothing: their types, and how a message is parsed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from lammer.core.codec import MOST_WORD, Malformed, Reads, UnknownKey, shape
from lammer.table.keys import Whole


def _typed_text(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise Malformed(key, "is not what was typed", 'Write "text": "pass 10", for example.')


@dataclass(frozen=True, slots=True)
class LegalQuestion:
    """Asks what a seat may do: the client's own, or one that the crew names."""

    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """Asks what a typed line means, for such a seat."""

    text: Annotated[str, Reads(_typed_text)]
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class SnapshotQuestion:
    """Asks for the state of the table."""


@dataclass(frozen=True, slots=True)
class MeQuestion:
    """Asks who the client is, with seat and purse."""


@dataclass(frozen=True, slots=True)
class StagingQuestion:
    """Says that the client has chips on a spot which it will send within a second; or no longer has
    any."""

    on: bool


Question = LegalQuestion | TypedQuestion | SnapshotQuestion | MeQuestion | StagingQuestion
QUESTIONS: Mapping[str, type[Question]] = {
    "legal": LegalQuestion,
    "me": MeQuestion,
    "snapshot": SnapshotQuestion,
    "staging": StagingQuestion,
    "typed": TypedQuestion,
}
_SEAT = frozenset(("seat",))


def read_question(raw: Mapping[str, Any], crew: bool) -> Question:
    """Return the question in a message; only the ``crew`` may name a seat. Raises
    ``Malformed``."""
    asked = raw["ask"]
    kind = QUESTIONS.get(asked) if isinstance(asked, str) else None
    if kind is None:
        raise Malformed("", f'"ask" is one of {", ".join(QUESTIONS)}')
    form = shape(kind) if crew else shape(kind, _SEAT)
    try:
        question: Question = form.read(raw, beside=("ask", "id"))
    except UnknownKey as problem:
        raise Malformed("", f'{asked} takes no key "{problem.name[:MOST_WORD]}"') from None
    return question
