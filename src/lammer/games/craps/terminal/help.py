"""What can be said at a craps table, by example."""

from collections.abc import Iterable

from lammer.table import TableState

_BETS: tuple[tuple[str, str], ...] = (
    ("pass", "pass 10"),
    ("dont-pass", "dont pass 10"),
    ("come", "come 10"),
    ("dont-come", "dont come 10"),
    ("field", "field 5"),
    ("place-6", "6 for 12"),
    ("buy-4", "buy 4 for 25"),
    ("lay-10", "lay 10 for 40"),
    ("place-lose-4", "place 4 to lose for 11"),
    ("hard-8", "hard 8 5"),
    ("eleven", "yo 5"),
    ("any-craps", "any craps 5"),
    ("any-seven", "any seven 5"),
    ("craps-2", "craps 2 1"),
    ("c-and-e", "c and e 4"),
    ("horn", "horn 4"),
    ("horn-high-12", "horn high 12 5"),
    ("whirl", "whirl 5"),
    ("hop-1-3", "hop 3 1 2"),
    ("six-seven-eight", "6-7-8 5"),
    ("fire", "fire 5"),
    ("all-small", "small 5"),
    ("all-tall", "tall 5"),
    ("all-or-nothing", "all 5"),
)


def help_rows(table: TableState) -> Iterable[tuple[str, list[str]]]:
    wagers = table.rules.wagers
    yield "bet", [words for key, words in _BETS if key in wagers]
    if any(wager.behind for wager in wagers.values()):
        yield "odds", ["odds 20", "pass odds 20", "odds 20 on the 6", "odds max"]
    yield "several", ["pass 10, field 5", "6 and 8 for 12 each", "press the 6 and 8"]
    yield "change", ["press the 6", "press the 6 6", "half press the 6", "regress the 6"]
    yield "", ["same bet on the field", "less 5 on dont pass", "down on the 6"]
    yield "", ["take down the odds", "hard 8 on", "hard 8 off", "everything down"]
    others = len(table.seats) > 1
    yield "roll", ["roll", *(["Enter when a neighbour shoots"] if others else [])]
    if table.rules.procedure.turn is not None:
        yield "dice", ["take the dice", "no dice", "pass the dice", "no line bet"]
