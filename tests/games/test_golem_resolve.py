"""`golem resolve`: the form of the output, every refusal with its place, bad files, bulk."""

from __future__ import annotations

import copy
import io
import json
import random
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.errors import Problems
from controller.cli import main
from controller.cli.document_files import LARGEST, decode, parse_json
from controller.cli.resolve import bulk_resolve
from controller.games.game_registry import resolve as resolve_any
from controller.games.golems.documents.document_reader import Task, read_task, task_of
from controller.games.golems.documents.regular_lines import decode_regular
from controller.games.golems.documents.resolve import resolve, resolve_lines
from tests.support.golem_positions import random_document
from tests.support.golem_refusals import GOOD, REFUSED, changed
from tests.support.json_texts import any_spelling


@pytest.mark.parametrize(
    ("path", "value", "at"), REFUSED, ids=[f"{n} {path}" for n, (path, _, _) in enumerate(REFUSED)]
)
def test_refusals_name_the_place(path, value, at):
    with pytest.raises(Problems) as refusal:
        resolve(changed(path, value))
    assert refusal.value.problems[0].at == (at or path)


def test_the_good_document_is_good():
    result = json.loads(resolve(GOOD))
    assert list(result) == ["events", "after", "outcome"]


def test_streams_need_v3_1():
    document = changed("rules", "2.0")
    del document["energy"]
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == ["board.streams"]


def test_energy_is_refused_in_2_0():
    document = {key: GOOD[key] for key in ("game", "golems", "energy")} | {"board": {"size": [4, 4]}, "rules": "2.0"}
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == ["energy"]


def test_all_problems_at_once_in_input_order():
    document = {
        "programs": {"green": [], "red": ["hop"]},
        "golems": {"red": {"facing": "Q", "at": "z9", "lives": 0}, "blue": {"speed": 1}},
        "colour": 1,
        "board": {"walls": ["x9", "a1", "a1"], "size": [4, 4]},
        "game": "golems",
    }
    with pytest.raises(Problems) as refusal:
        resolve(document)
    assert [problem.at for problem in refusal.value.problems] == [
        *("programs.green", "programs.red", "programs.red[0]"),
        *("golems.red.facing", "golems.red.at", "golems.red.lives"),
        *("golems.blue.speed", "golems.blue.at", "golems.blue.facing", "colour"),
        *("board.walls[0]", "board.walls[2]"),
    ]


def test_defaults_and_the_form_of_after():
    document = {
        "game": "golems",
        "board": {"size": [1, 12], "barrels": ["a10", "a9", "a2"]},
        "golems": {"blue": {"at": "a12", "facing": "S"}, "red": {"at": "a1", "facing": "N"}},
    }
    after = json.loads(resolve(document))["after"]
    assert after == {
        "game": "golems",
        "rules": "3.1",
        "way": "standard",
        "board": {"size": [1, 12], "walls": [], "waters": [], "barrels": ["a2", "a9", "a10"], "streams": []},
        "golems": {
            "red": {"at": "a1", "facing": "N", "lives": 3, "barrel": False, "side": "red"},
            "blue": {"at": "a12", "facing": "S", "lives": 3, "barrel": False, "side": "blue"},
        },
        "energy": 9,
    }
    assert list(after["golems"]) == ["red", "blue"]


def test_goals_and_streams_come_back_as_they_were_given():
    after = json.loads(resolve(GOOD))["after"]
    assert after["goals"] == GOOD["goals"]
    assert list(after["goals"]) == list(GOOD["goals"])
    assert after["board"]["streams"] == GOOD["board"]["streams"]
    without_banks = changed("board.streams.0.banks", ...)
    assert json.loads(resolve(without_banks))["after"]["board"]["streams"] == without_banks["board"]["streams"]


