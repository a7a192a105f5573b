"""From a document to a position and programs. Every mistake is found, each with its place, all at once.

Reading has two steps. The *shape* says that each value is of its type and one of its choices; the *meaning* asks what
the rules ask: one thing a cell, programs that the deck, the dice and the way of playing allow. A line of JSON whose
shape is regular is decoded into a `Shaped` document by msgspec (:mod:`.regular_lines`); the meaning is asked of both
in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem
from boards.base.message import _
from boards.colours import COLOURS
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json
from controller.games.golems.documents.board_reader import BOARD_TOKENS, BoardReader
from controller.games.golems.documents.shaped_document import Shaped, apart
from controller.games.golems.documents.value_checks import kind_name
from controller.games.golems.documents.way_limits import FEWER_PLAYERS, SMALL_BOARD_WAYS, limit_problems
from controller.games.golems.rules import position as form
from controller.games.golems.rules.goals import BRING_BARREL, CELL_GOALS, DESTROY_BARRELS, PLAIN_GOALS, REACH, Goal
from controller.games.golems.rules.position import Golem, Position, make_position
from controller.games.golems.rules.program import BLANK, FACES, Row, Terms, check_program
from controller.games.golems.rules.square_grid import FACINGS, Grid

_POSITION_KEYS = frozenset({"game", "rules", "way", "board", "golems", "energy", "goals"})
_TASK_KEYS = _POSITION_KEYS | {"bonus", "programs"}
_GOLEM_KEYS = frozenset({"at", "facing", "lives", "barrel", "side"})


class Task(NamedTuple):
    """What `golem resolve` is asked: a position, and a program for those golems that have one."""

    position: Position
    programs: dict[str, tuple[Row, ...]]


def read_task(document: Json) -> Task:
    """Read a position and programs. Raises :class:`boards.base.errors.Problems`, in input order."""
    reader = _Reader(limited=True)
    task = reader.meaning(reader.shape(document, _TASK_KEYS))
    raise_in_input_order(document, reader.problems)
    return task


def task_of(shaped: Shaped) -> Task | None:
    """Return what a document of this shape means; None if the rules have anything against it."""
    reader = _Reader(limited=True)
    task = reader.meaning(shaped)
    return None if reader.problems else task


def read_position(document: Json, *, least_energy: int = form.OUT_OF_CHARGE + 1) -> Position:
    """Read a position alone: programs and bonus are unknown keys. Raises :class:`boards.base.errors.Problems`.

    What a way of playing allows on the board is not asked: a scenario or puzzle may be autonomous on any board.
    """
    position, problems = judge_position(document, least_energy=least_energy)
    raise_in_input_order(document, problems)
    return position


def judge_position(
    document: Json, *, least_energy: int = form.OUT_OF_CHARGE + 1
) -> tuple[Position, tuple[Problem, ...]]:
    """Return the position of :func:`read_position`, with something harmless for what is wrong, and all that is."""
    reader = _Reader(least_energy)
    position = reader.meaning(reader.shape(document, _POSITION_KEYS)).position
    return position, tuple(reader.problems)


def read_faces(document: Json, colours: tuple[str, ...], at: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the face that each golem's die shows (a golem that is not named: blank), and what is wrong with them."""
    reader = _Reader()
    faces = reader.dice(reader.faces(document, colours, at), colours, at)
    return faces, _in_order(reader.problems, document, at)


def read_programs(
    document: Json, position: Position, faces: Mapping[str, str] | None, at: str
) -> tuple[dict[str, tuple[Row, ...]], list[Problem]]:
    """Read the programs by colour, and what is wrong with them. `faces` None: no dice were rolled."""
    reader = _Reader()
    given = reader.by_colour(document, at)
    return reader.programs(given, position.colours, position.rules, position.way, faces, at), reader.problems


