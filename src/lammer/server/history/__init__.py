"""What is kept of play: hands and their replay, meters, the score of a series."""
