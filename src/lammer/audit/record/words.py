"""The sentences of findings in a record."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from lammer.core.money import dollars
from lammer.core.settle import Step
from lammer.core.wager import Wager
from lammer.table.rules import Rules

MONEY_WORDS: Mapping[str, tuple[str, str]] = {
    "payment": ("due", "paid"),
    "vigorish": ("vigorish due", "taken"),
    "refund": ("vigorish due back", "given back"),
    "mark": ("vigorish due", "marked"),
    "collect": ("vigorish owed", "collected"),
    "return": ("of the stake due back", "returned"),
    "take": ("of the stake lost", "collected"),
}
"""For each kind of money, the word for what is due and the word for what was done."""


def no_charge_words(rules: Rules, wager: Wager, money: str) -> str:
    """Return why no vigorish of this kind is due on a wager."""
    vig = rules.vig(wager)
    if vig is None or not vig.rate:
        return "no vigorish is taken on it"
    if money == "vigorish" and rules.marks_vigorish(wager):
        return "it is marked, and collected later"
    if money == "mark" and not rules.marks_vigorish(wager):
        return "it is collected at once"
    no = {"refund": "no charge is owed back", "collect": "none is owed"}
    least = ", if it comes to a cent" if wager.vig is not None and wager.vig.to_the_cent else ""
    return no.get(money, f"it is charged at the {vig.when}{least}")


def result_words(done: Step) -> str:
    return {
        "stands": "it stood, undecided,",
        "off": "it was off",
        "moves": "it went on, undecided,",
        "wins": "it won",
        "loses": "it lost",
        "void": "it was void",
    }[done.result]


def money_words(bet: str, money: str, due: int | Fraction, done: int, on: str) -> str:
    """Return a sentence: what was due on a bet, what was done, and the difference."""
    as_due = MONEY_WORDS[money][0]
    much, over = ("much", done - due) if done > due else ("little", due - done)
    off = f", {amount_words(over)} too {much}" if done else ""
    return f"{bet}: {amount_words(due)} {as_due}{on}, {done_words(money, done)}{off}."


def done_words(money: str, done: int) -> str:
    verb = MONEY_WORDS[money][1]
    return f"{amount_words(done)} {verb}" if done else f"nothing {verb}"


def parts_words(parts: Iterable[tuple[str, int | Fraction]], lost: int | Fraction) -> str:
    """Return what an amount for several bets consists of."""
    said = [f"{bet} {amount_words(due)}" for bet, due in parts]
    if lost:
        said.append(f"less {amount_words(lost)} lost")
    return ", ".join(said)


def amount_words(amount: int | Fraction) -> str:
    if amount < 0:
        return f"-{amount_words(-amount)}"
    return dollars(amount) if isinstance(amount, int) else f"{dollars(amount)} ({amount} cents)"


def exact_share(stake: int, ratio: tuple[int, int]) -> int | Fraction:
    """Return this share of a stake, as an integer if it is whole cents."""
    return whole(Fraction(stake * ratio[0], ratio[1]))


def whole(amount: int | Fraction) -> int | Fraction:
    exact = Fraction(amount)
    return exact.numerator if exact.denominator == 1 else exact
