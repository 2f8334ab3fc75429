"""A game with one wager: that the ball comes to rest in 17."""
