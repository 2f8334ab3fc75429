"""What several commands share: options, reading of files, output, simulations."""
