"""A shaker with sealed dice."""
