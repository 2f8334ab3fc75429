"""The shoe as an instrument of chance."""
