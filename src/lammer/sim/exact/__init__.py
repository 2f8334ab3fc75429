"""The exact distribution of a session, computed by moving probability mass over the automaton."""
