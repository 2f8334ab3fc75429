"""Grades an answer: right or wrong, each mistake in cents where it is about money, with the clause.

Payments are graded as an audit judges a record: what is paid and taken on each bet must be what was
due. What goes back of a stake may be left out of an answer altogether, since a dealer leaves it
where it lies. The order is graded as far as the text has one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from lammer.core.codec import Malformed, show
from lammer.core.money import dollars
from lammer.school.posing.posed_question import PosedQuestion, QuestionKind
from lammer.school.questions import DrillQuestion

MONEY = ("pays", "returns", "takes", "vigorish", "marks")
"""What a dealer may do about a bet, in cents."""
_OPTIONAL = ("returns",)
_NET = ("pays", "returns", "takes")
"""What a payment that is net of losing parts replaces."""
_DID = {
    "pays": "paid",
    "returns": "of the stake returned",
    "takes": "collected",
    "vigorish": "vigorish taken",
    "marks": "vigorish marked",
}
MOST_CENTS = 10**15
MOST_ROWS = 1000


MistakeKind = Literal[
    "overpaid", "underpaid", "missed", "loser-paid", "not-collected", "collected-wrongly",
    "returned-wrongly", "vigorish", "order", "",
]  # fmt: skip
"""What is wrong with a payment; "" for a mistake about anything else."""


@dataclass(frozen=True, slots=True)
class DrillMistake:
    """One mistake in an answer; ``due`` and ``given`` are cents if it is about money, otherwise
    None."""

    what: str
    clauses: tuple[str, ...]
    seat: int | None = None
    bet: str | None = None
    due: int | None = None
    given: int | None = None
    kind: MistakeKind = ""
    reckon: str = ""
    """The dealer's way to what is right, where the mistake is about one bet of several."""

    @property
    def off_by(self) -> int | None:
        """By how much the player got too much or, below zero, too little."""
        if self.due is None or self.given is None:
            return None
        return self.given - self.due


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth: right if there is no mistake."""

    mistakes: tuple[DrillMistake, ...]

    @property
    def right(self) -> bool:
        return not self.mistakes


def grade(asked: DrillQuestion, answer: Mapping[str, Any]) -> Grade:
    """Return the grade of an answer, which has the form of the question's own. Raises ``Malformed``
    for data that does not answer it.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> from lammer.school.questions import question
    >>> from lammer.table.rules import Rules
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> asked = question(craps, "craps.payout.any-seven", 1)
    >>> grade(asked, asked.posed.answer).right, grade(asked, {"payments": []}).right
    (True, False)
    """
    return grade_posed(asked.skill.asked, asked.posed, answer)


def grade_posed(asked: QuestionKind, posed: PosedQuestion, answer: Mapping[str, Any]) -> Grade:
    """Return the grade of an answer to a question. Raises ``Malformed`` for text that does not
    answer it."""
    if not isinstance(answer, Mapping):
        raise Malformed("answer", f"{show(answer)} is not an object")
    match asked:
        case "payments":
            return Grade(_payments(posed, answer))
        case "order":
            return Grade(_ordered(posed, answer))
        case "legal":
            return Grade(_legal(posed, answer))
        case "call":
            return Grade(_call(posed, answer))
        case "works" | "valid":
            return Grade(_yes_or_no(posed, answer, asked))
        case "press":
            return Grade(_press(posed, answer))
        case "commission":
            return Grade(_amount(posed, answer, "commission", money=True))
        case "count" | "card":
            return Grade(_each(posed, answer, asked))
        case "mistakes":
            return Grade(_mistakes(posed, answer))


# Money


def _payments(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    rows = _rows(answer)
    due = {(row["seat"], row["bet"]): row for row in posed.answer["payments"]}
    given: dict[tuple[int, str], dict[str, int]] = {}
    for row in rows:
        money = given.setdefault((row["seat"], row["bet"]), {})
        for key in MONEY:
            if key in row:
                money[key] = money.get(key, 0) + row[key]
    judged = [key for key in MONEY if key not in _OPTIONAL or any(key in row for row in rows)]
    nets: dict[tuple[int, str], int] = {}
    for row in rows:
        if "net" in row:
            place = row["seat"], row["bet"]
            nets[place] = nets.get(place, 0) + row["net"]
    mistakes: list[DrillMistake] = []
    for place in dict.fromkeys((*due, *given)):
        right, said = due.get(place, {}), given.get(place, {})
        for key in judged:
            wanted, got = right.get(key, 0), said.get(key, 0)
            if place in nets and key in _NET:
                wanted = right.get("pays", 0) - right.get("takes", 0) if key == "pays" else 0
                more = said.get("pays", 0) - said.get("takes", 0)
                got = nets[place] + more if key == "pays" else 0
            if wanted != got:
                key_said = "net" if place in nets and key == "pays" else key
                mistakes.append(_wrong_money(posed, place, key_said, wanted, got))
    return (*mistakes, *_order(posed, rows))


def _wrong_money(
    posed: PosedQuestion, place: tuple[int, str], key: str, due: int, got: int
) -> DrillMistake:
    rules, (seat, bet) = posed.table.rules, place
    moved = rules.moved_wager(bet)
    wager = rules.wagers.get(bet) if moved is None else moved[0]
    name = rules.words_for(bet) if wager is not None else f'"{bet[:40]}"'
    if key == "net" and min(due, got) < 0:
        what = f"Seat {seat}, {name}: {_net_words(due)} is right, not {_net_words(got)}."
    else:
        did = _DID["pays" if key == "net" else key]
        what = f"Seat {seat}, {name}: {dollars(due)} {did} is right, not {dollars(got)}."
    sign = 1 if key in ("net", "pays", "returns") else -1
    why = posed.bets.get(place)
    clauses = posed.clauses if why is None else why.clauses
    if why is None and wager is not None and posed.bets:
        clauses = rules.ids(wager.cites)
    reckon = "" if why is None else why.reckon
    cents = sign * due, sign * got
    return DrillMistake(what, clauses, seat, bet, *cents, _kind(key, due, got), reckon)


def _net_words(cents: int) -> str:
    """Return a net payment in words: it is below zero where more is collected than paid.

    >>> _net_words(700), _net_words(-500), _net_words(0)
    ('$7 paid', '$5 collected', 'nothing')
    """
    return (
        "nothing" if not cents else f"{dollars(abs(cents))} {'paid' if cents > 0 else 'collected'}"
    )


def _kind(key: str, due: int, got: int) -> MistakeKind:
    """Return what is wrong with an amount that is not the one due."""
    match key:
        case "vigorish" | "marks":
            return "vigorish"
        case "returns":
            return "returned-wrongly"
        case "takes":
            return "not-collected" if got < due else "collected-wrongly"
    if due < 0:
        return "loser-paid" if got > 0 else "not-collected" if got > due else "collected-wrongly"
    if got < 0:
        return "collected-wrongly"
    if not got:
        return "missed"
    return "overpaid" if got > due else "underpaid"


def _rows(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the payments of an answer; raises ``Malformed``."""
    _only(answer, ("payments",))
    rows = answer.get("payments")
    if not isinstance(rows, list | tuple):
        raise Malformed("payments", f"{show(rows)} is not a list")
    if len(rows) > MOST_ROWS:
        raise Malformed("payments", f"{len(rows)} of them", f"At most {MOST_ROWS}.")
    return [_row(f"payments[{at}]", row) for at, row in enumerate(rows)]