class _Reader(BoardReader):
    """Reads on after a mistake, with something harmless in its place; whoever calls raises the problems."""

    def __init__(self, least_energy: int = form.OUT_OF_CHARGE + 1, *, limited: bool = False) -> None:
        super().__init__()
        self.least_energy = least_energy
        self.limited = limited
        """Whether the limits of the way of playing hold (:mod:`.way_limits`)."""

    # --- the two steps

    def shape(self, document: Json, keys: frozenset[str]) -> Shaped:
        """Check that each value is of its type. An unknown key is a mistake."""
        if type(document) is not dict:
            self.wrong(
                "", _("a position is an object with game, board and golems, not {found}", found=kind_name(document))
            )
            document = {"board": {"size": [4, 4]}, "golems": {}}
        self.known_keys(document, keys, "")
        if document.get("game", form.NAME) != form.NAME:
            self.wrong("game", _("this is not a position of {name}", name=form.NAME))
        rules = self.one_of(document.get("rules", "3.1"), form.RULES, "rules")
        way = self.one_of(document.get("way", "standard"), form.WAYS, "way", "standard")
        board = self.board(document.get("board"))
        field = self.size(board.get("size"))
        walls, waters, barrels = (self.items(board.get(key, []), f"board.{key}") for key, _what in BOARD_TOKENS)
        streams = self.items(board["streams"], "board.streams") if "streams" in board else []
        given = document.get("golems")
        golems = self.golems(given)
        energy = self.energy(document, rules)
        goals = self.goals(document["goals"], field) if "goals" in document else None
        colours = tuple(given) if type(given) is dict else ()
        # Without golems nothing can be said of dice and programs.
        asked = document if type(given) is dict and keys is _TASK_KEYS else {}
        faces = self.faces(asked["bonus"], colours, "bonus") if "bonus" in asked else None
        programs = self.by_colour(asked.get("programs", {}), "programs")
        return Shaped(
            rules, way, field, (walls, waters, barrels), streams, golems, colours, energy, goals, faces, programs
        )

    def meaning(self, shaped: Shaped) -> Task:
        """Ask what the rules ask of a document of the right shape."""
        rules, way, field, tokens, given_streams, golems, colours, energy, goals, given_faces, given = shaped
        if self.limited and (way in SMALL_BOARD_WAYS or len(golems) > FEWER_PLAYERS):
            self.problems += limit_problems(rules, way, field, tokens, golems)
        if given_streams or not apart(field, tokens, golems):
            return self._task_by_cells(shaped)
        faces = None if given_faces is None else self.dice(given_faces, colours, "bonus")
        programs = self.programs(given, colours, rules, way, faces, "programs") if given else {}
        energy = self.allowed_energy(rules, energy)
        walls, waters, barrels = (tuple(sorted(names, key=field.order.__getitem__)) for names in tokens)
        return Task(make_position((rules, way, field, walls, waters, barrels, (), golems, energy, goals)), programs)

    def _task_by_cells(self, shaped: Shaped) -> Task:
        """Do as :meth:`meaning` does, cell by cell: something is wrong with cells, or there are streams."""
        rules, way, field, tokens, given_streams, given_golems, colours, energy, goals, given_faces, given = shaped
        claimed: dict[str, str] = {}
        """What is in each cell that is taken: two things can't share one."""
        walls, waters, barrels = (
            self.tokens(names, key, what, field, claimed)
            for names, (key, what) in zip(tokens, BOARD_TOKENS, strict=True)
        )
        streams = self.streams(given_streams, field, claimed, rules, way)
        golems = tuple([self.placed(golem, field, claimed) for golem in given_golems])
        faces = None if given_faces is None else self.dice(given_faces, colours, "bonus")
        programs = self.programs(given, colours, rules, way, faces, "programs")
        energy = self.allowed_energy(rules, energy)
        return Task(Position(rules, way, field, walls, waters, barrels, streams, golems, energy, goals), programs)

    def energy(self, document: dict[str, Json], rules: str) -> int | None:
        """Return the energy as it is given; None if none is given or it is wrong."""
        energy = document.get("energy", form.ENERGY)
        known = type(energy) is int and self.least_energy <= energy <= form.ENERGY
        if not known and rules != "2.0":
            self.wrong(
                "energy", _("energy is a whole number from {low} to {high}", low=self.least_energy, high=form.ENERGY)
            )
            return None
        return (energy if known else form.ENERGY) if "energy" in document else None

    def allowed_energy(self, rules: str, energy: int | None) -> int | None:
        """Return the energy that the rulebook has: the usual one if none is given, None in v2.0."""
        if rules == "2.0":
            if energy is not None:
                self.wrong("energy", _("v2.0 knows no energy; leave it out"))
            return None
        return form.ENERGY if energy is None else energy

    # --- golems

    def golems(self, given: Json) -> tuple[Golem, ...]:
        """Return the golems in the order of the colours."""
        if type(given) is not dict:
            self.wrong("golems", _("the golems are an object by colour, not {found}", found=kind_name(given)))
            return ()
        found: dict[str, Golem] = {}
        for colour, item in given.items():
            if colour not in COLOURS:
                self.wrong(f"golems.{colour}", _("a golem is one of {colours}", colours=", ".join(COLOURS)))
            elif type(item) is not dict:
                self.wrong(
                    f"golems.{colour}", _("a golem is an object with at and facing, not {found}", found=kind_name(item))
                )
            else:
                found[colour] = self.golem(colour, item)
        return tuple([found[colour] for colour in COLOURS if colour in found])

    def golem(self, colour: str, given: dict[str, Json]) -> Golem:
        """Return one golem; what is wrong is replaced by the usual value."""
        if not given.keys() <= _GOLEM_KEYS:
            self.known_keys(given, _GOLEM_KEYS, f"golems.{colour}")
        at: Json = given.get("at")
        facing: Json = given.get("facing")
        lives, barrel, side = given.get("lives", form.LIVES), given.get("barrel", False), given.get("side", colour)
        if type(at) is not str:
            self.wrong(f"golems.{colour}.at", _("a cell is a name such as a1, not {found}", found=kind_name(at)))
            at = None
        if facing not in FACINGS:
            self.wrong(f"golems.{colour}.facing", _("a facing is one of {facings}", facings=", ".join(FACINGS)))
            facing = FACINGS[0]
        if type(lives) is not int or not 1 <= lives <= form.MOST_LIVES:
            self.wrong(f"golems.{colour}.lives", _("lives are a whole number from 1 to {most}", most=form.MOST_LIVES))
        if type(barrel) is not bool:
            self.wrong(f"golems.{colour}.barrel", _("barrel is true or false"))
        if type(side) is not str or not side:
            self.wrong(f"golems.{colour}.side", _("a side is a name"))
        return Golem(colour, at, facing, lives, barrel, side)

    def placed(self, golem: Golem, field: Grid, claimed: dict[str, str]) -> Golem:
        """Return the golem, its cell claimed."""
        at: Json = golem.at
        if at in field.order and at not in claimed:
            claimed[at] = "golem"
            return golem
        if at is not None:  # Else it is told already that it is no text.
            self.no_room(at, field, claimed, f"golems.{golem.colour}.at")
        return golem._replace(at="")

    # --- goals, dice, programs

    def goals(self, given: Json, field: Grid) -> tuple[tuple[str, tuple[Goal, ...]], ...]:
        """Return the goals by side, in input order."""
        if type(given) is not dict:
            self.wrong("goals", _("goals are an object by side, not {found}", found=kind_name(given)))
            return ()
        return tuple(
            (
                str(side),
                tuple(
                    self.goal(item, field, f"goals.{side}[{index}]")
                    for index, item in enumerate(self.items(items, f"goals.{side}"))
                ),
            )
            for side, items in given.items()
        )

    def goal(self, given: Json, field: Grid, at: str) -> Goal:
        """Return one goal: a name, or an object of one name and its cell."""
        if type(given) is str and given in PLAIN_GOALS:
            return Goal(given)
        if type(given) is dict and len(given) == 1:
            ((name, value),) = given.items()
            if name in CELL_GOALS:
                return Goal(name, self.cell(value, field, f"{at}.{name}"))
            if name == DESTROY_BARRELS:
                if value != "all":
                    self.wrong(f"{at}.{name}", _("only all barrels can be a goal; write all"))
                return Goal(name)
        self.wrong(
            at,
            _(
                "a goal is one of {plain_goals}, {reach}, {bring_barrel}, {destroy_barrels}",
                plain_goals=", ".join(PLAIN_GOALS),
                reach=f"{{{REACH}: CELL}}",
                bring_barrel=f"{{{BRING_BARREL}: CELL}}",
                destroy_barrels=f"{{{DESTROY_BARRELS}: all}}",
            ),
        )
        return Goal("")

    def faces(self, given: Json, colours: tuple[str, ...], at: str) -> dict[str, str | None]:
        """Return the faces that are faces; whose they are is asked by :meth:`dice`."""
        faces: dict[str, str | None] = {}
        for colour, face in self.by_colour(given, at, _("the dice")).items():
            if face is None or (type(face) is str and face in FACES):
                faces[colour] = face
            elif colour in colours:
                self.wrong(f"{at}.{colour}", _("a face of the bonus die is one of {faces}", faces=", ".join(FACES)))
            else:
                faces[colour] = None
        return faces

    def dice(self, given: Mapping[str, str | None], colours: tuple[str, ...], at: str) -> dict[str, str]:
        """Return the face that each golem's die shows, blank for those that are not named."""
        faces = dict.fromkeys(colours, BLANK)
        for colour, face in given.items():
            if colour in faces:
                faces[colour] = face or BLANK
            else:
                self.wrong(f"{at}.{colour}", _("there is no golem {colour}", colour=colour))
        return faces

    def programs(
        self,
        given: Mapping[str, Json],
        colours: tuple[str, ...],
        rules: str,
        way: str,
        faces: Mapping[str, str] | None,
        at: str,
    ) -> dict[str, tuple[Row, ...]]:
        """Return the programs by colour; what deck, die and way of playing forbid is noted."""
        programs: dict[str, tuple[Row, ...]] = {}
        for colour, texts in given.items():
            if colour not in colours:
                self.wrong(f"{at}.{colour}", _("there is no golem {colour} on the board", colour=colour))
                continue
            terms = Terms(rules, way, faces.get(colour, BLANK) if faces is not None else None)
            programs[colour], problems = check_program(texts, terms, f"{at}.{colour}")
            if problems:
                self.problems += problems
        return programs


def _in_order(problems: list[Problem], given: Json, at: str) -> list[Problem]:
    """Problems of entries by colour, in the order of the input."""
    places = {f"{at}.{colour}": number for number, colour in enumerate(given)} if type(given) is dict else {}
    return sorted(problems, key=lambda problem: places.get(problem.at, 0))
