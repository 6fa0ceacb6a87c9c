"""The command `omerta`."""

import argparse

from omerta import __version__


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="omerta", description="Three games of crime and deceit.")
    parser.add_argument("--version", action="version", version=f"omerta {__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 0
