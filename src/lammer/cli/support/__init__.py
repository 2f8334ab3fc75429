"""What several commands share: options, input, output, simulations."""
