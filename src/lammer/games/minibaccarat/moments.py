"""The moments of a coup."""

from lammer.instruments.shoe.moments import moments as moments
