"""Dice in a shaker that are not fair are weighed as thrown ones are."""

from lammer.instruments.dice.loaded import is_fair, read_faces, weighed

__all__ = ["is_fair", "read_faces", "weighed"]
