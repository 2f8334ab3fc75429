"""Bets: making, changing and taking them down, and how much each may be."""
