"""Mini-dice: the shaker, the shake, the edition."""
