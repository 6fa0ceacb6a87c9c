"""Lets `python -m omerta` do what the command `omerta` does."""

import sys

from omerta.cli import main

if __name__ == "__main__":
    sys.exit(main())
