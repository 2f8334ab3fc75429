"""Seating, turns, and trials: made, voided, pledged and taken back."""
