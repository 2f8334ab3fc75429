"""One player's game as a model: the world, the player, memory, the compiled automaton."""
