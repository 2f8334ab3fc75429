"""Views of a table: what a seat or the crew may do, and narration of events."""
