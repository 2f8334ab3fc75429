"""The effect of trials on the chips of each seat: every bet that was decided or moved, the total,
and both in words."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from lammer.core.money import dollars
from lammer.ledger import CAGE, Transfer, layout, rail
from lammer.table.events import (
    BetDecided,
    BetLost,
    BetMoved,
    BetVoid,
    BetWon,
    Event,
    TrialCorrected,
    TrialEvent,
    VigorishCharged,
    VigorishCollected,
)
from lammer.table.rules import Rules
from lammer.table.state import TableState
from lammer.table.views.reasons import reason, stands_because_off
from lammer.table.views.second_person import personal

Outcome = Literal["won", "lost", "even", "push", "returned", "moved"]


class BetResult(NamedTuple):
    """The effect on one bet, in cents. ``win`` is what it won or lost before vigorish, ``vigorish``
    what was charged on it, and ``net`` the difference. A ``push`` and odds that are ``returned``
    give the stake back. A bet that has ``moved`` is called ``now``. ``line`` is the number of the
    log line, which has the clauses, and ``why`` the reason in words."""

    bet: str
    name: str
    result: Outcome
    stake: int
    line: int
    win: int = 0
    vigorish: int = 0
    now: str | None = None
    why: str = ""

    @property
    def net(self) -> int:
        return self.win - self.vigorish


class OffBet(NamedTuple):
    """A bet that a trial would have decided or moved, had it been working."""

    bet: str
    name: str
    stake: int
    why: str


class SeatResult(NamedTuple):
    """The effect of trials on a seat, in cents. ``net`` is what its chips gained or lost at play,
    without buying in, cashing out, and paying vigorish that was marked before. ``taken``,
    ``marked`` and ``collected`` are vigorish: charged at once; marked, less than zero if a trial
    that marked it is taken back; and paid of what was marked before. ``off`` has the bets that
    would have been decided, had they been working."""

    seat: int
    net: int
    bets: tuple[BetResult, ...]
    taken: int = 0
    marked: int = 0
    collected: int = 0
    off: tuple[OffBet, ...] = ()

    @property
    def brief(self) -> str:
        """The total in a few words; "" if nothing was decided."""
        decided = any(each.result in _DECIDED for each in self.bets)
        total = _upper(_total(self)) if self.net else "Even" if decided else _undecided(self)
        return ", ".join(filter(None, (total, *_charged(self), _collected(self))))

    @property
    def text(self) -> str:
        """Everything in sentences; "" if nothing was decided."""
        return " ".join(f"{each}." for each in _sentences(self) if each)


_TRIALS = (TrialEvent, TrialCorrected)
_DECIDED = ("won", "lost", "even")


def play_net(moves: Iterable[Transfer], seat: int) -> int:
    """Return what a seat's chips gained by these transfers at play: those to and from the cage do
    not count.

    >>> play_net([("cage", "rail-1", 500), ("bank", "rail-1", 70), ("rail-1", "layout-1", 60)], 1)
    70
    """
    own = (rail(seat), layout(seat))
    return sum(
        cents * ((target in own) - (source in own))
        for source, target, cents in moves
        if CAGE not in (source, target)
    )


Steps = Sequence[tuple[TableState, Sequence[Event]]]
"""The table before each of some commands, and the command's events."""


