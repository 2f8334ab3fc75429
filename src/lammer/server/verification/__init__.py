"""A house's database verified: every log judged again, and what the house stores beside its logs
computed again from them."""
