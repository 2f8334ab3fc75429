"""A strategy that runs every kernel that samples a shoe."""

STRATEGY = "game: punto-banco\nbet banker 10\nstop if coups >= 100"
