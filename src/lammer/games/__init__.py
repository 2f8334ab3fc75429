"""The games, and the rule sets they are played under.

>>> from lammer.games import load
>>> load("nj-2011", "mini-craps").wager("place-6").name
'Place Bet 6 to Win'
"""

from lammer.games.check import Fault, check_ruleset
from lammer.games.registry import RULESETS, UnknownName, load, nearest

__all__ = ["RULESETS", "Fault", "UnknownName", "check_ruleset", "load", "nearest"]
