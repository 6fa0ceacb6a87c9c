"""Compiles the engine: mypyc writes C, the C compiler makes extension modules of it.

    python scripts/compiling.py FOLDER NEWS

This runs where mypy and setuptools are: the build hook of the wheel calls it, and so does
scripts/engine.py for a checkout. NEWS is the file in which it tells how far it is.
"""

import json
import os
import shlex
import shutil
import sys
import sysconfig
import threading
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Told = Callable[[int, int], None]
"""Hears how many of how many C files are finished."""


def c_compiler() -> str | None:
    """The C compiler Python would use, if it and Python's headers are there."""
    usual = "cl" if os.name == "nt" else (sysconfig.get_config_var("CC") or "cc")
    words = shlex.split(os.environ.get("CC") or usual)
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(words[0]) if words and headers.is_file() else None


def modules_to_compile(root: Path, patterns: Sequence[str], exceptions: Sequence[str]) -> list[str]:
    """The files matched by the patterns and by none of the exceptions, relative to the root."""
    wanted = {path for pattern in patterns for path in root.glob(pattern)}
    unwanted = {path for pattern in exceptions for path in root.glob(pattern)}
    return sorted(path.relative_to(root).as_posix() for path in wanted - unwanted)


def compile_modules(
    root: Path, modules: Sequence[str], workshop: Path, told: Told = lambda done, of: None
) -> Path:
    """Compile the modules with mypyc; return the folder with the finished tree."""
    # Comes with compiler-requires, so not before there is something to compile.
    from mypyc.build import mypycify

    before = Path.cwd()
    os.chdir(root)
    try:
        extensions = mypycify(
            # What the package uses need not be there when its wheel is built.
            ["--config-file=", "--ignore-missing-imports", *modules],
            opt_level="3",
            debug_level="0",
            multi_file=True,
            group_name="omerta",
            target_dir=str(workshop / "c"),
        )
        if os.name == "posix":
            # Nobody calls in by name, so calls between the modules need no detour.
            for extension in extensions:
                extension.extra_compile_args.append("-fvisibility=hidden")
        return build_extensions(extensions, workshop, told)
    finally:
        os.chdir(before)


def build_extensions(extensions: list[Any], workshop: Path, told: Told) -> Path:
    """Run the C compiler, one C file per core at a time."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    count = Count(sum(len(extension.sources) for extension in extensions), told)

    class ParallelBuild(build_ext):
        """Compiles the C files of one extension side by side."""

        def build_extensions(self) -> None:
            self.compiler.compile = side_by_side(self.compiler.compile, count)
            super().build_extensions()

    command = ParallelBuild(Distribution({"name": "omerta", "ext_modules": extensions}))
    command.build_lib = str(workshop / "lib")
    command.build_temp = str(workshop / "objects")
    command.ensure_finalized()
    command.run()
    return workshop / "lib"


def side_by_side(
    compile_files: Callable[..., list[str]], count: "Count"
) -> Callable[..., list[str]]:
    """The same compile function, but with a thread for every core."""

    def compile_one(file: str, *args: Any, **kwargs: Any) -> list[str]:
        made = compile_files([file], *args, **kwargs)
        count.add_one()
        return made

    def compile_all(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            jobs = [threads.submit(compile_one, file, *args, **kwargs) for file in sources]
            return [made for job in jobs for made in job.result()]

    return compile_all


class Count:
    """How many C files are finished."""

    def __init__(self, of: int, told: Told) -> None:
        self.done = 0
        self.of = of
        self.told = told
        self.lock = threading.Lock()
        told(0, of)

    def add_one(self) -> None:
        """One more is finished."""
        with self.lock:
            self.done += 1
            self.told(self.done, self.of)


def main(arguments: list[str]) -> int:
    """Compile the sources in a folder into its folder `lib`."""
    root, news = Path(arguments[0]).resolve(), Path(arguments[1])
    settings: Any = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]

    def tell(done: int, of: int) -> None:
        told = {**json.loads(news.read_text(encoding="utf-8")), "done": done, "of": of}
        fresh = news.with_suffix(".fresh")
        fresh.write_text(json.dumps(told), encoding="utf-8")
        fresh.replace(news)

    modules = modules_to_compile(root, hook["compile"], hook["interpreted"])
    compile_modules(root, modules, root, tell)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
