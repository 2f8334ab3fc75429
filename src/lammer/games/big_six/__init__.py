"""Big six: a wheel of 54 stops, and a bet on each of their kinds."""
