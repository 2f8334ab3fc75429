"""Cards in the gaming guide: their values, the deal, and the tables for the third card."""

from collections.abc import Iterator, Sequence

from lammer.guide.document import GuideItem, GuideSection, GuideTable, either, every, ids, item
from lammer.instruments.shoe.cards import Drawing
from lammer.instruments.shoe.law import Shoe, shoe_law
from lammer.table.rules import Rules

_RANKS = {"A": "an ace", "T": "a ten", "J": "a jack", "Q": "a queen", "K": "a king"}
DRAWS, STAYS = "draws", "stays"


def sections(rules: Rules) -> Iterator[GuideSection]:
    law = shoe_law(rules.procedure)
    yield GuideSection("The cards", tuple(_cards(rules, law)))
    yield GuideSection(
        "The third card", tuple(_third(law.drawing)), (_player(law.drawing), _banker(law.drawing))
    )


def _cards(rules: Rules, law: Shoe) -> Iterator[GuideItem]:
    drawing = law.drawing
    yield item(
        "Two hands are dealt in each coup, the Player's Hand and the Banker's Hand. Everybody bets "
        "on either of them, whoever deals; the hand with the higher count wins.",
        drawing.hands,
    )
    text = f"The shoe has {rules.space.facts['decks']} decks of cards."
    yield item(text, law.cards)
    yield item(_values(drawing), drawing.values_cites)
    yield item(
        "The count of a hand is the last digit of the sum: a seven and an eight count 5.",
        drawing.values_cites,
    )
    yield item(
        "Four cards are dealt at first: the first and third are the Player's Hand, the second and "
        "fourth the Banker's Hand.",
        drawing.first,
    )
    yield item(
        "When the cutting card comes out, that coup is finished and one more is dealt; then the "
        "cards are shuffled.",
        *(law.cutting_card, law.last_hand, law.over),
    )


def _values(drawing: Drawing) -> str:
    """Return what cards count, read from the values: those of one value together."""
    plain = [rank for rank, value in drawing.values.items() if rank == str(value)]
    others: dict[int, list[str]] = {}
    for rank, value in drawing.values.items():
        if rank not in plain:
            others.setdefault(value, []).append(_RANKS.get(rank, rank))
    said = [f"{either(ranks)} counts {value}" for value, ranks in sorted(others.items())[::-1]]
    said.insert(1, f"the cards from {plain[0]} to {plain[-1]} count their number")
    text = ", ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _third(drawing: Drawing) -> Iterator[GuideItem]:
    naturals = either(map(str, drawing.naturals))
    yield item(
        f"If either hand has {naturals} with two cards (a natural), both stay.",
        drawing.natural_cites,
    )
    yield item(
        "Otherwise each hand draws one card or stays, by the tables below: first the Player's "
        "Hand, then the Banker's Hand. Nobody has a choice, and no hand gets more than three "
        "cards.",
        *(drawing.told, drawing.third, drawing.at_most),
    )
    yield item("Equal counts are a tie.", drawing.tied)


def _player(drawing: Drawing) -> GuideTable:
    counts = [count for count in drawing.player if count not in drawing.naturals]
    groups = [
        (words, [str(count) for count in counts if drawing.player[count].draws == draws])
        for words, draws in ((DRAWS, True), (STAYS, False))
    ]
    rows = tuple((every(those), words) for words, those in groups)
    cites = (drawing.player[count].cites for count in counts)
    return GuideTable("Player's Hand", ("With two cards", "It"), rows, ids(*cites))


def _banker(drawing: Drawing) -> GuideTable:
    """Return the table for the Banker's Hand: a row for each of its counts, a column for what the
    Player's Hand drew."""
    counts: Sequence[int] = sorted(set(drawing.banker) - set(drawing.naturals))
    thirds: tuple[int | None, ...] = (None, *range(10))
    head = ("With two cards", "no card", *map(str, range(10)))
    rows = tuple(
        (str(count), *("D" if drawing.banker[count].draws(third) else "S" for third in thirds))
        for count in counts
    )
    cites = (drawing.banker[count].cites for count in counts)
    caption = (
        "Banker's Hand: what it does (D draws, S stays) by the value of the card that the "
        "Player's Hand drew"
    )
    return GuideTable(caption, head, rows, ids(*cites, drawing.read))
