"""Running tables: the tick, the store writer, recovery, hands and meters."""
