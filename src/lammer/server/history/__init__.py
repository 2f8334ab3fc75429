"""Records of play: hands and their replay, meters, scores."""
