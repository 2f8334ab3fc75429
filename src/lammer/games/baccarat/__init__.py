"""Baccarat punto banco: the shoe, the hands, the edition."""
