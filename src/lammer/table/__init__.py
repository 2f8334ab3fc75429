"""A table: seats, bets and turns, as a pure function of the commands so far.

``decide(table, command)`` returns the events that follow, or a refusal; ``apply(table, event)``
returns the table after one of them. Neither reads a clock, a file or a die: chance and time are in
the commands. Rules about wagers are read from the rule set; none is written here.
"""

from lammer.table.apply import apply
from lammer.table.decide import decide, open_table
from lammer.table.events import Event
from lammer.table.run import Answer, Run
from lammer.table.state import Bet, Seat, TableState

__all__ = ["Answer", "Bet", "Event", "Run", "Seat", "TableState", "apply", "decide", "open_table"]
