"""Parses a line typed on the text board of a page: into commands to send, an action of the page, or
what is unclear. It has no effect, at the table or elsewhere."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from lammer.table import TableState
from lammer.table.commands import plain
from lammer.typed.earlier_bets import NOTHING, EarlierBets
from lammer.typed.intents import Chip, LocalAction, TableCommands, Unclear, Verb
from lammer.typed.parser import LONGEST, cents, understood
from lammer.typed.quick import phrases
from lammer.typed.vocabulary import bets_up, spoken, vocabulary_of

Answer = dict[str, Any]
_ACTIONS = {
    "undo": "undo",
    "clear": "clear|(?:take )?(?:everything|all)(?: bets)? down|take down (?:everything|all)",
    "repeat": "repeat|again",
    "double": "double",
    "help": r"help|\?",
    "sit": "sit|sit down",
    "leave": "leave|leave table|stand up",
    "status": "status|bets|table",
    "max-odds": "max odds|odds max|full odds",
    "history": "history|rolls|shakes|coups",
    "who": "who|players|who(?: has|se|s)?(?: the)? [a-z]+",
    "fill-up": "more chips|(?:fill|top) up(?: (?:the|my) purse)?",
}
"""Actions of the page, with the words for each."""
_WISHES: dict[Verb, str] = {
    "bets": "status",
    "rail": "status",
    "table": "status",
    "undo": "undo",
    "quit": "leave",
    "neighbours": "who",
    "max-odds": "max-odds",
}
_WITHOUT_A_SEAT = frozenset(
    {"help", "status", "sit", "info", "chip", "history", "who", "fill-up", "stays"}
)
_QUESTIONS = ("status", "who", "history")
_ALSO = (
    *("undo", "clear", "repeat", "double", "sit", "leave", "buy in 100", "cash out 100"),
    *("fill up the purse", "seed your text", "chip 25"),
)
_STAYING = ("winners stay up on", "winners stay up off")
_NO_SEAT = {"unclear": "You have no seat.", "instead": 'Try: "sit".'}


@dataclass(frozen=True, slots=True)
class PageContext:
    """Where a line is typed: the table, the seat (None for a spectator), the verbs that the server
    accepts from it, the verb that starts a trial, whether a crew enters the outcomes, and what the
    seat had up before."""

    table: TableState
    seat: int | None
    verbs: Collection[str]
    trial: str
    staffed: bool = False
    earlier: EarlierBets = NOTHING


def typed_answer(text: str, context: PageContext) -> Answer:
    """Return the meaning of a line: ``commands``, an ``action`` of the page, or what is ``unclear``
    and what to type ``instead``.

    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> context = PageContext(table, 1, ("accept-dice", "roll"), "roll")
    >>> typed_answer("bet 10 on pass", context)
    {'commands': [{'do': 'bet', 'wager': 'pass', 'amount': 1000}]}
    >>> typed_answer("field", context)
    {'action': 'chip-on', 'wager': 'field'}
    >>> typed_answer("hard", context)["unclear"]
    '"hard" may be hard 4 or hard 6 or hard 8 or hard 10.'
    """
    found = _meant(text, context)
    free = "unclear" in found or found.get("action") in _WITHOUT_A_SEAT
    return found if context.seat is not None or free else _NO_SEAT


def _meant(text: str, context: PageContext) -> Answer:
    line = _plain(text)
    if not line and text.strip() != "?":
        return _unclear("Nothing was typed.", 'Try: "help".')
    if len(text) <= LONGEST:
        for action, words in _ACTIONS.items():
            if re.fullmatch(words, line or "?"):
                return _help(context) if action == "help" else {"action": action}
        own = _purse(text, line) or _verb(line, context)
        if own is not None:
            return own
    meaning = understood(
        *(text, context.table, context.seat or 0),
        leave_up=None,
        chip=True,
        earlier=context.earlier,
    )
    match meaning:
        case Unclear(what, instead):
            return _unclear(what, instead)
        case Chip(wager, more):
            return {"action": "chip-on" if more else "chip-off", "wager": wager}
        case TableCommands():
            return _commands(meaning, context)
        case LocalAction():
            return _wish(meaning, text, context)


def _plain(text: str) -> str:
    """Return a line in lower case, without punctuation."""
    apart = re.sub(r"['\N{RIGHT SINGLE QUOTATION MARK}]", "", text.casefold()).replace("&", " and ")
    return re.sub(r"[^a-z0-9$.,]+", " ", apart).strip(" .")


def _unclear(what: str, instead: str = "") -> Answer:
    return {"unclear": what, **({"instead": instead} if instead else {})}


def _purse(text: str, line: str) -> Answer | None:
    """Parse buy-in and cash-out, the selected chip, and the player's seed."""
    if match := re.fullmatch(r"(buy ?in|cash ?out)(?: (.+))?", line):
        does = "buy-in" if match[1].startswith("buy") else "cash-out"
        if below := re.search(r"-\s*\$?\d\S*", text):
            return _unclear(f'"{plain(below[0])}" is no amount.')
        return _chips(does, re.sub(r"^all$| dollars?$", "", match[2] or ""))
    if match := re.fullmatch(r"chip (\S+)", line):
        return {"action": "chip", "amount": cents(match[1])}
    if line == "seed":
        what = "A seed is words of your own, that go into what is drawn."
        return _unclear(what, 'Try: "seed my own words".')
    if match := re.fullmatch(r"\s*seed\s+(.+?)\s*", text, re.IGNORECASE | re.DOTALL):
        return {"commands": [{"do": "seed", "seed": match[1]}]}
    return None


