"""A table's log held against the seeds it pledged: whether each roll, shake and card followed.

Every line is sealed again and must be the same to the byte, so a log that was cut or changed is not
believed. What was bet and paid is not looked at: ``lammer.audit`` does that. The log is read once;
of a pledge only its trials are kept until its seed is revealed, so memory has a bound.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lammer.core.cards import DECK, Drawing
from lammer.core.legality import Refusal
from lammer.fair.draw import (
    SIDES,
    commitment,
    coup,
    dice,
    in_the_shoe,
    is_player_seed,
    key_of,
    shuffled,
)
from lammer.table.commands import Malformed, Open, read
from lammer.table.decide import open_table
from lammer.table.log import FIRST, canonical, seal
from lammer.table.script import parse_part

MOST_TRIALS = 1 << 16
"""Trials of one pledge that are verified; no hand is nearly so long."""
MOST_FINDINGS = 100
"""Findings of one pledge that are listed."""
MOST_REMEMBERED = 1 << 16
"""Hashes kept to see that no seed is pledged again."""
MOST_SHOWN = 40
_DIGEST = re.compile(r"[0-9a-f]{64}")

Verdict = Literal["followed", "open", "withdrawn", "wrong", "doubtful"]
Kind = Literal["chain", "commitment", "seed", "trial", "cards", "malformed"]


@dataclass(frozen=True, slots=True)
class DrawFinding:
    """One thing wrong: at which line, and in which pledge, if in any."""

    line: int
    kind: Kind
    what: str
    pledge: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one pledge.

    ``followed``: the seed was revealed and everything follows from it; ``open``: it has not been
    revealed; ``withdrawn``: it never will be, for the ``reason``; ``wrong``: see ``findings``, of
    which there are ``count``; ``doubtful``: it would have followed, in a log that is not whole.
    """

    number: int
    line: int
    hash: str
    seeds: tuple[tuple[int, str], ...]
    trials: int
    verdict: Verdict
    seed: str | None = None
    reason: str = ""
    findings: tuple[DrawFinding, ...] = ()
    count: int = 0


@dataclass(slots=True)
class DrawTally:
    """The sums at the end of a log. ``unpledged`` are trials with no pledge open; in a log without
    a single pledge they are those of a crew with real dice, else they are findings as well."""

    lines: int = 0
    trials: int = 0
    unpledged: int = 0
    pledges: int = 0
    findings: int = 0
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    followed: int = 0
    """Trials that followed from revealed seeds."""
    with_players: int = 0
    """Those among them in whose draw a player's own seed had a part."""

    @property
    def ok(self) -> bool:
        return not self.findings


def verify(lines: Iterable[tuple[int, bytes]]) -> Iterator[DrawFinding | Checked | DrawTally]:
    """Each pledge of a log and everything wrong outside of one, as they are come to; the tally
    last. Raises ``Malformed`` at a line that is none of a log."""
    verifier = _Verifier()
    for number, line in lines:
        yield from verifier.line(number, line)
    yield from verifier.end()


class _Trial(NamedTuple):
    """What was rolled or dealt, where; ``got`` is None if the line did not say it."""

    line: int
    got: tuple[int, int] | tuple[str, ...] | None
    stale: bool = False
    """Dealt after the cards of the pledge had gone back."""


class _Open:
    """A pledge from its commit to its end."""

    def __init__(self, number: int, line: int, hash: str, out: Mapping[str, int], cut: bool):
        self.number, self.line, self.hash = number, line, hash
        self.out, self.cut_is_out = dict(out), cut
        self.seeds: dict[int, str] = {}
        self.trials: list[_Trial] = []
        self.cuts: list[int] = []
        """For each cutting card, the trial it came out in."""
        self.count = 0
        self.stale = False
        self.findings: list[DrawFinding] = []
        self.found = 0

    def wrong(self, line: int, kind: Kind, what: str) -> None:
        self.found += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(DrawFinding(line, kind, what, self.number))


