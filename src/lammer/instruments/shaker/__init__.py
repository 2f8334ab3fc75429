"""Two dice sealed in a shaker."""
