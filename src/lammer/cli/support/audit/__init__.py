"""The parts of ``lammer audit``: the files to judge, and the output."""
