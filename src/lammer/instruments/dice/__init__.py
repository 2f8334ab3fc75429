"""Two thrown dice."""