def test_stream_cells_are_water_though_they_are_not_listed():
    document = changed("board.waters", ["c3"])
    assert json.loads(resolve(document))["after"]["board"]["waters"] == ["c3"]
    on_it = copy.deepcopy(document)
    on_it["golems"]["red"]["at"] = "e2"
    with pytest.raises(Problems) as refusal:
        resolve(on_it)
    assert refusal.value.problems[0].at == "golems.red.at"


def test_an_end_has_sorted_winners_and_a_reason():
    document = {
        "game": "golems",
        "board": {"size": [2, 2]},
        "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "b2", "facing": "S"}},
        "goals": {"red": [{"reach": "a1"}], "blue": [{"reach": "b2"}]},
    }
    assert json.loads(resolve(document))["outcome"] == {"winners": ["blue", "red"], "reason": "reach"}


def test_a_position_without_golems_is_a_position():
    document = {"game": "golems", "board": {"size": [2, 2]}, "golems": {}}
    assert json.loads(resolve(document)) | {"after": 0} == {"events": [], "after": 0, "outcome": None}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PATHS = sorted({path for path, value, _ in REFUSED if value is not ...})


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(PATHS), json_values)
def test_any_value_anywhere_is_played_or_refused_with_a_place(path, value):
    document = changed(path, value)
    try:
        result = json.loads(resolve(document))
    except Problems as problems:
        assert all(str(problem.message) for problem in problems.problems)
    else:
        assert set(result) == {"events", "after", "outcome"}


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(PATHS), json_values)
def test_a_regular_line_and_its_document_agree_on_what_is_odd(path, value):
    document = changed(path, value)
    for key in ("goals", "streams"):  # These are never regular; without them the rest is looked at.
        document.pop(key, None)
        if type(document.get("board")) is dict:
            document["board"].pop(key, None)
    assert_same_task(document)


ODD = [(path, value) for path, value, _ in REFUSED]
ODD += [("golems.red.lives", 99), ("golems.red.side", "x"), ("bonus", {}), ("bonus.red", ""), ("programs", {})]
ODD += [("board.walls", ...), ("board.barrels", ["d1", "d1"]), ("board.barrels", [["d1"]]), ("board.size", [True, 4])]
ODD += [("golems.red.barrel", ...), ("golems.red.side", ...), ("golems.red.lives", ...), ("golems.red.facing", {})]
ODD += [
    ("way", ["standard"]),
    ("rules", 3.1),
    ("rules", "2.0"),
    ("game", ...),
    ("energy", ...),
    ("programs.red", ["x"]),
]


@pytest.mark.parametrize("energy", [True, False])
@pytest.mark.parametrize(("path", "value"), ODD, ids=[f"{n} {path}" for n, (path, _) in enumerate(ODD)])
def test_a_regular_line_and_its_document_are_refused_alike(path, value, energy):
    document = changed(path, value)
    if not energy:
        document.pop("energy", None)
    assert_same_task(document)
    document.pop("goals", None)
    if type(document.get("board")) is dict:
        document["board"].pop("streams", None)
    assert_same_task(document)


def read_regular(line):
    """What a line says if its shape is regular and nothing is wrong with it."""
    shaped = decode_regular(line)
    return None if shaped is None else task_of(shaped)


def assert_same_task(document):
    """What is read of a regular line is what is read of its document; nothing is read that is refused there."""
    decoded = read_regular(json.dumps(document).encode())
    assert decoded is None or decoded == outcome_of(read_task, document)


def outcome_of(read, document):
    try:
        return read(document)
    except Problems as problems:
        return problems.problems


def bonus_for(rng, document):
    return {colour: rng.choice((None, "blank", "if", "repeat 2")) for colour in document["golems"]}


def test_what_is_well_formed_is_regular():
    rng = random.Random(31)
    for _ in range(500):
        document = random_document(rng, teams=rng.random() < 0.3)
        if rng.random() < 0.5:
            document["bonus"] = bonus_for(rng, document)
        expected = outcome_of(read_task, document)
        decoded = read_regular(any_spelling(rng, document, odd=0))
        assert decoded == (expected if isinstance(expected, Task) else None)
        if decoded is not None:
            assert list(map(type, decoded.position)) == list(map(type, expected.position))


