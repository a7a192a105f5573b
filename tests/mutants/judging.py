"""Run the tests that reach a mutant, the quickest first, in a process of their own."""

from __future__ import annotations

import os
import pickle
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import coverage
import pytest

from tests.mutants.mutations import Mutant
from tests.mutants.rooms import ROOT, Room
from tests.mutants.swapped import swap

KILLED, SURVIVED, TIMED_OUT, UNSWAPPED = 0, 1, 2, 3
WAITING = 3.0
"""A run may take so many times its limit of processor time by the clock: other programs want the processor too."""


@dataclass
class Reach:
    """What the tests of a room do without a mutant."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    """Which tests come by a line of a file."""
    words: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    """What a line of a file names."""
    failed: list[str] = field(default_factory=list)

    at_import: set[tuple[str, int]] = field(default_factory=set)
    """Lines that are run while modules are imported."""

    def tests(self, mutant: Mutant, budget: float) -> list[str]:
        """Return the tests that may notice the mutant, as many as the budget (seconds) allows.

        First those that reach its line, then those that reach its function: coverage (with Python 3.11) misses lines
        of a coroutine after a timeout in it. Each group begins with its quickest.
        """
        lines = {(str(mutant.path), line) for line in mutant.lines}
        around = {(str(mutant.path), line) for line in mutant.around} - self.at_import
        groups = [self._reaching(lines), self._reaching(around)]
        if lines & self.at_import and not groups[0]:
            # A constant, a field, a default: those that come by what names it, by anything in its file, then all.
            named = {key for key in self.lines if mutant.name and mutant.name in self.words.get(key, ())}
            beside = {key for key in self.lines if key[0] == str(mutant.path)}
            groups += [self._reaching(named), self._reaching(beside), set(self.seconds)]
        ordered = dict.fromkeys(test for group in groups for test in sorted(group, key=lambda one: self.seconds[one]))
        chosen: list[str] = []
        for test in ordered:
            budget -= self.seconds[test]
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return chosen

    def _reaching(self, lines: set[tuple[str, int]]) -> set[str]:
        return {test for key in lines for test in self.lines.get(key, ())}


class Judge:
    """Takes over pytest's loop once the room's tests have been collected; every run is a child of this process."""

    def __init__(self, room: Room, mutants: Sequence[Mutant], budget: float, processes: int) -> None:
        self._room, self._mutants, self._budget, self._processes = room, mutants, budget, processes
        self._importing = _watcher([str(path) for path in room.paths])
        self._importing.start()
        self.verdicts: dict[int, str] = {}
        self.tests_of: dict[int, int] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure what each test reaches, then judge every mutant."""
        self._importing.stop()
        imported = self._importing.get_data()
        at_import = {(file, line) for file in imported.measured_files() for line in imported.lines(file) or ()}
        if session.testsfailed:
            raise pytest.UsageError("tests could not be collected")
        reach = self._reach(session.items)
        reach.at_import = at_import
        if reach.failed:
            raise pytest.UsageError(f"tests fail without a mutant: {', '.join(reach.failed)}")
        by_name = {item.nodeid: item for item in session.items}
        jobs, fresh, early = [], [], set()
        for index, mutant in enumerate(self._mutants):
            tests = reach.tests(mutant, self._budget)
            self.tests_of[index] = len(tests)
            if not tests:
                self.verdicts[index] = "no test"
                continue
            limit = 15 + 4 * sum(reach.seconds[test] for test in tests)
            job = (index, lambda m=mutant, t=tests: _swapped_run(m, [by_name[one] for one in t]), limit)
            (jobs if mutant.inside else fresh).append((job, mutant, tests, limit))
            if any((str(mutant.path), line) in at_import for line in mutant.lines):
                early.add(index)
        for index, status in _in_children((job for job, *_ in jobs), self._processes):
            self._note(index, status)
        # What was worked out when modules were imported has not seen the mutant: a second look with a new interpreter.
        doubted = [one for one in jobs if one[0][0] in early and self.verdicts[one[0][0]] == "survived"]
        fresh += [*doubted, *(one for one in jobs if self.verdicts[one[0][0]] == "unswapped")]
        again = (
            (job[0], lambda m=mutant, t=tests: _fresh_run(m, t), limit + 15) for job, mutant, tests, limit in fresh
        )
        for index, status in _in_children(again, self._processes):
            self._note(index, status)
        return True

    def _note(self, index: int, status: int) -> None:
        self.verdicts[index] = {KILLED: "killed", SURVIVED: "survived", TIMED_OUT: "timed out"}.get(status, "unswapped")
        print(f"{self.verdicts[index]:10} {self._mutants[index].title}", flush=True)

    def _reach(self, items: Sequence[pytest.Item]) -> Reach:
        """Run all tests under coverage, the modules of the room watched."""
        files = [str(path) for path in self._room.paths]
        reach = Reach()
        for path in self._room.paths:
            for number, row in enumerate(path.read_text("utf-8").splitlines(), 1):
                reach.words[str(path), number] = set(re.findall(r"\w+", row))
        with tempfile.TemporaryDirectory() as folder:
            parts = [Path(folder, str(number)) for number in range(self._processes)]
            groups = {part: items[number :: len(parts)] for number, part in enumerate(parts)}
            work = (
                (number, lambda p=part, g=group: _covered_run(g, files, p), 1800.0)
                for number, (part, group) in enumerate(groups.items())
            )
            for _ in _in_children(work, self._processes):
                pass
            for part in groups:
                if not part.exists():
                    raise pytest.UsageError("the tests ended before they were through")
                seconds, lines, failed = pickle.loads(part.read_bytes())
                reach.seconds |= seconds
                reach.failed += failed
                for key, tests in lines.items():
                    reach.lines[key] |= tests
        print(f"{len(reach.seconds)} tests, {sum(reach.seconds.values()):.0f} s", flush=True)
        return reach


