"""Casino dice and card games, exactly as their regulations are written.

Start with ``lammer.games.load`` for a rule set, ``lammer.odds`` for exact figures,
``lammer.house`` for a licensee's elections and ``lammer.law`` for the clauses themselves.
"""

__version__ = "0.1.0"
