"""Making a bet or adding to one: checks every condition in the wager's data. Also coupons, verbal
bets with cash, and winners that are bet again."""

from dataclasses import replace

from lammer.core.legality import (
    Refusal,
    may_change,
    may_make,
)
from lammer.core.money import dollars
from lammer.core.wager import Collection, Wager
from lammer.ledger import CAGE, COMMISSION, layout, rail
from lammer.table.apply import apply
from lammer.table.bets.amounts import base_of, check_amount, with_charge_clauses
from lammer.table.bets.breakdown import make_parts
from lammer.table.bets.lookup import DOWN, bet_named, wager_named
from lammer.table.commands import Coupon, MakeBet, Verbal, plain
from lammer.table.events import (
    BetDown,
    BetMade,
    CashConverted,
    CouponLaid,
    Event,
    Offered,
    OnlyForChanged,
)
from lammer.table.refusals import MOST_CENTS, Decision, player_at, refuse, too_much, unique_clauses
from lammer.table.rules import HOUSE
from lammer.table.state import DEALER, Bet, Seat, TableState
from lammer.table.turns.order import next_player


def make(table: TableState, command: MakeBet) -> Decision:
    """Make a bet, or add to one that is up."""
    seat = player_at(table, command.seat)
    if isinstance(seat, Refusal):
        return seat
    wager = wager_named(table, seat, command.wager)
    if isinstance(wager, Refusal):
        return wager
    late = _check_time(table, command.confirmed_by, wager.key)
    if isinstance(late, Refusal):
        return late
    if wager.breakdown is not None:
        return make_parts(table, wager, command, make)
    bet = seat.bets.get(wager.key)
    clauses = _allowed(table, seat, wager, bet, command)
    if isinstance(clauses, Refusal):
        return clauses
    return _made(table, wager, bet, command, clauses, late)


def _allowed(
    table: TableState, seat: Seat, wager: Wager, bet: Bet | None, command: MakeBet
) -> tuple[str, ...] | Refusal:
    """Return the clauses that allow a bet of this size now, or why it is refused. Permissions are
    cached."""
    rules = table.rules
    total = command.amount + (bet.stake if bet is not None else 0)
    base = base_of(seat, wager)
    facts = _facts(table, wager, base)
    standing = None if bet is None else (bet.state, bet.reduced)
    stake = 0 if base is None else base.stake
    place = seat.number if rules.procedure.tally(wager.key) is not None else 0
    key = wager.key, table.context, facts, standing, total, stake, place
    found = rules.allowed.get(key)
    if found is None:
        answer = _check_rules(table, seat.number, wager, bet, total, base, facts)
        if isinstance(answer, Refusal):
            return answer
        found = rules.cache_allowed(key, answer)
    if command.leave_up and not (may_be_left_up(wager)):
        detail = f"{wager.name} is not a bet that is left up."
        return refuse(table, "no-leaving-up", detail, rules.procedure.leave_up)
    return found


def _check_rules(
    table: TableState,
    seat: int,
    wager: Wager,
    bet: Bet | None,
    total: int,
    base: Bet | None,
    facts: frozenset[str],
) -> tuple[str, ...] | Refusal:
    rules = table.rules
    named: list[tuple[str, ...]] = []
    if bet is not None:
        down = frozenset((DOWN,)) if bet.reduced else frozenset()
        change = may_change(wager, "increase", bet.state, down)
        if isinstance(change, Refusal):
            return change
        named.append(change.clauses)
    timely = may_make(wager, table.context, facts)
    if isinstance(timely, Refusal):
        return timely
    tally = rules.procedure.tally(wager.key)
    if tally is not None and tally.areas is not None and seat > tally.areas:
        detail = f"There are {tally.areas} areas for the {wager.name}, none for seat {seat}."
        return refuse(table, "no-area", detail, tally.areas_cites)
    amount = check_amount(rules, wager, total, base)
    if isinstance(amount, Refusal):
        return amount
    placed = tally.placed if tally else ()
    chips = rules.ids(rules.procedure.making.chips, placed)
    return unique_clauses(timely.clauses, *named, chips, amount)


