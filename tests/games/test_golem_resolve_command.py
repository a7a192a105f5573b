"""The command: files, bulk, a dialogue, what is loaded."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings

from boards.base.errors import Problems
from controller.cli import main
from controller.cli.document_files import parse_json
from controller.cli.resolve import answer_blocks
from controller.games.game_registry import resolve as resolve_any
from controller.games.golems.documents.resolve import resolve
from tests.games.json_values import json_values
from tests.support.golem_positions import random_document
from tests.support.golem_refusals import GOOD, changed

# --- the command


def run_main(capfd, *words: str) -> tuple[int, str, str]:
    status = main(["resolve", *words])
    out, err = capfd.readouterr()
    return status, out, err


YAML = """
game: golems
rules: "3.1"                 # or "2.0"
board: {size: [4, 4], walls: [b2]}
golems:
  red:  {at: a1, facing: N}
  blue: {at: d4, facing: S}
programs:
  red:  ["forward", "repeat 2 forward", "if enemy attack else turn-left", "stand"]
"""


def test_yaml_and_json_files_print_the_same_object(tmp_path, capfd):
    import yaml

    (tmp_path / "p.yaml").write_text(YAML)
    (tmp_path / "p.json").write_text(json.dumps(yaml.safe_load(YAML)))
    (tmp_path / "flow.yaml").write_text("{game: golems, board: {size: [4, 4], walls: [b2]}, golems: {}}")
    status, out, err = run_main(capfd, str(tmp_path / "p.yaml"))
    assert (status, err) == (0, "")
    assert out == resolve(yaml.safe_load(YAML)) + "\n"
    assert run_main(capfd, str(tmp_path / "p.json")) == (0, out, "")
    assert run_main(capfd, str(tmp_path / "flow.yaml"))[0] == 0


def test_a_byte_order_mark_is_no_harm(tmp_path, capfd):
    (tmp_path / "p.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert run_main(capfd, str(tmp_path / "p.json"))[0] == 0


BOMB = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in pairwise("abcdefgh")
)

BAD_FILES = [
    ("empty.yaml", b"", "line 1"),
    ("blank.yaml", b" \n\n", "line 1"),
    ("comment.yaml", b"# nothing\n", "line 1"),
    ("empty.json", b"", "line 1"),
    ("huge.yaml", b"[" + b"a1," * 500_000, ""),
    ("huge.json", b" " * 1_000_000, ""),
    ("latin.yaml", "game: golems\n# Жёлтый".encode("cp1251"), "line 2"),
    ("broken.json", b'{"game": "golems",\n "board": }', "line 2"),
    ("broken.yaml", b"game: golems\nboard: [1, 2\n", "line 3"),
    ("control.yaml", b"game: \x01", "line 1"),
    ("two.yaml", b"game: golems\n---\ngame: golems\n", "line 2"),
    ("deep.json", b"[" * 100_000, ""),
    ("deep.yaml", b"[" * 5_000, ""),
    ("deep-object.json", b'{"game": "golems", "board": ' + b"[" * 200 + b"]" * 200 + b"}", "board"),
    ("cyclic.yaml", b"game: golems\nboard: &b {size: [4, 4], walls: *b}\ngolems: {}\n", "board.walls"),
    ("itself.yaml", b"&a [*a]", "[0]"),
    ("unknown-alias.yaml", b"game: *nothing", "line 1"),
    ("list.yaml", b"- game: golems\n", ""),
    ("text.yaml", b"golems", ""),
    ("twice.yaml", b"game: golems\ngame: golems\n", "game"),
    ("twice.json", b'{"game": "golems", "board": {"size": [4, 4], "size": [4, 4]}, "golems": {}}', "board.size"),
    ("keys.yaml", b"game: golems\n1: 2\n", "line 2"),
    ("listkey.yaml", b"game: golems\n? [a]\n: 2\n", "line 2"),
    ("date.yaml", b"game: golems\nrules: 2020-01-01\n", "rules"),
    ("python.yaml", b"game: golems\nrules: !!python/name:os.system\n", "rules"),
    ("tag.yaml", b"game: golems\nboard: !thing {size: [4, 4]}\ngolems: {}\n", "board"),
    ("float.yaml", b"game: golems\nrules: 3.1\nboard: {size: [4, 4]}\ngolems: {}\n", "rules"),
    ("nan.json", b'{"game": "golems", "board": {"size": [4, NaN]}, "golems": {}}', "board.size"),
    ("nan.yaml", b"game: golems\nboard: {size: [4, 4]}\ngolems: {}\nenergy: .nan\n", "energy"),
    ("long-number.json", b'{"game": "golems", "energy": ' + b"9" * 5000 + b"}", ""),
    ("long-number.yaml", b"game: golems\nenergy: " + b"9" * 5000 + b"\n", "energy"),
    ("int.yaml", b"game: golems\nboard: {size: [4, 4]}\ngolems: {}\nenergy: 0b\n", "energy"),
    ("surrogate.json", b'{"game": "\\ud800"}', "game"),
    ("other.yaml", b"game: chess\n", "game"),
    ("none.yaml", b"board: {}\n", "game"),
    ("bomb.yaml", BOMB.encode(), None),
]


@pytest.mark.parametrize(("name", "data", "at"), BAD_FILES, ids=[name for name, _, _ in BAD_FILES])
def test_bad_files_are_refused_with_their_place(name, data, at, tmp_path, capfd):
    (tmp_path / name).write_bytes(data)
    status, out, err = run_main(capfd, str(tmp_path / name))
    assert status == 2
    refusal = json.loads(out)
    assert set(refusal) == {"error", "at"}
    if at is not None:
        assert refusal["at"] == at
    assert err.startswith("golem resolve: ")
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["nowhere.yaml", ".", "nul\0.yaml"])
def test_files_that_cannot_be_read(name, tmp_path, capfd):
    status, out, err = run_main(capfd, str(tmp_path / name))
    assert status == 2
    assert json.loads(out)["at"] == str(tmp_path / name)
    assert "can't be read" in err


def test_without_a_file_it_says_what_to_give(capfd):
    status, _, err = run_main(capfd)
    assert (status, "--jsonl" in err) == (2, True)


def bulk(capfd, monkeypatch, data: bytes, few: int = 0) -> tuple[int, list[str]]:
    """`few`: lines that are answered before msgspec is loaded."""
    monkeypatch.setattr(answer_blocks, "FEW", few)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
    status, out, err = run_main(capfd, "--jsonl")
    assert err == ""
    return status, out.splitlines()


def test_bulk_answers_line_by_line_in_order(capfd, monkeypatch):
    rng = random.Random(9)
    documents = [random_document(rng) for _ in range(300)]
    data = "\n".join(map(json.dumps, documents)).encode()
    expected = [resolve(document) for document in documents]
    for few in (0, 100, 1_000):
        assert bulk(capfd, monkeypatch, data, few) == (0, expected)
    assert bulk(capfd, monkeypatch, data.replace(b"\n", b"\r\n") + b"\r\n") == (0, expected)


def test_a_bad_line_is_answered_in_its_place_and_the_next_go_on(capfd, monkeypatch):
    good = json.dumps(GOOD)
    bad = json.dumps(changed("programs.red", ["forward", "stand", "hop", "stand"]))
    lines = [good, bad, "", "{", good, "\N{SNOWMAN}", "x" * 700_000, json.dumps({"game": "chess"}), "[" * 10_000, good]
    status, answers = bulk(capfd, monkeypatch, "\n".join(lines).encode() + b"\n\xff\xfe\n")
    assert status == 0
    assert [answers[0], answers[4], answers[9]] == [resolve(GOOD)] * 3
    refusals = [json.loads(answer) for index, answer in enumerate(answers) if index not in (0, 4, 9)]
    places = [refusal["at"] for refusal in refusals]
    assert places == ["programs.red[2]", "line 3", "line 4", "line 6", "", "game", "", "line 11"]
    assert all(set(refusal) == {"error", "at"} for refusal in refusals)


def test_games_and_mistakes_in_any_order_are_answered_in_order(capfd, monkeypatch):
    rng = random.Random(10)
    start = "wpdfcrfdpw/1tkkkkkkt1/10/10/10/10/10/10/1TKKKKKKT1/WPDFRCFDPW"
    others = [{"game": "jetan", "position": start}, {"game": "spiral"}, {"game": "golems"}, {"game": ["golems"]}, [], 7]
    documents = [rng.choice((*others, random_document(rng), random_document(rng))) for _ in range(200)]
    status, answers = bulk(capfd, monkeypatch, "\n".join(map(json.dumps, documents)).encode())
    assert status == 0
    for document, answer in zip(documents, answers, strict=True):
        try:
            assert answer == resolve_any(document)
        except Problems as problems:
            assert json.loads(answer)["at"] == problems.problems[0].at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"game": "golems", "game": "golems"}', "game"),
        ('{"game": "golems", "board": {"size": [4, 4], "size": [4, 4]}, "golems": {}}', "board.size"),
        ('{"game": "golems", "board": {}, "golems": {"red": {"at": "a:1", "at": "a1"}}}', "golems.red.at"),
        ('{"game": "golems", "goals": {"red": [{"reach": "a1", "reach": "a1"}]}}', "goals.red[0].reach"),
        ('{"game": "golems", "a": {"b": {"c": {"d": 1, "d": 2}}}}', "a.b.c.d"),
    ],
)
def test_a_key_that_comes_twice_is_seen_wherever_it_is(text, at):
    with pytest.raises(Problems) as refusal:
        parse_json(text)
    assert [(problem.at, str(problem.message)) for problem in refusal.value.problems] == [(at, "this key comes twice")]


@settings(max_examples=200, deadline=None)
@given(json_values)
def test_json_is_read_as_it_is_written(value):
    assert repr(parse_json(json.dumps(value))) == repr(json.loads(json.dumps(value)))


def test_bulk_reads_a_file_too(tmp_path, capfd):
    (tmp_path / "many.jsonl").write_text(json.dumps(GOOD) + "\n")
    assert run_main(capfd, "--jsonl", str(tmp_path / "many.jsonl")) == (0, resolve(GOOD) + "\n", "")
    assert run_main(capfd, "--jsonl", str(tmp_path / "none.jsonl"))[0] == 2


def test_a_dialogue_gets_each_answer_before_the_next_question():
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", "resolve", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    for _ in range(3):
        process.stdin.write(json.dumps(GOOD).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().decode() == resolve(GOOD) + "\n"
    process.stdin.close()
    assert process.wait(timeout=20) == 0
    process.stdout.close()


def test_nothing_heavy_is_loaded():
    code = (
        "import sys; sys.argv = ['golem', 'resolve', '--jsonl']\n"
        "from controller.cli import main\n"
        "assert main() == 0\n"
        "heavy = ('cv2', 'numpy', 'paho', 'serial', 'starlette', 'uvicorn', 'reportlab', 'asyncio', 'yaml')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"", capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_one_position_does_not_wait_for_what_bulk_needs(tmp_path):
    (tmp_path / "p.json").write_text(json.dumps(GOOD))
    code = (
        "import sys; sys.argv = ['golem', 'resolve', sys.argv[1]]\n"
        "from controller.cli import main\n"
        "assert main() == 0\n"
        "print('msgspec' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "p.json")]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"False"
