"""The school over the network: drills with spaced repetition, classes and table tests."""
