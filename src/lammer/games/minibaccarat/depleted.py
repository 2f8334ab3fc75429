"""The same rules over other cards."""

from lammer.instruments.shoe.coups.depleted import depleted as depleted
