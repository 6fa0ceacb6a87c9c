"""Many games by several processes, with a bar that tells how many are over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

W = TypeVar("W")
R = TypeVar("R")


def each(work: Callable[[W], R], todo: Sequence[W], jobs: int, tell: Callable[[R], None]) -> None:
    """Do all this work and tell of each part that is done, in whatever order."""
    if jobs == 1:
        for wish in todo:
            tell(work(wish))
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: list[Future[R]] = [pool.submit(work, wish) for wish in todo]
        try:
            for done in as_completed(waiting):
                tell(done.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def progress(*, shown: bool) -> Progress:
    """A bar beside what is printed."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), disable=not shown)
