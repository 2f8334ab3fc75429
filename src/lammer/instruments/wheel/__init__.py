"""A wheel: a ball spun round it, or the wheel itself turned past a clapper."""
