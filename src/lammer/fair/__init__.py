"""Fair dice: what follows from a committed seed and the players' own, and how anybody checks it.

``draw`` derives dice and cards, ``verify`` holds a log against them, ``acceptance`` tests a
generator as a laboratory would. Chance is an input here: no seed is made in this package.
"""
