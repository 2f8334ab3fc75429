"""The interface between drills and an instrument: the skills that only it has.

An instrument whose dealers must know more than what its bets pay has a module ``drills`` in its
folder, with its ``InstrumentDrills`` as ``DRILLS``; others have none.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from lammer.instruments import INSTRUMENTS
from lammer.table.rules import Rules
from lammer.table.state import TableState

if TYPE_CHECKING:
    from lammer.core.procedure import VoidReason
    from lammer.school.posing.posed_question import Mistake, PosedQuestion, QuestionKind
    from lammer.school.posing.question_table import DecidedTrial
    from lammer.school.posing.seeded_choices import SeededChoices
    from lammer.school.skills import Skill


class InstrumentDrills:
    """What an instrument adds; by default nothing. ``mistakes`` are those that its crew can make
    with it, ``does`` what somebody does by a verb of its own, in words after "The dealer"."""

    mistakes: "ClassVar[tuple[Mistake, ...]]" = ()
    does: ClassVar[Mapping[str, str]] = {}

    def skills(self, _rules: Rules) -> Iterator["Skill"]:
        """Yield skills of its own."""
        return iter(())

    def of_trial(
        self, _table: TableState, _found: "DecidedTrial", _picks: "SeededChoices"
    ) -> Iterator[tuple["QuestionKind", "PosedQuestion"]]:
        """Yield what its crew must tell of a trial before the outcome is called."""
        return iter(())

    def resting(
        self, _rules: Rules, _keys: Mapping[str, Any], _happened: str, _picks: "SeededChoices"
    ) -> Mapping[str, Any]:
        """Return the data for a picture of a trial at rest after this happened, with ``in_words``
        if a sentence must say it too; empty if it cannot be seen."""
        return {}

    def looks_like(
        self, _rules: Rules, reason: "VoidReason | None", _picks: "SeededChoices"
    ) -> "VoidReason | None":
        """Return what happened in a trial; with ``none``, now and then something similar that does
        not make the trial void."""
        return reason

    def lies_before(self, _given: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return what a question without an outcome shows on the table, as a page draws it."""
        return None

    def outcome_words(self, rules: Rules, outcome: Any, keys: Mapping[str, Any]) -> str:
        """Return an outcome in words, as ``keys`` of the command that entered it."""
        first = next(iter(keys.values()), None)
        if isinstance(first, list | tuple):
            return "-".join(map(str, first))
        return rules.space.name(frozenset({outcome}))


_PLAIN = InstrumentDrills()


def drills_of(thing: str) -> InstrumentDrills:
    """Return what the instrument of that key adds."""
    name = f"{INSTRUMENTS[thing]}.drills"
    if find_spec(name) is None:
        return _PLAIN
    found: InstrumentDrills = import_module(name).DRILLS
    return found