@pytest.mark.parametrize("document", [{"size": [1, 1]}, {"size": [26, 26], "walls": ["z26", "a10", "a9"]}])
def test_boards_of_any_size_are_regular(document):
    whole = {"game": "golems", "board": document, "golems": {}, "programs": {}, "bonus": {}}
    assert read_regular(json.dumps(whole).encode()) == read_task(whole)


@pytest.mark.parametrize("rows", [["forward"], ["stand", "take", "attack"]])
def test_short_programs_of_2_0_are_filled_up(rows):
    whole = {
        "game": "golems",
        "rules": "2.0",
        "board": {"size": [4, 4]},
        "golems": {"red": {"at": "a1", "facing": "N"}},
    }
    whole["programs"] = {"red": rows}
    assert read_regular(json.dumps(whole).encode()) == read_task(whole) != read_task(whole | {"programs": {}})


@pytest.mark.parametrize("way", ["beginner", "standard", "autonomous", "scenario"])
@pytest.mark.parametrize("face", [None, "blank", "if", "repeat 2"])
def test_no_bonus_card_that_way_or_die_forbid_is_let_through(way, face):
    whole = {
        "game": "golems",
        "way": way,
        "board": {"size": [4, 4]},
        "golems": {"red": {"at": "a1", "facing": "N"}},
    }
    if face:
        whole["bonus"] = {"red": face}
    for row in ("forward", "repeat 2 forward", "if enemy attack else stand", "if enemy repeat 2 attack else stand"):
        assert_same_task(whole | {"programs": {"red": [row, "stand", "stand", "stand"]}})


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from((0.02, 0.1, 0.4)))
def test_any_spelling_is_answered_as_its_document_is_or_left_to_it(seed, odd):
    rng = random.Random(seed)
    document = random_document(rng, teams=rng.random() < 0.3, golems=(1, 3), tokens=(0, 4))
    if rng.random() < 0.3:
        document["bonus"] = bonus_for(rng, document)
    line = any_spelling(rng, document, odd=odd)
    (answer,) = resolve_lines([line])
    if answer is not None:
        assert answer == resolve_any(parse_json(decode(line)))


def test_odd_lines_are_not_regular():
    line = json.dumps(
        {"game": "golems", "board": {"size": [4, 4]}, "golems": {"red": {"at": "a1", "facing": "N"}}, "energy": 2}
    )
    assert read_regular(line.encode()) is not None
    for old, new in (
        ('"energy": 2', '"energy": 2.0'),
        ('"energy": 2', '"energy": 2e0'),
        ('"energy": 2', '"energy": 2, "energy": 2'),
        ('"at": "a1"', '"at": "a1", "at": "a1"'),
        ('"at": "a1"', '"at": "a1", "side": "\\ud800"'),
        ('"at": "a1"', '"at": "a1", "side": "a:b"'),
        ('"at": "a1"', '"at": "a1", "speed": 1'),
        ('"size": [4, 4]', '"size": [4, 4], "size": [4, 4]'),
        ('"size": [4, 4]', '"size": [4, 4], "deep": ' + "[" * 100_000),
        ("{", "﻿{"),
        ('"golems"', '"jetan"'),
    ):
        assert read_regular(line.replace(old, new, 1).encode()) is None


def test_a_line_that_is_too_long_is_refused_though_it_is_well_formed(capfd, monkeypatch):
    good = json.dumps(GOOD | {"goals": {}}).encode()
    short = json.dumps({"game": "golems", "board": {"size": [4, 4]}, "golems": {}}).encode()
    assert read_regular(short) is not None
    answers = bulk(capfd, monkeypatch, b"\n".join([short, short + b" " * LARGEST, short, good]))[1]
    assert "larger than" in json.loads(answers[1])["error"]
    assert answers[0] == answers[2] == resolve(json.loads(short))


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
    monkeypatch.setattr(bulk_resolve, "FEW", few)
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
