"""The shaker as an instrument of chance."""
