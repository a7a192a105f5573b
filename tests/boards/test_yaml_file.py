"""YAML that people write: every mistake named, with its line and key, all at once; nothing handed out then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from boards.base.catalogue import translate
from boards.base.errors import Problems
from boards.base.yaml_reader import parse_document, read_document, read_struct
from boards.kit.thing_keys import MatKey
from boards.mats import BUILT_IN, Mat, UnknownMat, build, load, mat

GOOD = (Path(__file__).parents[2] / "boards" / "mats" / "4x4.yaml").read_text(encoding="utf-8")


def problems_of(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(Problems) as caught:
        parse_document(data, "my.yaml", build)
    return caught.value.lines()


def test_the_built_in_mats_load() -> None:
    shipped = {MatKey(path.stem) for path in (Path(__file__).parents[2] / "boards" / "mats").glob("*.yaml")}
    assert shipped == {*BUILT_IN}
    for key in BUILT_IN:
        assert mat(key).key == key
    assert mat(MatKey("4x4")).size_mm == (560, 560)
    assert mat(MatKey("6x6")).size_mm == (760, 760)


def test_all_mistakes_at_once() -> None:
    text = GOOD.replace("columns: 4", "columns: four").replace("rows: 4", "rows: 40").replace("cell_mm", "cel_mm")
    text = text.replace("ids: [100, 101,", "ids: [100, 100,").replace("side_mm: 56", "side_mm: [56]")
    lines = problems_of(text)
    assert lines == [
        "my.yaml:2: cell_mm: missing",
        "my.yaml:4: columns: 'four' where a whole number is wanted",
        "my.yaml:5: rows: 40 is outside the range 1 to 26",
        "my.yaml:6: cel_mm: unknown key; known here are key, title, columns, rows, cell_mm, border_mm, markers",
        "my.yaml:9: markers.ids: the four ids must differ",
        "my.yaml:10: markers.side_mm: a list where a single value is wanted",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"key: a\ntitle: \xff\xfe\n", "my.yaml:2: not UTF-8 (byte 0xff); save the file as UTF-8"),
        ("key: a\nkey: b\n", "my.yaml:2: key: given again; first on line 1"),
        ("title: &a\n  en: *a\n", "my.yaml:1: title.en: an alias that contains itself"),
        ("title: &a [1, *a]\n", "my.yaml:1: title[1]: an alias that contains itself"),
        ("? [a, b]\n: 1\n", "my.yaml:1: a key must be a plain word"),
        ("key: [1, 2\n", "my.yaml:2: not YAML: what begins with [ on line 1 has no end"),
        ("key: 'x\n", "my.yaml:2: not YAML: what begins with ' on line 1 has no end"),
        ("- 1\n- 2\n", "my.yaml:1: a list where keys with values are wanted"),
        ("", "my.yaml:1: the file is empty"),
        ("key: \x07\n", "my.yaml:1: a character that YAML does not allow"),
        ("key: 1\n\tmore: 2\n", "my.yaml:2: not YAML: a tab; indent with spaces"),
        ("key: {a: 1\nb: 2\n", "my.yaml:2: not YAML: what begins with { on line 1 has no end"),
        (
            "key: a: b\n",
            "my.yaml:1: not YAML: a colon where none can stand; put the text in quotes, or check the indentation",
        ),
        ("key: @a\n", "my.yaml:1: not YAML: @ cannot begin a value; put the text in quotes"),
        ("key: 1\n---\nkey: 2\n", "my.yaml:2: not YAML: a second document begins here; only one is wanted"),
        (
            "key: 1\nword\nb: 2\n",
            "my.yaml:3: not YAML: a key without a colon and a space behind it; or a text that wants quotes",
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            "my.yaml:3: not YAML: this does not fit what stands before it; check indentation, commas and quotes",
        ),
        ("[" * 1500, "my.yaml: nested too deeply"),
        ("key: *nobody\n", "my.yaml:1: not YAML: nothing has the anchor that this alias names"),
    ],
)
def test_files_that_are_no_tree(text: str | bytes, line: str) -> None:
    assert problems_of(text) == [line]


def test_many_aliases_of_aliases_are_read_fast() -> None:
    text = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    assert any("unknown key" in line for line in problems_of(text))


@pytest.mark.parametrize("number", [".nan", ".inf", "-1", "1e9", "yes", "'100'", "[100]", ""])
def test_numbers_are_numbers_in_range(number: str) -> None:
    (line,) = problems_of(GOOD.replace("cell_mm: 100", f"cell_mm: {number}"))
    assert line.startswith("my.yaml:6: cell_mm: ")


def test_a_marker_without_room_for_its_quiet_zone_is_refused() -> None:
    (line,) = problems_of(GOOD.replace("out_mm: 40", "out_mm: 50"))
    assert line.startswith("my.yaml:11: markers.out_mm: a marker of 56 mm and its quiet zone need 40 mm")


def test_a_title_that_is_given_by_language_needs_english() -> None:
    text = GOOD.replace('"Battle of Golems"', '{ru: "", fr: "La bataille des golems", Spanish: "Golems"}')
    assert problems_of(text) == [
        "my.yaml:3: title.en: missing",
        "my.yaml:3: title.ru: nothing where a text is wanted",
        "my.yaml:3: title.Spanish: unknown key; known here are en, ru, fr",
    ]


def test_a_title_is_english_or_given_by_language() -> None:
    plain = parse_document(GOOD.encode(), "my.yaml", build).title
    assert (translate(plain, "en"), translate(plain, "fr")) == ("Battle of Golems", "La bataille des golems")
    text = GOOD.replace('"Battle of Golems"', '{en: "My yard", fr: "Ma cour"}')
    given_by_language = parse_document(text.encode(), "my.yaml", build).title
    assert (translate(given_by_language, "fr"), translate(given_by_language, "pl")) == ("Ma cour", "My yard")


def test_missing_files_and_mats(tmp_path: Path) -> None:
    with pytest.raises(Problems, match=r"none\.yaml: cannot be read: No such file"):
        read_document(tmp_path / "none.yaml", build)
    with pytest.raises(Problems, match="cannot be read"):
        load(tmp_path)
    with pytest.raises(UnknownMat, match="'mat:9x9'; known are mat:4x4 and mat:6x6"):
        mat(MatKey("9x9"))


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert parse_document(b"\xef\xbb\xbf" + GOOD.encode(), "my.yaml", build) == mat(MatKey("4x4"))


@given(st.binary(max_size=200))
def test_no_bytes_bring_it_down(data: bytes) -> None:
    reads_or_tells(data)


@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.sampled_from("[]{}:,&*!|>#-\n\t 'x\"9é")), max_size=4))
def test_no_slip_of_the_keyboard_brings_it_down(slips: list[tuple[int, str]]) -> None:
    letters = list(GOOD)
    for at, letter in slips:
        letters[at] = letter
    reads_or_tells("".join(letters).encode())


def reads_or_tells(data: bytes) -> None:
    try:
        assert isinstance(parse_document(data, "my.yaml", build), Mat)
    except Problems as problems:
        assert all(line.startswith("my.yaml") for line in problems.lines())


class _Row(Struct, forbid_unknown_fields=True):
    name: str
    number: int = 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- {name: a}\n- {name: b, number: c}\n", "rows.yaml:2: [1].number: 'c' where a whole number is wanted"),
        ("- {name: a}\n- {number: 2}\n", "rows.yaml:2: [1].name: missing"),
        ("- {name: a}\n-\n  name: b\n  nmae: c\n", "rows.yaml:4: [1].nmae: unknown key; known here are name, number"),
        ("rows: 1\n", "rows.yaml:1: keys with values where a list is wanted"),
        ("- {name: a, name: b}\n", "rows.yaml:1: [0].name: given again"),
        ("- [\n", "rows.yaml:2: not YAML"),
    ],
)
def test_a_file_that_does_not_fit_its_type_is_told_with_line_and_key(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "rows.yaml"
    path.write_text(text)
    with pytest.raises(Problems) as wrong:
        read_struct(path, list[_Row])
    assert str(wrong.value.problems[0]).startswith(place)


def test_a_file_that_fits_its_type_is_read(tmp_path: Path) -> None:
    (tmp_path / "rows.yaml").write_text("- {name: a}\n- &b {name: b, number: 3}\n- *b\n")
    assert read_struct(tmp_path / "rows.yaml", list[_Row]) == [_Row("a"), _Row("b", 3), _Row("b", 3)]


def test_only_one_module_parses_yaml() -> None:
    root = Path(__file__).parents[2]
    readers = [
        path.relative_to(root).as_posix()
        for room in ("boards", "calibration", "controller", "firmware_bridge", "hardware")
        for path in (root / room).rglob("*.py")
        if re.search(r"yaml\.(compose|safe_load|load)\b|SafeLoader", path.read_text(encoding="utf-8"))
    ]
    assert readers == ["boards/base/yaml_tree.py"]


@pytest.mark.parametrize(
    "scalar",
    [
        *("0x", "0b", "0b102", '!!int ""', "!!int x", "!!int 1:9:x", "!!bool maybe", "!!float x", '!!float ""'),
        *("!!float 0x10", "!!null x", "!!binary x", "!!timestamp x", "9" * 5000, "1e999999", ".nan", ".inf", "-.inf"),
        *("!!set {a}", "!unknown x", "!!python/none x", "190:20:99", "0898"),
    ],
)
@pytest.mark.parametrize("key", ["cell_mm: 100", "columns: 4", 'key: "mat:4x4"'])
def test_what_a_tag_promises_and_the_scalar_is_not_is_a_mistake_at_its_line(scalar: str, key: str) -> None:
    assert f"\n{key}" in f"\n{GOOD}", "the shipped file has this line"
    wrong = GOOD.replace(key, f"{key.partition(':')[0]}: {scalar}")
    line = 1 + GOOD.partition(key)[0].count("\n")
    problems = problems_of(wrong)
    assert any(problem.startswith(f"my.yaml:{line}: {key.partition(':')[0]}") for problem in problems), problems


def test_a_number_may_be_written_in_any_way_that_yaml_has() -> None:
    for sixteen in ("16", "0x10", "0b10000", "020", "1_6", "16.0"):
        assert parse_document(f"size: {sixteen}\n".encode(), "my.yaml", lambda top: top.number("size", 0, 99)) == 16
    for way in ("+0x10", "-0x10", "1:30"):
        parse_document(f"size: {way}\n".encode(), "my.yaml", lambda top: top.number("size", -99, 99))


def test_problems_are_in_the_order_of_their_lines_whatever_the_file_is_called() -> None:
    with pytest.raises(Problems) as caught:
        parse_document(
            b"b: x\na: y\n", "odd: name:7.yaml", lambda top: (top.integer("a", 0, 9), top.integer("b", 0, 9))
        )
    assert [line.partition(".yaml:")[2][0] for line in caught.value.lines()] == ["1", "2"]
