"""Two dice that the players throw."""
