"""Golden transcripts: what the games say today is what they said when somebody last looked."""

from __future__ import annotations

import pytest

from tests.golden.store import FILES, modules, transcripts_of

NAMES = sorted(f"{path.parent.name}/{path.name}" for path in FILES.glob("*/*"))


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_is_as_it_was(name: str) -> None:
    module, _, file = name.partition("/")
    kept = (FILES / name).read_text(encoding="utf-8")
    assert transcripts_of(module)[file] == kept, "if this is right: make golden, and look"


@pytest.mark.parametrize("module", modules())
def test_no_file_is_missing_or_left_over(module: str) -> None:
    assert sorted(path.name for path in (FILES / module).glob("*")) == sorted(transcripts_of(module))


def test_every_folder_has_its_module() -> None:
    assert {name.partition("/")[0] for name in NAMES} == set(modules())
