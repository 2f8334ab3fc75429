"""The dice in a shaker are drawn like thrown dice."""

from lammer.instruments.dice.draw import DRAW as DRAW
