"""Answers that take more than one session of one strategy: differences on the same dice, the
bankroll for a chance of ruin, sweeps, what each line costs, falls from a peak."""
