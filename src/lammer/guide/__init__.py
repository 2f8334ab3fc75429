"""A game in words for newcomers: when each wager wins, how a game goes, what a house has chosen.

Everything is generated from the rule set and the house's options, so nothing here knows a game.
"""

from lammer.guide.wager_summary import wager_summary

__all__ = ["wager_summary"]
