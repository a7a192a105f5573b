"""`golem resolve --jsonl --workers`: the same bytes for any number of workers, and clean ends however it is stopped."""

from __future__ import annotations

import io
import json
import os
import random
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.cli.document_files import LARGEST
from controller.cli.resolve import resolve_workers
from controller.cli.resolve.answer_blocks import CHUNK, answer_block, blocks_of
from tests.support.golem_positions import random_document
from tests.support.json_texts import any_spelling

COMMAND = [sys.executable, "-m", "controller", "resolve", "--jsonl"]
GOOD = json.dumps({"game": "golems", "board": {"size": [4, 4]}, "golems": {"red": {"at": "a1", "facing": "N"}}})
ODD = (b"", b"{", b"[]", b"\xff", b'{"game": "jetan"}', b" " * (LARGEST + 2), b'{"game": "golems", "game": "golems"}')


def lines_of(seed: int, count: int) -> list[bytes]:
    """Documents in many spellings, and what is none."""
    rng = random.Random(seed)
    found = (any_spelling(rng, random_document(rng), odd=rng.choice((0, 0.1))) for _ in range(count))
    return [rng.choice(ODD) if rng.random() < 0.05 else line.replace(b"\n", b" ") for line in found]


def answers_to(data: bytes, *words: str) -> bytes:
    done = subprocess.run([*COMMAND, *words], input=data, capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from((b"", b"\n", b"\r\n")))
def test_any_number_of_workers_gives_the_same_bytes(seed: int, end: bytes) -> None:
    lines = lines_of(seed, 1_300)
    data = b"\n".join(lines) + end
    expected = answers_to(data)
    assert expected.count(b"\n") == len(lines) - (not lines[-1] and not end)
    assert answers_to(data, "--workers", "3") == expected
    assert answers_to(data, "--workers", "auto") == expected


def test_a_file_and_explanations_are_shared_out_too(tmp_path: Path) -> None:
    data = b"\n".join(lines_of(7, 80))
    (tmp_path / "many.jsonl").write_bytes(data)
    expected = answers_to(data, "--explain")
    assert expected != answers_to(data)
    assert answers_to(b"", "--explain", "--workers", "2", str(tmp_path / "many.jsonl")) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1 << 32), st.lists(st.integers(1, 3_000), min_size=1, max_size=40))
def test_lines_are_numbered_and_whole_however_the_input_is_cut(seed: int, sizes: list[int]) -> None:
    data = b"\n".join(lines_of(seed, 20))[:20_000]
    chunks, at = [], 0
    for size in (*sizes, len(data)):
        chunks.append(data[at : at + size])
        at += size
    told = [
        (block.number + index, line)
        for block in blocks_of(chunk for chunk in chunks if chunk)
        for index, line in enumerate(block.lines)
    ]
    whole = data.split(b"\n")
    assert told == list(enumerate(whole if whole[-1] else whole[:-1], 1))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--jsonl", "--workers", "-1"], "--workers: a whole number from 0 to 512 is wanted, or auto, not '-1'"),
        (["--jsonl", "--workers", "many"], "or auto, not 'many'"),
        (["--jsonl", "--workers", "9999999999"], "from 0 to 512"),
        (["--workers", "2", "position.yaml"], "--workers: is for bulk; add --jsonl"),
    ],
)
def test_wrong_numbers_of_workers_are_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["resolve", *words])
    except SystemExit as ended:
        # A word that begins with a dash is taken for an option.
        assert words[2] == "-1" and ended.code == 2
    else:
        assert status == 2 and said in capsys.readouterr().err


class LazyPool:
    """A pool whose answers are made when they are waited for."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.under_way: deque[Any] = deque()

    def submit(self, work: Any, *args: Any) -> Any:
        pool = self

        class Lazy:
            def done(self) -> bool:
                return False

            def add_done_callback(self, _call: Any) -> None: ...

            def result(self) -> bytes:
                assert pool.under_way.popleft() is self
                answers: bytes = work(*args)
                return answers

        future = Lazy()
        self.under_way.append(future)
        assert len(self.under_way) <= self.most
        return future

    def shutdown(self, **_how: Any) -> None:
        assert not self.under_way


def test_not_more_than_so_many_blocks_are_under_way(tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_bytes((GOOD + "\n").encode() * (12 * CHUNK // len(GOOD)))
    written: list[bytes] = []
    pool: Any = LazyPool(8)
    with (tmp_path / "many.jsonl").open("rb") as stream:
        resolve_workers._resolve_on(pool, 8, stream, written.append, False)
    assert len(written) >= 12
    with (tmp_path / "many.jsonl").open("rb") as stream:
        data = io.BytesIO(stream.read())
    chunks = iter(lambda: data.read(CHUNK), b"")
    assert b"".join(written) == b"".join(answer_block(block, False) for block in blocks_of(chunks))


@contextmanager
def dialogue(workers: int = 2) -> Iterator[subprocess.Popen[bytes]]:
    """A command with workers that has answered one line and waits for the next."""
    process = subprocess.Popen(
        [*COMMAND, "--workers", str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        try:
            assert '"after"' in ask(process)
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes]) -> str:
    stdin, stdout = pipes(process)
    stdin.write(f"{GOOD}\n".encode())
    stdin.flush()
    return stdout.readline().decode()


def pipes(process: subprocess.Popen[bytes]) -> tuple[BinaryIO, BinaryIO]:
    assert process.stdin is not None and process.stdout is not None
    return process.stdin, process.stdout


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that this one has started (Linux)."""
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def ended(pid: int) -> None:
    """Wait until a process that is no child of ours has ended."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([watched], [], [], 20.0)[0], f"{pid} is still there"
    finally:
        os.close(watched)


def test_a_dialogue_gets_each_answer_before_the_next_question() -> None:
    with dialogue() as process:
        assert '"after"' in ask(process) and '"after"' in ask(process)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (0, b"", b"")


def test_a_worker_that_is_killed_is_told_plainly() -> None:
    with dialogue() as process:
        workers = children(process)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        ended(workers[0])
        out, err = process.communicate(f"{GOOD}\n".encode())
    assert process.returncode == 1 and out == b""
    assert err.startswith(b"golem resolve: a worker process was killed") and err.count(b"\n") == 1


def test_ctrl_c_ends_it_and_its_workers_without_a_word() -> None:
    with dialogue() as process:
        workers = children(process)
        # As a terminal does it: to all of them.
        for pid in (*workers, process.pid):
            os.kill(pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    for pid in workers:
        ended(pid)


def test_a_reader_that_goes_away_ends_it_without_a_word() -> None:
    with dialogue() as process:
        workers = children(process)
        stdin, stdout = pipes(process)
        stdout.close()
        stdin.write(f"{GOOD}\n".encode() * 10)
        stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b"" and process.wait(20) == 1
    for pid in workers:
        ended(pid)


def test_workers_end_when_their_parent_is_killed() -> None:
    with dialogue(3) as process:
        workers = children(process)
        process.kill()
        process.wait()
    assert len(workers) == 3
    for pid in workers:
        ended(pid)