def _row(key: str, row: Any, more: tuple[str, ...] = ("moves", "net", *MONEY)) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise Malformed(key, f"{show(row)} is not an object")
    _only(row, ("seat", "bet", *more), key)
    seat, bet = row.get("seat"), row.get("bet")
    if not _is_whole(seat) or not isinstance(bet, str):
        raise Malformed(key, "a seat and a bet are needed", 'Write {"seat": 3, "bet": "pass"}.')
    for each in MONEY:
        if each in row and not (_is_whole(row[each]) and 0 <= row[each] <= MOST_CENTS):
            raise Malformed(f"{key}.{each}", f"{show(row[each])} is no amount", "Write cents.")
    if "net" in row:
        if any(each in row for each in _NET):
            raise Malformed(f"{key}.net", "it stands for pays, returns and takes", "Leave one out.")
        if not _is_whole(row["net"]) or abs(row["net"]) > MOST_CENTS:
            raise Malformed(f"{key}.net", f"{show(row['net'])} is no amount", "Write cents.")
    return dict(row)


def _order(posed: PosedQuestion, rows: Sequence[Mapping[str, Any]]) -> tuple[DrillMistake, ...]:
    """Return the first step that came too early, if the text prescribes an order."""
    payment = posed.table.rules.procedure.trial.payment
    if payment is None:
        return ()
    due = posed.answer["payments"]
    losing = {(row["seat"], row["bet"]) for row in due if _only_takes(row)}
    places = [(row["seat"], row["bet"]) for row in due]
    return _out_of_order(posed, places, losing, rows)