class _Verifier:
    def __init__(self) -> None:
        self.tally = DrawTally()
        self.seq, self.prev = 0, FIRST
        self.torn = False
        self.drawing: Drawing | None = None
        self.decks = 0
        self.out: dict[str, int] = {}
        self.cut_is_out = False
        self.pledge: _Open | None = None
        self.loose: tuple[int, int, int] | None = None
        """Trials in a row with no pledge: how many, the first line, the last."""
        self.known: dict[str, int] = {}
        self.recent: deque[str] = deque()

    def line(self, number: int, line: bytes) -> Iterator[DrawFinding | Checked]:
        found = _fields(line)
        self.tally.lines = number
        if not self._sealed(found, line):
            what = "The line does not follow the one above as it was sealed: changed, cut or moved."
            yield from self._loose_finding(number, "chain", what)
            self.torn = True
        self.seq, self.prev = found["seq"], found["hash"]
        act = _ACTS.get(found["event"])
        if act is not None:
            yield from act(self, number, found["body"], found["actor"])

    def _sealed(self, found: Mapping[str, Any], line: bytes) -> bool:
        """Whether the line is, to the byte, what follows the one above."""
        texts = found["at"], found["actor"], found["event"]
        try:
            body, clauses = canonical(found["body"]), canonical(found["clauses"])
            return seal(self.seq + 1, *texts, body, clauses, self.prev)[0] == line
        except (TypeError, ValueError):
            raise Malformed("", "a number with a fraction, or half a character") from None

    def _loose_finding(self, number: int, kind: Kind, what: str) -> Iterator[DrawFinding]:
        """Something wrong that the open pledge has to answer for, or nobody's."""
        if self.pledge is not None:
            self.pledge.wrong(number, kind, what)
            return
        self.tally.findings += 1
        yield DrawFinding(number, kind, what)

    # What the lines say

    def opened(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        """The rules by which cards would be dealt."""
        try:
            asked = body.get("command")
            command = read(asked if isinstance(asked, dict) else {})
            opened = open_table(command) if isinstance(command, Open) else None
        except Malformed as problem:
            yield from self._loose_finding(number, "malformed", f"No table is opened: {problem}.")
            return
        if opened is None or isinstance(opened, Refusal):
            why = "" if opened is None else f" {opened.detail}"
            yield from self._loose_finding(number, "malformed", f"No such table is opened.{why}")
            return
        rules, _event = opened
        shoe = rules.procedure.trial.shoe
        if shoe is not None:
            self.drawing, self.decks = shoe.drawing, int(rules.option(shoe.decks))

    def commit(
        self, number: int, body: Mapping[str, Any], actor: str
    ) -> Iterator[DrawFinding | Checked]:
        if self.pledge is not None:
            what = f"A seed is pledged while that of line {self.pledge.line} has not been revealed."
            self.pledge.wrong(number, "commitment", what)
            yield self._closed("wrong")
        yield from self._end_of_loose()
        published = _digest(body.get("hash"))
        self.tally.pledges += 1
        made = _Open(self.tally.pledges, number, published, self.out, self.cut_is_out)
        self.pledge = made
        if not published:
            made.wrong(number, "malformed", "The pledge has no hash.")
        elif published in self.known:
            what = f"The seed of line {self.known[published]} is pledged again."
            made.wrong(number, "commitment", what)
        if actor != "house":
            made.wrong(number, "malformed", f"{_brief(actor)} pledges a seed, not the house.")
        self._remember(published, number)

    def _remember(self, hash: str, number: int) -> None:
        if hash not in self.known:
            self.recent.append(hash)
            if len(self.recent) > MOST_REMEMBERED:
                del self.known[self.recent.popleft()]
        self.known[hash] = number

    def seed(
        self, number: int, body: Mapping[str, Any], actor: str
    ) -> Iterator[DrawFinding | Checked]:
        seat, text = body.get("seat"), body.get("seed")
        if self.pledge is None:
            what = "A player's seed is taken with nothing pledged."
            yield from self._loose_finding(number, "seed", what)
        elif type(seat) is not int or not isinstance(text, str) or not is_player_seed(text):
            self.pledge.wrong(number, "malformed", "The player's seed is none.")
        elif actor != f"seat-{seat}":
            what = f"{_brief(actor)} gives a seed for seat {seat}."
            self.pledge.wrong(number, "malformed", what)
        elif self.pledge.count:
            what = f"The seed of seat {seat} was taken after the first trial; it does not count."
            self.pledge.wrong(number, "seed", what)
        else:
            self.pledge.seeds[seat] = text

    def left(
        self, _number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        """Whoever leaves before the first trial takes the seed along."""
        if self.pledge is not None and not self.pledge.count:
            self.pledge.seeds.pop(body.get("seat"), None)  # type: ignore[arg-type]
        yield from ()

    def thrown(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        yield from self._trial(number, _dice(body.get("dice")))

    def dealt(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        cards = _cards(body.get("cards"))
        yield from self._trial(number, cards)
        for card in cards or ():
            self.out[card] = self.out.get(card, 0) + 1

    def not_dealt(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        """The cards of a round that was not completed are out; one drawn from a seed always is."""
        if self.pledge is not None:
            self.pledge.wrong(number, "trial", "A round is void while a seed is pledged.")
        for card in _cards(body.get("cards"), least=1) or ():
            self.out[card] = self.out.get(card, 0) + 1
        yield from ()

    def _trial(
        self, number: int, got: tuple[int, int] | tuple[str, ...] | None
    ) -> Iterator[DrawFinding]:
        self.tally.trials += 1
        made = self.pledge
        if made is None:
            count, first, _ = self.loose or (0, number, number)
            self.loose = count + 1, first, number
            self.tally.unpledged += 1
            if got is None:
                what = "Neither two dice nor the cards of a coup."
                yield from self._loose_finding(number, "malformed", what)
            return
        made.count += 1
        if made.count <= MOST_TRIALS:
            made.trials.append(_Trial(number, got, made.stale))

    def cut_card(
        self, number: int, _body: Mapping[str, Any], _actor: str
    ) -> Iterator[DrawFinding | Checked]:
        self.cut_is_out = True
        made = self.pledge
        if made is None:
            return
        if not made.count:
            made.wrong(number, "cards", "The cutting card comes out of no coup.")
        elif len(made.cuts) < MOST_FINDINGS:
            made.cuts.append(made.count - 1)
        yield from ()

    def shuffle(
        self, _number: int, _body: Mapping[str, Any], _actor: str
    ) -> Iterator[DrawFinding | Checked]:
        made = self.pledge
        if made is not None and self.out:
            made.stale = True
        self.out, self.cut_is_out = {}, False
        yield from ()

    def corrected(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        """A trial that a crew entered wrongly is taken back, and its cards with it. What was drawn
        from a seed never is."""
        if self.pledge is not None:
            self.pledge.wrong(number, "trial", "A trial is taken back while a seed is pledged.")
            return
        for card in _cards(body.get("cards")) or ():
            self.out[card] = self.out.get(card, 0) - 1
        self.out = {card: count for card, count in self.out.items() if count > 0}
        self.cut_is_out = self.cut_is_out and body.get("cut_card") is not True
        yield from ()

    def reveal(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        made = self.pledge
        if made is None:
            what = "A seed is revealed that was not pledged."
            yield from self._loose_finding(number, "commitment", what)
            return
        text = _digest(body.get("seed"))
        if not text:
            made.wrong(number, "malformed", "No seed is revealed: it has 64 hexadecimal digits.")
            yield self._closed("wrong")
            return
        seed = bytes.fromhex(text)
        if commitment(seed) != made.hash or body.get("hash") != made.hash:
            what = f"The seed does not hash to what line {made.line} pledged."
            made.wrong(number, "commitment", what)
        if body.get("trials") != made.count:
            what = f"The seed is said to have served {_brief(body.get('trials'))} trials, "
            made.wrong(number, "malformed", f"{what}and there were {made.count}.")
        if commitment(seed) == made.hash:
            self._judge(made, key_of(seed, made.seeds.items()))
        yield self._closed("followed", text)

    def withdraw(
        self, number: int, body: Mapping[str, Any], _: str
    ) -> Iterator[DrawFinding | Checked]:
        made = self.pledge
        if made is None:
            what = "A pledge is withdrawn that was not made."
            yield from self._loose_finding(number, "commitment", what)
            return
        if body.get("hash") != made.hash:
            what = f"Another pledge is withdrawn than that of line {made.line}."
            made.wrong(number, "commitment", what)
        reason = body.get("reason")
        yield self._closed("withdrawn", reason=reason if isinstance(reason, str) else "")

    # Whether it followed

    def _judge(self, made: _Open, key: bytes) -> None:
        """Each trial of a pledge, against what its seeds give."""
        if made.count > MOST_TRIALS:
            what = f"Only the first {MOST_TRIALS:,} trials of a pledge are verified."
            made.wrong(made.trials[-1].line, "trial", what)
        coups = self._coups(made, key)
        for place, trial in enumerate(made.trials):
            match trial.got:
                case None:
                    what = "Neither two dice nor the cards of a coup."
                    made.wrong(trial.line, "malformed", what)
                case (int(), int()):
                    due = dice(key, place)
                    if trial.got != due:
                        said, gave = ("-".join(map(str, each)) for each in (trial.got, due))
                        what = f"The dice are {said}, and the seeds give {gave}."
                        made.wrong(trial.line, "trial", what)
                case cards:
                    _judge_coup(made, trial, place, cards, next(coups))

    def _coups(self, made: _Open, key: bytes) -> Iterator[tuple[tuple[str, ...], bool] | str]:
        """The coups of a pledge's shoe one after the other; words, when there can be none."""
        if self.drawing is None:
            while True:
                yield "Cards are dealt at a table that has no shoe."
        try:
            order = shuffled(key, in_the_shoe(self.decks, made.out))
        except ValueError as problem:
            while True:
                yield f"Nothing can be dealt: {problem}."
        at, cut_is_out = 0, made.cut_is_out
        while True:
            try:
                drawn = coup(self.drawing, order, at, cut_is_out=cut_is_out)
            except ValueError as problem:
                yield f"Nothing can be dealt: {problem}."
                continue
            at, cut_is_out = at + len(drawn.cards), cut_is_out or drawn.cut_card
            yield drawn

    def _closed(self, verdict: Verdict, seed: str | None = None, reason: str = "") -> Checked:
        """The open pledge is done with."""
        made = self.pledge
        assert made is not None
        if made.found:
            verdict = "wrong"
        elif verdict == "followed" and self.torn:
            verdict = "doubtful"
        self.pledge = None
        tally = self.tally
        tally.verdicts[verdict] = tally.verdicts.get(verdict, 0) + 1
        tally.findings += made.found
        if verdict == "followed":
            tally.followed += made.count
            tally.with_players += made.count if made.seeds else 0
        seeds = tuple(sorted(made.seeds.items()))
        return Checked(
            made.number, made.line, made.hash, seeds, made.count, verdict, seed, reason,
            tuple(made.findings), made.found,
        )  # fmt: skip

    def _end_of_loose(self) -> Iterator[DrawFinding]:
        if self.loose is None:
            return
        count, first, last = self.loose
        self.loose = None
        many = "A trial was" if count == 1 else f"{count:,} trials, to line {last}, were"
        yield from self._loose_finding(first, "trial", f"{many} made with no seed pledged.")

    def end(self) -> Iterator[DrawFinding | Checked | DrawTally]:
        if self.tally.lines == 0:
            raise Malformed("", "the log is empty")
        if self.tally.pledges:
            yield from self._end_of_loose()
        if self.pledge is not None:
            yield self._closed("open")
        yield self.tally


def _judge_coup(
    made: _Open,
    trial: _Trial,
    place: int,
    cards: tuple[Any, ...],
    due: tuple[tuple[str, ...], bool] | str,
) -> None:
    if trial.stale:
        what = "Dealt after a shuffle, from a seed pledged before it."
        made.wrong(trial.line, "cards", what)
        return
    if isinstance(due, str):
        made.wrong(trial.line, "cards", due)
        return
    if cards != due[0]:
        what = f"The cards are {' '.join(cards)}, and the seeds give {' '.join(due[0])}."
        made.wrong(trial.line, "cards", what)
    out = made.cuts.count(place)
    if out and not due[1]:
        made.wrong(trial.line, "cards", "The cutting card comes out in another coup than this.")
    elif due[1] and not out:
        made.wrong(trial.line, "cards", "The cutting card should come out in this coup.")
    elif out > 1:
        made.wrong(trial.line, "cards", "The cutting card comes out twice.")


_ACTS = {
    "open": _Verifier.opened,
    "commit": _Verifier.commit,
    "seed": _Verifier.seed,
    "leave": _Verifier.left,
    "roll": _Verifier.thrown,
    "shake": _Verifier.thrown,
    "deal": _Verifier.dealt,
    "no-deal": _Verifier.not_dealt,
    "cutting-card": _Verifier.cut_card,
    "shuffle": _Verifier.shuffle,
    "correct": _Verifier.corrected,
    "reveal": _Verifier.reveal,
    "withdraw": _Verifier.withdraw,
}


def _fields(line: bytes) -> dict[str, Any]:
    """A line of a log as data. Its form is not looked at: a line sealed anew has the right one."""
    try:
        found = parse_part(line.decode(), 0)
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None
    match found:
        case {
            "actor": str(), "at": str(), "event": str(), "hash": str(), "seq": int(),
            "body": dict(), "clauses": list(),
        }:  # fmt: skip
            return found
    raise Malformed("", "not a line of a log", "docs/formats.md shows one.")


def _digest(value: object) -> str:
    """64 hexadecimal digits in small letters; nothing, if it is something else."""
    return value if isinstance(value, str) and _DIGEST.fullmatch(value) else ""


def _dice(value: object) -> tuple[int, int] | None:
    match value:
        case [first, second] if type(first) is int and type(second) is int:
            if 1 <= first <= SIDES and 1 <= second <= SIDES:
                return first, second
    return None


def _cards(value: object, least: int = 4) -> tuple[str, ...] | None:
    cards = tuple(value) if isinstance(value, list) and least <= len(value) <= 6 else ()
    known = all(isinstance(card, str) and card in _DECK for card in cards)
    return cards if cards and known else None


_DECK = frozenset(DECK)


def _brief(value: object) -> str:
    text = canonical(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
