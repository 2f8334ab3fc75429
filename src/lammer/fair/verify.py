"""Verifies that each roll, shake and card of a log follows from the seeds pledged in it.

Every line is sealed again and must be equal to the byte, so a log that was cut or changed is not
trusted. Bets and payments are not checked: ``lammer.audit`` does that. The log is read once; only
the trials of the open pledge are kept until its seed is revealed, so memory is bounded.

An audit that has the lines already passes them to a ``DrawVerifier`` as it reads them.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from lammer.core.legality import Refusal
from lammer.fair.draw import commitment, is_player_seed, key_of
from lammer.fair.instrument import (
    DrawFinding,
    FindingKind,
    LogFollower,
    OpenPledge,
    PledgedTrial,
    draw_of,
)
from lammer.instruments import INSTRUMENTS, load
from lammer.table.commands import Malformed, Open, read
from lammer.table.decide import open_table
from lammer.table.events import TrialEvent
from lammer.table.keys import is_digest
from lammer.table.log import FIRST, LogLine, canonical, read_log_line, resealed
from lammer.table.script import parse_part

MOST_TRIALS = 1 << 16
"""Trials of one pledge that are verified; far above the length of any hand."""
MOST_HASHES = 1 << 16
"""Hashes kept to detect seeds that are pledged again."""
MOST_SHOWN = 40

Verdict = Literal["followed", "open", "withdrawn", "wrong", "doubtful"]


@cache
def _trials(things: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the names of trial events, each with the keys of the instruments that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for thing in things:
        for name, kind in load(thing).events.items():
            if issubclass(kind, TrialEvent):
                found[name] = (*found.get(name, ()), thing)
    return found


def _thing_of(things: tuple[str, ...], body: Mapping[str, Any]) -> str:
    """Return the instrument that has such an outcome; the first, if none has."""
    fitting = (each for each in things if draw_of(each).follower(None).outcome(body) is not None)
    return next(fitting, things[0])


@dataclass(frozen=True, slots=True)
class PledgeResult:
    """The result of one pledge.

    ``followed``: the seed was revealed and every outcome follows from it; ``open``: it has not been
    revealed; ``withdrawn``: it never will be, for the ``reason``; ``wrong``: see ``findings``, of
    which there are ``count`` in all; ``doubtful``: it would have followed, but the log is broken.
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
    """The totals of a log. ``unpledged`` are trials without an open pledge: in a log without any
    pledge those of a crew with real dice, otherwise they are findings too."""

    lines: int = 0
    trials: int = 0
    unpledged: int = 0
    pledges: int = 0
    findings: int = 0
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    under: dict[Verdict, int] = field(default_factory=dict)
    """The trials of the pledges with each verdict."""
    followed: int = 0
    """Trials that followed from revealed seeds."""
    with_players: int = 0
    """Those of them that were drawn with a player's seed."""

    @property
    def ok(self) -> bool:
        return not self.findings


Found = DrawFinding | PledgeResult


def verify(lines: Iterable[tuple[int, bytes]]) -> Iterator[Found | DrawTally]:
    """Yield the result of each pledge, everything wrong outside of one, and the tally last. Raises
    ``Malformed`` at a line that is not one of a log."""
    verifier = DrawVerifier()
    for number, line in lines:
        yield from verifier.line(number, line)
    yield from verifier.end()
    yield verifier.tally


_END = re.compile(
    rb'"event":"([a-z-]+)","hash":"([0-9a-f]{64})","prev":"([0-9a-f]{64})","seq":([0-9]{1,16})}\n\Z'
)
"""The end of a line as a log writes it."""


