"""Three dice under a dome, which the dealer shakes."""
