"""A table: who sits where, what is bet, whose dice they are, as a pure function of what was done.

``decide(table, command)`` gives the events that follow, or a refusal; ``apply(table, event)`` gives
the table after one of them. Neither reads a clock, a file or a die: chance and time come in with
the commands. No rule about a wager is written here; they are read from the rule set.
"""

from lammer.table.apply import apply
from lammer.table.decide import decide, open_table
from lammer.table.events import Event
from lammer.table.run import Answer, Run
from lammer.table.state import Bet, Seat, TableState

__all__ = ["Answer", "Bet", "Event", "Run", "Seat", "TableState", "apply", "decide", "open_table"]
