"""A wheel with 38 pockets, spun by the dealer or by the house."""
