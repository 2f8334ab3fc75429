"""A shoe of several decks of cards."""
