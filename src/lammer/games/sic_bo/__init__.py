"""Sic bo: three dice, the wagers, the edition."""
