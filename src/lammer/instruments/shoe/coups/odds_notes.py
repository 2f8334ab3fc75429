"""Notes under the odds of coups: the cards behind the figures."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from lammer.core.cite import clause_ids
from lammer.core.ruleset import Ruleset


def odds_notes(ruleset: Ruleset, percent: Callable[[Fraction], str]) -> Iterator[str]:
    """Yield the number of deals that were counted, and the decks if no house deals from so many;
    ``percent`` writes a fraction as a percentage."""
    facts = ruleset.space.facts
    cards = "1 card" if facts["removed"] == 1 else f"{facts['removed']} cards"
    gone = f", {cards} gone" if facts["removed"] else ""
    decks = f"{facts['decks']} deck{'s' if facts['decks'] > 1 else ''}{gone}"
    counts = {side: int(count) for side, count in facts["counts"].items()}
    whole = sum(counts.values())
    yield f"Of {whole:,} ordered deals of six cards ({decks}):"
    yield "; ".join(
        f"{side} {count:,} ({percent(Fraction(count, whole))})" for side, count in counts.items()
    )
    elected = next((option for option in ruleset.options if option.key == "decks"), None)
    if elected is not None and facts["decks"] not in elected.lawful:
        either = " or ".join(map(str, elected.lawful))
        yield f"A house deals from {either} decks ({', '.join(clause_ids(elected.cites))})."