def _out_of_order(
    posed: PosedQuestion,
    places: Sequence[tuple[int, str]],
    losing: Collection[tuple[int, str]],
    rows: Sequence[Mapping[str, Any]],
) -> tuple[DrillMistake, ...]:
    """Return the first of these rows that came too early; ``places`` are bets in the order of the
    text."""
    payment = posed.table.rules.procedure.trial.payment
    assert payment is not None
    ranks = {place: rank for rank, place in enumerate(places)}
    said = [(row["seat"], row["bet"]) for row in rows]
    said = [place for place in dict.fromkeys(said) if place in ranks]
    rules = posed.table.rules
    winners = [place for place in said if place not in losing]
    for at, place in enumerate(said):
        if place in losing and any(before not in losing for before in said[:at]):
            what = f"Seat {place[0]}, {rules.words_for(place[1])}: losing wagers are collected first."  # fmt: skip  # noqa: E501
            return (DrillMistake(what, rules.ids(payment.losers), *place, kind="order"),)
    if payment.ways:
        for before, after in pairwise(winners):
            if ranks[before] > ranks[after] and before[0] != after[0]:
                what = f"Seat {after[0]} is paid before seat {before[0]}."
                return (DrillMistake(what, rules.ids(payment.winners), *after, kind="order"),)
    return ()


