"""What ``lammer audit`` is made of: files to judge, and what is said of them."""
