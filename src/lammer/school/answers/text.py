"""Answers as people type them, and questions as they read them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.school.posing.posed_question import LearnerQuestion
from lammer.school.posing.question_table import STAND_IN
from lammer.school.topics.permissions import position
from lammer.table.state import Bet

YES = ("y", "yes", "true", "allowed", "counts", "ok")
NO = ("n", "no", "false", "refused", "void", "not")
LOSES = ("l", "lose", "loses", "lost", "take", "takes", "x", "down", "collect")
NOTHING = ("", "0", "push", "stands", "nothing", "-", "void", "moves")
_AMOUNT = re.compile(r"(-?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{1,2}))?")
_HANDS = re.compile(r"[\s,/]+")
HOW = {
    "payments": "paid on it, in dollars; lose, or -8 for $8 of it; nothing. With vigorish: 20 1",
    "order": "the numbers of the bets, the one that is handled first in front: 3 1 2",
    "call": "the number of the call",
    "works": "yes or no",
    "legal": "yes or no, and with a no the clause if you know it",
    "valid": "yes or no",
    "commission": "an amount in dollars",
    "press": "what is up then, and the change: 60 5",
    "count": "both counts, Player first: 8 6",
    "card": "draw or stand, Player first: draw stand",
    "mistakes": "the lines, each with what the player got too much: 7 +5, 12 -3; or none",
}
"""How each kind of answer is typed."""


def amount(text: str) -> int:
    """Return an amount that was typed in dollars, in cents; raises ``Malformed``.

    >>> amount("35"), amount("$1,200.50"), amount("-4")
    (3500, 120050, -400)
    """
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise Malformed("", f'"{text.strip()[:40]}" is no amount', "Type dollars, such as 35.")
    sign, whole, cents = found.groups()
    value = int(whole.replace(",", "")) * 100 + int((cents or "0").ljust(2, "0"))
    return -value if sign else value


def places(asked: LearnerQuestion) -> Iterator[tuple[int, str, Bet]]:
    """Yield the bets of a question by seat and name."""
    for number, seat in asked.posed.table.seats.items():
        if number != STAND_IN:
            for name, bet in seat.bets.items():
                yield number, name, bet


def bet_line(asked: LearnerQuestion, seat: int, name: str, bet: Bet) -> str:
    """Return a bet in words: whose, which, how much, and whether it works.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> from lammer.school.questions import question
    >>> from lammer.table.rules import Rules
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> one = question(craps, "craps.payout.any-seven", 1)
    >>> [bet_line(one, *each).split(",")[0] for each in places(one)]
    ['Seat 4']
    """
    table = asked.posed.table
    rules = table.rules
    wager = rules.wagers[bet.wager]
    words = f"Seat {seat}, {rules.words_for(name)}: {dollars(bet.stake)}"
    if bet.called:
        words += f", called {bet.called}"
    elif asked.asked != "works" and rules.is_off(table.context, bet.wager, bet.called):
        words += ", off"
    if bet.state not in (wager.machine.start, table.context) and not name.endswith(bet.state):
        words += f", has {bet.state.replace(',', ', ')}"
    return words


def where(asked: LearnerQuestion) -> str:
    """Return the state of the game, unless the question names it; "" if the game has only one.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> from lammer.school.questions import question
    >>> from lammer.table.rules import Rules
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> where(question(craps, "craps.payout.pass-odds", 2)).startswith("The point is ")
    True
    """
    here = position(asked.posed.table).strip()
    return "" if asked.posed.words.startswith(here) else here


def typed_answer(asked: LearnerQuestion, text: str) -> dict[str, Any]:
    """Return the answer typed to a question that takes one line; raises ``Malformed``."""
    words = [each for each in _HANDS.split(text.strip().lower()) if each]
    match asked.asked:
        case "legal":
            allowed = _yes(words[:1])
            clause = text.split()[1:]
            return {"allowed": allowed, **({"clause": clause[0]} if clause else {})}
        case "call":
            return {"call": _chosen(text, asked.posed.given["choices"])}
        case "valid" | "works" as key:
            return {key: _yes(words[:1])}
        case "order":
            return {"order": _ordered(asked, words)}
        case "commission":
            return {"commission": _positive(text)}
        case "press":
            if len(words) != 2:
                raise Malformed("", "two amounts are wanted", f"Type {HOW['press']}.")
            return {"press": {"up": _positive(words[0]), "change": _positive(words[1])}}
        case "mistakes":
            return {"mistakes": [_line(each) for each in _listed(text)]}
        case "count" | "card" as key:
            hands = list(asked.posed.answer[key])
            if len(words) != len(hands):
                raise Malformed("", f"{len(hands)} answers are wanted", f"Type {HOW[key]}.")
            return {key: {h: _hand(key, w) for h, w in zip(hands, words, strict=True)}}
    raise Malformed("", "it is answered bet by bet")


def typed_payment(
    seat: int, name: str, bet: Bet, text: str, vigorish: str = "vigorish"
) -> Mapping[str, Any] | None:
    """Return what was typed for one bet as a payment; None for nothing. A negative amount, or a
    word for it, is collected; the payment of a bet of several parts is net of those that lost. A
    second amount is the vigorish, taken or marked.

    >>> typed_payment(3, "horn", Bet("horn", "up", 400), "27")
    {'seat': 3, 'bet': 'horn', 'net': 2700}
    >>> typed_payment(3, "banker", Bet("banker", "up", 2000), "20 1")
    {'seat': 3, 'bet': 'banker', 'net': 2000, 'vigorish': 100}
    """
    said = text.strip().lower()
    if said in NOTHING:
        return None
    place = {"seat": seat, "bet": name}
    if said in LOSES:
        return {**place, "net": -bet.stake}
    paid, _, charge = said.partition(" ")
    charged = {vigorish: _positive(charge)} if charge.strip() else {}
    return {**place, "net": amount(paid), **charged}


def _positive(text: str) -> int:
    cents = amount(text)
    if cents < 0:
        raise Malformed("", f'"{text}" is below zero', "Type dollars, such as 35.")
    return cents


def _ordered(asked: LearnerQuestion, words: list[str]) -> list[dict[str, Any]]:
    """Return the bets with these numbers, as listed by ``places``."""
    there = [{"seat": seat, "bet": name} for seat, name, _ in places(asked)]
    for word in words:
        if not (word.isascii() and word.isdigit() and 0 < int(word[:6]) <= len(there)):
            instead = f"Type {HOW['order']}."
            raise Malformed("", f'"{word[:40]}" is not a number of a bet', instead)
    return [there[int(word) - 1] for word in words]


def _chosen(text: str, choices: Sequence[str]) -> str:
    said = text.strip().rstrip(".")
    if said.isascii() and said.isdigit() and 0 < int(said[:4]) <= len(choices):
        return choices[int(said) - 1]
    raise Malformed("", f'"{said[:40]}" is not one of them', f"Type a number, 1 to {len(choices)}.")


def _yes(words: list[str]) -> bool:
    said = words[0] if words else ""
    if said in YES or said in NO:
        return said in YES
    raise Malformed("", f'"{said[:40]}" is neither yes nor no', "Type yes or no.")


def _listed(text: str) -> list[str]:
    said = text.strip().lower()
    if said in ("none", "nothing", "no"):
        return []
    if not said:
        raise Malformed("", "nothing was typed", f"Type {HOW['mistakes']}.")
    return [each.strip() for each in said.split(",") if each.strip()]


def _line(text: str) -> dict[str, int]:
    number, _, off = text.removeprefix("line ").partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise Malformed("", f'"{text[:40]}" is no line', f"Type {HOW['mistakes']}.")
    line = {"line": int(number)}
    return {**line, "off_by": amount(off.removeprefix("+"))} if off else line


def _hand(key: str, word: str) -> int | str:
    if key == "count":
        if word.isascii() and word.isdigit() and len(word) < 3:
            return int(word)
        raise Malformed("", f'"{word[:40]}" is no count', f"Type {HOW['count']}.")
    for known in ("draw", "stand"):
        if known.startswith(word) or (known == "stand" and word in ("stay", "stays", "stands")):
            return known
    raise Malformed("", f'"{word[:40]}" is neither draw nor stand', f"Type {HOW['card']}.")
