"""Two rule sets side by side, with what became of their texts: which sections each printing has,
and where one is damaged."""

from lammer.core.compare import Difference
from lammer.core.compare import compare as compare_rules
from lammer.core.ruleset import Ruleset
from lammer.law import clauses, damaged


def compare(left: Ruleset, right: Ruleset) -> tuple[Difference, ...]:
    """Return what differs between two rule sets and between the texts they are from.

    >>> from lammer.games import load
    >>> found = compare(load("nj-2011"), load("nj-2005"))
    >>> next((d.left, d.right) for d in found if d.matter == "text of payout")
    ('damaged; restored under R-01', 'printed')
    """
    found = compare_rules(left, right, damaged())
    here, there = _printed(left), _printed(right)
    if here == there:
        return found
    printed = Difference("sections printed", (), *here, *there)
    return (*(each for each in found if each.matter == "games"), printed,
            *(each for each in found if each.matter != "games"))  # fmt: skip


def _printed(ruleset: Ruleset) -> tuple[str, tuple[str, ...]]:
    """Return the sections that a printing has, in words, and their clauses; of a game of which it
    has none, the headings."""
    if printed := sections(ruleset):
        return ", ".join(printed), tuple(printed.values())
    headings = {
        clause.section.partition(" ")[0]: clause.id
        for clause in clauses().values()
        if clause.kind == "heading" and ruleset.game in clause.games
    }
    words = f"none; the headings of {', '.join(headings)}" if headings else "none"
    return words, tuple(headings.values())


def sections(ruleset: Ruleset) -> dict[str, str]:
    """Return the sections that a printing has, each with its first clause.

    >>> from lammer.games import load
    >>> tuple(sections(load("md-2013")))
    ('.01', '.02', '.03', '.04', '.05', '.12')
    """
    found: dict[str, str] = {}
    for clause in clauses().values():
        if clause.edition == ruleset.edition and clause.kind != "heading":
            found.setdefault(clause.section.partition(" ")[0], clause.id)
    return found
