"""Files of scenarios and puzzles that people hand to the table: every mistake is named with its place, all at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boards import puzzles, scenarios
from boards.base.catalogue import languages
from boards.base.yaml_tree import LARGEST
from controller.cli import main

GOOD = {
    "--scenario": scenarios.path("castle-under-siege").read_text(encoding="utf-8"),
    "--puzzle": puzzles.path("two-friends").read_text(encoding="utf-8"),
}
CHANGES = {
    "--scenario": {
        "blue: {at: e6, facing: S}": "blue: {at: g6, facing: south}",
        "waters: [d4, f4]": "waters: [d4, f9]",
    },
    "--puzzle": {
        "yellow: {at: d4, facing: S": "yellow: {at: e4, facing: south",
        "barrels: [b3, c2]": "barrels: [b3, c7]",
    },
}
"""Cells off the board and a wrong word."""

BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "a comment": (b"# nothing\n", "the file is empty"),
    "huge": (b"id: x\n" + b"# more\n" * (LARGEST // 7), "larger than 256 KiB"),
    "not UTF-8": (b"id: x\nname: {en: \xff\xfe}\n", "my.yaml:2: not UTF-8"),
    "cyclic": (b"id: x\nboard: &a {size: *a}\n", "an alias that contains itself"),
    "not YAML": (b"id: [1, 2\nname: {\n", "not YAML"),
    "a list": (b"- id: x\n", "a list where keys with values are wanted"),
    "a word": (b"castle\n", "where keys with values are wanted"),
    "many aliases": (
        b"a0: &a0 [x]\n"
        + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 20))
        + b"board: {walls: *a19}\n",
        "aliases followed",
    ),
    "wrong types": (
        b"id: [a]\nname: en\nstory: 5\nrules: {}\nboard: []\ngolems: 7\ngoals: x\nenergy: {}\nway: []\n",
        "story: '5' where a text",
    ),
}  # fmt: skip


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The lines of a refusal with exit status 2, before anything was begun."""
    assert main(["demo", "--no-web", *words]) == 2
    out, err = capsys.readouterr()
    assert "Traceback" not in err and out == ""
    lines = err.strip().split("\n")
    assert all(line.startswith("golem demo: ") for line in lines)
    return [line.removeprefix("golem demo: ") for line in lines]


@pytest.mark.parametrize(
    ("option", "what"),
    # What only the reader of YAML sees is the same for both; puzzles have a test of their own with all of it.
    [("--scenario", what) for what in BROKEN] + [("--puzzle", what) for what in ("empty", "not UTF-8", "wrong types")],
)
def test_a_broken_file_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    content, message = BROKEN[what]
    Path("my.yaml").write_bytes(content)
    lines = refused(capsys, option, "my.yaml")
    assert all(line.startswith("my.yaml") for line in lines), lines
    assert any(message in line for line in lines), lines
    assert not Path("games").exists()


@pytest.mark.parametrize("option", GOOD)
def test_every_mistake_is_named_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    # A puzzle needs English; for a scenario any one language is enough.
    told = "pl: " if option == "--puzzle" else "P: "
    text = re.sub("name: (.*)", rf"name: {{{told}\1, Spanish: x}}", GOOD[option], count=1)
    for before, after in CHANGES[option].items():
        assert before in text
        text = text.replace(before, after)
    file = tmp_path / "my.yaml"
    file.write_text(text, encoding="utf-8")
    lines = refused(capsys, option, str(file))
    for part in (
        "name.en: missing",
        "name.Spanish: unknown key",
        "is off the board, which ends at",
        "a facing is one of",
    ):
        assert any(part in line for line in lines), (part, lines)
    assert sum("is off the board" in line for line in lines) == 2
    assert all(line.startswith("my.yaml:") for line in lines)


@pytest.mark.parametrize("option", GOOD)
def test_a_code_that_is_no_languages_is_told_at_each_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    file = tmp_path / "my.yaml"
    text = re.sub(
        r"name: (.*)",
        r"name: {en: Q, xx: Q, sp: Q, es: Q, csb: Q, pt_BR: Q, foo: Q, und: Q, qps: Q, eng: Q, ger_AT: Q}",
        GOOD[option],
        count=1,
    )
    file.write_text(re.sub(r"story: >-\n(  .*\n)+", "story: {en: S, qq: S}\n", text, count=1), encoding="utf-8")
    lines = refused(capsys, option, str(file))
    no_language = ["name.xx", "name.sp", "name.foo", "name.und"]
    assert [line.split(": ")[1] for line in lines] == [*no_language, "name.eng", "name.ger_AT", "story.qq"]
    assert [line.rpartition(": the code of this language has two letters: ")[2] for line in lines[4:6]] == [
        "en",
        "de_AT",
    ]
    others = [*lines[:4], *lines[6:]]
    assert all("is no language's code (ISO 639" in line for line in others)


@pytest.mark.parametrize("option", GOOD)
def test_names_that_nobody_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    (line,) = refused(capsys, option, "castle-in-the-air")
    assert f"there is no {option.removeprefix('--')} 'castle-in-the-air'" in line
    (line,) = refused(capsys, option, str(tmp_path / "nowhere.yaml"))
    assert "nowhere.yaml" in line and "cannot be read" in line
    (line,) = refused(capsys, option, "")
    assert "there is no" in line


def test_a_board_without_a_printed_mat_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option, size in (("--scenario", "[6, 6]"), ("--puzzle", "[4, 4]")):
        file = tmp_path / "my.yaml"
        file.write_text(GOOD[option].replace(size, "[7, 6]"), encoding="utf-8")
        (line,) = refused(capsys, option, str(file))
        assert "board.size: there is no printed mat of 7x6 cells" in line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--computer", "blue"), "'blue' is not a golem"),
        (("--computer", "blue:genius", "--computer", "pink:easy"), "pink:easy"),
        (("--computer", "blue:easy", "--computer", "blue:hard"), "blue comes twice"),
        (("--computer", "green:easy"), "green does not play here; there are red, blue"),
        (("--puzzle", "1", "--computer", "blue:easy"), "a puzzle is for one player"),
        (("--puzzle", "1", "--scenario", "bring-the-barrel"), "a puzzle is for one player"),
    ],
)
def test_who_cannot_play_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    assert any(message in line for line in refused(capsys, *words))


@pytest.mark.parametrize(
    ("game", "problems"),
    [
        ("{puzzle: nobody-knows}", ["puzzle: there is no puzzle 'nobody-knows'"]),
        (
            "{puzzle: first-steps, players: 2, computer: {red: easy}}",
            ["players: the puzzle says", "computer.red: a puzzle is for"],
        ),
        (
            "{scenario: castle, board: 6x6}",
            ["board: the scenario says this", "scenario: there is no scenario 'castle'"],
        ),
        (
            "{board: 4x4, computer: {green: easy, blue: genius}}",
            ["green: green does not play", "blue: 'genius' is not one of"],
        ),
        ("{board: 4x4, computer: blue}", ["computer: 'blue' where keys with values are wanted"]),
        ("{board: 4x4, language: xx}", [f"language: 'xx' is not one of {', '.join(languages())}"]),
    ],
)
def test_a_table_file_names_what_cannot_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, problems: list[str]
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(f"camera: 0\ngame: {game}\n", encoding="utf-8")
    assert main(["play", "--table", str(file)]) == 2
    lines = capsys.readouterr().err.strip().split("\n")
    assert all(line.startswith("golem play: table.yaml:2: game") for line in lines), lines
    for problem in problems:
        assert any(problem in line for line in lines), (problem, lines)
    assert len(lines) == len(problems)
