"""Judges coups in a record that somebody kept: what is wrong with their cards, and what they
decide.

The table is asked, and asked again without whatever it named, until it would have dealt: so no rule
of the shoe is written here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import AMOUNT, NOTHING, Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge
from lammer.core.codec import Malformed, Reads
from lammer.core.legality import Refusal
from lammer.instruments.shoe.cards import Coup, dealt
from lammer.instruments.shoe.commands import Deal, NoDeal, Shuffle
from lammer.instruments.shoe.events import (
    CardsDealt,
    CardsShuffled,
    CuttingCardOut,
    DealVoid,
    LastHandCalled,
)
from lammer.instruments.shoe.keys import hand_of_cards
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.shoe.state import Cards
from lammer.table import TableState, apply, decide
from lammer.table.commands import NoMoreBets
from lammer.table.keys import Flag


def _cards(key: str, value: Any) -> tuple[str, ...]:
    return hand_of_cards(key, _typed(value) if isinstance(value, str) else value)


_SUITS = str.maketrans("\u2660\u2665\u2666\u2663", "shdc")


def _typed(text: str) -> list[str]:
    """Return cards as people type them: 10h is Th, kD is Kd."""
    words = re.split(r"[ ,;]+", text.translate(_SUITS).strip(" ,;"))
    return [
        f"{'T' if word[:-1] == '10' else word[:-1].upper()}{word[-1:].lower()}" for word in words
    ]


class ShoeColumns(NamedTuple):
    """The cards of a coup in dealing order, and whether the cutting card came out in it."""

    cards: Annotated[tuple[str, ...], Reads(_cards)] = ()
    cut_card: Flag = False


def _no_more_bets(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    kit = _kit(judge.table)
    # That the shoe is used up is reported once, with the cards.
    judge.table = judge.table._replace(kit=kit._replace(left=None))
    yield from judge.do(entry, NoMoreBets())
    judge.table = judge.table._replace(kit=kit)


def _dealt(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    """Yield the findings on a coup, and decide the bets by the cards that should have been dealt.
    With a card missing, nothing can be decided."""
    table, cards = judge.table, entry.shown["cards"]
    deal = Deal(cards, entry.shown.get("cut_card", False))
    for refusal in refusals(table, deal):
        yield judge.refused(entry, refusal)
    later, played = after(table, deal), by_the_rules(table, cards)
    if played is None:
        judge.undecided(later)
        return
    counts = f"player {played.player_count}, banker {played.banker_count}"
    coup = judge.trial(entry, "coup", played.outcome)
    yield from judge.decide(coup._replace(words=f"{coup.words} ({counts})"), later)


def _no_deal(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    judge.void()
    shown = entry.shown
    spoilt = not_completed(judge.table, shown.get("cards", ()), shown.get("cut_card", False))
    for refusal in refusals(judge.table, spoilt):
        yield judge.refused(entry, refusal)
    judge.table = after(judge.table, spoilt)


def _owed(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    """Note vigorish that was marked in this shoe before the record began."""
    known = judge.money.known(entry.wager)
    if known is None or not judge.rules.marks_vigorish(known):
        what = "no vigorish is marked on it here"
        raise Malformed("wager", what, "Leave the line out: it is collected at once.")
    judge.money.owes(entry.seat, entry.wager, entry.cents)
    return iter(())


def _shuffled(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    decision = decide(judge.table, Shuffle())
    if isinstance(decision, Refusal):
        yield judge.refused(entry, decision)
    yield from judge.end_series(entry.line)
    judge.apply(CardsShuffled("table", (), 0))


def refusals(table: TableState, deal: Deal | NoDeal) -> Iterator[Refusal]:
    """Yield every refusal that the table has for this coup, whoever bet on it. If a card is
    missing, only that: nothing more can be checked."""
    table = table._replace(seats={})
    while isinstance(refusal := decide(table, deal), Refusal):
        kit = _kit(table)
        match refusal.code:
            case "shoe-over":
                yield refusal
                table = table._replace(kit=kit._replace(left=1))
            case "wrong-cards":
                yield refusal
                coup = by_the_rules(table, deal.cards)
                if coup is None:
                    return
                deal = replace(deal, cards=deal.cards[: len(coup.player) + len(coup.banker)])
            case "not-in-the-shoe" if kit.out:
                yield from _each_card(table, deal)
                table = table._replace(kit=kit._replace(out={}))
            case "cards-are-out" if deal.cut_card:
                yield refusal
                deal = replace(deal, cut_card=False)
            case _:
                yield refusal
                return


def not_completed(table: TableState, cards: tuple[str, ...], cut_card: bool) -> NoDeal:
    """Return the command for a round called void by somebody with the authority; a record does not
    say why."""
    reason = table.rules.procedure.trial.reasons[0]
    caller = reason.callers.roles[0] if reason.callers is not None else None
    return NoDeal(reason.key, caller, cards, cut_card)


def _each_card(table: TableState, deal: Deal | NoDeal) -> Iterator[Refusal]:
    """Yield a refusal for each card that comes too often; the table names only the first."""
    kit = _kit(table)
    for card in dict.fromkeys(deal.cards):
        alone = kit._replace(out={card: kit.out.get(card, 0)})
        answer = decide(table._replace(kit=alone), deal)
        if isinstance(answer, Refusal) and answer.code == "not-in-the-shoe":
            yield answer


def by_the_rules(table: TableState, cards: tuple[str, ...]) -> Coup | None:
    """Return the coup that these cards should have been, without cards that should not have been
    drawn; None if one is missing."""
    drawing = shoe_law(table.rules.procedure).drawing
    for most in range(len(cards) + 1):
        coup = dealt(drawing, cards[:most])
        if isinstance(coup, Coup):
            return coup
    return None


def after(table: TableState, deal: Deal | NoDeal) -> TableState:
    """Return the table once all these cards are out of the shoe, bets apart."""
    left = _kit(table).left
    if isinstance(deal, NoDeal):
        table = apply(table, DealVoid("table", (), deal.reason, deal.caller, deal.cards))
        cut = deal.cut_card and left is None
        return apply(table, CuttingCardOut("table", ())) if cut else table
    if left == 0:
        # Nothing more should have been dealt, nor should it be after this.
        table = table._replace(kit=_kit(table)._replace(left=1))
    table = apply(table, CardsDealt("table", (), (), (), deal.cards))
    if (deal.cut_card and left is None) or left == 2:
        return apply(table, LastHandCalled("table", (), "last hand"))
    return table


def _kit(table: TableState) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit


class ShoeRecord(RecordInstrument):
    """Coups and shuffles, and vigorish that is marked and collected."""

    words = "a shoe"
    columns = ShoeColumns
    kinds: ClassVar[Mapping[str, Keys]] = {
        "no-more-bets": NOTHING,
        "deal": (("cards",), ("cut_card",)),
        "no-deal": ((), ("cards", "cut_card")),
        "shuffle": NOTHING,
        "owed": (AMOUNT, ()),
        "mark": (AMOUNT, ()),
        "collect": (AMOUNT, ()),
    }
    judges: ClassVar[Mapping[str, Judge]] = {
        "owed": _owed,
        "no-more-bets": _no_more_bets,
        "deal": _dealt,
        "no-deal": _no_deal,
        "shuffle": _shuffled,
    }
    ends = frozenset(("deal", "no-deal", "shuffle"))
    begins = frozenset(("owed",))
    example_trials = (
        {"kind": "deal", "cards": "Kd 3c 6s 4h", "note": "all cards in dealing order"},
        {"kind": "deal", "cards": "5d 2c Kh 3s 4h Ah"},
        {"kind": "no-deal", "note": "a round that was not completed, if there was one"},
        {"kind": "deal", "cards": "9s 8h Ts Jd"},
    )

    def at_end(self, judge: RecordJudge) -> Iterator[Finding]:
        """Yield findings on vigorish that was marked and not collected when the shoe is over."""
        return (
            judge.money.all_collected(judge.last_line) if _kit(judge.table).left == 0 else iter(())
        )


RECORD = ShoeRecord()
