"""House files: read, written, generated as an example, and the wager files that they name."""
