"""Minibaccarat: the shoe in the dealer's hands, the edition."""
