"""A strategy as data: its parts, its text, the library of known ones."""
