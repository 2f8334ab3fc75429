"""Fair dice: outcomes drawn from a committed seed and the players' seeds, and their verification.

``draw`` derives dice and cards, ``verify`` compares a log with them, ``acceptance`` tests a
generator as a laboratory would. Chance is an input: no seed is generated in this package.
"""