def _made(
    table: TableState,
    wager: Wager,
    bet: Bet | None,
    command: MakeBet,
    clauses: tuple[str, ...],
    late: tuple[str, ...],
) -> Decision:
    """Return the event of an allowed bet, if there are enough chips."""
    rules, number, amount = table.rules, command.seat, command.amount
    total = amount + (bet.stake if bet is not None else 0)
    due = 0
    vig = rules.vig(wager) if wager.vig is not None else None
    if vig is not None and vig.when == "bet":
        due = rules.charge(wager, total) - (bet.charged if bet is not None else 0)
    owed = table.seats[number].owed
    has_chips = amount + due <= table.rail(number)
    if has_chips and amount + due > table.rail(number) - owed:
        detail = f"Seat {number} owes {dollars(owed)} vigorish and keeps as much on the rail."
        return refuse(table, "owes-vigorish", detail, rules.owing_cites)
    if not has_chips:
        need = f"{dollars(amount)} and {dollars(due)} vigorish" if due else dollars(amount)
        has = dollars(table.rail(number))
        return Refusal("not-enough-chips", f"Seat {number} has {has}; {need} is needed.", HOUSE)
    state = None
    if bet is None and table.context in wager.offer.midway:
        assert isinstance(wager.machine, Collection)
        assert wager.machine.late is not None
        state = wager.machine.late[0]
    waiting, coupon = table.seats[number].coupon, None
    if waiting is not None and waiting[0] == wager.key and waiting[1] <= total:
        coupon = waiting[1]
    if bet is not None:
        clauses = with_charge_clauses(table, wager, clauses, due)
    whose, up = rail(number), layout(number)
    made = BetMade(
        f"seat-{number}",
        unique_clauses(late, clauses) if late else clauses,
        number,
        wager.key,
        amount,
        total,
        due,
        state,
        command.leave_up,
        command.confirmed_by if table.thrown else None,
        area=number if rules.procedure.tally(wager.key) is not None else None,
        coupon=coupon,
        moves=((whose, up, amount), (whose, COMMISSION, due)) if due else ((whose, up, amount),),
    )
    return (made, *_end_of_only_for(table, wager, number)) if table.hands.only_for else (made,)


def _end_of_only_for(table: TableState, wager: Wager, number: int) -> tuple[Event, ...]:
    """Return the end of going on only for bets that have their number, if this wager is one that
    the holder must have."""
    turn, hands = table.rules.procedure.turn, table.hands
    if turn is None or turn.only_for is None or wager.key not in turn.stake:
        return ()
    clauses = table.rules.ids(turn.only_for.over)
    if number == hands.holder:
        return (OnlyForChanged("table", clauses, number, on=False),)
    assert hands.holder is not None
    clauses = unique_clauses(clauses, table.rules.ids(turn.relinquished))
    following = next_player(table, hands.holder)
    return (Offered("table", clauses, following, hands.holder, asking=False),)


def _check_time(
    table: TableState, confirmed: tuple[str, ...], wager: str
) -> tuple[str, ...] | Refusal:
    """Return the clauses of a late bet, none if it is in time; or why it is too late."""
    if not table.thrown:
        return ()
    tally = table.rules.procedure.tally(wager)
    if tally is not None and tally.early and table.rules.procedure.making.late is not None:
        words = table.rules.words_for(wager)
        detail = f"A {words} is made before {table.rules.instrument.begins}, and not late."
        return refuse(table, "too-late", detail, tally.early)
    turn = table.rules.procedure.turn
    if turn and turn.only_for and table.hands.only_for and wager in turn.stake:
        return refuse(table, "too-late", turn.only_for.words.late, turn.only_for.alone)
    making = table.rules.procedure.making
    if making.late is None:
        detail = f"Wagers are made before {table.rules.instrument.begins}."
        if table.rules.procedure.trial.closed:
            detail = "No more bets has been called."
        return refuse(table, "too-late", detail, making.late_cites, making.before)
    missing = [role for role in making.late.roles if role not in confirmed]
    if missing:
        need = " and ".join(making.late.roles)
        detail = f"A wager while {table.rules.instrument.runs} needs the word of the {need}."
        return refuse(
            table, "not-confirmed", detail, making.late.cites, making.late_cites, making.before
        )
    return table.rules.ids(making.late_cites, making.late.cites)


def _facts(table: TableState, wager: Wager, base: Bet | None) -> frozenset[str]:
    if not wager.offer.needs:
        return _NO_FACTS
    offer = wager.offer
    facts = set()
    if base is not None:
        facts.add(offer.base_up)
    if table.hands.fresh:
        facts.add(offer.new_holder)
    if table.reopened:
        facts.add(offer.reopens_when)
    return frozenset(facts)


_NO_FACTS: frozenset[str] = frozenset()


def may_be_left_up(wager: Wager) -> bool:
    """Return whether a winner may be left up: bets that outlast a roll and are not on the line."""
    free = not wager.one_roll and wager.behind is None and not wager.control.bars
    return free and not isinstance(wager.machine, Collection)


