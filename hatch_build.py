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
        return script(Path(self.root, "scripts", "web.py"))

    def compile(self, build_data: dict[str, Any]) -> None:
        """Put the compiled modules beside their sources, or leave the wheel pure."""
        self.workshop = Path(tempfile.mkdtemp(prefix="omerta-build-"))
        try:
            built = self.compiled(self.workshop)
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

    def compiled(self, workshop: Path) -> Path:
        """The folder with the compiled modules."""
        compiling = script(Path(self.root, "scripts", "compiling.py"))
        if compiling is None:
            raise FileNotFoundError("there is no scripts/compiling.py")
        root, config = Path(self.root), self.config
        modules = compiling.modules_to_compile(root, config["compile"], config["interpreted"])
        return Path(compiling.compile_modules(root, modules, workshop))


def compile_mode() -> str:
    """Never, auto or must, as the environment asks."""
    enabled = os.environ.get("HATCH_BUILD_HOOKS_ENABLE") in ("1", "true")
    mode = os.environ.get("OMERTA_COMPILE") or ("auto" if enabled else "never")
    if mode not in MODES:
        raise ValueError(f"OMERTA_COMPILE is {mode!r}; it may be one of {', '.join(MODES)}")
    return mode


def script(path: Path) -> ModuleType | None:
    """A module of the folder `scripts`, which is no part of the package; none where it is not."""
    spec = importlib.util.spec_from_file_location(f"omerta_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
