"""The dice as an instrument of chance."""
