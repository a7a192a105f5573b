"""Blocks of lines answered by several worker processes; see :mod:`controller.cli.resolve.bulk_resolve`."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from io import BufferedReader
from threading import Thread

from boards.base.errors import GolemError
from boards.base.message import _
from controller.cli.resolve.answer_blocks import CHUNK, Write, answer_block, blocks_of

BLOCKS_PER_WORKER = 4
"""Blocks that are under way for each worker: enough that none waits for the one whose answer is written next."""


class WorkerLost(GolemError):
    """A worker process ended before its block was answered: it was killed, or the machine has no memory left."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "a worker process was killed, or ran out of memory; the answers so far are whole, the rest is missing. "
                "Run it again, with fewer --workers if memory is short"
            )
        )


def resolve_on_workers(stream: BufferedReader, write: Write, workers: int, *, explain: bool) -> None:
    """Do as :func:`~controller.cli.resolve.bulk_resolve.resolve_bulk` does, on several processes. Raises WorkerLost."""
    try:
        with _pool(workers) as pool:
            _resolve_on(pool, workers * BLOCKS_PER_WORKER, stream, write, explain)
    except BrokenProcessPool as error:
        raise WorkerLost from error


def _resolve_on(pool: ProcessPoolExecutor, most: int, stream: BufferedReader, write: Write, explain: bool) -> None:
    """Have blocks answered, at most so many at a time; write each answer as soon as all before it are written."""
    pending: deque[Future[bytes]] = deque()
    woken, wake = os.pipe()
    try:
        for block in blocks_of(_chunks(stream, woken, pending, most, write)):
            with _interrupts_held():
                future = pool.submit(answer_block, block, explain)
            pending.append(future)
            future.add_done_callback(lambda _: os.write(wake, b"."))
        while pending:
            _write_next(pending, write)
    finally:
        for future in pending:
            future.cancel()
        pool.shutdown(cancel_futures=True)
        os.close(wake)
        os.close(woken)


def _chunks(
    stream: BufferedReader, woken: int, pending: deque[Future[bytes]], most: int, write: Write
) -> Iterator[bytes]:
    """Read the stream. While it has nothing to read, or enough is under way, write the answers that are next."""
    while True:
        while pending and (pending[0].done() or len(pending) >= most):
            _write_next(pending, write)
        if pending and not _readable(stream, woken):
            continue
        chunk = stream.read1(CHUNK)
        if not chunk:
            return
        yield chunk


def _readable(stream: BufferedReader, woken: int) -> bool:
    """Wait until the stream can be read, or something is answered; return whether it can be read."""
    source = stream.fileno()
    ready, _, _ = select.select([source, woken], [], [])
    if woken in ready:
        os.read(woken, CHUNK)
    return source in ready


def _write_next(pending: deque[Future[bytes]], write: Write) -> None:
    answers = pending[0].result()
    pending.popleft()
    write(answers)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    # Forked workers have everything loaded. There are no threads yet that a fork could catch in the middle.
    method = "fork" if sys.platform == "linux" else None
    with ProcessPoolExecutor(workers, multiprocessing.get_context(method), initializer=_end_with_parent) as pool:
        yield pool


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment. Processes that are started meanwhile never get it: their parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this worker when its parent has ended, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, name="end with parent", daemon=True).start()
