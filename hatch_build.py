"""Build hook of the wheel: carries the texts along, builds the page and compiles the engine.

The wheel is pure Python unless compiling is asked for by the environment:

    HATCH_BUILD_HOOKS_ENABLE=1   compile where possible, else build the pure wheel
    OMERTA_COMPILE=auto          the same
    OMERTA_COMPILE=must          compile, or fail and say why
    OMERTA_COMPILE=never         build the pure wheel
"""

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODES = ("never", "auto", "must")


class WheelHook(BuildHookInterface[BuilderConfig]):
    """What is added to the plain package when its wheel is built."""

    workshop: Path | None = None

    def dependencies(self) -> list[str]:
        """Ask for the compiler's packages and for Node only where they will be needed."""
        wanted = [] if compile_mode() == "never" else list(self.config["compiler-requires"])
        web = self.web_builder()
        if web is not None and web.system_node() is None:
            wanted.append(web.NODE_PACKAGE)
        return wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the carried folders and the compiled modules; an editable install needs neither."""
        if version == "editable":
            return
        self.carry(build_data)
        self.add_page(build_data)
        if compile_mode() != "never":
            self.compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear the workshop away when the wheel is finished."""
        self.clear_away()

    def carry(self, build_data: dict[str, Any]) -> None:
        """Put folders of the repository into the package."""
        for folder, place in self.config["carry"].items():
            if Path(self.root, folder).is_dir():
                build_data["force_include"][folder] = place

    def add_page(self, build_data: dict[str, Any]) -> None:
        """Build the browser client and put it into the package."""
        web = self.web_builder()
        if web is not None:
            build_data["force_include"][str(web.build())] = "omerta/web"

    def web_builder(self) -> ModuleType | None:
        """The module that builds the browser client; none where there is no client."""
        path = Path(self.root, "scripts", "web.py")
        spec = importlib.util.spec_from_file_location("omerta_web_builder", path)
        if not path.is_file() or spec is None or spec.loader is None:
            return None
        builder = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(builder)
        return builder

    def compile(self, build_data: dict[str, Any]) -> None:
        """Put the compiled modules beside their sources, or leave the wheel pure."""
        self.workshop = Path(tempfile.mkdtemp(prefix="omerta-build-"))
        try:
            built = compile_modules(Path(self.root), self.modules(), self.workshop)
        except BaseException as problem:
            self.clear_away()
            if compile_mode() == "must" or isinstance(problem, KeyboardInterrupt):
                raise
            print(f"Not compiled, the wheel is pure Python: {problem}", file=sys.stderr)
            return
        for path in sorted(built.rglob("*.so")) + sorted(built.rglob("*.pyd")):
            build_data["force_include"][str(path)] = path.relative_to(built).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def clear_away(self) -> None:
        """Remove the workshop, if there is one."""
        if self.workshop is not None:
            shutil.rmtree(self.workshop, ignore_errors=True)

    def modules(self) -> list[str]:
        """The source files to compile, relative to the root."""
        return modules_to_compile(
            Path(self.root), self.config["compile"], self.config["interpreted"]
        )


def compile_mode() -> str:
    """Never, auto or must, as the environment asks."""
    enabled = os.environ.get("HATCH_BUILD_HOOKS_ENABLE") in ("1", "true")
    mode = os.environ.get("OMERTA_COMPILE") or ("auto" if enabled else "never")
    if mode not in MODES:
        raise ValueError(f"OMERTA_COMPILE is {mode!r}; it may be one of {', '.join(MODES)}")
    return mode


def modules_to_compile(root: Path, patterns: Sequence[str], exceptions: Sequence[str]) -> list[str]:
    """The files matched by the patterns and by none of the exceptions, relative to the root."""
    wanted = {path for pattern in patterns for path in root.glob(pattern)}
    unwanted = {path for pattern in exceptions for path in root.glob(pattern)}
    return sorted(path.relative_to(root).as_posix() for path in wanted - unwanted)


def compile_modules(root: Path, modules: Sequence[str], workshop: Path) -> Path:
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
        return build_extensions(extensions, workshop)
    finally:
        os.chdir(before)


def build_extensions(extensions: list[Any], workshop: Path) -> Path:
    """Run the C compiler, one C file per core at a time."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class ParallelBuild(build_ext):
        """Compiles the C files of one extension side by side."""

        def build_extensions(self) -> None:
            self.compiler.compile = side_by_side(self.compiler.compile)
            super().build_extensions()

    command = ParallelBuild(Distribution({"name": "omerta", "ext_modules": extensions}))
    command.build_lib = str(workshop / "lib")
    command.build_temp = str(workshop / "objects")
    command.ensure_finalized()
    command.run()
    return workshop / "lib"


def side_by_side(compile_files: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """The same compile function, but with a thread for every core."""

    def compile_all(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            jobs = [threads.submit(compile_files, [file], *args, **kwargs) for file in sources]
            return [made for job in jobs for made in job.result()]

    return compile_all
