"""The product in a checkout: its environment, its page, and the package put together.

A start needs the packages it depends on, the built page and a folder in which the package lies
as in a wheel. Nothing is compiled before the page is open: the engine is built in the background
(scripts/engine.py), and the first start that finds it puts it into the package.
"""

import json
import os
import shutil
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from scripts import engine, environments, web
from scripts.environments import Environment, SetUpFailed, Stamp
from scripts.marks import BUILD, ROOT, files, forget_old, hook_settings, made, mark
from scripts.progress import Progress, say

PACKAGES = BUILD / "packages"
BOOK = BUILD / "start.json"
"""What the steps of the last set-up took."""

SOURCES = ("src", "text", "web", "docs/rules", "bench", "scripts/product.py", "scripts/web.py")


class Product(NamedTuple):
    """What can be started."""

    environment: Environment
    engine: str

    def command(self, *arguments: str) -> list[str]:
        """The command line of `omerta` with these arguments."""
        # The folder that somebody happens to be in is no place to import from.
        return [str(self.environment.python), "-P", "-m", "omerta", *arguments]

    @property
    def variables(self) -> dict[str, str]:
        """Where the product hears how far its compiled engine is."""
        return {"OMERTA_ENGINE_NEWS": str(engine.news_of(self.engine))}


def for_playing() -> Product:
    """The product of the present sources, with the compiled engine if there is one that fits."""
    environment = Environment(ROOT / ".venv")
    package = package_mark()
    stamp = environment.stamp
    if stamp is None or not is_current(stamp, package):
        with environments.locked():
            stamp = environment.stamp
            if stamp is None or not is_current(stamp, package):
                stamp = renew(environment, stamp, package)
    if stamp.runs == "pure":
        see_to_the_engine(stamp.engine)
    return Product(environment, stamp.engine)


def is_current(stamp: Stamp, package: str) -> bool:
    """Whether an environment with this stamp can start as it is."""
    return (
        stamp.requirements == environments.requirements_mark()
        and stamp.package == package
        and stamp.runs == which_runs(stamp.engine)
    )


def which_runs(fitting: str) -> str:
    """Compiled, if this engine is there and nobody objects."""
    if engine.wanted_mode() == "must" and not engine.is_ready(fitting):
        return "nothing yet"
    return "compiled" if engine.is_ready(fitting) and not engine.hindrance() else "pure"


def see_to_the_engine(fitting: str) -> None:
    """Let the engine be compiled in the background, or note why not."""
    hindrance = engine.hindrance()
    if hindrance:
        engine.tell(fitting, "absent", why=hindrance)
    elif not engine.is_failed(fitting):
        say("The compiled, faster engine is being built in the background: the next start uses it.")
        engine.build_in_background()


# --------------------------------------------------------------------- set-up


def renew(environment: Environment, before: Stamp | None, package: str) -> Stamp:
    """Bring the environment up to the present sources."""
    requirements = environments.requirements_mark()
    is_new = before is None or before.requirements != requirements
    if is_new:
        say("Setting up Omerta in .venv (once) ...")
    elif before is not None and before.package != package:
        say("The sources have changed: renewing Omerta ...")
    with Progress(4 if is_new else 2, BOOK) as progress:
        if is_new:
            install(environment, progress)
        else:
            build_page(environment, progress)
        fitting = engine.present_engine()
        if engine.wanted_mode() == "must" and not engine.is_ready(fitting):
            with progress.step("compiling the engine"):
                build_engine_now()
        runs = which_runs(fitting)
        with progress.step("putting the package together"):
            folder = put_together(package, fitting if runs == "compiled" else "")
        environment.lead_to(folder)
        stamp = Stamp(requirements, package, fitting, runs)
        environment.finish(stamp)
    if before is not None and before.runs == "pure" and runs == "compiled":
        say("The compiled engine is there and in use.")
    return stamp


def install(environment: Environment, progress: Progress) -> None:
    """Make the environment and install what the product needs, and build the page meanwhile."""
    with ThreadPoolExecutor() as threads:
        page: Future[None] | None = None
        if web.system_node() is not None:
            page = threads.submit(build_page, environment, progress)
        with progress.step("making the environment"):
            environments.make(environment)
        if page is None:
            # The Node of PyPI comes with pip, which comes with the environment.
            page = threads.submit(build_page, environment, progress)
        requirements = environments.requirements()
        if requirements:
            with progress.step("installing the packages"):
                environments.pip(environment, "install", *requirements)
        page.result()


def build_page(environment: Environment, progress: Progress) -> None:
    """Build the browser client, if its sources have changed."""
    if not web.WEB.is_dir() or web.is_built():
        return
    with progress.step("building the page"):
        path = ""
        if web.system_node() is None:
            path = str(environments.packages(environment, "node", web.NODE_PACKAGE))
        done = environments.run([sys.executable, "-P", web.__file__], PYTHONPATH=path)
        if done.returncode != 0:
            raise SetUpFailed(done.stdout.strip())


def build_engine_now() -> None:
    """Compile the engine while somebody waits for it."""
    hindrance = engine.hindrance()
    if hindrance:
        raise SetUpFailed(f"The engine cannot be compiled: {hindrance}.")
    with environments.locked(engine.LOCK, engine.WAITING):
        engine.build_with_own_tools()


# ---------------------------------------------------------------- the package


def package_mark() -> str:
    """Changes when the package has to be put together anew."""
    hook = json.dumps(hook_settings(), sort_keys=True)
    # With these the engine changes that fits.
    making = files("scripts/compiling.py", "scripts/engine.py")
    return mark([*files(*SOURCES), *making], hook, *engine.this_machine())


def put_together(package: str, fitting: str = "") -> Path:
    """A folder with the package as a wheel has it, with this compiled engine if one is named."""
    folder = PACKAGES / f"{package}-{fitting or 'pure'}"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=made(PACKAGES)) as workshop:
            tree = Path(workshop, "package")
            made_things = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
            shutil.copytree(ROOT / "src", tree, ignore=made_things)
            for source, place in hook_settings().get("carry", {}).items():
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, tree / place, ignore=made_things)
            if fitting:
                shutil.copytree(engine.place(fitting), tree, dirs_exist_ok=True)
            tree.replace(folder)
        forget_old(PACKAGES.iterdir())
    os.utime(folder)
    return folder


def compiled_package(environment: Environment) -> Path:
    """A folder with the compiled package, to be put on the path; the checks have the tools."""
    with environments.locked():
        with Progress(1, BUILD / "checks.json") as progress:
            build_page(environment, progress)
        fitting = engine.build(environment.python)
        return put_together(package_mark(), fitting)
