"""``python -m lammer``."""

from lammer.cli import main

if __name__ == "__main__":
    main()