def _in_children(work: Iterable[tuple[int, Callable[[], int], float]], processes: int) -> Iterable[tuple[int, int]]:
    """Do each piece of work in a fork of this process; a result is its exit status, or TIMED_OUT.

    Its limit (seconds) is of processor time, so that a busy machine makes no mutant time out.
    """
    waiting, running = iter(work), {}
    while True:
        while len(running) < processes and (piece := next(waiting, None)) is not None:
            index, run, limit = piece
            sys.stdout.flush()
            if (child := os.fork()) == 0:
                os.setpgid(0, 0)
                resource.setrlimit(resource.RLIMIT_CPU, (round(limit), round(limit)))
                _silenced(run)
            running[child] = (index, time.monotonic() + WAITING * limit)
        if not running:
            return
        ended = next(
            ((child, status) for child in running for done, status in [os.waitpid(child, os.WNOHANG)] if done), None
        )
        if ended is not None:
            child, status = ended
            index, _ = running.pop(child)
            yield index, TIMED_OUT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
            continue
        for child in [one for one, (_, limit) in running.items() if time.monotonic() > limit]:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            yield running.pop(child)[0], TIMED_OUT
        time.sleep(0.01)


def _silenced(run: Callable[[], int]) -> None:
    """Run with no output, and leave without what the parent still has to tidy up."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    status = KILLED
    try:
        status = run()
    finally:
        os._exit(status)


def _runs(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run one test as pytest does; True if it passed."""
    failed: list[object] = []

    class Watch:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report)

    watch = Watch()
    item.config.pluginmanager.register(watch)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    item.config.pluginmanager.unregister(watch)
    return not failed


def _swapped_run(mutant: Mutant, items: Sequence[pytest.Item]) -> int:
    if not swap(mutant.path, mutant.original, mutant.source):
        return UNSWAPPED
    for number, item in enumerate(items):
        if not _runs(item, items[number + 1] if number + 1 < len(items) else None):
            return KILLED
    return SURVIVED


def _fresh_run(mutant: Mutant, tests: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "mutant.py")
        text.write_text(mutant.source, "utf-8")
        wanted = Path(folder, "tests")
        wanted.write_text("\n".join(tests), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "tests.mutants.fresh", mutant.path, text, wanted], cwd=ROOT, check=False
        )
    return SURVIVED if done.returncode == 0 else KILLED


def _watcher(files: Sequence[str]) -> coverage.Coverage:
    return coverage.Coverage(data_file=None, include=list(files), config_file=False, messages=False)


def _covered_run(items: Sequence[pytest.Item], files: Sequence[str], result: Path) -> int:
    watcher = _watcher(files)
    seconds, failed = {}, []
    watcher.start()
    for number, item in enumerate(items):
        watcher.switch_context(item.nodeid)
        begun = time.process_time()
        if not _runs(item, items[number + 1] if number + 1 < len(items) else None):
            failed.append(item.nodeid)
        seconds[item.nodeid] = time.process_time() - begun
    watcher.stop()
    data = watcher.get_data()
    lines = {
        (file, line): set(tests) - {""}
        for file in data.measured_files()
        for line, tests in data.contexts_by_lineno(file).items()
    }
    result.write_bytes(pickle.dumps((seconds, lines, failed)))
    return 0
