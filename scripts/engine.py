"""The compiled engine: built beside the running product, used where it fits the sources.

    python -m scripts.engine     compile the present sources in the background, if that is needed

Its mark covers what is compiled and what that imports, so that a changed sentence of a text,
a rulebook or the page leaves it as it is. A folder in the cache holds a finished engine; one
that was not finished is not there. Beside it lies the news of how far it is, for `omerta doctor`.
"""

import ast
import contextlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts import compiling, environments
from scripts.environments import Environment, SetUpFailed, replace, run, take
from scripts.marks import BUILD, ROOT, forget_old, hook_settings, made, mark

ENGINES = BUILD / "engines"
WORKSHOPS = BUILD / "workshops"
LOG = BUILD / "engine.log"
LOCK = "engine.lock"
WAITING = "The engine is just being compiled: waiting for it ..."
MAKING = ("pyproject.toml", "constraints.txt", "scripts/compiling.py")
"""What else decides about the outcome, beside the modules."""


# --------------------------------------------------------------------- which


def present_engine() -> str:
    """The mark of the engine of the present sources; found out once for each state of them."""
    modules = sorted((ROOT / "src").rglob("*.py"))
    state = mark([*modules, *(ROOT / name for name in MAKING)], *this_machine())
    known = ENGINES / f"{state}.mark"
    with contextlib.suppress(FileNotFoundError):
        return known.read_text(encoding="utf-8")
    engine = engine_mark()
    made(ENGINES)
    replace(known, engine)
    return engine


def engine_mark(root: Path = ROOT) -> str:
    """Changes when the engine has to be compiled anew."""
    hook = hook_settings(root)
    wanted = json.dumps([hook.get(key) for key in ("compile", "interpreted", "compiler-requires")])
    # Of pyproject.toml nothing matters but the lists.
    making = [root / name for name in MAKING[1:]]
    return mark([*covered(root), *making], wanted, *this_machine(), root=root)


def this_machine() -> tuple[str, ...]:
    """What an engine is compiled for, and with what."""
    return sys.version, sysconfig.get_platform(), str(compiling.c_compiler())


def covered(root: Path = ROOT) -> list[Path]:
    """The modules that are compiled, and all they import: types and constants come from there."""
    hook = hook_settings(root)
    lists = hook.get("compile", []), hook.get("interpreted", [])
    waiting = [root / name for name in compiling.modules_to_compile(root, *lists)]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(imported(path, root / "src"))
    return sorted(found)


