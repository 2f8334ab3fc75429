"""Access to the store from the event loop, and tables rebuilt from it."""
