"""Golden transcripts: what the games say today is what they said when somebody last looked."""

from __future__ import annotations

import pytest

from tests.golden.store import FILES, transcripts

WANTED = transcripts()


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_transcript_is_as_it_was(name):
    assert (FILES / name).read_text(encoding="utf-8") == WANTED[name], "if this is right: make golden, and look"


def test_no_file_is_left_over():
    assert sorted(f"{path.parent.name}/{path.name}" for path in FILES.glob("*/*")) == sorted(WANTED)
