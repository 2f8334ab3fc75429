"""The topics of questions, a module each."""
