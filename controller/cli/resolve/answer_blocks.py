"""Blocks of lines of `golem resolve`, and the answers to them: a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from boards.base.errors import Problems
from controller.cli.document_files import LARGEST, decode, parse_json
from controller.games.game import Json
from controller.games.game_registry import resolve, resolve_lines

CHUNK = 1 << 16
"""Bytes that are read at a time."""
TOGETHER = 32
"""Lines that are read before the first of them is played."""
FEW = 1_000
"""Lines that are answered without msgspec: loading it takes as long as it saves on so many."""
Write = Callable[[bytes], object]


class Block(NamedTuple):
    """Whole lines of the input."""

    number: int
    """Of its first line, from 1."""
    lines: tuple[bytes, ...]
    """Without their ends. One that is too long is cut, and refused as such."""


def answer_block(block: Block, explain: bool) -> bytes:
    """Return the answers to a block's lines, a line each."""
    answers: list[str] = []
    for begin in range(0, len(block.lines), TOGETHER):
        lines = block.lines[begin : begin + TOGETHER]
        number = block.number + begin
        known = [None] * len(lines) if explain or number <= FEW else _known_answers(lines)
        for line, answer in zip(lines, known, strict=True):
            answers.append(_answer(line, number, explain) if answer is None else answer)
            number += 1
    return "".join(f"{text}\n" for text in answers).encode("ascii")


def _known_answers(lines: Sequence[bytes]) -> Sequence[str | None]:
    return [None] * len(lines) if len(max(lines, key=len)) > LARGEST else resolve_lines(lines)


def answer_document(document: Json, explain: bool = False) -> str:
    """Return the answer to a document as one line of JSON. Raises Problems."""
    if not explain:
        return resolve(document)
    from controller.games.golems.narration.explanation import resolve_explained

    return resolve_explained(document)


def refusal(problems: Problems) -> str:
    """Return the JSON object of what is refused: the first problem and its place; the message names the others too."""
    first, *others = problems.problems
    message = "; ".join([str(first.message), *(f"also at {other}" for other in others)])
    return json.dumps({"error": message, "at": first.at})


def _answer(line: bytes, number: int, explain: bool) -> str:
    try:
        return answer_document(parse_json(decode(line, number), number), explain)
    except Problems as problems:
        return refusal(problems)


def blocks_of(chunks: Iterator[bytes]) -> Iterator[Block]:
    """Cut chunks of bytes into blocks of whole lines: at most one for each chunk, and one for what is left."""
    number, tail = 1, b""
    for chunk in chunks:
        *lines, tail = (tail + chunk).split(b"\n")
        tail = tail[: LARGEST + 1]
        if lines:
            yield Block(number, tuple(line[: LARGEST + 1] for line in lines))
            number += len(lines)
    if tail:
        yield Block(number, (tail,))
