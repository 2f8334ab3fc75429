"""The same rules with other cards: another number of decks, or a partly used shoe."""

import re
from collections import Counter
from dataclasses import replace

from lammer.core.codec import Malformed, plain
from lammer.core.ruleset import Ruleset
from lammer.instruments.shoe.cards import DECK
from lammer.instruments.shoe.coups import coup_space
from lammer.instruments.shoe.law import shoe_law

MOST_DECKS = 8


def depleted(ruleset: Ruleset, decks: str | None, removed: str | None) -> Ruleset:
    """Return the rules over ``decks`` decks (as elected, if None) without the cards ``removed``;
    raise ``Malformed`` if there are no such cards."""
    drawing, many = shoe_law(ruleset.procedure).drawing, ruleset.space.facts["decks"]
    if decks is not None:
        if not re.fullmatch(r"[1-9]", decks) or int(decks) > MOST_DECKS:
            what = f"--decks {decks} is not a number of decks"
            raise Malformed("", what, f"Write 1 to {MOST_DECKS}.")
        many = int(decks)
    cards = (removed or "").replace(",", " ").split()
    if len(cards) > many * len(DECK):
        what = f"--removed has {len(cards)} cards, more than there are"
        raise Malformed("", what, "Leave some out.")
    for card in cards:
        if card not in DECK:
            what = f'"{plain(card)}" is not a card'
            instead = 'Write rank A23456789TJQK and suit shdc: --removed "9h 9d Ks".'
            raise Malformed("--removed", what, instead)
    try:
        space = coup_space(ruleset.space.key, drawing, many, Counter(cards))
    except ValueError as problem:
        raise Malformed("--removed", str(problem), "Remove fewer, or take more decks.") from None
    return replace(ruleset, space=space)
