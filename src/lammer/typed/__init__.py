"""What people type at a table, in the terminal and on the text board of the page: one parser for
both, with the words of each game in the game's own folder (``vocabulary.py``)."""