def results(steps: Steps, after: TableState, first: int) -> tuple[SeatResult, ...]:
    """Return the effect of the trials among some commands on each seat they concern; empty if there
    is neither a trial nor a trial taken back among them; ``first`` is the number of the first
    event's log line.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> _ = run.do({"do": "accept-dice", "seat": 1})
    >>> _ = run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    >>> _ = run.do({"do": "bet", "seat": 1, "wager": "any-seven", "amount": 200})
    >>> before = run.table
    >>> answer = run.do({"do": "roll", "dice": [6, 5]})
    >>> (mine,) = results([(before, answer.events)], run.table, 6)
    >>> [(each.bet, each.result, each.net) for each in mine.bets]
    [('pass', 'won', 1000), ('any-seven', 'lost', -200)]
    >>> [each.why for each in mine.bets]
    ['11 came. Pays 1 to 1.', '11 came. It wins on 7.']
    >>> mine.text
    'Seat 1 wins $10 on Pass Bet. Seat 1 loses $2 on Any Seven. In all seat 1 wins $8.'
    """
    events = [event for _, each in steps for event in each]
    if not any(isinstance(event, _TRIALS) for event in events):
        return ()
    rules = after.rules
    taken = _vigorish_taken(events)
    bets: dict[int, list[BetResult]] = {}
    off: dict[int, list[OffBet]] = {}
    line = first
    for at, done in steps:
        outcome = rules.instrument.trial_outcome(done)
        for event in done:
            if isinstance(event, BetDecided):
                found = _bet_result(rules, event, line, taken.get((event.seat, event.wager), 0))
                bet = at.seats[event.seat].bets.get(event.wager)
                if bet is not None and outcome is not None:
                    found = found._replace(why=reason(rules, bet, at.context, outcome))
                bets.setdefault(event.seat, []).append(found)
            line += 1
        if outcome is not None:
            for seat in at.seats:
                off.setdefault(seat, []).extend(_off_bets(at, seat, outcome))
    before = steps[0][0]
    seats = sorted(bets.keys() | before.seats.keys() | after.seats.keys())
    all_results = (
        _seat_result(seat, events, bets.get(seat, []), before, after)._replace(
            off=tuple(off.get(seat, ()))
        )
        for seat in seats
    )
    return tuple(
        each
        for each in all_results
        if each.bets or each.net or each.marked or each.collected or each.off
    )


def as_data(result: SeatResult) -> dict[str, Any]:
    """Return a seat's result for the wire; what is null or zero is omitted, except ``net``."""
    bets = [
        {
            key: value
            for key, value in {**bet._asdict(), "net": bet.net}.items()
            if value or key == "net"
        }
        for bet in result.bets
    ]
    more = {"taken": result.taken, "marked": result.marked, "collected": result.collected}
    brief, text = result.brief, result.text
    said = {"brief": brief, "text": text} if text else {}
    told = {key: personal(each, result.seat) for key, each in said.items()}
    return {
        "net": result.net,
        **({"bets": bets} if bets else {}),
        **({"off": [each._asdict() for each in result.off]} if result.off else {}),
        **{key: cents for key, cents in more.items() if cents},
        **said,
        **({"to_player": told} if told else {}),
    }


def _vigorish_taken(events: Iterable[Event]) -> dict[tuple[int, str], int]:
    """Return the vigorish charged in events of their own and taken at once, by seat and bet."""
    found: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, VigorishCharged) and event.owed is None:
            key = event.seat, event.wager
            found[key] = found.get(key, 0) + event.charge
    return found


def _bet_result(rules: Rules, event: BetDecided, line: int, taken: int) -> BetResult:
    bet, stake = event.wager, event.stake
    found = BetResult(bet, rules.words_for(bet), "moved", stake, line)
    if isinstance(event, BetWon):
        win = event.paid + event.coupon - (stake - event.returned)
        net = win - event.charge - taken
        kind: Outcome = "won" if net > 0 else "lost" if net < 0 else "even"
        return found._replace(result=kind, win=win, vigorish=event.charge + taken)
    if isinstance(event, BetLost):
        return found._replace(result="lost", win=event.returned - stake)
    if isinstance(event, BetVoid):
        wager = rules.wagers.get(bet)
        odds = wager is not None and wager.behind is not None
        return found._replace(result="returned" if odds else "push")
    assert isinstance(event, BetMoved)
    return found._replace(now=event.now if event.now != bet else None)


def _off_bets(table: TableState, seat: int, outcome: Hashable) -> Iterator[OffBet]:
    """Yield the bets that stand because they do not work."""
    rules = table.rules
    for name, bet in table.seats[seat].bets.items():
        if stands_because_off(rules, bet, table.context, outcome):
            why = reason(rules, bet, table.context, outcome)
            yield OffBet(name, rules.words_for(name), bet.stake, why)


def _seat_result(
    seat: int,
    events: Sequence[Event],
    bets: Sequence[BetResult],
    before: TableState,
    after: TableState,
) -> SeatResult:
    net = marked = collected = 0
    for event in events:
        if isinstance(event, VigorishCollected):
            collected += event.amount if event.seat == seat else 0
        else:
            net += play_net(event.moves, seat)
        if isinstance(event, VigorishCharged) and event.seat == seat and event.owed is not None:
            marked += event.charge
    if any(isinstance(event, TrialCorrected) for event in events):
        marked, collected = _owed(after, seat) - _owed(before, seat), 0
    taken = max(0, sum(each.win for each in bets) - net) if bets else 0
    return SeatResult(seat, net, tuple(bets), taken, marked, collected)


