"""Several processes that serve one house: who lives, and who runs which table."""
