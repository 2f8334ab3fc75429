"""The vocabulary every game is written in: cites, odds, spaces, wagers, rule sets.

Standard library only; no input or output, no clock, no chance, no floating point.
"""
