"""Making, raising, reducing, removing and calling bets: every condition a wager's data states,
held against the table as it stands."""

from dataclasses import replace
from fractions import Fraction

from lammer.core.legality import (
    Code,
    Permission,
    Refusal,
    may_call,
    may_change,
    may_make,
    may_stake,
    wins_in,
)
from lammer.core.money import dollars
from lammer.core.wager import Action, Call, Collection, Wager
from lammer.games.registry import load
from lammer.house.house import posted
from lammer.ledger import CAGE, COMMISSION, layout, rail
from lammer.table.apply import apply
from lammer.table.command import CallBet, Coupon, MakeBet, Reduce, Remove, Verbal
from lammer.table.event import Event
from lammer.table.rules import HOUSE, Rules
from lammer.table.say import Decision, in_the_air, moves, player_at, refuse, together
from lammer.table.state import Bet, Seat, Table
from lammer.table.turn import after, comes_over

_DOWN = "removed-or-reduced"


def make(table: Table, command: MakeBet) -> Decision:
    """Make a bet, or add to one that is up."""
    seat = player_at(table, command.seat)
    if isinstance(seat, Refusal):
        return seat
    wager = _wager(table, seat, command.wager)
    if isinstance(wager, Refusal):
        return wager
    late = _in_time(table, command.confirmed_by, wager.key)
    if isinstance(late, Refusal):
        return late
    bet = seat.bets.get(wager.key)
    clauses = _allowed(table, seat, wager, bet, command)
    if isinstance(clauses, Refusal):
        return clauses
    return _made(table, wager, bet, command, clauses, late)


def _allowed(
    table: Table, seat: Seat, wager: Wager, bet: Bet | None, command: MakeBet
) -> tuple[str, ...] | Refusal:
    """The clauses that allow a bet of this size now, or why not. The answer to the same question
    is remembered."""
    rules = table.rules
    total = command.amount + (bet.stake if bet is not None else 0)
    base = _base(seat, wager)
    facts = _facts(table, wager, base)
    standing = None if bet is None else (bet.state, bet.reduced)
    stake = 0 if base is None else base.stake
    key = wager.key, table.context, facts, standing, total, stake
    found = rules.allowed.get(key)
    if found is None:
        answer = _judged(table, wager, bet, total, base, facts)
        if isinstance(answer, Refusal):
            return answer
        found = rules.remember(key, answer)
    if command.leave_up and not (_stays_up(wager)):
        detail = f"{wager.name} is not a bet that is left up."
        return refuse(table, "no-leaving-up", detail, rules.procedure.leave_up)
    return found


def _judged(
    table: Table,
    wager: Wager,
    bet: Bet | None,
    total: int,
    base: Bet | None,
    facts: frozenset[str],
) -> tuple[str, ...] | Refusal:
    rules = table.rules
    named: list[tuple[str, ...]] = []
    if bet is not None:
        down = frozenset((_DOWN,)) if bet.reduced else frozenset()
        change = may_change(wager, "increase", bet.state, down)
        if isinstance(change, Refusal):
            return change
        named.append(change.clauses)
    timely = may_make(wager, table.context, facts)
    if isinstance(timely, Refusal):
        return timely
    amount = _may_be(rules, wager, total, base)
    if isinstance(amount, Refusal):
        return amount
    extra = wager.breakdown.cites if wager.breakdown else ()
    tally = rules.procedure.tally(wager.key)
    placed = tally.placed if tally else ()
    chips = rules.ids(rules.procedure.making.chips, extra, placed)
    return together(timely.clauses, *named, chips, amount)


def _may_be(rules: Rules, wager: Wager, total: int, base: Bet | None) -> tuple[str, ...] | Refusal:
    """Whether the whole bet may be of this size: text, posted limits, odds multiple."""
    context = None if base is None else base.state
    answer = may_stake(
        rules.ruleset, wager, total, rules.pay_unit, context=context, vig=rules.vig(wager)
    )
    if isinstance(answer, Refusal):
        return answer
    low, high = posted(wager, rules.house.elections)
    cites = rules.ruleset.law.posted_limits
    if low is not None and total < low:
        detail = f"{wager.name}: at least {dollars(low)} is posted."
        return Refusal("under-minimum", detail, rules.ids(cites))
    if base is not None:
        within = _within_multiple(rules, wager, total, base, high)
        return within if isinstance(within, Refusal) else together(answer.clauses, within)
    if high is not None and total > high:
        detail = f"{wager.name}: at most {dollars(high)} is posted."
        return Refusal("over-maximum", detail, rules.ids(cites))
    return together(answer.clauses, rules.ids(cites) if (low, high) != (None, None) else ())


