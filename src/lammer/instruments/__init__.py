"""What produces the outcomes of a game: one folder for each instrument."""
