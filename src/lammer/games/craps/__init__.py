"""Craps, mini-craps and automated craps: the space, the shapes, and one module an edition."""
