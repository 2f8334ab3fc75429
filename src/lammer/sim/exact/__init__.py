"""The exact distribution of a session, by moving probability mass over the automaton."""
