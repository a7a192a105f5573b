"""Babel extraction method for the shipped YAML files: their titles, names and stories."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

import yaml
from yaml.nodes import MappingNode, ScalarNode

TEXT_KEYS: tuple[str, ...] = ("title", "name", "story", "hint", "balance")
"""Keys at the top of a file whose plain text is for people. One that gives several languages itself is not ours."""

Extracted = tuple[int, None, str, list[str]]


def extract(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Extracted]:
    """Yield (line, function, text, comments) of every text in a YAML file, as Babel asks for."""
    top = yaml.compose(file.read().decode("utf-8"), Loader=yaml.SafeLoader)
    if not isinstance(top, MappingNode):
        return
    for key, value in top.value:
        if key.value in TEXT_KEYS and isinstance(value, ScalarNode):
            yield value.start_mark.line + 1, None, plain(value.value), []


def plain(text: str) -> str:
    """Return a text of a YAML file as its reader gives it: in one line."""
    return " ".join(text.split())
