"""What the simulating commands share."""
