"""Many documents of `golem resolve`: a JSON object a line in, one a line out, on one core or on several.

Lines travel in blocks. With several workers each block is answered by a process of its own accord, and answers are
written in the order of the input: the bytes are the same for any number of workers. A bounded number of blocks is under
way at any time, however long the input is.
"""

from __future__ import annotations

import os
from io import BufferedReader

from controller.cli.resolve.answer_blocks import CHUNK, Write, answer_block, blocks_of


def resolve_bulk(stream: BufferedReader, write: Write, *, explain: bool = False, workers: int = 1) -> None:
    """Answer a stream line by line. ``write`` gets whole lines, and must flush them.

    Answers are written before the next wait for input, so a dialogue works as well. Raises WorkerLost, and what
    ``write`` raises.
    """
    if workers == 1:
        for block in blocks_of(iter(lambda: stream.read1(CHUNK), b"")):
            write(answer_block(block, explain))
    else:
        # Loaded slowly: it is for many lines.
        from controller.cli.resolve.resolve_workers import resolve_on_workers

        resolve_on_workers(stream, write, workers, explain=explain)


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
