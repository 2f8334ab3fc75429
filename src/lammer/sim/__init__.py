"""Strategies: written as data, answered exactly where that can be, sampled where not."""
