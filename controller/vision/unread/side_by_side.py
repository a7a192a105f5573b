"""Run parts of one reading at the same time: numpy and OpenCV let other threads run while they calculate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import cv2

T = TypeVar("T")


def run_side_by_side(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """Run tasks that share nothing they change; return their results in the order of the tasks.

    There are as many threads as OpenCV may use (``cv2.setNumThreads``), and none of their own if that is one. They end
    with the call: a process that is forked later has no pool without threads. The first error is raised again.
    """
    threads = min(len(tasks), cv2.getNumThreads())
    if threads < 2:
        return [task() for task in tasks]
    with ThreadPoolExecutor(threads, thread_name_prefix="reading") as pool:
        return list(pool.map(lambda task: task(), tasks))