def coupon(table: TableState, command: Coupon) -> Decision:
    """Lay a match play coupon with chips that are up (R-35)."""
    coupons = table.rules.procedure.making.coupons
    if coupons is None or command.wager not in coupons.wagers:
        detail = "No match play coupon is taken here."
        if coupons is not None:
            where = " and ".join(coupons.wagers)
            detail = f"A match play coupon is taken on {where}, not on {plain(command.wager)}."
        why = coupons.cites if coupons else table.rules.procedure.making.no_coupons
        return refuse(table, "no-coupon", detail, why)
    kinds = table.rules.ruleset.named(command.wager)
    if any(payout.odds.fraction != 1 for kind in kinds for payout in kind.payouts()):
        detail = f"A match play coupon is paid even money, and {command.wager} is not."
        return refuse(table, "no-coupon", detail, coupons.cites)
    found = bet_named(table, command.seat, command.wager)
    if isinstance(found, Refusal):
        if found.code == "no-such-bet":
            return refuse(table, "no-coupon", f"{found.detail} It needs chips.", coupons.terms)
        return found
    seat, wager, bet = found
    late = _check_time(table, command.confirmed_by, wager.key)
    if isinstance(late, Refusal):
        return late
    timely = may_make(wager, table.context)
    if isinstance(timely, Refusal) or bet.state != wager.machine.start:
        return timely if isinstance(timely, Refusal) else not_now(table, wager)
    again = bet.carried and bet.coupon == command.amount
    lies = seat.coupon is not None and seat.coupon != (command.wager, command.amount)
    if lies or (any(each.coupon for each in seat.bets.values()) and not again):
        return refuse(table, "no-coupon", "One coupon for a player at a time.", coupons.terms)
    if command.amount > bet.stake:
        detail = f"A coupon for {dollars(command.amount)} needs as much in chips with it."
        return refuse(table, "no-coupon", detail, coupons.terms)
    if command.amount % table.rules.pay_unit:
        detail = f"A coupon for {dollars(command.amount)} cannot be paid in whole units."
        return refuse(table, "cannot-be-paid", detail, coupons.terms)
    clauses = unique_clauses(late, table.rules.ids(coupons.cites, coupons.terms))
    actor = f"seat-{command.seat}"
    return (CouponLaid(actor, clauses, command.seat, command.wager, command.amount),)


def not_now(table: TableState, wager: Wager) -> Refusal:
    detail = f"{wager.name} may be made only {wager.offer.words}."
    return refuse(table, "wrong-time", detail, wager.offer.cites)


def verbal(table: TableState, command: Verbal) -> Decision:
    """Make a verbal bet with cash: confirmed, the cash exchanged for chips, the bet made with
    them."""
    seat = player_at(table, command.seat)
    if isinstance(seat, Refusal):
        return seat
    making = table.rules.procedure.making
    if making.no_verbal:
        detail = "Wagers are made with chips on the layout; a verbal one is not accepted."
        return refuse(table, "no-verbal", detail, making.no_verbal)
    if making.verbal is None:
        detail = "There is nobody here to confirm a verbal bet."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    if any(role not in command.confirmed_by for role in making.verbal.roles):
        need = " and ".join(making.verbal.roles)
        detail = f"A verbal bet counts if the {need} confirms it."
        return refuse(table, "not-confirmed", detail, making.verbal.cites)
    cash = command.amount if command.cash is None else command.cash
    if table.rail(command.seat) + cash > MOST_CENTS:
        return too_much()
    clauses = table.rules.ids(making.verbal.cites, making.converted)
    into_chips = ((CAGE, rail(command.seat), cash),)
    converted = CashConverted(
        DEALER, clauses, command.seat, cash, command.confirmed_by, moves=into_chips
    )
    bet = MakeBet(
        command.seat, command.wager, command.amount, command.leave_up, command.confirmed_by
    )
    made = make(apply(table, converted), bet)
    return made if isinstance(made, Refusal) else (converted, *made)


def bet_again(table: TableState, seat: int, wager: str, stake: int) -> tuple[Event, ...]:
    """Return the events of a winner that its player wants left up: a new wager of the same amount
    under all rules for a new one, or why it is down (R-11)."""
    why = table.rules.ids(table.rules.procedure.leave_up)
    made = make(table, MakeBet(seat, wager, stake, leave_up=True))
    if isinstance(made, Refusal):
        clauses = unique_clauses(made.clauses, why)
        return (BetDown("table", clauses, seat, wager, made.code, made.detail),)
    return (replace(made[0], clauses=unique_clauses(why, made[0].clauses)), *made[1:])