class DrawVerifier:
    """Verifies a log line by line. With ``chain_too`` false the caller judges the chain, and calls
    ``lose`` when it is broken; lines that have nothing to do with draws are then skipped quickly,
    and what missing lines may explain is no finding."""

    def __init__(self, *, chain_too: bool = True) -> None:
        self._chain_too = chain_too
        self.tally = DrawTally()
        self.seq, self.prev = 0, FIRST
        self.broken = False
        self.unsure = False
        """True if trials outside of any pledge may be explained by missing lines."""
        self.follower: LogFollower | None = None
        self.thing: str | None = None
        """The instrument of the table, once known."""
        self.pledge: OpenPledge | None = None
        self.unpledged_run: tuple[int, int, int] | None = None
        """Successive trials without a pledge: their number, the first line, the last line."""
        self.known: dict[str, int] = {}
        self.recent: deque[str] = deque()

    def line(self, number: int, line: bytes) -> Iterable[Found]:
        """Yield what the line shows."""
        self.tally.lines = number
        if not self._chain_too and self._is_passed_over(line):
            return ()
        return self._line(number, line)

    def _is_passed_over(self, line: bytes) -> bool:
        """Return whether a line continues the chain and has nothing to do with draws."""
        end = _END.search(line)
        if end is None or int(end[4]) != self.seq + 1 or end[3].decode() != self.prev:
            return False
        event = end[1].decode()
        here = self.follower is not None and event in self.follower.observed
        if here or event in _HANDLERS or event in _trials(tuple(INSTRUMENTS)):
            return False
        self.seq, self.prev = self.seq + 1, end[2].decode()
        return True

    def _line(self, number: int, line: bytes) -> Iterator[Found]:
        found = _parsed(line)
        if self._chain_too and not self._sealed(found, line):
            what = "The line does not follow the one above as it was sealed: changed, cut or moved."
            yield from self._report(number, "chain", what)
            self.broken = True
        elif (found.seq, found.prev) != (self.seq + 1, self.prev):
            self.lose()
        self.seq, self.prev = found.seq, found.hash
        event, body = found.event, found.body
        things = _trials(tuple(INSTRUMENTS)).get(event)
        if things is not None:
            yield from self._trial(number, things, event, body)
        elif (act := _HANDLERS.get(event)) is not None:
            yield from act(self, number, body, found.actor)
        if self.follower is not None:
            self.follower.observe(event, number, body, self.pledge)

    def lose(self) -> None:
        """Note that lines are missing or changed: what depends on them cannot be judged."""
        self.broken = self.unsure = True
        if self.follower is not None:
            self.follower.lose()
        if self.pledge is not None:
            self.pledge.doubtful = True

    def _sealed(self, found: LogLine, line: bytes) -> bool:
        """Return whether the line is, to the byte, the continuation of the chain."""
        return resealed(found, self.seq + 1, self.prev) == line

    def _report(self, number: int, kind: FindingKind, what: str) -> Iterator[DrawFinding]:
        """Report a finding of the open pledge, or yield it if there is none."""
        if self.pledge is not None:
            self.pledge.report(number, kind, what)
            return
        if self.unsure:
            return
        self.tally.findings += 1
        yield DrawFinding(number, kind, what)

    # Events

    def opened(self, number: int, body: Mapping[str, Any], _: str) -> Iterator[Found]:
        """Find the rules and the instrument of the table."""
        try:
            raw = body.get("command")
            command = read(raw if isinstance(raw, dict) else {}, None)
            opened = open_table(command, opened=True) if isinstance(command, Open) else None
        except Malformed as problem:
            yield from self._report(number, "malformed", f"No table is opened: {problem}.")
            return
        if opened is None or isinstance(opened, Refusal):
            why = "" if opened is None else f" {opened.detail}"
            yield from self._report(number, "malformed", f"No such table is opened.{why}")
            return
        rules, _event = opened
        if self.follower is not None:
            what = "A table is opened in the middle of the log of another."
            yield from self._report(number, "malformed", what)
            return
        self.thing = rules.procedure.trial.thing
        self.follower = draw_of(self.thing).follower(rules)

    def commit(self, number: int, body: Mapping[str, Any], actor: str) -> Iterator[Found]:
        before = self.pledge
        if before is not None:
            if not before.doubtful:
                what = f"A seed is pledged while that of line {before.line} has not been revealed."
                before.report(number, "commitment", what)
            yield self._closed("doubtful" if before.doubtful else "wrong")
        yield from self._report_unpledged()
        self.unsure = False
        published = _digest(body.get("hash"))
        self.tally.pledges += 1
        start = None if self.follower is None else self.follower.start()
        made = OpenPledge(self.tally.pledges, number, published, start)
        made.doubtful = self.follower is not None and not self.follower.known
        self.pledge = made
        if not published:
            made.report(number, "malformed", "The pledge has no hash.")
        elif published in self.known:
            what = f"The seed of line {self.known[published]} is pledged again."
            made.report(number, "commitment", what)
        if actor != "house":
            made.report(number, "malformed", f"{_brief(actor)} pledges a seed, not the house.")
        self._remember(published, number)

    def _remember(self, hash: str, number: int) -> None:
        if hash not in self.known:
            self.recent.append(hash)
            if len(self.recent) > MOST_HASHES:
                del self.known[self.recent.popleft()]
        self.known[hash] = number

    def seed(self, number: int, body: Mapping[str, Any], actor: str) -> Iterator[Found]:
        seat, text = body.get("seat"), body.get("seed")
        if self.pledge is None:
            what = "A player's seed is taken with nothing pledged."
            yield from self._report(number, "seed", what)
        elif type(seat) is not int or not isinstance(text, str) or not is_player_seed(text):
            self.pledge.report(number, "malformed", "The player's seed is malformed.")
        elif actor != f"seat-{seat}":
            what = f"{_brief(actor)} gives a seed for seat {seat}."
            self.pledge.report(number, "malformed", what)
        elif self.pledge.count:
            what = f"The seed of seat {seat} was taken after the first trial; it does not count."
            self.pledge.report(number, "seed", what)
        else:
            self.pledge.seeds[seat] = text

    def left(self, _number: int, body: Mapping[str, Any], _: str) -> Iterator[Found]:
        """Drop the seed of a player who leaves before the first trial."""
        if self.pledge is not None and not self.pledge.count:
            self.pledge.seeds.pop(body.get("seat"), None)  # type: ignore[arg-type]
        yield from ()

    def _trial(
        self, number: int, things: tuple[str, ...], event: str, body: Mapping[str, Any]
    ) -> Iterator[DrawFinding]:
        follower = self.follower
        if follower is None:  # The log has no opening: the trial shows the instrument.
            self.thing = _thing_of(things, body)
            follower = self.follower = draw_of(self.thing).follower(None)
            if self.broken and not self._chain_too:
                follower.lose()
            if self.pledge is not None:
                self.pledge.start = follower.start()
                self.pledge.doubtful = not follower.known
        assert self.thing is not None
        here = event in load(self.thing).events
        got = follower.outcome(body) if here else None
        no_outcome = follower.no_outcome if here else f"A {event} at a table that has none."
        self.tally.trials += 1
        made = self.pledge
        if made is None:
            count, first, _ = self.unpledged_run or (0, number, number)
            self.unpledged_run = count + 1, first, number
            self.tally.unpledged += 1
            if got is None:
                yield from self._report(number, "malformed", no_outcome)
            return
        made.count += 1
        if made.count <= MOST_TRIALS:
            made.trials.append(PledgedTrial(number, got, {} if here else {"other": no_outcome}))

    def corrected(self, number: int, _body: Mapping[str, Any], _: str) -> Iterator[Found]:
        """Check a correction: a trial that a crew entered may be taken back, one drawn from a seed
        may not."""
        if self.pledge is not None:
            self.pledge.report(number, "trial", "A trial is taken back while a seed is pledged.")
        yield from ()

    def reveal(self, number: int, body: Mapping[str, Any], _: str) -> Iterator[Found]:
        made = self.pledge
        if made is None:
            what = "A seed is revealed that was not pledged."
            yield from self._report(number, "commitment", what)
            return
        text = _digest(body.get("seed"))
        if not text:
            made.report(number, "malformed", "No seed is revealed: it has 64 hexadecimal digits.")
            yield self._closed("wrong")
            return
        seed = bytes.fromhex(text)
        if commitment(seed) != made.hash or body.get("hash") != made.hash:
            what = f"The seed does not hash to what line {made.line} pledged."
            made.report(number, "commitment", what)
        if body.get("trials") != made.count:
            what = f"The seed is said to have served {_brief(body.get('trials'))} trials, "
            made.report(number, "malformed", f"{what}and there were {made.count}.")
        if commitment(seed) == made.hash:
            self._judge(made, key_of(seed, made.seeds.items()))
        yield self._closed("followed", text)

    def withdraw(self, number: int, body: Mapping[str, Any], _: str) -> Iterator[Found]:
        made = self.pledge
        if made is None:
            what = "A pledge is withdrawn that was not made."
            yield from self._report(number, "commitment", what)
            return
        if body.get("hash") != made.hash:
            what = f"Another pledge is withdrawn than that of line {made.line}."
            made.report(number, "commitment", what)
        reason = body.get("reason")
        yield self._closed("withdrawn", reason=reason if isinstance(reason, str) else "")

    # Verification

    def _judge(self, made: OpenPledge, key: bytes) -> None:
        """Compare each trial of a pledge with what its seeds give."""
        if made.count > MOST_TRIALS:
            what = f"Only the first {MOST_TRIALS:,} trials of a pledge are verified."
            made.report(made.trials[-1].line, "trial", what)
        follower = self.follower
        if follower is None:
            return  # There was no trial.
        for trial, due in zip(made.trials, follower.due(made.start, key), strict=False):
            if trial.got is None:
                what = trial.notes.get("other", follower.no_outcome)
                made.report(trial.line, "malformed", what)
                continue
            for kind, what in follower.faults(trial, due):
                made.report(trial.line, kind, what)

    def _closed(self, verdict: Verdict, seed: str | None = None, reason: str = "") -> PledgeResult:
        """Close the open pledge and return its result."""
        made = self.pledge
        assert made is not None
        if made.doubtful:
            made.findings = [each for each in made.findings if each.kind == "commitment"]
            made.found = len(made.findings)
        if made.found:
            verdict = "wrong"
        elif verdict == "followed" and (self.broken if self._chain_too else made.doubtful):
            verdict = "doubtful"
        self.pledge = None
        tally = self.tally
        tally.verdicts[verdict] = tally.verdicts.get(verdict, 0) + 1
        tally.under[verdict] = tally.under.get(verdict, 0) + made.count
        tally.findings += made.found
        if verdict == "followed":
            tally.followed += made.count
            tally.with_players += made.count if made.seeds else 0
        seeds = tuple(sorted(made.seeds.items()))
        return PledgeResult(
            made.number, made.line, made.hash, seeds, made.count, verdict, seed, reason,
            tuple(made.findings), made.found,
        )  # fmt: skip

    def _report_unpledged(self) -> Iterator[DrawFinding]:
        if self.unpledged_run is None:
            return
        count, first, last = self.unpledged_run
        self.unpledged_run = None
        many = "A trial was" if count == 1 else f"{count:,} trials, to line {last}, were"
        yield from self._report(first, "trial", f"{many} made with no seed pledged.")

    def end(self) -> Iterator[Found]:
        """Yield what is left at the end of the log; ``tally`` is complete then."""
        if self.tally.lines == 0:
            raise Malformed("", "the log is empty")
        if self.tally.pledges:
            yield from self._report_unpledged()
        if self.pledge is not None:
            yield self._closed("open")


_HANDLERS = {
    "open": DrawVerifier.opened,
    "commit": DrawVerifier.commit,
    "seed": DrawVerifier.seed,
    "leave": DrawVerifier.left,
    "correct": DrawVerifier.corrected,
    "reveal": DrawVerifier.reveal,
    "withdraw": DrawVerifier.withdraw,
}


def _parsed(line: bytes) -> LogLine:
    """Return a line of a log."""
    try:
        found = parse_part(line.decode(), 0)
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None
    if not isinstance(found, dict):
        raise Malformed("", "not a line of a log", "lammer replay --log FILE writes a log.")
    return read_log_line(found)


def _digest(value: object) -> str:
    """Return the text if it is 64 hexadecimal digits in lower case, else an empty one."""
    return value if is_digest(value) else ""


def _brief(value: object) -> str:
    text = canonical(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
