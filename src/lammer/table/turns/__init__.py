"""Who sits, whose turn it is, and the trials that are made, voided, pledged and taken back."""
