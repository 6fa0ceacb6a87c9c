"""Which engine runs here: the compiled one or the sources as they are, and why."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from omerta.core import machine

NEWS: Final = "OMERTA_ENGINE_NEWS"
"""The variable in which run.py tells where the news of the compiled engine is."""

BETWEEN: Final = 0.5
"""Seconds between two looks at the news."""


def is_compiled() -> bool:
    """Whether the modules that run here were compiled."""
    return not str(machine.__file__).endswith(".py")


def told() -> dict[str, Any]:
    """The news of the compiled engine; nothing where nobody builds one."""
    try:
        return dict(json.loads(Path(os.environ[NEWS]).read_text("utf-8")))
    except (KeyError, OSError, ValueError):
        return {}


def describe() -> str:
    """One line about the engine that runs, and about the one that may come."""
    if is_compiled():
        return "the engine runs compiled"
    return f"the engine runs as pure Python: {_why()}"


def _why() -> str:
    news = told()
    match news.get("state"):
        case "ready":
            return "the compiled one is ready, the next start uses it"
        case "compiling" if _is_alive(news):
            return f"the compiled one is being built, {_so_far(news)}; the next start uses it"
        case "compiling":
            return "compiling was interrupted, the next start begins again"
        case "failed":
            return (
                f"compiling failed ({news['why']}); OMERTA_COMPILE=must python3 run.py tries again"
            )
        case "absent":
            return str(news["why"])
    return "it was installed without being compiled"


def _so_far(news: dict[str, Any]) -> str:
    return f"{news['done']} of {news['of']} files" if news.get("of") else "just begun"


if sys.platform == "win32":

    def _is_alive(news: dict[str, Any]) -> bool:
        return True

else:

    def _is_alive(news: dict[str, Any]) -> bool:
        try:
            os.kill(int(news["worker"]), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return True


def show_progress() -> None:
    """Draw on the terminal how far the compiled engine is, beside whatever else goes on."""
    if sys.stdout.isatty() and not is_compiled() and told().get("state") == "compiling":
        threading.Thread(target=_draw, daemon=True).start()


def _draw() -> None:
    # Only here: not everybody who starts the server watches it.
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task("compiling the engine in the background", total=None)
        while (news := told()).get("state") == "compiling" and _is_alive(news):
            progress.update(task, completed=news["done"], total=news["of"] or None)
            time.sleep(BETWEEN)
    print(f"{describe()}.", flush=True)
