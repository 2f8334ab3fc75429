"""The house: a server that runs tables, keeps their books and lets people in."""