def _within_multiple(
    rules: Rules, wager: Wager, total: int, base: Bet, high: int | None
) -> tuple[str, ...] | Refusal:
    """Odds up to the posted multiple and maximum, or the least payable amount above them."""
    behind = wager.behind
    assert behind is not None
    cap, step, multiple = odds_cap(rules, wager, base)
    cites = behind.most_cites
    if multiple < behind.most:
        cites = (*behind.least_cites, *cites) if multiple > behind.least else behind.least_cites
    code: Code = "over-odds-limit"
    if high is not None and high < cap:
        cap, cites, code = Fraction(high), rules.ruleset.law.posted_limits, "over-maximum"
    if total <= cap:
        return rules.ids(cites)
    most = -(-cap // step) * step if cap % step else cap
    if rules.house.elections.round_up_odds and total <= most:
        return rules.ids(cites, behind.round_up_cites)
    most = most if rules.house.elections.round_up_odds else cap // step * step
    times = f"{multiple} times {base.wager}" if code == "over-odds-limit" else "as posted"
    detail = f"{wager.name}: at most {dollars(most)} here ({times})."
    named = rules.ids(cites, behind.round_up_cites)
    return Refusal(code, detail, named)


def odds_cap(rules: Rules, wager: Wager, base: Bet) -> tuple[Fraction, int, Fraction]:
    """The most odds the multiple allows behind this bet, exactly; the step in which odds are
    payable; and the multiple."""
    behind = wager.behind
    assert behind is not None
    multiple = rules.house.elections.odds.get(base.state, Fraction(behind.most))
    (win,) = {each.payout.key: each for each in wins_in(rules.ruleset, wager, base.state)}.values()
    pays = win.payout.odds.fraction
    cap = multiple * base.stake
    if behind.by == "winnings":
        cap /= pays
    return cap, rules.pay_unit * pays.denominator, multiple


def _made(
    table: Table,
    wager: Wager,
    bet: Bet | None,
    command: MakeBet,
    clauses: tuple[str, ...],
    late: tuple[str, ...],
) -> Decision:
    """The event of a bet that is allowed, if the chips are there."""
    rules, number, amount = table.rules, command.seat, command.amount
    total = amount + (bet.stake if bet is not None else 0)
    due = 0
    vig = rules.vig(wager) if wager.vig is not None else None
    if vig is not None and vig.when == "bet":
        due = rules.charge(wager, total) - (bet.charged if bet is not None else 0)
    if amount + due > table.rail(number):
        need = f"{dollars(amount)} and {dollars(due)} vigorish" if due else dollars(amount)
        has = dollars(table.rail(number))
        return Refusal("not-enough-chips", f"Seat {number} has {has}; {need} is needed.", HOUSE)
    body: dict[str, object] = {"seat": number, "wager": wager.key, "amount": amount, "stake": total}
    if due:
        body["charge"] = due
    if bet is None and table.context in wager.offer.midway:
        assert isinstance(wager.machine, Collection)
        assert wager.machine.late is not None
        body["state"] = wager.machine.late[0]
    if command.leave_up is not None:
        body["leave_up"] = command.leave_up
    if table.thrown:
        body["confirmed_by"] = list(command.confirmed_by)
    if wager.breakdown is not None:
        body["put_down_as"] = {
            part.wager: int(part.share * amount) for part in wager.breakdown.parts
        }
    if rules.procedure.tally(wager.key) is not None:
        body["area"] = number
    waiting = table.seats[number].coupon
    if waiting is not None and waiting[0] == wager.key and waiting[1] <= total:
        body["coupon"] = waiting[1]
    if bet is not None:
        clauses = _and_the_charge(table, wager, clauses, due)
    whose, up = rail(number), layout(number)
    made = Event(
        "bet",
        f"seat-{number}",
        body,
        together(late, clauses) if late else clauses,
        ((whose, up, amount), (whose, COMMISSION, due)) if due else ((whose, up, amount),),
    )
    return (made, *_line_bet_again(table, wager, number)) if table.hands.alone else (made,)


def _line_bet_again(table: Table, wager: Wager, number: int) -> tuple[Event, ...]:
    """A line bet while somebody rolls only for the come bets: the game goes on as usual."""
    turn, hands = table.rules.procedure.turn, table.hands
    if turn is None or wager.key not in turn.stake:
        return ()
    clauses = table.rules.ids(turn.only_for.over)
    if number == hands.holder:
        return (Event("alone", "table", {"seat": number, "on": False}, clauses),)
    assert hands.holder is not None
    body = {"offered": after(table, hands.holder), "before": hands.holder, "asking": False}
    return (Event("offer", "table", body, together(clauses, table.rules.ids(turn.relinquished))),)


# Which wager, when, by whom


def _wager(table: Table, seat: Seat, name: str) -> Wager | Refusal:
    """The wager of that name, as this house offers it."""
    rules = table.rules
    wager = rules.wagers.get(name)
    if wager is not None:
        for state in [state for key, state in seat.barred if key == name]:
            if not wager.travels:
                answer = may_change(wager, "replace", state, frozenset((_DOWN,)))
                assert isinstance(answer, Refusal)
                return answer
        return wager
    moved = rules.travelled(name)
    if moved is not None:
        wager, state = moved
        bet = seat.bets.get(name)
        down = (wager.key, state) in seat.barred or (bet is not None and bet.reduced)
        answer = may_change(wager, "increase", state, frozenset((_DOWN,) if down else ()))
        assert isinstance(answer, Refusal)
        return answer
    return _not_here(table, name)


def _not_here(table: Table, name: str) -> Refusal:
    law = table.rules.house.law
    listed = law.named(name)
    if listed:
        election = listed[0].election
        cites = election.cites if election is not None else law.law.only_these
        return refuse(table, "not-offered", f"{listed[0].name} is not offered here.", cites)
    detail = f"{name} is not a wager of {law.game} under {law.key}."
    other, cites = law.law.other_names.get(name, ("", ()))
    if other:
        detail = f"{name} is bet as {other}."
    elsewhere = (load(law.key, game).named(name) for game in law.games)
    by_game = next((found[0].games_cites for found in elsewhere if found), ())
    named = by_game or (*law.law.no_others, *law.law.only_these)
    return refuse(table, "not-listed", detail, named, cites)


def _in_time(table: Table, confirmed: tuple[str, ...], wager: str) -> tuple[str, ...] | Refusal:
    """The clauses of a late bet, none of one in good time; or why it is too late."""
    if not table.thrown:
        return ()
    turn = table.rules.procedure.turn
    if turn is not None and table.hands.alone and wager in turn.stake:
        detail = "This roll is only for the come bets; a line bet waits for the next."
        return refuse(table, "too-late", detail, turn.only_for.alone)
    making = table.rules.procedure.making
    if making.late is None:
        detail = "Wagers are made before the dice are thrown."
        return refuse(table, "too-late", detail, making.late_cites, making.before)
    missing = [role for role in making.late.roles if role not in confirmed]
    if missing:
        need = " and ".join(making.late.roles)
        detail = f"A wager while the dice roll needs the word of the {need}."
        return refuse(
            table, "not-confirmed", detail, making.late.cites, making.late_cites, making.before
        )
    return table.rules.ids(making.late_cites, making.late.cites)


def _facts(table: Table, wager: Wager, base: Bet | None) -> frozenset[str]:
    if not wager.offer.needs:
        return _NO_FACTS
    facts = set()
    if base is not None:
        facts.add("base-has-number")
    if table.hands.fresh:
        facts.add("new-shooter")
    if table.swept:
        facts.add("bonus-swept")
    return frozenset(facts)


_NO_FACTS: frozenset[str] = frozenset()


def _base(seat: Seat, wager: Wager) -> Bet | None:
    """The bet that odds would stand behind, if it has its number."""
    behind = wager.behind
    if behind is None:
        return None
    for name in (behind.base, *(f"{behind.base}-{state}" for state in behind.states)):
        bet = seat.bets.get(name)
        if bet is not None and bet.state in behind.states:
            return bet
    return None


def _stays_up(wager: Wager) -> bool:
    """Place, buy, lay and hardway bets: those that outlast a roll and are not on the line."""
    free = not wager.one_roll and wager.behind is None and not wager.control.bars
    return free and not isinstance(wager.machine, Collection)


# Down, off, beside


def _held(table: Table, number: int, name: str) -> tuple[Seat, Wager, Bet] | Refusal:
    """A bet that is up, by its name."""
    seat = player_at(table, number)
    if isinstance(seat, Refusal):
        return seat
    bet = seat.bets.get(name)
    if bet is None:
        rules = table.rules
        if name not in rules.wagers and rules.travelled(name) is None:
            return _not_here(table, name)
        up = ", ".join(seat.bets) or "nothing"
        return Refusal("no-such-bet", f"Seat {number} has no {name} up; up: {up}.", HOUSE)
    return seat, table.rules.wagers[bet.wager], bet


def remove(table: Table, command: Remove) -> Decision:
    held = _held(table, command.seat, command.wager)
    if isinstance(held, Refusal):
        return held
    seat, wager, bet = held
    answer = _may_come_down(table, wager, bet, "remove")
    if isinstance(answer, Refusal):
        return answer
    gone = _removed(table, seat, wager, bet, answer.clauses)
    with_it = tuple(
        _removed(table, seat, odds, seat.bets[odds.key], _with_its_bet(table, odds), wager.key)
        for odds in table.rules.supplements(wager.key, bet.state)
        if odds.key in seat.bets
    )
    return comes_over(table, (gone, *with_it))


def _removed(
    table: Table,
    seat: Seat,
    wager: Wager,
    bet: Bet,
    clauses: tuple[str, ...],
    because_of: str | None = None,
) -> Event:
    name = table.rules.bet_name(wager, bet.state)
    body: dict[str, object] = {"seat": seat.number, "wager": name, "stake": bet.stake}
    if bet.charged:
        body["refund"] = bet.charged
    if because_of:
        body["with"] = because_of
    if _bars_return(wager, bet):
        body["barred"] = [bet.wager, bet.state]
    clauses = _and_the_charge(table, wager, clauses, bet.charged)
    whose, up = rail(seat.number), layout(seat.number)
    back = moves((up, whose, bet.stake), (COMMISSION, whose, bet.charged))
    return Event("remove", f"seat-{seat.number}", body, clauses, back)


def _and_the_charge(
    table: Table, wager: Wager, clauses: tuple[str, ...], cents: int
) -> tuple[str, ...]:
    """The clauses of a change that moves vigorish too."""
    if not cents or wager.vig is None:
        return clauses
    return together(clauses, table.rules.ids(wager.vig.changed))


def reduce(table: Table, command: Reduce) -> Decision:
    held = _held(table, command.seat, command.wager)
    if isinstance(held, Refusal):
        return held
    seat, wager, bet = held
    if command.by == bet.stake:
        return remove(table, Remove(command.seat, command.wager))
    answer = _may_come_down(table, wager, bet, "reduce")
    if isinstance(answer, Refusal):
        return answer
    left = bet.stake - command.by
    if left < 0:
        detail = f"Only {dollars(bet.stake)} is up on {command.wager}."
        return Refusal("more-than-is-up", detail, HOUSE)
    if left < bet.coupon:
        coupons = table.rules.procedure.making.coupons
        detail = f"A coupon for {dollars(bet.coupon)} lies with it and needs as much in chips."
        return refuse(table, "no-coupon", detail, coupons.terms if coupons else ())
    fits = _still_fits(table.rules, wager, left, seat)
    if isinstance(fits, Refusal):
        reading = table.rules.ids(table.rules.procedure.making.reduced)
        return replace(fits, clauses=together(fits.clauses, reading))
    event = _reduced(table, seat, wager, bet, left, answer.clauses)
    return (event, *_cut(table, seat, wager, bet._replace(stake=left)))


def _still_fits(rules: Rules, wager: Wager, left: int, seat: Seat) -> tuple[str, ...] | Refusal:
    """What is left must be a bet that could be made, but for its multiple, which only falls."""
    base = _base(seat, wager)
    context = None if base is None else base.state
    answer = may_stake(
        rules.ruleset, wager, left, rules.pay_unit, context=context, vig=rules.vig(wager)
    )
    low, _ = posted(wager, rules.house.elections)
    if isinstance(answer, Permission) and low is not None and left < low:
        detail = f"{wager.name}: at least {dollars(low)} is posted."
        return Refusal("under-minimum", detail, rules.ids(rules.ruleset.law.posted_limits))
    return answer if isinstance(answer, Refusal) else answer.clauses


def _reduced(
    table: Table,
    seat: Seat,
    wager: Wager,
    bet: Bet,
    left: int,
    clauses: tuple[str, ...],
    because_of: str | None = None,
) -> Event:
    name = table.rules.bet_name(wager, bet.state)
    by = bet.stake - left
    body: dict[str, object] = {"seat": seat.number, "wager": name, "by": by, "stake": left}
    refund = bet.charged - min(bet.charged, table.rules.charge(wager, left)) if bet.charged else 0
    if refund:
        body["refund"] = refund
    if because_of:
        body["with"] = because_of
    if _bars_return(wager, bet):
        body["reduced"] = True
    clauses = _and_the_charge(table, wager, clauses, refund)
    whose, up = rail(seat.number), layout(seat.number)
    back = moves((up, whose, by), (COMMISSION, whose, refund))
    return Event("reduce", f"seat-{seat.number}", body, clauses, back)


def _cut(table: Table, seat: Seat, wager: Wager, base: Bet) -> tuple[Event, ...]:
    """Odds behind a bet that was reduced, cut to what may stand behind the smaller one (R-42)."""
    events = []
    for odds in table.rules.supplements(wager.key, base.state):
        bet = seat.bets.get(odds.key)
        if bet is None:
            continue
        cap, step, _ = odds_cap(table.rules, odds, base)
        if bet.stake <= cap:
            continue
        left = int(cap // step) * step
        clauses = _with_its_bet(table, odds)
        if left >= table.rules.pay_unit:
            events.append(_reduced(table, seat, odds, bet, left, clauses, wager.key))
        else:
            events.append(_removed(table, seat, odds, bet, clauses, wager.key))
    return tuple(events)


def _with_its_bet(table: Table, odds: Wager) -> tuple[str, ...]:
    return table.rules.ids(odds.control.cites)


def _may_come_down(table: Table, wager: Wager, bet: Bet, action: Action) -> Permission | Refusal:
    if table.thrown:
        return in_the_air(table, "bets stand as they are", wager.control.cites)
    return may_change(wager, action, bet.state)


def _bars_return(wager: Wager, bet: Bet) -> bool:
    """Whether taking chips off binds the player: a don't bet, after a roll (R-61)."""
    binding = any(_DOWN in bar.needs for bar in wager.control.bars)
    return binding and bet.state != wager.machine.start


def call(table: Table, command: CallBet) -> Decision:
    """Call a bet on or off."""
    held = _held(table, command.seat, command.wager)
    if isinstance(held, Refusal):
        return held
    _, wager, bet = held
    if table.thrown:
        return in_the_air(table, "bets stand as they are", wager.working.cites)
    wanted: Call = "on" if command.working else "off"
    answer = may_call(wager, wanted, bet.called)
    if isinstance(answer, Refusal):
        return answer
    allowed = wager.working.may_call
    if wanted == "off" and bet.called is None and not _speaks_of(table, wager):
        detail = f"{wager.name} is called off on a come-out roll, not while a point stands."
        return refuse(table, "no-call", detail, wager.working.cites, wager.working.no_call)
    called = wanted if allowed is not None and allowed.call == wanted else None
    body = {"seat": command.seat, "wager": command.wager, "working": command.working}
    return (Event("call", f"seat-{command.seat}", {**body, "button": called}, answer.clauses),)


def _speaks_of(table: Table, wager: Wager) -> bool:
    """Whether a call would change anything on the next roll."""
    allowed = wager.working.may_call
    here = table.rules.space.context_cells(table.context)
    return allowed is not None and bool(allowed.cells & here)


def coupon(table: Table, command: Coupon) -> Decision:
    """Lay a match play coupon with chips that are up (R-35)."""
    coupons = table.rules.procedure.making.coupons
    if coupons is None or command.wager not in coupons.wagers:
        where = " and ".join(coupons.wagers) if coupons else "nothing"
        detail = f"A match play coupon is taken on {where}, not on {command.wager}."
        return refuse(table, "no-coupon", detail, coupons.cites if coupons else ())
    held = _held(table, command.seat, command.wager)
    if isinstance(held, Refusal):
        if held.code == "no-such-bet":
            return refuse(table, "no-coupon", f"{held.detail} It needs chips.", coupons.terms)
        return held
    seat, wager, bet = held
    late = _in_time(table, command.confirmed_by, wager.key)
    if isinstance(late, Refusal):
        return late
    timely = may_make(wager, table.context)
    if isinstance(timely, Refusal) or bet.state != wager.machine.start:
        return timely if isinstance(timely, Refusal) else may_not_now(table, wager)
    if any(each.coupon for each in seat.bets.values()):
        return refuse(table, "no-coupon", "One coupon for a player at a time.", coupons.terms)
    if command.amount > bet.stake:
        detail = f"A coupon for {dollars(command.amount)} needs as much in chips with it."
        return refuse(table, "no-coupon", detail, coupons.terms)
    if command.amount % table.rules.pay_unit:
        detail = f"A coupon for {dollars(command.amount)} cannot be paid in whole units."
        return refuse(table, "cannot-be-paid", detail, coupons.terms)
    body = {"seat": command.seat, "wager": command.wager, "amount": command.amount}
    clauses = together(late, table.rules.ids(coupons.cites, coupons.terms))
    return (Event("coupon", f"seat-{command.seat}", body, clauses),)


def may_not_now(table: Table, wager: Wager) -> Refusal:
    return refuse(
        table, "wrong-time", f"{wager.name}: made {wager.offer.words}.", wager.offer.cites
    )


def verbal(table: Table, command: Verbal) -> Decision:
    """A verbal bet with cash: confirmed, the cash turned into chips, the bet made with them."""
    seat = player_at(table, command.seat)
    if isinstance(seat, Refusal):
        return seat
    making = table.rules.procedure.making
    if making.verbal is None:
        detail = "There is nobody here to confirm a verbal bet."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    if any(role not in command.confirmed_by for role in making.verbal.roles):
        need = " and ".join(making.verbal.roles)
        detail = f"A verbal bet counts if the {need} confirms it."
        return refuse(table, "not-confirmed", detail, making.verbal.cites)
    cash = command.amount if command.cash is None else command.cash
    clauses = table.rules.ids(making.verbal.cites, making.converted)
    body = {"seat": command.seat, "cash": cash, "confirmed_by": list(command.confirmed_by)}
    into_chips = ((CAGE, rail(command.seat), cash),)
    converted = Event("convert", "dealer", body, clauses, into_chips)
    bet = MakeBet(
        command.seat, command.wager, command.amount, command.leave_up, command.confirmed_by
    )
    made = make(apply(table, converted), bet)
    return made if isinstance(made, Refusal) else (converted, *made)


def left_up(table: Table, seat: int, wager: str, stake: int) -> tuple[Event, ...]:
    """A winner that its player wants left up: a new wager of the same amount, under all the rules
    for a new one; or why it is down (R-11)."""
    why = table.rules.ids(table.rules.procedure.leave_up)
    made = make(table, MakeBet(seat, wager, stake, leave_up=True))
    if isinstance(made, Refusal):
        body = {"seat": seat, "wager": wager, "code": made.code, "detail": made.detail}
        return (Event("down", "table", body, together(made.clauses, why)),)
    return (replace(made[0], clauses=together(why, made[0].clauses)), *made[1:])
