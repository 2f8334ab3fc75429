"""Sessions on the real table: strategies, Python players, recorded dice, Gymnasium."""
