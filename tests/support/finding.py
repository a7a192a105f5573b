"""Parts of a text that a test knows to be there."""

from __future__ import annotations

import re


def part_of(pattern: str, text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Match[str]:
    """The first match; a text without one fails the test and is shown."""
    match = re.search(pattern, text, flags)
    assert match is not None, f"no {pattern!r} in {text!r}"
    return match