def _chips(does: str, written: str) -> Answer:
    if not written:
        if does == "buy-in":
            return _unclear("How much?", 'Say how much: "buy in 100".')
        return {"commands": [{"do": does}]}
    amount = cents(written)
    if amount is None:
        return _unclear(f'"{plain(written)}" is no amount.')
    return {"commands": [{"do": does, "amount": amount}]}


def _verb(line: str, context: PageContext) -> Answer | None:
    """Parse a verb that the server accepts now, and "yes" or "no" to an offer."""
    thing = context.table.rules.procedure.trial.thing
    bare = " ".join(word for word in line.split() if word not in ("the", "my"))
    if bare in ("take", "accept", "yes"):
        bare = f"accept {thing}"
    elif bare in ("decline", "no"):
        bare = f"decline {thing}"
    bare = re.sub(r"^refuse ", "decline ", re.sub(r"^take ", "accept ", bare))
    for verb in context.verbs:
        if _plain(verb) == bare:
            does, _, flag = verb.partition(", ")
            return {"commands": [{"do": does, **({flag: True} if flag else {})}]}
    return None


def _commands(asked: TableCommands, context: PageContext) -> Answer:
    """Keep the commands of this seat; those of the dealer are given by the server."""
    own = [each for each in asked.commands if each.get("seat") == (context.seat or 0)]
    if not own:
        return _unclear("The table does not take that from you.")
    return {
        "commands": [{key: each[key] for key in each if key != "seat"} for each in own],
    }


def _wish(wish: LocalAction, text: str, context: PageContext) -> Answer:
    if wish.verb == "help":
        return _help(context)
    if wish.verb in _WISHES:
        return {"action": _WISHES[wish.verb]}
    if wish.verb == "leave-up":
        return {"action": "stays", **({"on": wish.about == "on"} if wish.about else {})}
    if wish.verb == "edges":
        known = (*context.table.rules.wagers, *bets_up(context.table, context.seat or 0))
        if wish.about in known:
            return {"action": "info", "wager": wish.about}
        one = spoken(next(iter(context.table.rules.wagers)))
        return _unclear("About which bet?", f'Say "info {one}", for example.')
    if wish.verb in ("roll", "shuffle"):
        return _trial(context.trial if wish.verb == "roll" else wish.verb, text, context)
    return _unclear(f'"{plain(text.strip())}" is not for this board.', 'Try: "help".')


def _help(context: PageContext) -> Answer:
    """Return what can be typed here: examples of the game that this table accepts, and the words of
    every table."""
    words = vocabulary_of(context.table)
    one = spoken(next(iter(context.table.rules.wagers)))
    groups = {
        "Say": [each for each in words.examples if _says_something(each, context)],
        "Quick": phrases(context.table),
        "Ask": [*_QUESTIONS, f"info {one}"],
        "Also": [*_ALSO, f"less {one}"],
        "Winners": _STAYING if words.staying else (),
    }
    said = (f"{title}: {_quoted(examples)}." for title, examples in groups.items() if examples)
    return {"action": "help", "text": " ".join(said)}


def _says_something(example: str, context: PageContext) -> bool:
    """True if an example has a meaning at this table, and names only wagers that are offered."""
    meant = _meant(example, context)
    named = {command.get("wager") for command in meant.get("commands", ())} - {None}
    return "unclear" not in meant and named <= context.table.rules.wagers.keys()


def _quoted(examples: Iterable[str]) -> str:
    return ", ".join(f'"{each}"' for each in examples)


def _trial(verb: str, text: str, context: PageContext) -> Answer:
    if verb in context.verbs:
        return {"commands": [{"do": verb}]}
    if context.seat is None:
        return _NO_SEAT
    if context.staffed:
        noun = context.table.rules.procedure.trial.noun if verb == context.trial else verb
        return _unclear(f"At a staffed table the crew enters the {noun}.")
    return _unclear(f'The table does not take "{plain(text.strip())}" from you.')
