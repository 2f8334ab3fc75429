"""Roulette: a ball on a wheel, and a layout with all its positions."""
