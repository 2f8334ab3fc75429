"""What questions are about, a module each."""
