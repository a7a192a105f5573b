"""`golem match` as people meet it: results, pages, records, and every mistake told with its place."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from controller.bots.bot_source import BotSource
from controller.bots.match import arena
from controller.cli import main
from controller.journal import read_record

BOTS = Path(__file__).parents[2] / "docs" / "bots"
CENTRE, HUNTER = str(BOTS / "centre.py"), str(BOTS / "hunter.py")
GUARD = "class Robot:\n    def act(self, game):\n        return ['guard']\n"


@pytest.fixture
def guard(tmp_path):
    path = tmp_path / "guard.py"
    path.write_text(GUARD)
    return str(path)


def test_several_games_do_not_depend_on_being_played_together(capsys, guard):
    assert main(["match", HUNTER, guard, "--games", "3", "--seed", "5", "--json"]) == 0
    together = json.loads(capsys.readouterr().out)["matches"]
    assert [match["seed"] for match in together] == [5, 6, 7]
    assert main(["match", HUNTER, guard, "--seed", "6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["matches"] == [together[1]]
    assert told["held_back_from"] == {"network": True, "files": True, "processes": True}
    assert sum(told["wins"]) + told["draws"] == 1


@pytest.mark.parametrize("language", languages())
def test_what_a_person_reads(capsys, tmp_path, language, guard):
    bad = tmp_path / "bad.py"
    bad.write_text("class Robot:\n    def act(self, game):\n        raise ValueError('\\x1b[2J oh')\n")
    assert main(["match", str(bad), guard, "--language", language]) == 0
    heard = capsys.readouterr()
    assert "ValueError" in heard.out and "\x1b" not in heard.out and "495" in heard.out
    assert len(heard.out.splitlines()) == 3 and len(heard.err.splitlines()) == 1


def test_the_page_and_the_record_tell_the_same_match(capsys, tmp_path, guard):
    page, again, record = tmp_path / "a.html", tmp_path / "b.html", tmp_path / "m.jsonl"
    nasty = tmp_path / "</script><b>.py".replace("/", "∕")
    nasty.write_text("class Robot:\n    def act(self, game):\n        raise ValueError('</script><img src=x>')\n")
    assert main(["match", str(nasty), guard, "--html", str(page), "--journal", str(record)]) == 0
    assert main(["match", "--replay", str(record), "--html", str(again)]) == 0
    text = page.read_text()
    assert text == again.read_text()
    assert text.count("<script") == 2 and "<img" not in text and "<b>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    data = json.loads(text.split('id="data">')[1].split("</script>")[0])
    assert len(data["turns"]) == 100 and len(data["turns"][50]["robots"]) == 10
    assert all(len(turn["slips"]) == 5 for turn in data["turns"][1:])
    capsys.readouterr()
    assert main(["match", CENTRE, guard, "--journal", str(record)]) == 2, "a record is never written over"
    assert "m.jsonl" in capsys.readouterr().err


def test_a_changed_record_is_refused(capsys, tmp_path, guard):
    record = tmp_path / "m.jsonl"
    assert main(["match", CENTRE, guard, "--journal", str(record)]) == 0
    assert len(read_record(record).entries) == 102
    lines = record.read_bytes().split(b"\n")
    lines[40] = lines[40].replace(b"guard", b"suicide", 1)
    record.write_bytes(b"\n".join(lines))
    capsys.readouterr()
    assert main(["match", "--replay", str(record)]) == 2
    assert "m.jsonl:41: " in capsys.readouterr().err


UNREADABLE = {
    "not there": (None, "No such file"),
    "not utf-8": (b"x = 1\ny = '\xff'\n", ":2: the byte 0xff is not UTF-8"),
    "zeros": (b"x\0", "zero bytes"),
    "huge": (b"#" * (1 << 19), "larger than 256 KiB"),
    "a program": (b"\x7fELF" + bytes(100), "zero bytes"),
}
UNLOADABLE = {
    "empty": ("", "there is no class Robot"),
    "syntax": ("x = 1\nclass Robot\n", ":2: SyntaxError"),
    "indented": ("class Robot:\n  def act(self, game):\n return 1\n", ":3: IndentationError"),
    "python 2": ("class Robot:\n    def act(self, game):\n        print 'x'\n", ":3: SyntaxError: Missing parentheses"),
    "no class": ("def act(self, game): pass\n", "there is no class Robot"),
    "no act": ("class Robot: pass\n", "no method act"),
    "import": ("import pandas\n", ":1: ModuleNotFoundError: No module named 'pandas'"),
    "exception": ("x = 1\n\n1 / 0\n", ":3: ZeroDivisionError: division by zero"),
    "in a function": ("def f():\n    return {}['x']\nf()\n", ":2: KeyError: 'x'"),
    "constructor": ("class Robot:\n    def __init__(self, x): pass\n", "TypeError"),
    "leaves": ("import os\nos._exit(7)\n", "exit status 7"),
    "exits": ("import sys\nsys.exit('bye')\n", ":2: SystemExit: bye"),
    "too deep": ("(" * 100_000, "too deep.py"),
}


@pytest.mark.parametrize("name", [*UNREADABLE, "syntax"])
def test_a_bot_that_can_not_be_read_is_located(capsys, tmp_path, name, guard):
    content, message = {**UNREADABLE, **UNLOADABLE}[name]
    bot = tmp_path / "bot.py"
    if content is not None:
        bot.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["match", str(bot), guard]) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and str(bot) in heard.err and message in heard.err, heard.err
    assert "Traceback" not in heard.err and len(heard.err.splitlines()) == 1


def test_bots_that_can_not_be_loaded_are_located_all_at_once():
    sources = [BotSource(name, f"{name}.py", str(content)) for name, (content, _) in UNLOADABLE.items()]
    with arena(sources) as place, pytest.raises(Problems) as found:
        place.check()
    told = dict(zip(UNLOADABLE, found.value.lines(), strict=True))
    for name, (_, message) in UNLOADABLE.items():
        assert told[name].startswith(f"{name}.py") and message in told[name], told[name]


def test_all_mistakes_are_told_at_once(capsys, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = ["match", str(tmp_path), str(pipe), "--games", "0", "--seed", "x", "--html", str(tmp_path)]
    assert main(words) == 2
    told = capsys.readouterr().err.splitlines()
    assert [
        any(part in line for line in told) for part in ("a folder; a bot", "no file", "--games", "--seed", "--html")
    ]
    assert len(told) == 5


@pytest.mark.parametrize(("words", "message"), [([CENTRE], "1 are given"), ([CENTRE] * 3, "3 are given")])
def test_a_match_has_two_bots(capsys, words, message):
    assert main(["match", *words]) == 2
    assert message in capsys.readouterr().err


def test_the_same_bot_twice_has_two_names(capsys, guard):
    assert main(["match", guard, guard, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["bots"] == ["guard 1", "guard 2"]


def test_a_record_that_can_not_be_made_ends_all_games(capsys, tmp_path, guard):
    """Found out in the first of many games, while others are under way."""
    record = tmp_path / "there.jsonl"
    record.write_text("something else")
    assert main(["match", guard, guard, "--games", "99999", "--journal", str(record)]) == 2
    assert "there.jsonl" in capsys.readouterr().err
    assert record.read_text() == "something else"


def test_a_bot_may_play_against_itself_and_mistakes_are_told_once(capsys, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("class Robot\n")
    assert main(["match", str(bot), str(bot)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
