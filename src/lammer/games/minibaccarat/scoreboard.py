"""The coups of a shoe as they are shown at a table."""

from lammer.instruments.shoe.scoreboard import BEGIN as BEGIN
from lammer.instruments.shoe.scoreboard import after as after
from lammer.instruments.shoe.scoreboard import shown as shown