def _owed(table: TableState, seat: int) -> int:
    return table.seats[seat].owed if seat in table.seats else 0


# In words


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """Join several things for a sentence.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed([])
    ('a, b and c', 'a', '')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _total(result: SeatResult) -> str:
    does = "loses" if result.net < 0 else "wins"
    return f"seat {result.seat} {does} {dollars(abs(result.net))}"


def _undecided(result: SeatResult) -> str:
    """Return the stakes that were given back undecided."""
    push, odds = (
        sum(each.stake for each in result.bets if each.result == kind)
        for kind in ("push", "returned")
    )
    pushed = f"Push: {dollars(push)} back" if push else ""
    returned = f"Odds back: {dollars(odds)}" if odds else ""
    return ". ".join(filter(None, (pushed, returned)))


def _charged(result: SeatResult) -> tuple[str, ...]:
    pairs = (("taken", result.taken), ("marked", result.marked))
    return tuple(f"{dollars(cents)} vigorish {how}" for how, cents in pairs if cents > 0)


def _collected(result: SeatResult) -> str:
    return f"{dollars(result.collected)} vigorish collected" if result.collected else ""


def _sentences(result: SeatResult) -> Iterable[str]:
    seat = result.seat
    decided = [each for each in result.bets if each.result in _DECIDED]
    for verb, sign in (("wins", 1), ("loses", -1)):
        amounts = [
            f"{dollars(abs(each.win))} on {each.name}" for each in decided if each.win * sign > 0
        ]
        if amounts:
            yield f"Seat {seat} {verb} {listed(amounts)}"
    if decided:
        yield from _charged(result)
        yield f"In all {_total(result) if result.net else f'seat {seat} is even'}"
    yield _undecided(result)
    yield _collected(result)


# Of log lines


def line_nets(line: Mapping[str, Any]) -> dict[str, int] | None:
    """Return the change of each seat's chips at play by a log line, by seat number; None if it
    moved none.

    >>> line_nets({"body": {"moves": [["bank", "rail-2", 700], ["layout-2", "rail-2", 600]]}})
    {'2': 700}
    """
    moves = [(source, target, cents) for source, target, cents in line["body"].get("moves", ())]
    found = {
        str(seat): net
        for seat in sorted({seat for move in moves for seat in map(seat_in, move[:2]) if seat})
        if (net := play_net(moves, seat))
    }
    return found or None


def seat_in(account: str) -> int | None:
    """Return the seat whose rail or layout an account is.

    >>> seat_in("layout-3"), seat_in("bank")
    (3, None)
    """
    kind, _, number = account.partition("-")
    return int(number) if kind in ("rail", "layout") and number.isdigit() else None


def missed(
    lines: Sequence[Mapping[str, Any]], seat: int | None, rules: Rules
) -> dict[str, Any] | None:
    """Return a summary of log lines for somebody who was away: how many trials there were, how many
    were taken back, the change of the seat's chips, and that in a sentence. None if there was no
    trial."""
    trial, noun = rules.instrument.outcome_event.name, rules.procedure.trial.noun
    trials = sum(line["event"] == trial for line in lines)
    back = sum(line["event"] == TrialCorrected.name for line in lines)
    if not trials and not back:
        return None
    moves = [tuple(move) for line in lines for move in line["body"].get("moves", ())]
    net = None if seat is None else play_net(moves, seat)
    found: dict[str, Any] = {"trials": trials, "taken_back": back}
    if net is not None:
        found["net"] = net
    return {**found, "text": _missed_text(trials, back, net, noun)}


def _missed_text(trials: int, back: int, net: int | None, noun: str) -> str:
    if not trials:
        text = f"The last {noun} was entered wrongly and taken back while you were away"
        if not net:
            return f"{text}."
        return f"{text}: {dollars(abs(net))} {'came back to you' if net > 0 else 'went'}."
    wrong = f", {back} taken back" if back else ""
    text = f"{trials} {noun}{'s' * (trials > 1)}{wrong} while you were away"
    if net is None:
        return f"{text}."
    if not net:
        return f"{text}: your chips are as many as before."
    return f"{text}: you {'won' if net > 0 else 'lost'} {dollars(abs(net))}."
