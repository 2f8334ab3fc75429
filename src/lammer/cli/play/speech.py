"""How the dealer speaks to one player: in the second person, in lines that fit, and with what to do
instead of what was refused."""

import re
from collections.abc import Mapping
from textwrap import fill
from typing import Any

from lammer.cli.play.words import spoken
from lammer.cli.say import console
from lammer.core.legality import Refusal, smallest_stake
from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.table import Bet, Table, decide
from lammer.table.amounts import odds_cap
from lammer.table.command import read

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
    "no-such-bet": "Say bets to see what is.",
    "not-listed": "Say odds? for the bets of this table.",
    "not-offered": "Say odds? for the bets of this table.",
    "under-minimum": "Say it again with at least that.",
    "over-maximum": "Say it again with no more than that.",
    "over-odds-limit": "Say it again with no more than that.",
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
        case "cannot-be-paid" | "no-charge" | "not-a-unit" | "under-minimum" if "amount" in command:
            return _enough(table, command) or _INSTEAD["under-minimum"]
        case "more-than-is-up":
            return f"All of it: down {spoken(str(command['wager']))}."
        case "not-your-turn" if table.hands.holder == seat:
            return "Say roll to throw them."
        case "wrong-time" if wager is not None:
            return _later(table, wager, command)
        case "contract-bet" | "no-late-increase" | "no-change":
            return f"It stays as it is until it is decided.{_odds_may(table, seat, command)}"
        case "no-call":
            name = str(command["wager"])
            remove = {"do": "remove", "seat": seat, "wager": name}
            may = not isinstance(decide(table, read(remove)), Refusal)
            return f"It can come down instead: down {spoken(name)}." if may else ""
        case "needs-line-bet":
            return _line_bet(table)
    return _INSTEAD.get(refusal.code, "")


def _odds_may(table: Table, seat: int, command: Mapping[str, Any]) -> str:
    """That the odds behind a bet may come down, if they may."""
    bets = table.seats[seat].bets
    bet = bets.get(str(command.get("wager")))
    for odds in table.rules.supplements(bet.wager, bet.state) if bet is not None else ():
        remove = {"do": "remove", "seat": seat, "wager": odds.key}
        if odds.key in bets and not isinstance(decide(table, read(remove)), Refusal):
            return f" The odds behind it may come down: down {spoken(odds.key)}."
    return ""


def _line_bet(table: Table) -> str:
    said = "Say pass 10 or dont pass 10 first, or pass the dice."
    asked = decide(table, read({"do": "no-line-bet"}))
    return said if isinstance(asked, Refusal) else f"{said} Only for the come bets: no line bet."


def _enough(table: Table, command: Mapping[str, Any]) -> str:
    """The next amount that the table would take, if it is near."""
    wager = table.rules.wagers[command["wager"]]
    seat, amount = command["seat"], command["amount"]
    step = smallest_stake(wager, table.rules.pay_unit)
    for base in bases(table, seat, wager):
        _, step, _ = odds_cap(table.rules, wager, base)
    up = table.seats[seat].bets.get(wager.key)
    there = up.stake if up is not None else 0
    least = -(-(there + amount) // step) * step - there
    for more in range(least, least + MOST_TRIED * step, step):
        if not isinstance(decide(table, read({**command, "amount": more})), Refusal):
            return f"Say {spoken(wager.key)} for {_typed(more)}."
    return ""


MOST_TRIED = 100


def _later(table: Table, wager: Wager, command: Mapping[str, Any]) -> str:
    here = table.context in (*wager.offer.contexts, *wager.offer.midway)
    if here and wager.behind is not None:
        wait = "Make that bet first, and roll."
    elif here:
        wait = "Wait for the next shooter." if "new-shooter" in wager.offer.needs else ""
    elif table.point is None:
        wait = "Wait until there is a point."
    else:
        wait = "Wait for the next come-out."
    other = _OTHER_BET.get(wager.key)
    if other is not None and wait and "amount" in command:
        bet = {**command, "wager": other}
        if not isinstance(decide(table, read(bet)), Refusal):
            return f"{wait.rstrip('.')}, or say {spoken(other)} {_typed(command['amount'])}."
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
