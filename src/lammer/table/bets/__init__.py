"""Making, changing and removing bets, settling them, and the amounts that are allowed."""
