"""Documents of Battle of Golems that are refused, and what is said about them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator

from boards.base.errors import Problem, Problems
from controller.games.golems.documents.document_reader import read_faces, read_position, read_programs, read_task
from controller.games.golems.rules.program import Terms, check_program
from controller.games.golems.rules.setup import standard_setup

GOOD = {
    "game": "golems",
    "rules": "3.1",
    "way": "scenario",
    "board": {
        "size": [6, 6],
        "walls": ["b2"],
        "waters": ["c3", "e2", "e3"],
        "barrels": ["d1"],
        "streams": [{"cells": ["e2", "e3"], "banks": ["e2.W", "e3.E"], "exit": "e4"}],
    },
    "golems": {
        "red": {"at": "a1", "facing": "N", "lives": 3, "barrel": False, "side": "red"},
        "blue": {"at": "d4", "facing": "S"},
    },
    "energy": 10,
    "bonus": {"red": "if", "blue": "repeat 2"},
    "goals": {
        "red": [{"reach": "d4"}, {"bring-barrel": "a1"}],
        "blue": ["survive", {"destroy-barrels": "all"}, "last-standing"],
    },
    "programs": {
        "red": ["forward", "forward", "if enemy attack else turn-left", "stand"],
        "blue": ["attack", "defend", "repeat 2 take", "forward"],
    },
}


def changed(path: str, value: object) -> dict:
    """The good document with one place changed: ``golems.red.lives``. `...` as the value deletes it."""
    document = copy.deepcopy(GOOD)
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    place = document
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return document


BARE = {key: GOOD[key] for key in ("game", "golems", "board", "way")}
"""The good position without programs, dice, goals and energy."""

REFUSED = [
    # (what is changed, to what, where the refusal points; empty: there)
    ("speed", 1, ""),
    ("game", "jetan ", "game"),
    ("game", 3, ""),
    ("rules", "3.0", ""),
    ("rules", 3.1, ""),
    ("rules", None, ""),
    ("way", "puzzle", ""),
    ("way", ["standard"], ""),
    ("board", ..., "board"),
    ("board", None, ""),
    ("board", [4, 4], ""),
    ("board.colour", "green", ""),
    ("board.size", ..., "board.size"),
    ("board.size", 4, ""),
    ("board.size", [4], ""),
    ("board.size", [6, 27], ""),
    ("board.size", [0, 6], ""),
    ("board.size", [6, True], ""),
    ("board.size", [6.0, 6], ""),
    ("board.size", ["6", "6"], ""),
    ("board.walls", "b2", ""),
    ("board.walls", None, ""),
    ("board.walls", ["b2", "b2"], "board.walls[1]"),
    ("board.walls", ["b7"], "board.walls[0]"),
    ("board.walls", ["g1"], "board.walls[0]"),
    ("board.walls", ["B2"], "board.walls[0]"),
    ("board.walls", ["b02"], "board.walls[0]"),
    ("board.walls", ["b0"], "board.walls[0]"),
    ("board.walls", ["b-1"], "board.walls[0]"),
    ("board.walls", ["b²"], "board.walls[0]"),
    ("board.walls", ["2b"], "board.walls[0]"),
    ("board.walls", ["b"], "board.walls[0]"),
    ("board.walls", [""], "board.walls[0]"),
    ("board.walls", [None], "board.walls[0]"),
    ("board.walls", [["b2"]], "board.walls[0]"),
    ("board.waters", ["b2", "e2", "e3"], "board.waters[0]"),
    ("board.barrels", ["b1", "c3"], "board.barrels[1]"),
    ("board.barrels", ["a1"], "golems.red.at"),
    ("board.streams", {}, ""),
    ("board.streams", [3], "board.streams[0]"),
    ("board.streams.0.width", 3, "board.streams[0].width"),
    ("board.streams.0.cells", ..., "board.streams[0].cells"),
    ("board.streams.0.cells", [], "board.streams[0].cells"),
    ("board.streams.0.cells", ["e2", "e3", "e9"], "board.streams[0].cells[2]"),
    ("board.streams.0.cells", ["e2", "e3", "e2"], "board.streams[0].cells[2]"),
    ("board.streams.0.cells", ["e2", "e3", "b2"], "board.streams[0].cells[2]"),
    ("board.streams.0.banks", ["e2.W", "e4.E"], "board.streams[0].banks[1]"),
    ("board.streams.0.banks", ["e2.X"], "board.streams[0].banks[0]"),
    ("board.streams.0.banks", ["e2"], "board.streams[0].banks[0]"),
    ("board.streams.0.banks", [2], "board.streams[0].banks[0]"),
    ("board.streams.0.banks", ["e2.W.E"], "board.streams[0].banks[0]"),
    ("board.streams.0.banks", ["e" * 50 + ".W"], "board.streams[0].banks[0]"),
    ("board.streams.0.exit", ..., "board.streams[0].exit"),
    ("board.streams.0.exit", "e7", "board.streams[0].exit"),
    ("board.streams.0.exit", "c3", "board.streams[0].exit"),
    ("board.streams.0.exit", "e3", "board.streams[0].exit"),
    ("way", "standard", "board.streams"),
    ("golems", ..., "golems"),
    ("golems", [], ""),
    ("golems.purple", {"at": "a2", "facing": "N"}, ""),
    ("golems.red", "a1", ""),
    ("golems.red.speed", 3, ""),
    ("golems.red.at", ..., "golems.red.at"),
    ("golems.red.at", "a7", ""),
    ("golems.red.at", 11, ""),
    ("golems.red.at", "b2", ""),
    ("golems.red.at", "c3", ""),
    ("golems.red.at", "d1", ""),
    ("golems.blue.at", "a1", ""),
    ("golems.green", {"at": "d4", "facing": "N"}, "golems.green.at"),
    ("golems.red.facing", ..., "golems.red.facing"),
    ("golems.red.facing", "n", ""),
    ("golems.red.facing", ["N"], ""),
    ("golems.red.lives", 0, ""),
    ("golems.red.lives", 100, ""),
    ("golems.red.lives", -1, ""),
    ("golems.red.lives", 3.0, ""),
    ("golems.red.lives", True, ""),
    ("golems.red.lives", "3", ""),
    ("golems.red.lives", None, ""),
    ("golems.red.lives", float("nan"), ""),
    ("golems.red.barrel", 1, ""),
    ("golems.red.barrel", None, ""),
    ("golems.red.side", 1, ""),
    ("golems.red.side", "", ""),
    ("energy", 1, ""),
    ("energy", 11, ""),
    ("energy", True, ""),
    ("energy", 5.5, ""),
    ("energy", None, ""),
    ("energy", float("inf"), ""),
    ("bonus", [], ""),
    ("bonus.red", "repeat 4", ""),
    ("bonus.red", "if enemy", ""),
    ("bonus.red", 2, ""),
    ("bonus.red", ["if"], ""),
    ("bonus.green", "if", ""),
    ("bonus.red", "repeat 3", "programs.red[2]"),
    ("bonus.red", "blank", "programs.red[2]"),
    ("bonus.red", None, "programs.red[2]"),
    ("bonus.red", ..., "programs.red[2]"),
    ("goals", [], ""),
    ("goals.red", "survive", ""),
    ("goals.red", ["win"], "goals.red[0]"),
    ("goals.red", [{"reach": "d4", "bring-barrel": "a1"}], "goals.red[0]"),
    ("goals.red", [{}], "goals.red[0]"),
    ("goals.red", [None], "goals.red[0]"),
    ("goals.red", [{"reach": "d4"}, {"reach": "d7"}], "goals.red[1].reach"),
    ("goals.red", [{"destroy-barrels": 3}], "goals.red[0].destroy-barrels"),
    ("programs", [], ""),
    ("programs.green", ["stand"] * 4, ""),
    ("programs.red", "forward", ""),
    ("programs.red", ["forward"] * 3, ""),
    ("programs.red", ["forward", "stand", "forward", "stand", "stand"], ""),
    ("programs.red", ["forward", "stand", "hop", "stand"], "programs.red[2]"),
    ("programs.red", ["take", "stand", "take", "stand"], "programs.red[2]"),
    ("programs.red", ["forward", 3, "stand", "stand"], "programs.red[1]"),
    ("programs.blue", ["repeat 2 repeat 2 take", "stand", "stand", "forward"], "programs.blue[0]"),
    ("programs.blue", ["stand", "stand", "forward", "stand", 5], "programs.blue"),
]


ROWS_REFUSED = [
    *("", " ", "hop", "Forward", "forward forward", "else", "x" * 41, "x" * 200),
    *("if", "if enemy", "if enemy attack", "if hit attack else take", "if enemy attack else", "if enemy attack take"),
    *("if enemy attack else take take", "if enemy if enemy take else take", "if enemy else take", "if " + "y" * 50),
    *("if attacked repeat 2 if enemy take else take else take", "if enemy attack " + "z" * 45),
    *("repeat", "repeat 2", "repeat 4 take", "repeat two take", "repeat 2 repeat 3 take", "repeat 2 take take"),
    "repeat 2 if enemy take else take",
]
"""Texts that are no row."""

PROGRAMS_REFUSED = [
    # (program, rules, way, face of the bonus die or None where none was rolled)
    ("stand", "3.1", "standard", None),
    ([], "3.1", "standard", None),
    ([], "2.0", "standard", None),
    (["stand"] * 3, "3.1", "standard", None),
    (["stand"] * 5, "2.0", "standard", None),
    (["hop"] * 12, "3.1", "standard", None),
    (["take", "take", "stand", "stand"], "2.0", "standard", None),
    (["defend"] * 4, "3.1", "standard", None),
    (["defend", "if enemy defend else defend", "hop", "defend"], "3.1", "autonomous", None),
    (["repeat 2 take", "stand", "stand", "stand"], "3.1", "beginner", None),
    (["if enemy take else stand", "stand", "stand", "stand"], "3.1", "beginner", "if"),
    (["if enemy repeat 2 take else stand", "stand", "stand", "stand"], "3.1", "standard", None),
    (["if enemy take else repeat 3 attack", "stand", "stand", "stand"], "3.1", "scenario", "if"),
    (["if enemy repeat 2 take else repeat 3 attack", "stand", "stand", "stand"], "3.1", "autonomous", "if"),
    (["repeat 2 attack", "stand", "stand", "stand"], "3.1", "standard", "blank"),
    (["repeat 2 attack", "stand", "stand", "stand"], "3.1", "standard", "repeat 3"),
    (["repeat 2 attack", "repeat 2 forward", "stand", "stand"], "3.1", "standard", "repeat 2"),
    (["if enemy take else stand", "if attacked take else stand", "stand", "stand"], "3.1", "standard", "if"),
    (["if enemy take else attack", "stand", "if enemy attack else stand", "stand"], "3.1", "standard", "if"),
    (["if enemy take else attack"] * 3 + ["take"], "3.1", "standard", None),
    (["repeat 2 forward"] * 4, "2.0", "standard", None),
    ([None, 1, ["take"], {}], "3.1", "standard", None),
]

SETUPS_REFUSED = [
    # (players, size, rules, way)
    (2, (5, 5), "3.1", "standard"),
    (2, (6, 4), "3.1", "standard"),
    (2, (4, 4), "1.0", "standard"),
    (2, (4, 4), "3.1", "duel"),
    (2, (6, 6), "3.1", "beginner"),
    (2, (6, 6), "3.1", "autonomous"),
    (3, (4, 4), "2.0", "standard"),
    (3, (4, 4), "3.1", "beginner"),
    (1, (4, 4), "3.1", "standard"),
    (0, (4, 4), "3.1", "scenario"),
    (5, (6, 6), "3.1", "standard"),
    (9, (7, 3), "9", "nothing"),
]


def told_refusals() -> str:
    """All refusals, word by word."""
    return "".join(f"{label}\n{said}" for label, said in [*_documents(), *_programs(), *_others()])


def refusal(work: Callable[..., object], *args: object, **options: object) -> str:
    """What is said, a line a problem; "taken" where nothing is."""
    try:
        work(*args, **options)
    except Problems as refused:
        return lines(refused.problems)
    return "    taken\n"


def lines(problems: Iterable[Problem]) -> str:
    return "".join(f"    {problem.at}: {problem.message}\n" for problem in problems)


def _documents() -> Iterator[tuple[str, str]]:
    for path, value, _ in REFUSED:
        label = f"{path} = {'nothing' if value is ... else json.dumps(value)}"
        yield label, refusal(read_task, changed(path, value))
    for document in (None, True, 3, 2.5, "text", [], {}, (), {"rules": "2.0", "energy": 3}):
        yield f"document {document!r}", refusal(read_task, document)
        yield f"position {document!r}", refusal(read_position, document)
    yield "position with programs and bonus", refusal(read_position, GOOD)
    for energy in (-1, 0, 1, 2, 10, 11):
        yield f"position with energy {energy}", refusal(read_position, BARE | {"energy": energy})
        yield "... where 0 is allowed", refusal(read_position, BARE | {"energy": energy}, least_energy=0)


def _programs() -> Iterator[tuple[str, str]]:
    for row in ROWS_REFUSED:
        yield f"row {row!r}", lines(check_program([row, *["stand"] * 3], Terms("3.1", "autonomous", None), "p")[1])
    for program, rules, way, face in PROGRAMS_REFUSED:
        label = f"program {program!r} of {rules}, {way}, die {face}"
        yield label, lines(check_program(program, Terms(rules, way, face), "p")[1])
    position = read_position(BARE)
    for laid in (
        None,
        {"red": ["if enemy take else take"] * 2, "green": []},
        {"red": ["repeat 2 take", *["stand"] * 3]},
    ):
        for faces in (None, {}, {"red": "repeat 2"}):
            rows, problems = read_programs(laid, position, faces, "laid")
            yield f"programs {laid!r}, dice {faces!r}", f"    {rows}\n{lines(problems)}"


def _others() -> Iterator[tuple[str, str]]:
    for players, size, rules, way in SETUPS_REFUSED:
        yield f"setup {players} {size} {rules} {way}", refusal(standard_setup, players, size, rules, way)
    for faces in (None, {"red": "if", "green": "if"}, {"red": 2}, {"red": None, "blue": "blank"}):
        shown, problems = read_faces(faces, ("red", "blue"), "faces")
        yield f"faces {faces!r}", f"    {shown}\n{lines(problems)}"
