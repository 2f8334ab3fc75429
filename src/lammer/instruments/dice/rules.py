"""Two dice thrown by a shooter: chosen, thrown, at rest or void."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from lammer.core.legality import NEEDS_STAKE, Code, InstrumentCode, Refusal
from lammer.core.procedure import Authority
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Wager
from lammer.instruments.dice.commands import (
    DisputedFace,
    NoRoll,
    NoStake,
    Rest,
    Roll,
    Select,
    Throw,
)
from lammer.instruments.dice.display import wager_data
from lammer.instruments.dice.events import (
    EVENTS,
    DiceRolled,
    DiceSelected,
    DiceTakenBack,
    DiceThrown,
    RollVoid,
)
from lammer.instruments.dice.law import dice_law
from lammer.instruments.dice.rulings import check_ruling, void_by_dispute
from lammer.table.bets.settlement import (
    after_settlement,
    markers,
    next_turn,
    reopens,
    settle_bets,
    winners_left_up,
)
from lammer.table.commands import Command
from lammer.table.dispatch import EventMap
from lammer.table.events import BetLost, Event, Offered, Passed, TrialEvent
from lammer.table.instrument import Decide, Instrument, Shown, untimed
from lammer.table.refusals import Decision, refuse, too_late, unique_clauses
from lammer.table.rules import HOUSE, Rules
from lammer.table.state import Seat, TableState
from lammer.table.turns.corrections import last_outcome, taken_back
from lammer.table.turns.offers import check_holder, turn_rules
from lammer.table.turns.order import actor_of, has_only_for_bets, has_stake, next_player
from lammer.table.turns.trials import (
    begin_only_for,
    check_may_begin,
    check_may_end,
    decide_void,
    entered_whole,
)
from lammer.table.views.narrate import void_trial

NOT_TWO_DICE = InstrumentCode("not-two-dice")
NOT_THROWN = InstrumentCode("dice-not-thrown")
WRONG_FACE = InstrumentCode("wrong-face")
MACHINE = "shaker"
IN_THE_AIR = InstrumentCode("dice-in-the-air")


def select(table: TableState, command: Select) -> Decision:
    turn = turn_rules(table)
    if isinstance(turn, Refusal):
        return turn
    chosen = turn.selection
    assert chosen is not None
    refusal = check_holder(table, turn, command.seat, chosen.taken)
    if refusal is not None:
        return refusal
    took = command.take
    if took is None:
        took = len(command.dice) if command.dice is not None else chosen.take
    if command.of < chosen.least:
        detail = f"A set of at least {chosen.least} dice is offered, not {command.of}."
        return refuse(table, NOT_TWO_DICE, detail, chosen.present)
    if took != chosen.take or not _apart(command, took):
        detail = f"The shooter selects {chosen.take} dice, not {took}."
        return refuse(table, NOT_TWO_DICE, detail, chosen.taken)
    if table.hands.selected:
        detail = f"Seat {command.seat} has selected the dice."
        return refuse(table, "not-needed", detail, chosen.taken)
    clauses = table.rules.ids(chosen.present, chosen.taken, chosen.rest, turn.kept)
    seat, away = command.seat, command.of - took
    return (DiceSelected(f"seat-{seat}", clauses, seat, command.of, took, away),)


def _apart(command: Select, took: int) -> bool:
    """Return whether the dice named are distinct, in the set, and as many as were taken. Without
    names it is enough that the set has that many."""
    if not command.dice:
        return took <= command.of
    inside = all(1 <= each <= command.of for each in command.dice)
    return inside and len(set(command.dice)) == took


def no_stake(table: TableState, command: NoStake) -> Decision:
    """Decide that the shooter makes none of the bets due while wagers have their number: the dice
    are first offered to the others (``OnlyFor``)."""
    turn = turn_rules(table)
    if isinstance(turn, Refusal):
        return turn
    only, holder = turn.only_for, table.hands.seat
    assert only is not None
    refusal = check_holder(table, turn, command.seat, only.offer)
    if refusal is not None:
        return refusal
    assert holder is not None
    if table.thrown:
        return too_late(table, "wait for the roll", only.offer)
    if table.context != table.rules.start or table.hands.only_for:
        return refuse(table, "not-needed", only.words.not_due, only.offer, turn.stake_cites)
    if any(wager in table.seats[holder].bets for wager in turn.stake):
        detail = f"Seat {holder} {only.words.has_stake}."
        return refuse(table, "not-needed", detail, only.offer, turn.stake_cites)
    if not has_only_for_bets(table, turn):
        return refuse(table, NEEDS_STAKE, only.words.nothing_up, only.offer, turn.stake_cites)
    others = [number for number in table.seated() if number != holder]
    if not others and has_stake(table, turn):
        return refuse(table, NEEDS_STAKE, only.words.others_stake, turn.stake_cites, only.over)
    if not others:
        return (begin_only_for(table, turn),)
    clauses = table.rules.ids(only.offer, turn.relinquished)
    return (Offered(f"seat-{holder}", clauses, next_player(table, holder), holder, asking=True),)


# The throw


def throw(table: TableState, command: Throw) -> Decision:
    if table.thrown:
        return too_late(table, "enter where they come to rest")
    before = check_may_begin(table, command.seat)
    if isinstance(before, Refusal):
        return before
    clauses = table.rules.ids(table.rules.procedure.trial.thrown)
    return (*before, DiceThrown(_thrower(table), clauses))


def _thrower(table: TableState) -> str:
    """Return the actor of a throw: the holder, or a machine where nobody holds the dice."""
    holder = table.hands.holder
    return MACHINE if holder is None else actor_of(holder)


def roll(table: TableState, command: Roll) -> Decision:
    """Decide a whole throw at once."""
    if table.thrown:
        trial = table.rules.procedure.trial
        return too_late(table, "enter where they come to rest", trial.called)
    before = entered_whole(table) or check_may_begin(table, command.seat)
    if isinstance(before, Refusal):
        return before
    return come_to_rest(table, before, command.dice, command.resting)


def rest(table: TableState, command: Rest) -> Decision:
    if not table.thrown:
        return Refusal(NOT_THROWN, "The dice have not been thrown.", HOUSE)
    return come_to_rest(table, (), command.dice, command.resting)


def come_to_rest(
    table: TableState,
    before: tuple[Event, ...],
    dice: tuple[int, int],
    resting: tuple[int, int] | None,
    ruled: tuple[str, tuple[str, ...]] | None = None,
) -> Decision:
    leaned: tuple[str, ...] = ()
    if resting is not None:
        cites = dice_law(table.rules.procedure).leaned
        if any(resting) and not cites:
            detail = "A die that leans on something is void here: enter it as cocked."
            return refuse(table, WRONG_FACE, detail, table.rules.procedure.unattended)
        for face, side in zip(dice, resting, strict=True):
            if side and face + side != 7:
                detail = f"A die resting on its {side} shows a {7 - side}, not a {face}."
                return refuse(table, WRONG_FACE, detail, cites)
        leaned = table.rules.ids(cites) if any(resting) else ()
    return (*before, *rolled(table, bool(before) or table.hands.only_for, dice, leaned, ruled))


def no_roll(table: TableState, command: NoRoll) -> Decision:
    if command.of is not None:
        return _no_roll_after_it_was_read(table, command)
    begun = check_may_end(table, command.seat)
    return decide_void(table, command, begun, partial(RollVoid, dice=command.dice))


def _no_roll_after_it_was_read(table: TableState, command: NoRoll) -> Decision:
    """Decide a call of "No Roll" for the throw that was entered last: it is taken back, and void.
    A throw that is void by itself was no roll, and should not have been entered as one."""
    trial, cites = table.rules.procedure.trial, dice_law(table.rules.procedure).called_after
    if not cites:
        detail = "There is nobody here to call it."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    rolled = last_outcome(table, DiceRolled)
    dice = None if rolled is None else rolled.dice
    void = decide_void(table, command, (), partial(RollVoid, dice=dice))
    if isinstance(void, Refusal):
        return void
    reason = trial.reason(command.reason)
    if command.caller is None or reason is None or reason.callers is None:
        detail = "That throw is void without a call: take it back as entered wrongly (correct)."
        corrected = trial.corrected.authority.cites if trial.corrected else ()
        return refuse(table, "not-a-reason", detail, cites, corrected)
    back = taken_back(table, command.caller, command.reason, (*reason.callers.cites, *cites))
    return back if isinstance(back, Refusal) else (back, *void)


def disputed_face(table: TableState, command: DisputedFace) -> Decision:
    """Decide a dispute about which face is up: ruled, or the throw void."""
    named = check_ruling(table, command.caller, check_may_end(table, command.seat))
    if isinstance(named, Refusal):
        return named
    before, clauses = named
    if command.dice is not None:
        return come_to_rest(table, before, command.dice, None, (command.caller, clauses))
    return (*before, void_by_dispute(table, command.caller, clauses, RollVoid))


def rolled(
    table: TableState,
    only_for: bool,
    dice: tuple[int, int],
    leaned: tuple[str, ...],
    ruled: tuple[str, tuple[str, ...]] | None,
) -> tuple[Event, ...]:
    """Return all events that follow from two faces, in order."""
    rules, before = table.rules, table.context
    cell, context, must_pass = rules.trial(before, dice)
    if only_for:
        context, must_pass = before, False
    total, point = dice[0] + dice[1], int(context) if context != rules.start else None
    clauses = rules.trial_clauses(before, context)
    if leaned or ruled:
        clauses = unique_clauses(leaned, ruled[1] if ruled else (), clauses)
    decided = settle_bets(table, cell)
    reopened = rules.reopens and any(
        reopens(rules, event.wager) for event in decided if isinstance(event, BetLost)
    )
    by = ruled[0] if ruled else None
    roller = _thrower(table)
    events: list[Event] = [DiceRolled(roller, clauses, dice, total, point, by, reopened), *decided]
    if rules.tallied and decided:
        events += markers(table, decided, total)
    events += next_turn(table, must_pass)
    again = winners_left_up(decided)
    return after_settlement(table, events, only_for, again) if only_for or again else tuple(events)


# What it does to the table


def _select(table: TableState, _: DiceSelected) -> TableState:
    return table._replace(hands=table.hands._replace(selected=True))


def _throw(table: TableState, _: DiceThrown) -> TableState:
    return table._replace(thrown=True, hands=table.hands._replace(selected=True))


def _no_roll(table: TableState, _: RollVoid) -> TableState:
    return table._replace(thrown=False, hands=table.hands._replace(selected=True))


def _roll(table: TableState, event: DiceRolled) -> TableState:
    rules, before, hands = table.rules, table.context, table.hands
    context = rules.start if event.point is None else str(event.point)
    if hands.fresh or not hands.selected:
        fresh = hands.fresh and (before != rules.start or hands.only_for)
        hands = hands._replace(fresh=fresh, selected=True)
    seats = table.seats
    if before == rules.start and context != before:
        seats = {number: _without_calls(seat) for number, seat in seats.items()}
    for seat in seats.values():
        if seat.barred:
            cell, _, _ = rules.trial(before, event.dice)
            seats = {number: _unbarred(rules, each, cell) for number, each in seats.items()}
            break
    reported, kit, pledge = table.tally_reported, table.kit, table.pledge
    due, last, books, reopens = table.due, table.last, table.books, event.reopens
    return TableState(
        rules, context, seats, books, hands, False, reopens, reported, kit, pledge, due, last
    )


def _without_calls(seat: Seat) -> Seat:
    """Return the seat without calls on and off: a call ends with the roll that begins a cycle
    (R-02)."""
    if not any(bet.called for bet in seat.bets.values()):
        return seat
    bets = {name: bet._replace(called=None) for name, bet in seat.bets.items()}
    return seat._replace(bets=bets)


def _unbarred(rules: Rules, seat: Seat, cell: int) -> Seat:
    """Return the seat with the bets that may still not be put back: a bet that was taken down is
    free again once a roll would have decided it (R-61)."""
    if not seat.barred:
        return seat
    still = tuple(
        (wager, state)
        for wager, state in seat.barred
        if rules.effects(wager, state, None)[cell] is None
    )
    return seat._replace(barred=still)


_APPLIES = EventMap[TableState]()
_APPLIES.on(DiceSelected, _select)
_APPLIES.on(DiceThrown, _throw)
_APPLIES.on(RollVoid, _no_roll)
_APPLIES.on(DiceRolled, _roll)


# What is said


def _roll_words(table: TableState, event: DiceRolled) -> str:
    first, second = event.dice
    ruled = f" ({event.ruled_by} rules)" if event.ruled_by else ""
    call, start = table.rules.procedure.trial.call, table.rules.start
    if call is None:
        return f"{first}-{second}{ruled}: {event.total}."
    after = start if event.point is None else str(event.point)
    said = call(event.dice, table.context, after, table.hands.only_for)
    return f"{first}-{second}{ruled}: {said}"


_SENTENCES = EventMap[str]()
_SENTENCES.on(
    DiceSelected,
    lambda _, event: (
        f"Seat {event.seat} selects {event.taken} of {event.of} dice; "
        f"{event.away} go back in the cup."
    ),
)
_SENTENCES.on(DiceThrown, lambda _table, _event: "Dice are out.")
_SENTENCES.on(DiceRolled, _roll_words)
_SENTENCES.on(RollVoid, void_trial)


SOME_DICE = (3, 4)


class Dice(Instrument):
    """Thrown by a shooter, or shaken by a machine where nobody holds them."""

    key = "dice"
    verb = "roll"
    plural = True
    family = "Dice"
    passed_between = "they are passed between rolls"
    void_words = "No roll"
    begins = "the dice are thrown"
    runs = "the dice roll"
    in_progress = "The dice are in the air"
    too_late: ClassVar[Code] = IN_THE_AIR
    codes = (NOT_TWO_DICE, IN_THE_AIR, NOT_THROWN, WRONG_FACE)
    commands = (Select, NoStake, Throw, Rest, Roll, NoRoll, DisputedFace)
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        Select: untimed(select),
        NoStake: untimed(no_stake),
        Throw: untimed(throw),
        Rest: untimed(rest),
        Roll: untimed(roll),
        NoRoll: untimed(no_roll),
        DisputedFace: untimed(disputed_face),
    }
    procedure_keys = ("leaned",)
    events = EVENTS
    outcome_event = DiceRolled
    corrected = DiceTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def hand_over(self, before: TableState, after: TableState, events: Sequence[Event]) -> bool:
        return any(self.ends_hand(before, after, event) for event in events)

    def bare_trial(self, table: TableState, outcome: tuple[int, int], context: str) -> TrialEvent:
        point = None if context == table.rules.start else int(context)
        return DiceRolled("table", (), outcome, sum(outcome), point)

    def correction_data(self, trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        assert isinstance(trial, DiceRolled)
        return {"dice": trial.dice}

    def procedure_data(self, rules: Rules) -> dict[str, Any]:
        return {"leaned": [*rules.ids(dice_law(rules.procedure).leaned)] or None}

    def wager_data(self, ruleset: Ruleset, wager: Wager) -> dict[str, Any]:
        return wager_data(ruleset, wager)

    def outcome(self, event: Event) -> dict[str, Any] | None:
        return {"dice": list(event.dice)} if isinstance(event, DiceRolled) else None

    def shown(self, before: Shown, event: Event) -> Shown:
        if isinstance(event, _OUTDATING):
            return outdated(before)
        return super().shown(before, event)

    def called(self, outcome: Any) -> int:
        return int(sum(outcome))

    def trial_outcome(self, events: Sequence[Event]) -> tuple[int, int] | None:
        return next((event.dice for event in events if isinstance(event, DiceRolled)), None)

    def ends_hand(self, before: TableState, after: TableState, event: Event) -> bool:
        """Return whether the dice go to another shooter; where nobody holds them, whether a point
        was lost."""
        if before.rules.procedure.turn is not None:
            return isinstance(event, Passed | Offered) and after.hands.fresh
        if not isinstance(event, DiceRolled) or before.point is None or after.point is not None:
            return False
        return event.total != before.point

    def sample_trial(self, _table: TableState) -> Command:
        return Roll(SOME_DICE)

    def player_samples(self, _table: TableState, seat: int) -> Iterator[tuple[str, Command]]:
        for command in (Select(seat), NoStake(seat), Throw(seat), Roll(SOME_DICE, seat)):
            yield "", command

    def crew_samples(self, table: TableState, _now: datetime) -> Iterator[Command]:
        yield from void_sample(table)
        yield from _void_last_sample(table)
        yield from disputed_sample(table)
        yield from (Throw(), Rest(SOME_DICE), Roll(SOME_DICE))
        if table.rules.steps and table.hands.seat is not None:
            yield Select(table.hands.seat)


_OUTDATING = (DiceThrown, RollVoid)


def outdated(shown: Shown) -> Shown:
    """Return dice that lie there since before the last throw."""
    return shown and {**shown, "old": True}


def void_sample(table: TableState) -> Iterator[Command]:
    """Yield a throw or shake called void, for a reason of this game."""
    rules = table.rules
    void = next((each for each in rules.procedure.trial.reasons if not each.none), None)
    if void is not None:
        yield NoRoll(void.key, caller=_first(rules, void.callers) if void.callers else None)


def _void_last_sample(table: TableState) -> Iterator[Command]:
    """Yield a call for the throw that was entered last."""
    rules = table.rules
    for reason in rules.procedure.trial.reasons:
        roles = rules.roles(reason.callers) if reason.callers is not None else ()
        if roles:
            yield NoRoll(reason.key, caller=roles[0], of="last")
            return


def disputed_sample(table: TableState) -> Iterator[Command]:
    disputes = table.rules.procedure.trial.disputes
    if disputes is not None:
        yield DisputedFace(_first(table.rules, disputes))


def _first(rules: Rules, authority: Authority) -> str:
    return rules.roles(authority)[0]


INSTRUMENT = Dice()
