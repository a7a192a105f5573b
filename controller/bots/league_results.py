"""A league's results in a file: one JSON object a line, appended as games end, so that a league can be stopped.

The first line says whose results these are: ``{"league": "robot_game", "seed": 0}``. A last line that was cut off
is left out. Results of bots that have changed since stay in the file and are not counted.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _
from boards.base.system_errors import file_trouble, system_reason
from controller.bots.schedule import Fixture, Result

Json = Any


_NO_RESULTS = _("this is no file of a league's results")


class ResultsNotWritten(GolemError):
    """The file can't be written: the league stops, and what was written counts."""

    def __init__(self, path: Path, reason: Message) -> None:
        super().__init__(_("{file}: the results can't be written ({reason})", file=str(path), reason=reason))


class ResultsFile:
    """The results of a league. Use it as a context, which closes the file."""

    def __init__(self, path: Path, seed: int) -> None:
        """Begin a file, or go on with one. Raises :class:`boards.base.errors.Problems` for a file of something else."""
        self.path = path
        self.found: dict[Fixture, Result] = {}
        content = self._content()
        lines = content.split(b"\n")
        whole = len(content) - len(lines.pop())
        if lines:
            self._read(lines, seed)
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._descriptor, whole)
            os.lseek(self._descriptor, whole, os.SEEK_SET)
        except BlockingIOError:
            raise Problems([Problem(str(path), _("another league writes its results there"))]) from None
        except OSError as error:
            raise Problems(
                [Problem(str(path), _("the results can't be written: {reason}", reason=system_reason(error).message))]
            ) from error
        if not lines:
            self._write({"league": "robot_game", "seed": seed})

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def add(self, result: Result) -> None:
        """Append a result; it is in the file when this returns. Raises :class:`ResultsNotWritten`."""
        fixture = result.fixture
        entry = {"bots": [fixture.first, fixture.second], "sums": list(fixture.sums), "seed": fixture.seed}
        self._write({**entry, "scores": list(result.scores), "slips": list(result.mistakes)})
        self.found[fixture] = result

    def _content(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise Problems(
                [Problem(str(self.path), _("the results can't be read: {reason}", reason=system_reason(error).message))]
            ) from error

    def _read(self, lines: list[bytes], seed: int) -> None:
        problems: list[Problem] = []
        for number, line in enumerate(lines, start=1):
            at = f"{self.path}:{number}"
            try:
                data = json.loads(line)
                if number == 1:
                    if data.get("league") != "robot_game":
                        raise ValueError
                    if data.get("seed") != seed:
                        message = _(
                            "this league has --seed {seed}; give the same, or another file", seed=str(data.get("seed"))
                        )
                        raise Problems([Problem(at, message)])
                else:
                    result = _result(data)
                    self.found[result.fixture] = result
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                first = number == 1
                problems.append(Problem(at, _NO_RESULTS if first else _("this line is no result of a game")))
                if number == 1:
                    break
        if problems:
            raise Problems(problems)

    def _write(self, data: Mapping[str, Json]) -> None:
        rest = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise ResultsNotWritten(self.path, file_trouble(error)) from error


def _result(data: Json) -> Result:
    (first, second), (one, other) = data["bots"], data["sums"]
    if not all(isinstance(text, str) for text in (first, second, one, other)):
        raise ValueError
    return Result(
        Fixture(first, second, (one, other), _whole(data["seed"])),
        (_whole(data["scores"][0]), _whole(data["scores"][1])),
        (_whole(data["slips"][0]), _whole(data["slips"][1])),
    )


def _whole(number: Json) -> int:
    if type(number) is not int or number < 0:
        raise ValueError
    return number
