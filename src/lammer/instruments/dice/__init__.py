"""Two dice that a shooter throws."""
