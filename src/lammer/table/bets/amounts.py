"""The amounts that a bet may have: by the text, the posted limits, the odds multiple, the
charge."""

from fractions import Fraction

from lammer.core.legality import (
    Code,
    Refusal,
    may_stake,
    wins_in,
)
from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.house.house import odds_multiple, posted
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import Bet, Seat, TableState


def check_amount(
    rules: Rules, wager: Wager, total: int, base: Bet | None
) -> tuple[str, ...] | Refusal:
    """Return the clauses that allow a bet of ``total`` cents, or why it is refused: by the text,
    the posted limits or the odds multiple."""
    context = None if base is None else base.state
    answer = may_stake(
        rules.ruleset, wager, total, rules.pay_unit, context=context, vig=rules.vig(wager)
    )
    if isinstance(answer, Refusal):
        return answer
    low, high = posted(wager, rules.house.elections)
    if low is not None and total < low:
        detail = f"{wager.name}: at least {dollars(low)} is posted."
        return Refusal("under-minimum", detail, rules.ids(rules.ruleset.law.least))
    if base is not None:
        within = _within_multiple(rules, wager, total, base)
        return within if isinstance(within, Refusal) else unique_clauses(answer.clauses, within)
    if high is not None and total > high:
        detail = f"{wager.name}: at most {dollars(high)} is posted."
        return Refusal("over-maximum", detail, rules.ids(rules.ruleset.law.most))
    cites = rules.ruleset.law.posted_limits
    return unique_clauses(answer.clauses, rules.ids(cites) if (low, high) != (None, None) else ())


def _within_multiple(
    rules: Rules, wager: Wager, total: int, base: Bet
) -> tuple[str, ...] | Refusal:
    """Check odds against the posted multiple and maximum; the least payable amount above them is
    allowed too."""
    behind = wager.behind
    assert behind is not None
    cap, step, multiple = odds_cap(rules, wager, base)
    cites = behind.most_cites
    if multiple < behind.most:
        cites = (*behind.least_cites, *cites) if multiple > behind.least else behind.least_cites
    code: Code = "over-odds-limit"
    most_allowed = most_odds(rules, wager, base)
    if most_allowed < cap:
        cap, cites, code = most_allowed, rules.ruleset.law.most, "over-maximum"
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


def most_odds(rules: Rules, wager: Wager, base: Bet) -> Fraction:
    """Return the exact maximum of odds behind this bet, by the multiple and the posted maximum. A
    posted maximum does not take away the odds that a player has a right to."""
    behind = wager.behind
    assert behind is not None
    cap, _, multiple = odds_cap(rules, wager, base)
    _, high = posted(wager, rules.house.elections)
    return cap if high is None else min(cap, max(Fraction(high), cap / multiple * behind.least))


def odds_cap(rules: Rules, wager: Wager, base: Bet) -> tuple[Fraction, int, Fraction]:
    """Return the exact maximum that the multiple allows behind this bet, the step in which odds are
    payable, and the multiple."""
    behind = wager.behind
    assert behind is not None
    multiple = odds_multiple(behind, base.state, rules.house.elections)
    (win,) = {each.payout.key: each for each in wins_in(rules.ruleset, wager, base.state)}.values()
    pays = win.payout.odds.fraction
    cap = multiple * base.stake
    if behind.by == "winnings":
        cap /= pays
    return cap, rules.pay_unit * pays.denominator, multiple


def base_of(seat: Seat, wager: Wager) -> Bet | None:
    """Return the bet that odds would stand behind, if it has its number."""
    behind = wager.behind
    if behind is None:
        return None
    for name in (behind.base, *(f"{behind.base}-{state}" for state in behind.states)):
        bet = seat.bets.get(name)
        if bet is not None and bet.state in behind.states:
            return bet
    return None


def with_charge_clauses(
    table: TableState, wager: Wager, clauses: tuple[str, ...], cents: int
) -> tuple[str, ...]:
    """Return the clauses of a change, with those of the vigorish if ``cents`` of it move."""
    if not cents or wager.vig is None:
        return clauses
    return unique_clauses(clauses, table.rules.ids(wager.vig.changed))
