"""The lab of a house: worker processes, and the questions that people have there."""
