"""The latest stops of a wheel, as they are shown at a table."""

from lammer.instruments.wheel.scoreboard import BEGIN as BEGIN
from lammer.instruments.wheel.scoreboard import ENDLESS as ENDLESS
from lammer.instruments.wheel.scoreboard import after as after
from lammer.instruments.wheel.scoreboard import shown as shown
