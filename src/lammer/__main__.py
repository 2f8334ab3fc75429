"""``python -m lammer``."""

import sys

if __name__ == "__main__":
    try:
        from lammer.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
