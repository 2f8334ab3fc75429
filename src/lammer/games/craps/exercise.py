"""A strategy that runs every kernel that samples dice."""

STRATEGY = "bet pass 10\nodds 2x\nbet buy-4 20 if point\nstop if rolls >= 100"
