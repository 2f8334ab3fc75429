"""The parts of a question: a table, bets on it, amounts, choices."""