def _ordered(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    """Grade an order: each bet that is decided once, and none too early."""
    _only(answer, ("order",))
    said = answer.get("order")
    if not isinstance(said, list | tuple) or len(said) > MOST_ROWS:
        raise Malformed("order", f"{show(said)} is not a list", 'Write [{"seat": 3, "bet": ...}].')
    rows = [_row(f"order[{at}]", each, ("does",)) for at, each in enumerate(said)]
    given = [(row["seat"], row["bet"]) for row in rows]
    places = [(row["seat"], row["bet"]) for row in posed.answer["order"]]
    rules, mistakes = posed.table.rules, []
    for at, (seat, bet) in enumerate(given):
        if (seat, bet) in given[:at]:
            raise Malformed(f"order[{at}]", f"seat {seat}, {bet[:40]} is there twice")
    for seat, bet in dict.fromkeys((*places, *given)):
        if ((seat, bet) in given) != ((seat, bet) in places):
            known = bet in rules.wagers or rules.moved_wager(bet) is not None
            name = rules.words_for(bet) if known else f'"{bet[:40]}"'
            is_due = (seat, bet) in places
            what = f"Seat {seat}, {name}: {'it is left out' if is_due else 'nothing is done'}."
            mistakes.append(DrillMistake(what, posed.clauses, seat, bet))
    due = posed.answer["order"]
    losing = {(row["seat"], row["bet"]) for row in due if row["does"] == "collect"}
    return (*mistakes, *_out_of_order(posed, places, losing, rows))


def _only_takes(row: Mapping[str, Any]) -> bool:
    return bool(row.get("takes")) and not row.get("pays")


def _mistakes(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    """Grade mistakes that were found in a record: each that was missed, each false alarm, each that
    is off by another amount. Where several belong to one line, it is off by their sum."""
    given, named = _stated(posed, answer)
    due: dict[int, int] = {}
    for each in posed.answer["mistakes"]:
        due[each["line"]] = due.get(each["line"], 0) + each.get("off_by", 0)
    found = []
    for line in sorted({*due, *given}):
        if line not in given:
            found.append(DrillMistake(f"Line {line} was missed.", posed.clauses))
        elif line not in due:
            found.append(DrillMistake(f"Line {line} is a false alarm.", ()))
        elif wrong := [got for got in given[line].values() if got != due[line]]:
            right, got = due[line], wrong[0]
            what = f"Line {line} is off by {_signed(right)}, not by {_signed(got)}."
            found.append(DrillMistake(what, posed.clauses, due=right, given=got))
        elif line in named:
            found += _wrongly_named(posed, line, named[line])
    return tuple(found)


def _stated(
    posed: PosedQuestion, answer: Mapping[str, Any]
) -> tuple[dict[int, dict[int, int]], dict[int, str]]:
    """Return the lines that an answer has for wrong: what each is off by, under the line that was
    named for it, and what is wrong with it; raises ``Malformed``."""
    _only(answer, ("mistakes",))
    said = answer.get("mistakes")
    if not isinstance(said, list | tuple) or len(said) > MOST_ROWS:
        raise Malformed("mistakes", f"{show(said)} is not a list", 'Write [{"line": 3}].')
    given: dict[int, dict[int, int]] = {}
    named: dict[int, str] = {}
    names = [each["what"] for each in posed.given["wrong"]]
    instead: dict[int, int] = {e["or"]: e["line"] for e in posed.answer["mistakes"] if "or" in e}
    for at, each in enumerate(said):
        if not isinstance(each, Mapping) or not _is_whole(each.get("line")):
            raise Malformed(f"mistakes[{at}]", "a line is needed", 'Write {"line": 3}.')
        _only(each, ("line", "or", "off_by", "what"), f"mistakes[{at}]")
        off: int | None = each.get("off_by")
        if off is not None and not (_is_whole(off) and abs(off) <= MOST_CENTS):
            raise Malformed(f"mistakes[{at}].off_by", f"{show(off)} is no amount", "Write cents.")
        seen: int = each["line"]
        line = instead.get(seen, seen)
        amounts = given.setdefault(line, {})
        if off is not None:
            amounts[seen] = amounts.get(seen, 0) + off
        if "what" in each:
            if each["what"] not in names:
                raise Malformed(f"mistakes[{at}].what", f"{show(each['what'])} cannot be wrong",
                                f"There is: {', '.join(names)}.")  # fmt: skip
            named[line] = each["what"]
    return given, named


def _wrongly_named(posed: PosedQuestion, line: int, said: str) -> Iterator[DrillMistake]:
    """Yield a mistake where the fault of a line was named wrongly."""
    words = {each["what"]: each["words"] for each in posed.given["wrong"]}
    right = [each["what"] for each in posed.answer["mistakes"] if each["line"] == line]
    if said not in right:
        what = f'Line {line} is "{words[right[0]]}", not "{words[said]}".'
        yield DrillMistake(what, posed.clauses)


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{dollars(abs(cents))}"


def _press(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    _only(answer, ("press",))
    said = answer.get("press")
    if not isinstance(said, Mapping):
        raise Malformed("press", f"{show(said)} is not an object", 'Write {"up": 0, "change": 0}.')
    _only(said, ("up", "change"), "press")
    right = posed.answer["press"]
    mistakes = []
    for key, words in (("up", "up"), ("change", "in change")):
        got = _cents(f"press.{key}", said.get(key))
        if got != right[key]:
            what = f"{dollars(right[key])} {words} is right, not {dollars(got)}."
            mistakes.append(DrillMistake(what, posed.clauses, due=right[key], given=got))
    return tuple(mistakes)


def _amount(
    posed: PosedQuestion, answer: Mapping[str, Any], key: str, *, money: bool
) -> tuple[DrillMistake, ...]:
    _only(answer, (key,))
    right, got = posed.answer[key], _cents(key, answer.get(key))
    if got == right:
        return ()
    what = f"{dollars(right)} is right, not {dollars(got)}."
    return (DrillMistake(what, posed.clauses, due=-right, given=-got),) if money else ()


# Anything else


def _legal(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    """Grade yes or no, and with a no the clause, if one is named: any of those of the refusal."""
    mistakes = _yes_or_no(posed, {k: v for k, v in answer.items() if k != "clause"}, "allowed")
    clause = answer.get("clause")
    if clause is not None and not isinstance(clause, str):
        raise Malformed("clause", f"{show(clause)} is not a clause", 'Write "NJ11-1.3c1".')
    if mistakes or clause is None or posed.answer["allowed"]:
        return mistakes
    if clause in posed.clauses:
        return ()
    what = f"The reason is in {', '.join(posed.clauses)}, not in {show(clause)}: {posed.reckon}"
    return (DrillMistake(what, posed.clauses),)


def _call(posed: PosedQuestion, answer: Mapping[str, Any]) -> tuple[DrillMistake, ...]:
    """Grade which of the calls was chosen."""
    _only(answer, ("call",))
    said, right = answer.get("call"), posed.answer["call"]
    if said not in posed.given["choices"]:
        raise Malformed("call", f"{show(said)} is not one of the calls", 'Write {"call": "..."}.')
    if said == right:
        return ()
    return (DrillMistake(f'"{right}" is right, not "{said}"', posed.clauses),)


def _yes_or_no(
    posed: PosedQuestion, answer: Mapping[str, Any], key: str
) -> tuple[DrillMistake, ...]:
    _only(answer, (key,))
    said = answer.get(key)
    if not isinstance(said, bool):
        raise Malformed(key, f"{show(said)} is not true or false", "Write true or false.")
    if said is posed.answer[key]:
        return ()
    yes = "Yes" if posed.answer[key] else "No"
    return (DrillMistake(f"{yes} is right. {posed.reckon}", posed.clauses),)


def _each(posed: PosedQuestion, answer: Mapping[str, Any], key: str) -> tuple[DrillMistake, ...]:
    """Grade one answer for each hand."""
    _only(answer, (key,))
    right, said = posed.answer[key], answer.get(key)
    if not isinstance(said, Mapping):
        raise Malformed(key, f"{show(said)} is not an object", f"Write one for {', '.join(right)}.")
    _only(said, tuple(right), key)
    return tuple(
        DrillMistake(f"{hand.title()}: {right[hand]} is right, not {show(said.get(hand))}.",
                     posed.clauses)
        for hand in right
        if type(said.get(hand)) is not type(right[hand]) or said[hand] != right[hand]
    )  # fmt: skip


# Reading


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cents(key: str, value: Any) -> int:
    if _is_whole(value) and 0 <= value <= MOST_CENTS:
        return int(value)
    raise Malformed(key, f"{show(value)} is no amount", "Write a whole number of cents.")


def _only(data: Mapping[str, Any], known: tuple[str, ...], where: str = "answer") -> None:
    for key in data:
        if key not in known:
            raise Malformed(f"{where}.{str(key)[:40]}", "there is no such key here",
                            f"There is: {', '.join(known)}.")  # fmt: skip
