"""Words for what is done with a shaker between shakes."""

from lammer.instruments.shaker.law import shaker_law
from lammer.table import TableState
from lammer.typed.vocabulary import Asks


def asks_for_dice(table: TableState) -> Asks:
    """Yield the words with which the dice are changed."""
    caller = table.rules.roles(shaker_law(table.rules.procedure).inspected)[0]
    yield "(?:new|fresh) dice", ({"do": "new-dice", "caller": caller},)
