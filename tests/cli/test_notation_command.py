"""`golem notation`: a document as text, the text as a document, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from controller.cli import main
from controller.games.golems.documents.notation_parser import parse_document, parse_position

ROUND = """\
# red meets blue
3.1 standard 3Bs/4/4/Rn3 - 10 - -
red: forward, repeat 2 forward, attack, stand
blue: forward, attack, defend, stand
dice: red=repeat 2, blue=blank
"""


def test_a_text_becomes_a_document_that_resolve_reads_and_text_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, document = tmp_path / "round.txt", tmp_path / "round.json"
    text.write_text(ROUND, encoding="utf-8")
    assert main(["notation", str(text)]) == 0
    document.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["notation", str(document)]) == 0
    assert capsys.readouterr().out == ROUND.partition("\n")[2]
    assert main(["resolve", "--explain", str(document)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["words"]["en"] for each in told["explain"]][2:4] == [
        "Red (Repeat 2, Forward) goes a2–a3–a4: the way is free.",
        "Blue (Attack) strikes the air: neither a golem nor a barrel is in d2.",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: the file is empty"),
        (b"3.1 standard", "line 1, column 13: a position has 7 parts; missing: board, golems"),
        (b"3.1 standard 3Bs/4/5/Rn3 - 10 - -\nred: hop", "line 2, column 6: 'hop' is not an action"),
        (b"game: jetan", "game: this is not a position of golems"),
        (b"{", "line 1: this is not JSON"),
        (b"\xff\xfe", "line 1: the byte 0xff is not UTF-8"),
        (b"3.1 " + b" " * (1 << 18), "larger than 256 KiB"),
    ],
)
def test_what_is_refused_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    path = tmp_path / "round.txt"
    path.write_bytes(content)
    assert main(["notation", str(path)]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notation", "nowhere.txt"]) == 2
    assert "nowhere.txt: the file can't be read: No such file" in capsys.readouterr().err


def test_what_the_page_of_the_documentation_shows_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    blocks = re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)
    shown = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in blocks]
    positions = [block.strip() for block in shown if re.match(r"[0-9]\.[0-9] .*\n$", block)]
    assert len(positions) == 2
    for text in positions:
        assert parse_position(text).rules == "3.1"
    assert ROUND in shown
    assert parse_document(ROUND)["bonus"] == {"red": "repeat 2", "blue": "blank"}
