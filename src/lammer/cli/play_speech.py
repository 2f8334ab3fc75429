"""How the dealer speaks to one player: in the second person, in lines that fit, and with what to do
instead of what was refused."""

import re
from collections.abc import Mapping
from math import ceil
from textwrap import fill
from typing import Any

from lammer.cli.play_words import spoken
from lammer.cli.say import console
from lammer.core.legality import Refusal, smallest_stake
from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.table import Bet, Table, decide
from lammer.table.command import read
from lammer.table.wagers import odds_cap

_VERBS = {"has": "have", "is": "are", "passes": "pass", "cashes": "cash"}


def personal(text: str, seat: int, names: Mapping[int, str]) -> str:
    """A dealer's words as one player hears them.

    >>> personal("Seat 1 wins $7. Dice to seat 2.", 1, {2: "Ruth"})
    'You win $7. Dice to Ruth.'
    """

    def named(match: re.Match[str]) -> str:
        number, verb = int(match[2]), match[3] or ""
        if number != seat:
            who = names.get(number, f"{match[1]}eat {number}")
            return f"{who} {verb}" if verb else who
        who = "You" if match[1] == "S" else "you"
        return f"{who} {_VERBS.get(verb, verb.removesuffix('s'))}" if verb else who

    return re.sub(r"\b([Ss])eat (\d+)\b(?: ([a-z]+)\b)?", named, text)


def tell(words: str, style: str = "") -> None:
    """A line or two of words, indented, wrapped to the screen."""
    screen = console()
    width = min(screen.width, 100)
    text = fill(words, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    screen.print(text, style=style or None, soft_wrap=True)


# Instead


_INSTEAD = {
    "not-enough-chips": "Bet less, or bring more chips: buy in 200.",
    "no-such-bet": "bets lists what is up.",
    "not-listed": "odds? lists the bets of this table.",
    "not-offered": "odds? lists the bets of this table.",
    "under-minimum": "Say it again with at least that.",
    "over-maximum": "Say it again with no more than that.",
    "over-odds-limit": "Say it again with no more than that.",
    "not-a-unit": "Say it again in those units.",
    "not-a-step": "Say it again in those steps.",
    "not-your-dice": "Wait for the dice to come round to you.",
    "not-your-turn": "Wait for the dice to come round to you.",
    "must-stay": "Take the bets down, or play them out.",
    "no-replacing": "It may be made again once it would have been decided.",
}
_OTHER_BET = {
    "pass": "come",
    "come": "pass",
    "dont-pass": "dont-come",
    "dont-come": "dont-pass",
}


def instead(refusal: Refusal, command: Mapping[str, Any], table: Table, seat: int) -> str:
    """What to do about a refusal: read from the table, or asked of it."""
    wager = table.rules.wagers.get(str(command.get("wager", "")))
    match refusal.code:
        case "cannot-be-paid" if wager is not None and "amount" in command:
            return _payable(table, seat, wager, command["amount"])
        case "no-charge" if wager is not None:
            return _charged(table, wager)
        case "wrong-time" if wager is not None:
            return _later(table, wager, command)
        case "contract-bet" | "no-late-increase" | "no-change":
            odds = [name for name in table.seats[seat].bets if name.endswith("-odds")]
            down = " The odds behind it may come down: take down the odds." if odds else ""
            return f"It stays as it is until it is decided.{down}"
        case "no-call":
            name = str(command["wager"])
            remove = {"do": "remove", "seat": seat, "wager": name}
            may = not isinstance(decide(table, read(remove)), Refusal)
            return f"It can come down instead: down {spoken(name)}." if may else ""
        case "needs-line-bet":
            return _line_bet(table)
    return _INSTEAD.get(refusal.code, "")


def _line_bet(table: Table) -> str:
    said = "Make one first (pass 10, or dont pass 10), or pass the dice."
    asked = decide(table, read({"do": "no-line-bet"}))
    return said if isinstance(asked, Refusal) else f"{said} For the come bets only: no line bet."


def _payable(table: Table, seat: int, wager: Wager, amount: int) -> str:
    """The next amount that makes a bet the table can pay."""
    step = smallest_stake(wager, table.rules.pay_unit)
    for base in bases(table, seat, wager):
        _, step, _ = odds_cap(table.rules, wager, base)
    up = table.seats[seat].bets.get(wager.key)
    there = up.stake if up is not None else 0
    more = -(-(there + amount) // step) * step - there
    return (
        f"Say {spoken(wager.key)} for {_typed(more)}: it is paid in multiples of {dollars(step)}."
    )


def _charged(table: Table, wager: Wager) -> str:
    vig = table.rules.vig(wager)
    assert vig is not None
    (payout,) = wager.payouts()
    step = smallest_stake(wager, table.rules.pay_unit)
    least = ceil(table.rules.pay_unit / vig.charge(payout.odds) / step) * step
    return f"Say {spoken(wager.key)} for {_typed(least)} or more."


def _later(table: Table, wager: Wager, command: Mapping[str, Any]) -> str:
    here = table.context in (*wager.offer.contexts, *wager.offer.midway)
    if here:
        wait = ""
    elif table.point is None:
        wait = "Wait until there is a point."
    else:
        wait = "Wait for the next come-out."
    other = _OTHER_BET.get(wager.key)
    if other is not None and "amount" in command:
        bet = {**command, "wager": other}
        if not isinstance(decide(table, read(bet)), Refusal):
            return f"{wait} Now it is {spoken(other)} {_typed(command['amount'])}."
    return wait


def _typed(cents: int) -> str:
    """An amount as somebody would type it."""
    return dollars(cents).replace("$", "").replace(",", "")


def bases(table: Table, seat: int, odds: Wager) -> list[Bet]:
    """The bet that these odds stand, or would stand, behind."""
    behind = odds.behind
    if behind is None:
        return []
    up = table.seats[seat].bets.values()
    return [bet for bet in up if bet.wager == behind.base and bet.state in behind.states]
