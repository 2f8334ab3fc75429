"""A dealing shoe."""
