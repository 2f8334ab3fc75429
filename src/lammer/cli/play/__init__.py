"""``lammer play``: the session, its input, the layout that is drawn, the neighbours."""
