"""A position and programs in, events and the next position out.

    golem resolve position.yaml            one document, YAML or JSON
    golem resolve --jsonl < many.jsonl     one JSON object a line in, one a line out, in order
    golem resolve --explain position.yaml  and a sentence for each row and golem, in four languages (golems only)
    golem resolve --tell fr position.yaml  the sentences alone, to be read

Prints one JSON object a document; the same input gives the same bytes. What is refused becomes
{"error": "...", "at": "programs.red[2]"} in its place, with exit status 2 unless in bulk.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import cast

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem, Problems
from controller.cli.documents import LARGEST, decode, parse_json, read_document
from controller.games.game import Json
from controller.games.game_registry import resolve, resolve_lines

_CHUNK = 1 << 16
_TOGETHER = 32
"""Lines that are read before the first of them is resolved, once there are many."""
_FEW = 1_000
"""Lines that are answered one by one. What answers many is loaded after these: loading takes as long as it saves
on so many."""

Answer = Callable[[Json], str]
Glance = Callable[[Sequence[bytes]], list[str | None]]
"""Answers to lines that are well formed; None where a line must be parsed and answered alone."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a position, YAML or JSON")
    parser.add_argument("--jsonl", action="store_true", help="bulk: a JSON object a line, from FILE or standard input")
    parser.add_argument("--explain", action="store_true", help="golems: add a sentence for each row and golem")
    parser.add_argument("--tell", choices=languages(), help="golems: print these sentences alone, in a language")


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    file: Path | None = args.file
    if args.tell is not None and (args.jsonl or args.explain):
        raise Problems([Problem("--tell", "prints sentences for people; leave out --jsonl and --explain")])
    answer = _explained if args.explain else resolve
    if args.jsonl:
        glance = _no_glance if args.explain else resolve_lines
        if file is None:
            return _bulk(cast(BufferedReader, sys.stdin.buffer), answer, glance)
        try:
            with file.open("rb") as lines:
                return _bulk(lines, answer, glance)
        except OSError as error:
            raise Problems([Problem(str(file), f"the file can't be read: {error.strerror or error}")]) from error
    if file is None:
        raise Problems(
            [Problem("FILE", "name a file with a position, or use --jsonl to read many from standard input")]
        )
    if args.tell is not None:
        return _tell(file, args.tell)
    try:
        _print(answer(read_document(file)))
    except Problems as problems:
        _print(_refusal(problems))
        raise
    return 0


def _tell(file: Path, language: Language) -> int:
    from controller.games.golems.narration.explanation import tell_round

    print(tell_round(read_document(file), language))
    return 0


def _explained(document: Json) -> str:
    from controller.games.golems.narration.explanation import resolve_explained

    return resolve_explained(document)


def _bulk(stream: BufferedReader, answer: Answer, glance: Glance) -> int:
    """Answer line by line. Answers are flushed before the next wait for input, so a dialogue works as well."""
    number = 1
    for lines in _lines(stream):
        for begin in range(0, len(lines), _TOGETHER):
            some = lines[begin : begin + _TOGETHER]
            with_care = number <= _FEW or len(max(some, key=len)) > LARGEST
            told = _no_glance(some) if with_care else glance(some)
            _print(
                "\n".join(
                    [
                        _with_care(line, number + index, answer) if known is None else known
                        for index, (line, known) in enumerate(zip(some, told, strict=True))
                    ]
                )
            )
            number += len(some)
    return 0


def _no_glance(lines: Sequence[bytes]) -> list[str | None]:
    return [None] * len(lines)


def _with_care(line: bytes, number: int, answer: Answer) -> str:
    try:
        return answer(parse_json(decode(line, number), number))
    except Problems as problems:
        return _refusal(problems)


def _refusal(problems: Problems) -> str:
    """Return the first problem and its place; the message names the others too."""
    first, *others = problems.problems
    message = "; ".join([str(first.message), *(f"also at {other}" for other in others)])
    return json.dumps({"error": message, "at": first.at})


def _print(text: str) -> None:
    """To standard output as bytes: the same on every system."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("ascii") + b"\n")
    sys.stdout.buffer.flush()


def _lines(stream: BufferedReader) -> Iterator[list[bytes]]:
    """Return the whole lines of each chunk that arrives.

    A line that is too long is cut, and will be refused as such.
    """
    tail = b""
    while chunk := stream.read1(_CHUNK):
        *lines, tail = (tail + chunk).split(b"\n")
        tail = tail[: LARGEST + 1]
        if lines:
            yield lines
    if tail:
        yield [tail]
