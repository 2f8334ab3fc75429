"""The dice in a shaker are drawn like those that are thrown."""

from lammer.instruments.dice.draw import DRAW as DRAW
