"""What a dealer at a shoe must know beside payments: counts, and who draws a third card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from lammer.instruments.shoe.cards import DECK, MOST, SIDES, Coup, dealt
from lammer.instruments.shoe.law import shoe_law
from lammer.school.instrument import InstrumentDrills
from lammer.school.posing.posed_question import Mistake, PosedQuestion, QuestionKind, Recorded
from lammer.school.posing.question_table import DecidedTrial, table_with_bets, trial
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.skills import SECONDS, Skill
from lammer.table.rules import Rules
from lammer.table.state import TableState


def _coup(rules: Rules, picks: SeededChoices) -> Coup:
    cards = trial(table_with_bets(rules, rules.start, {}), picks.key()).keys["cards"]
    found = dealt(shoe_law(rules.procedure).drawing, cards)
    assert isinstance(found, Coup)
    return found


def _hands(coup: Coup, most: int | None = None) -> dict[str, list[str]]:
    """Return the cards of each hand, or this many of them."""
    return {"player": [*coup.player[:most]], "banker": [*coup.banker[:most]]}


def _dealt_first(coup: Coup) -> list[str]:
    """Return the first four cards as they come out of the shoe."""
    return [card for pair in zip(coup.player[:2], coup.banker[:2], strict=True) for card in pair]


def counting(rules: Rules, picks: SeededChoices) -> PosedQuestion:
    """Ask for the counts of both hands, on two cards or at the end."""
    whole = picks.chance(1, 2)
    return _counted(table_with_bets(rules, rules.start, {}), _coup(rules, picks), whole=whole)


def _counted(table: TableState, coup: Coup, *, whole: bool) -> PosedQuestion:
    rules = table.rules
    drawing = shoe_law(rules.procedure).drawing
    hands = _hands(coup, None if whole else 2)
    counts = {side: drawing.count(cards) for side, cards in hands.items()}
    reckon = "; ".join(
        f"{side.title()} {' + '.join(str(drawing.value(card)) for card in cards)} counts "
        f"{counts[side]}"
        for side, cards in hands.items()
    )
    clauses = rules.ids(drawing.values_cites, *(drawing.counted[side] for side in SIDES))
    given = {"hands": hands}
    words = f"{_hands_words(hands)}. What do the hands count?"
    return PosedQuestion(table, words, {"count": counts}, clauses, f"{reckon}.", given)


def drawing_cards(rules: Rules, picks: SeededChoices) -> PosedQuestion:
    """Ask which hand draws a third card, from the first four; the card that the Player's Hand
    draws is shown, for the banker's row depends on it. Borderline rows come more often."""
    coup = _coup(rules, picks)
    for _ in range(6):
        if coup.steps:
            break
        coup = _coup(rules, picks)
    return _drawn(table_with_bets(rules, rules.start, {}), coup)


def _drawn(table: TableState, coup: Coup) -> PosedQuestion:
    rules = table.rules
    drawing = shoe_law(rules.procedure).drawing
    first = _hands(coup, 2)
    steps = {step.side: step for step in coup.steps}
    told = {side: "draw" if side in steps and steps[side].draws else "stand" for side in SIDES}
    clauses = rules.ids(coup.natural, *(step.cites for step in coup.steps))
    counts = {side: drawing.count(cards) for side, cards in first.items()}
    third = coup.player[2] if len(coup.player) > 2 else None
    if not coup.steps:
        reckon = f"A natural ({counts['player']} to {counts['banker']}): nobody draws"
    else:
        after = f" after {_a(drawing.value(third))}" if third else ""
        reckon = f"Player {told['player']}s on {counts['player']}, "
        reckon += f"Banker {told['banker']}s on {counts['banker']}{after}"
    given: dict[str, Any] = {"hands": first, "dealt": _dealt_first(coup)}
    words = f"{_hands_words(first)}."
    if third is not None:
        given["third"] = third
        words += f" If the Player's Hand draws, its card is {third}."
    words += " Draw or stand, each hand?"
    return PosedQuestion(table, words, {"card": told}, clauses, f"{reckon}.", given)


def _a(value: int) -> str:
    """Return a value with its article.

    >>> _a(8), _a(7)
    ('an 8', 'a 7')
    """
    return f"an {value}" if value == 8 else f"a {value}"


def _hands_words(hands: Mapping[str, list[str]]) -> str:
    return ", ".join(f"{side.title()} {' '.join(cards)}" for side, cards in hands.items())


def card_too_many(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """Deal a third card to a hand that stays."""
    deals = [at for at, step in enumerate(steps) if step.entry["kind"] == "deal"]
    short = [at for at in deals if len(steps[at].entry["cards"]) < MOST]
    if not short:
        return None
    at = picks.one(short)
    step = steps[at]
    cards = [*step.entry["cards"], picks.one(DECK)]
    words = f"{' '.join(cards)} are dealt, the first to the Player."
    changed = step._replace(entry={**step.entry, "cards": cards}, words=words)
    return [*steps[:at], changed, *steps[at + 1 :]]


def card_too_few(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """Leave out a third card of a hand that draws."""
    deals = [at for at, step in enumerate(steps) if step.entry["kind"] == "deal"]
    drawn = [at for at in deals if len(steps[at].entry["cards"]) > 2 * len(SIDES)]
    if not drawn:
        return None
    at = picks.one(drawn)
    step = steps[at]
    cards = step.entry["cards"][:-1]
    words = f"{' '.join(cards)} are dealt, the first to the Player."
    changed = step._replace(entry={**step.entry, "cards": cards}, words=words)
    return [*steps[:at], changed, *steps[at + 1 :]]


class ShoeDrills(InstrumentDrills):
    """Counts, and third cards."""

    mistakes: ClassVar[tuple[Mistake, ...]] = (card_too_many, card_too_few)
    does: ClassVar[Mapping[str, str]] = {"recut": "requires a recut"}

    def skills(self, rules: Rules) -> Iterator[Skill]:
        game = rules.house.law.game
        for key, what, asked, pose in (
            ("count", "What the hands count", "count", counting),
            ("third-card", "Which hand draws a third card", "card", drawing_cards),
        ):
            yield Skill(f"{game}.{key}", game, what, asked, SECONDS[asked], (), pose)  # type: ignore[arg-type,index]

    def of_trial(
        self, table: TableState, found: DecidedTrial, picks: SeededChoices
    ) -> Iterator[tuple[QuestionKind, PosedQuestion]]:
        coup = dealt(shoe_law(table.rules.procedure).drawing, found.keys["cards"])
        assert isinstance(coup, Coup)
        if picks.chance(1, 2):
            yield "card", _drawn(table, coup)
        yield "count", _counted(table, coup, whole=True)

    def lies_before(self, given: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"cards": given["hands"]} if "hands" in given else None

    def outcome_words(self, rules: Rules, _outcome: Any, keys: Mapping[str, Any]) -> str:
        coup = dealt(shoe_law(rules.procedure).drawing, keys["cards"])
        assert isinstance(coup, Coup)
        return f"{_hands_words(_hands(coup))}: {coup.player_count} to {coup.banker_count}"


DRILLS = ShoeDrills()
