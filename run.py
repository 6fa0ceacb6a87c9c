#!/usr/bin/env python3
"""Start Omerta, or check it, from a checkout and nothing but Python.

    python3 run.py [COMMAND ...]     install what is needed, then run `omerta COMMAND ...`
    python3 run.py test [--help]     run every check

The first start installs what is needed, the later ones begin at once. The engine is compiled in
the background meanwhile, and used from the next start on; OMERTA_COMPILE=must waits for it, and
OMERTA_COMPILE=never does without.
"""

import os
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)


def main(arguments: list[str]) -> int:
    """Set up the right environment and hand over to what runs in it."""
    if sys.version_info < OLDEST:
        needed, present = ".".join(map(str, OLDEST)), sys.version.split()[0]
        print(f"Omerta needs Python {needed} or newer; this is {present}.", file=sys.stderr)
        print("Start run.py with a newer one, for example: python3.12 run.py", file=sys.stderr)
        return 1
    # Not before the version is known to be new enough to read it.
    from scripts import environments, marks, product

    try:
        if arguments[:1] == ["test"]:
            environment = environments.for_checks()
            command = [str(environment.python), "-m", "scripts.checks", *arguments[1:]]
            return hand_over(command, folder=marks.ROOT)
        omerta = product.for_playing()
        os.environ.update(omerta.variables)
        return hand_over(omerta.command(*arguments))
    except environments.SetUpFailed as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Start it again and it goes on.", file=sys.stderr)
        return 130


def hand_over(command: list[str], *, folder: Path | None = None) -> int:
    """Become the command where the system can do that, else run it and wait."""
    if folder is not None:
        os.chdir(folder)
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