def imported(path: Path, sources: Path) -> Iterator[Path]:
    """The modules of ours that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = beside(path, sources, node.level) + (node.module or "").split(".")
            names = [".".join(filter(None, package))]
            names += [f"{names[0]}.{alias.name}" for alias in node.names]
        for name in names:
            place = sources.joinpath(*name.split("."))
            for file in (place.with_suffix(".py"), place / "__init__.py"):
                if file.is_file():
                    yield file


def beside(path: Path, sources: Path, level: int) -> list[str]:
    """The package that a relative import of a module starts from; none for an absolute one."""
    return list(path.relative_to(sources).parts[:-level]) if level else []


def place(engine: str) -> Path:
    """The folder of a finished engine."""
    return ENGINES / engine


def is_ready(engine: str) -> bool:
    """Whether this engine has been compiled."""
    return place(engine).is_dir()


def wanted_mode() -> str:
    """What the environment variable OMERTA_COMPILE asks for: auto, must or never."""
    mode = os.environ.get("OMERTA_COMPILE") or "auto"
    if mode not in ("auto", "must", "never"):
        raise SetUpFailed(f"OMERTA_COMPILE is {mode!r}; it may be one of auto, must, never")
    return mode


def hindrance() -> str:
    """Why nothing is compiled here, if so."""
    if wanted_mode() == "never":
        return "OMERTA_COMPILE says never"
    if not hook_settings().get("compile"):
        return "pyproject.toml names nothing to compile"
    if compiling.c_compiler() is None:
        return "there is no C compiler with Python's headers here"
    return ""


# ---------------------------------------------------------------------- news


def news_of(engine: str) -> Path:
    """The file that tells how far an engine is."""
    return ENGINES / f"{engine}.json"


def tell(engine: str, state: str, **further: str | int) -> None:
    """Write the news: the engine is absent, compiling, failed or ready."""
    made(ENGINES)
    replace(news_of(engine), json.dumps({"state": state, **further}))


def news(engine: str) -> dict[str, Any]:
    """What was told last of an engine."""
    with contextlib.suppress(FileNotFoundError, ValueError):
        return dict(json.loads(news_of(engine).read_text(encoding="utf-8")))
    return {}


def is_failed(engine: str) -> bool:
    """Whether it was tried in vain; it would fail again."""
    return news(engine).get("state") == "failed"


# ------------------------------------------------------------------ building


def build(python: Path, **variables: str) -> str:
    """Compile the present sources, unless that has been done; the mark of the engine."""
    with environments.locked(LOCK, WAITING):
        return compile_present(python, **variables)


def compile_present(python: Path, **variables: str) -> str:
    """The same for who holds the lock. Half an engine is never in its place."""
    workshop = snapshot()
    engine = engine_mark(workshop)
    if not is_ready(engine):
        tell(engine, "compiling", worker=os.getpid(), done=0, of=0)
        script = str(workshop / "scripts" / "compiling.py")
        words = [str(python), "-s", "-P", script, str(workshop), str(news_of(engine))]
        done = run(words, **variables)
        if done.returncode != 0:
            last = (done.stdout.strip() or "it ended").splitlines()[-1]
            tell(engine, "failed", why=last)
            raise SetUpFailed(f"{done.stdout.strip()}\n\nThe engine could not be compiled.")
        (workshop / "lib").replace(place(engine))
        tell(engine, "ready")
        forget_old(path for path in ENGINES.iterdir() if path.is_dir())
        forget_old(ENGINES.glob("*.json"))
        forget_old(ENGINES.glob("*.mark"))
    shutil.rmtree(WORKSHOPS, ignore_errors=True)
    return engine


def snapshot() -> Path:
    """A copy of what is compiled, so that nobody changes it in the middle."""
    # A compiler whose builder was killed may still be at work: not in the same folder.
    shutil.rmtree(WORKSHOPS, ignore_errors=True)
    workshop = Path(tempfile.mkdtemp(dir=made(WORKSHOPS)))
    for path in (*(ROOT / name for name in MAKING), *(ROOT / "src").rglob("*.py")):
        copy = workshop / path.relative_to(ROOT)
        made(copy.parent)
        shutil.copy2(path, copy)
    return workshop


def build_with_own_tools() -> str:
    """Fetch what compiling needs, and compile; for who holds the lock."""
    product = Environment(ROOT / ".venv")
    tools = environments.packages(product, "compiler", *hook_settings()["compiler-requires"])
    return compile_present(Path(sys.executable), PYTHONPATH=str(tools))


# ------------------------------------------------------------- the background


def build_in_background() -> None:
    """Start compiling in a process of its own that nobody has to wait for."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.IDLE_PRIORITY_CLASS
    with LOG.open("w") as log:
        started = subprocess.Popen(
            [sys.executable, "-m", "scripts.engine"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            creationflags=flags,
        )
    if os.name == "posix":
        # It parts in two, and the half that works is no child of the product.
        started.wait()


def main() -> int:
    """Compile in the background; who finds another one at it leaves it alone."""
    if sys.platform != "win32":
        if os.fork():
            return 0
        yield_to_others()
    with (made(BUILD) / LOCK).open("w") as file:
        if not take(file, wait=False):
            return 0
        engine = present_engine()
        if is_ready(engine) or is_failed(engine):
            return 0
        tell(engine, "compiling", worker=os.getpid(), done=0, of=0)
        try:
            build_with_own_tools()
        except SetUpFailed as problem:
            print(problem)
            if not is_failed(engine):
                tell(engine, "absent", why=f"its tools could not be fetched, {LOG} tells more")
            return 1
    return 0


def yield_to_others() -> None:
    """Take what processor time nobody else wants."""
    os.nice(19)
    # Where every session has its own share of the processor, that share has to be a small one.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("19")


if __name__ == "__main__":
    sys.exit(main())
