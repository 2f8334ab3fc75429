"""``lammer play``: the session, what is typed, the felt that is drawn, the neighbours."""
