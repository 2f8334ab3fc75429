"""What to do instead of a refused command: read from the table, or tried on it."""

from collections.abc import Mapping
from math import lcm
from typing import Any

from lammer.cli.play.games import terminal_game_of
from lammer.core import legality
from lammer.core.legality import NOT_HOLDER, Refusal, smallest_stake
from lammer.core.money import dollars
from lammer.house.house import posted
from lammer.table import TableState
from lammer.table.bets.amounts import odds_cap
from lammer.table.state import DEALER
from lammer.typed.dry_run import bases, is_accepted
from lammer.typed.intents import typed
from lammer.typed.vocabulary import spoken

MOST_TRIED = 100
"""Amounts above the one refused."""
_INSTEAD = {
    "not-enough-chips": "Bet less, or bring more chips: buy in 200.",
    "no-such-bet": "Say bets to see what is.",
    "not-listed": "Say odds? for the bets of this table.",
    "not-offered": "Say odds? for the bets of this table.",
    "under-minimum": "Say it again with at least that.",
    "over-maximum": "Say it again with no more than that.",
    "over-odds-limit": "Say it again with no more than that.",
    "not-a-step": "Say it again in those steps.",
    NOT_HOLDER: "Wait for the {thing} to come round to you.",
    "not-your-turn": "Wait for the {thing} to come round to you.",
    "must-stay": "Take the bets down, or play them out.",
    "no-replacing": "It may be made again once it would have been decided.",
}


def instead(refusal: Refusal, command: Mapping[str, Any], table: TableState, seat: int) -> str:
    own = terminal_game_of(table).instead(refusal, command, table, seat)
    if own:
        return own
    match refusal.code:
        case "cannot-be-paid" | "no-charge" | "not-a-unit" | "under-minimum" if "amount" in command:
            return _enough(table, command) or _INSTEAD["not-enough-chips"]
        case "cannot-be-paid" | "no-charge" | "not-a-unit" | "under-minimum" if "by" in command:
            name = spoken(str(command["wager"]))
            return f"Leave at least what could be bet, or take all of it: down {name}."
        case "owes-vigorish":
            free = table.rail(seat) - table.seats[seat].owed
            return f"Bet at most {dollars(free)}, or bring more chips: buy in 200."
        case "more-than-is-up":
            return f"All of it: down {spoken(str(command['wager']))}."
        case legality.NO_HOLDER if table.hands.offered == seat:
            thing = table.rules.procedure.trial.thing
            return f"Say take the {thing}, or no {thing}."
        case "not-your-turn" if table.hands.holder == seat:
            thing = table.rules.procedure.trial.thing
            return f"Say {terminal_game_of(table).trial_word} to go on, or pass the {thing}."
        case "not-your-turn" | legality.NOT_HOLDER if _with_the_dealer(table):
            return (
                f"The dealer has it for the players: take the {table.rules.procedure.trial.thing}."
            )
        case "no-call":
            name = str(command["wager"])
            remove = {"do": "remove", "seat": seat, "wager": name}
            taken = is_accepted(table, remove)
            return f"It can come down instead: down {spoken(name)}." if taken else ""
    return _INSTEAD.get(refusal.code, "").format(thing=table.rules.procedure.trial.thing)


def _with_the_dealer(table: TableState) -> bool:
    return table.hands.holder == DEALER and table.hands.on_behalf_of is None


def _enough(table: TableState, command: Mapping[str, Any]) -> str:
    """Return the next amount that the table would accept, if it is near."""
    wager = table.rules.wagers[command["wager"]]
    seat, amount = command["seat"], command["amount"]
    step = smallest_stake(wager, table.rules.pay_unit)
    for base in bases(table, seat, wager):
        _, step, _ = odds_cap(table.rules, wager, base)
    up = table.seats[seat].bets.get(wager.key)
    there = up.stake if up is not None else 0
    low, _ = posted(wager, table.rules.house.elections)
    step = step if step >= table.rules.pay_unit else lcm(step, table.rules.pay_unit)
    wanted = max(there + amount, low or 0, table.rules.pay_unit)
    least = -(-wanted // step) * step - there
    for more in range(least, least + MOST_TRIED * step, step):
        if is_accepted(table, {**command, "amount": more}):
            return f"Say {spoken(wager.key)} for {typed(more)}."
    return ""
