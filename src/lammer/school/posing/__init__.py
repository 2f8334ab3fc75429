"""What a question is made of: a table, bets that stand there, amounts, choices."""
