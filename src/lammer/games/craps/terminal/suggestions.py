"""What to do at craps about a refusal that has to do with its points, its line and its odds."""

from collections.abc import Mapping
from typing import Any

from lammer.core import legality
from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.table import TableState
from lammer.typed.dry_run import is_accepted
from lammer.typed.intents import typed
from lammer.typed.vocabulary import spoken

_OTHER_BET = {
    "pass": "come",
    "come": "pass",
    "dont-pass": "dont-come",
    "dont-come": "dont-pass",
}


def instead(refusal: Refusal, command: Mapping[str, Any], table: TableState, seat: int) -> str:
    wager = table.rules.wagers.get(str(command.get("wager", "")))
    match refusal.code:
        case "wrong-time" if wager is not None:
            return _later(table, wager, command)
        case "contract-bet" | "no-late-increase" | "no-change":
            return f"It stays as it is until it is decided.{_odds_may(table, seat, command)}"
        case legality.NEEDS_STAKE:
            return line_bet(table)
    return ""


def line_bet(table: TableState) -> str:
    said = "Say pass 10 or dont pass 10 first, or pass the dice."
    alone = is_accepted(table, {"do": "no-line-bet"})
    return f"{said} Only for the come bets: no line bet." if alone else said


def _odds_may(table: TableState, seat: int, command: Mapping[str, Any]) -> str:
    """That the odds behind a bet may come down, if they may."""
    bets = table.seats[seat].bets
    bet = bets.get(str(command.get("wager")))
    for odds in table.rules.supplements(bet.wager, bet.state) if bet is not None else ():
        remove = {"do": "remove", "seat": seat, "wager": odds.key}
        if odds.key in bets and is_accepted(table, remove):
            return f" The odds behind it may come down: down {spoken(odds.key)}."
    return ""


def _later(table: TableState, wager: Wager, command: Mapping[str, Any]) -> str:
    here = table.context in (*wager.offer.contexts, *wager.offer.midway)
    if here and wager.behind is not None:
        wait = "Make that bet first, and roll."
    elif here:
        wait = "Wait for the next shooter." if wager.offer.new_holder else ""
    elif table.point is None:
        wait = "Wait until there is a point."
    else:
        wait = "Wait for the next come-out."
    other = _OTHER_BET.get(wager.key)
    if not (other and wait and "amount" in command):
        return wait
    if is_accepted(table, {**command, "wager": other}):
        return f"{wait.rstrip('.')}, or say {spoken(other)} {typed(command['amount'])}."
    return wait
