"""Positions and programs to events: rounds a second in the process and in bulk, and a cold start.

Rounds are counted by processor time (of the child for bulk), so that a busy machine does not blur them; a cold
start is what a person waits.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from controller.games.golems import resolve
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.round import play_round
from tests.benchmarks import Row
from tests.support.golem_positions import random_document
from tests.support.golem_reference import reference

T = TypeVar("T")

ROUNDS = 4_000
REPEATS = 7


def measure() -> list[Row]:
    """Random crowded 4x4 positions with 2-4 golems; medians of some repeats, one core."""
    rng = random.Random(2026)
    documents = [random_document(rng, rules="3.1", way="standard") for _ in range(ROUNDS)]
    tasks = [read_task(document) for document in documents]
    golems = sum(len(task.position.golems) for task in tasks) / ROUNDS
    events = sum(len(play_round(*task).events) for task in tasks) / ROUNDS
    note = f"{golems:.1f} golems, {events:.0f} events a round"
    engine = median(lambda: each(tasks, lambda task: play_round(*task)), process_time) / ROUNDS
    plain = median(lambda: each(documents[:500], reference), process_time, repeats=3) / 500
    whole = median(lambda: each(documents, resolve), process_time) / ROUNDS
    bulk = bulk_seconds(documents) / (ROUNDS * 10)
    return [
        Row("engine in the process", per_second(engine), f"{plain / engine:.1f} x our plain second engine", note),
        Row("document to text in the process", per_second(whole)),
        Row("golem resolve --jsonl, from pipe to pipe", per_second(bulk), "", "start included, 40,000 lines"),
        Row("cold golem resolve, one JSON file", milliseconds(cold_seconds(".json")), interpreter(), "median of 9"),
        Row("cold golem resolve, one YAML file", milliseconds(cold_seconds(".yaml")), "", "loads PyYAML"),
    ]


def each(things: Iterable[T], work: Callable[[T], object]) -> None:
    """Work on all things and keep no result."""
    for thing in things:
        work(thing)


def median(work: Callable[[], object], clock: Callable[[], float] = perf_counter, repeats: int = REPEATS) -> float:
    """Seconds of one run."""
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return statistics.median(times)


def children_time() -> float:
    """Processor seconds of the processes that were started and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def bulk_seconds(documents: list[dict[str, object]]) -> float:
    data = ("\n".join(map(json.dumps, documents)) + "\n").encode() * 10
    command = [sys.executable, "-m", "controller", "resolve", "--jsonl"]
    return median(lambda: subprocess.run(command, input=data, capture_output=True, check=True), children_time, 5)


def cold_seconds(suffix: str) -> float:
    document = random_document(random.Random(7), rules="3.1", way="standard")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"position{suffix}"
        # JSON is YAML too; what begins with a comment is not taken for JSON.
        file.write_text(("# a position\n" if suffix == ".yaml" else "") + json.dumps(document), encoding="utf-8")
        command = [sys.executable, "-m", "controller", "resolve", str(file)]
        return median(lambda: subprocess.run(command, capture_output=True, check=True), repeats=9)


def interpreter() -> str:
    bare = median(lambda: subprocess.run([sys.executable, "-c", ""], check=True), repeats=9)
    return f"{milliseconds(bare)} of it a bare Python"


def per_second(seconds: float) -> str:
    return f"{1 / seconds:,.0f} rounds/s"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
