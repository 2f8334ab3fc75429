"""The same rules over other cards."""

from lammer.instruments.shoe.depleted import depleted as depleted
