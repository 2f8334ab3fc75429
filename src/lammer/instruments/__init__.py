"""What produces an outcome at a table: two thrown dice, dice in a shaker, a shoe of cards."""
