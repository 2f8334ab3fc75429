"""What a product shows about a clause that it names: the tests count it while they run."""

from functools import cache

from lammer.core.legality import Refusal
from lammer.core.product import Product, Status
from lammer.coverage.places import places
from lammer.games import RULESETS, load
from lammer.games.cites import cites_in
from lammer.table.commands import EnterStep
from lammer.table.events import StepEntered


def proved(product: Product, clause: str, command: type[object] | None) -> Status:
    """Return what a product that came of a command of this type, or of none, shows about a clause.

    It is recorded only if the command names what is done: not if that is only said along with it.

    >>> from lammer.instruments.dice.commands import Roll, Select
    >>> from lammer.instruments.dice.events import DiceSelected
    >>> selected = DiceSelected("seat-1", (), 1, 5, 2, 3)
    >>> proved(selected, "NJ11-1.7c-s1", Select), proved(selected, "NJ11-1.7c-s2", Select)
    ('recorded', 'asserted')
    >>> proved(selected, "NJ11-1.7c-s1", None), proved(selected, "NJ11-1.7c-s1", Roll)
    ('asserted', 'enforced')
    """
    if isinstance(product, Refusal) and (product.code in _OF_STEPS or command is EnterStep):
        return "recorded" if clause in _of_steps() or clause not in _stated() else "asserted"
    found = product.proves(command)
    if isinstance(product, StepEntered) or clause not in _stated():
        return found
    return "asserted" if found == "recorded" else found


_OF_STEPS = ("step-due", "wrong-step")
"""Codes of refusals that hold the crew to its steps: what the crew does is recorded all the same,
not enforced."""


@cache
def _stated() -> frozenset[str]:
    """Return the clauses that some rule set only states."""
    return frozenset(
        clause for clause, cited in places().items() if any(place.stated for place in cited)
    )


@cache
def _of_steps() -> frozenset[str]:
    """Return the clauses of the steps of the long form."""
    laws = [load(key, game) for key in RULESETS for game in load(key).games]
    steps = [step for law in laws if law.procedure for step in law.procedure.steps]
    return frozenset(cite.clause for cite in cites_in(tuple(steps)))
