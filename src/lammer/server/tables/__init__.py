"""Running tables: commands and answers, ticks, confirmations, the clock."""
