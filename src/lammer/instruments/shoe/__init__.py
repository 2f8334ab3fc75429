"""A shoe from which cards are dealt."""
