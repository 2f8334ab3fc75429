"""The lab's worker processes: what a strategy does to a bankroll, and what a designed wager is
worth, computed apart from the server.

The server starts ``python -m lammer.lab.worker`` and imports nothing of this package, so it never
simulates itself. A worker reads text and numbers only; nobody's Python is run.
"""
