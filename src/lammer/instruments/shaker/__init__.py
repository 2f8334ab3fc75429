"""A shaker with two sealed dice."""
