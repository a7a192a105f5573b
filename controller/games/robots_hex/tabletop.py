"""Robots on hexagons with the hands: the field, the robots and which way they look, programs without cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from boards.base.catalogue import languages
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, given, pgettext
from boards.drawing.pictograms import INK, WATER
from boards.geometry import Cell
from boards.hex_grid import DIRECTIONS, HexGrid, HexHeading
from boards.hexagons.hex_board_art import CAMP, CAMP_INK, LAKE, PAINT, PLAIN, YELLOW
from boards.hexboards import STAGED, HexBoard, UnknownBoard, chosen, hexboard, hexboards
from boards.kit.thing_keys import HexBoardKey
from controller.games.robots_hex.card_programs import cards_of, rows_of
from controller.games.robots_hex.documents.board_reader import read_board
from controller.games.robots_hex.documents.value_checks import Checks
from controller.games.robots_hex.event_messages import robot_words, side_robot_words
from controller.games.robots_hex.game import RobotsHex
from controller.games.robots_hex.opponent import EASY, HARD, STRENGTHS, placement, program
from controller.games.robots_hex.position import CAMPS, COMPUTER, DUEL, INVASION, SHAPE_SWITCH, Board, Robot
from controller.games.robots_hex.program import LONGER, LONGEST
from controller.games.robots_hex.program_hint import program_hint
from controller.games.robots_hex.questions.parser import format_question, parse_question
from controller.games.robots_hex.setup import FACES, NO_SIGNAL, is_needed
from controller.games.robots_hex.state import PLACING, PROGRAMS, State, no_room
from controller.games.tabletop import BoxedPieces, Choice, Piece, SetupChoice, Spot, Tabletop, Window

_SIDES: Mapping[str, Message] = {
    "green": pgettext("side, its robots", "Green"),
    "violet": pgettext("side, its robots", "Violet"),
    "red": pgettext("side, its robots", "Red"),
    "blue": pgettext("side, its robots", "Blue"),
    "yellow": pgettext("side, its robots", "Yellow"),
    "orange": pgettext("side, its robots", "Orange"),
}
SIDES: tuple[str, ...] = (*CAMPS, "red", "blue", "yellow", "orange")
"""The sides of a game of several: their colours are those of the robots in questions."""
_PROGRAM: Message = _("{robot}, shots {shots}: {steps}")
_TEST: Message = _("{robot}, test {number}: {question}")
_SIGNALS: Message = _("{side}: signals left: {left}")
_AIMS: Mapping[int, Message] = {
    DUEL: _("Aim: be the last side with robots."),
    INVASION: _("Aim: end a turn with a robot in the other side’s camp."),
    COMPUTER: _("Aim: shoot the other side’s central computer, from inside its camp, one or two cells ahead."),
}
_FOLDED: Message = _("{side}: signals left: {left}; a folded paper for {robot} lies on the table")
_SHAPE_SIGNS = {"square": "■", "triangle": "▲", "circle": "●"}


class HexTable(Tabletop[State]):
    """The table of :class:`controller.games.robots_hex.game.RobotsHex`."""

    shape = "hexagon"
    faces = FACES
    boards = True
    strengths = STRENGTHS
    shown = HARD
    title: Message = hexboard().title
    headings: Mapping[str, float] = MappingProxyType(
        {str(direction): float(HexHeading.of(direction).value) for direction in DIRECTIONS}
    )

    # The whole of the small board. Every robot has a golem of its own: children know it by its colour, and it stays
    # theirs. The green golem is of the green side.
    stage = Window(0, 0, hexboard(STAGED).grid.columns, hexboard(STAGED).grid.rows)
    stage_ids = (128, 129, 130, 131)
    roles: Mapping[str, str] = MappingProxyType(
        {"green": "green1", "blue": "violet1", "yellow": "green2", "red": "violet2"}
    )

    setup_choices: Mapping[str, SetupChoice] = MappingProxyType(
        {
            "shapes": SetupChoice(SHAPE_SWITCH),
            "steps": SetupChoice(numbers=LONGER),
            "robots_each": SetupChoice(numbers=range(1, 10)),
        }
    )
    scenarios: Mapping[str, Mapping[str, Any]] = MappingProxyType(
        {"duel": {"scenario": DUEL}, "invasion": {"scenario": INVASION}, "computer": {"scenario": COMPUTER}}
    )

    def spots(self, state: State) -> tuple[Spot, ...]:
        """Return the places of the board."""
        return _spots(state.position.board, state.position.board.shapes_count)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return tuple(
            Piece(name, robot.side, robot.at, name[-1], str(robot.facing), float(HexHeading.of(robot.facing).value))
            for name, robot in state.position.robots.items()
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the legal moves of the player who is asked for one; empty when nobody is."""
        player = self.mover(state)
        if player is None:
            return ()
        position = state.position
        if state.stage != PLACING:
            robots = position.robots_of(player)
            signals = (
                Choice(f"{name} {step}", position.robots[name].at) for name in robots for step in range(1, LONGEST + 1)
            )
            return (Choice(NO_SIGNAL), *signals)
        board = position.board
        free = [
            cell
            for cell in board.starts
            if not board.in_opposing_camp(player, cell)
            and position.robot_at(cell) is None
            and cell not in board.lake_at
            and cell not in board.obstacles
            and not is_needed(state, player, cell)
        ]
        name = next(robot.name for robot in state.reserve if robot.side == player)
        return tuple(
            Choice(f"{name} {cell} {facing}", None, cell, heading=float(HexHeading.of(facing).value))
            for cell in free
            for facing in DIRECTIONS
        )

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of this setup."""
        return tuple(sorted(setup.get("sides", CAMPS)))

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        if not len(CAMPS) <= players <= len(SIDES):
            message = _(
                "Robots on hexagons is for {low} to {high} sides, not for {players}",
                low=len(CAMPS),
                high=len(SIDES),
                players=players,
            )
            raise Problems([Problem("players", message)])
        several: dict[str, Any] = {} if players == len(CAMPS) else {"sides": list(SIDES[:players])}
        if players == len(SIDES):
            several["robots_each"] = 1  # There are not more black points outside of the camps.
        return {"board": hexboard().document(), "scenario": 1, **several}

    def on_board(self, board: str) -> dict[str, Any]:
        """Return the `board` of a setup by the name of a shipped board (``9x7``) or for a YAML file anywhere."""
        try:
            return {"board": chosen(board).document()}
        except UnknownBoard:
            known = ", ".join(key.name for key in hexboards())
            message = _(
                "there is no board {board}; choose one of {known}, or name a board's YAML file",
                board=repr(board[:60]),
                known=known,
            )
            raise Problems([Problem("--board", message)]) from None

    def choice_problems(self, start: State) -> Sequence[Problem]:
        """Return whether there are too few black points for all robots: somebody could not place one."""
        wrong = no_room(start.position.board, tuple(start.sides), len(start.reserve) // len(start.sides))
        return () if wrong is None else (Problem("robots_each", wrong),)

    def staged(self, players: int) -> dict[str, Any]:
        """Return a usual setup for a game that robots act out: there are golems for two sides."""
        if players != len(CAMPS):
            raise Problems(
                [Problem("players", _("on the stage robots play for two sides, not for {players}", players=players))]
            )
        return {**self.setup(players), "board": hexboard(STAGED).document()}

    def cell(self, spot: Spot) -> Cell:
        """Return the cell at which a spot is drawn."""
        return Cell.parse(spot.name)

    def owner(self, state: State, asked: str) -> str:
        """Return the player who is asked, where the game asks by the name of a piece."""
        return next((robot.side for robot in state.reserve if robot.name == asked), asked)

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return _SIDES.get(player) or super().player_words(player)

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        return robot_words(piece)

    def box(self, state: State, players: Sequence[str]) -> tuple[BoxedPieces, ...]:
        """Return the pieces that a game of these players needs."""
        robots = sorted({robot.name: robot.side for robot in (*state.reserve, *state.position.robots.values())}.items())
        return tuple(BoxedPieces(name, side, name[-1], self.piece_words(name), 1, looks=True) for name, side in robots)

    def printed(self, state: State) -> HexBoard | None:
        """Return the printed board of hexagons."""
        return _printed(state.position.board, hexboards())

    def facts(self, state: State) -> tuple[Message, ...]:
        """Return what else a screen shows of a state."""
        lines: list[Message] = [_AIMS[state.position.scenario]]
        # Programs are public once all robots stand.
        if state.stage not in (PROGRAMS, PLACING):
            for robot in state.position.robots.values():
                steps = _with_pointer(robot)
                lines.append(
                    _PROGRAM.bind(robot=side_robot_words(robot.name) or robot.name, shots=robot.shots, steps=steps)
                )
                lines += [_question(robot.name, number, text) for number, text in robot.tests]
            for side, signal in state.position.signals.items():
                words = self.player_words(side)
                if signal.robot is None:
                    lines.append(_SIGNALS.bind(side=words, left=signal.left))
                else:
                    lines.append(_FOLDED.bind(side=words, left=signal.left, robot=robot_words(signal.robot)))
        return tuple(lines)

    def choose(self, state: State, player: str, strength: str, seed: int) -> str:
        """Return the computer player's move; it sends no signals."""
        if state.stage != PLACING:
            return NO_SIGNAL
        if strength == EASY:
            return super().choose(state, player, strength, seed)
        return placement(state, player, [choice.move for choice in self.choices(state)], seed)

    def program(self, state: State, asked: str, strength: str, seed: int) -> tuple[str, ...]:
        """Return the computer player's program."""
        return program(state, asked, strength, seed)

    def program_hint(self, state: State, asked: str, rows: Sequence[str]) -> Message:
        """Return what to write next in a program that begins with these rows."""
        return program_hint(state, asked, rows)

    def rows(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the rows of a program that is laid as cards."""
        return rows_of(cards)

    def cards(self, rows: Sequence[str]) -> tuple[str, ...]:
        """Return the cards on which people lay such rows."""
        return cards_of(rows)


@lru_cache(maxsize=8)
def _spots(board: Board, _shapes_count: bool) -> tuple[Spot, ...]:
    """Return the places. Boards are equal whether their shapes count or not, but don't look so."""
    grid = HexGrid(board.field.columns, board.field.rows, 1.0)
    spots = []
    for name in board.field.cells:
        centre = grid.centre(Cell.parse(name))
        look, sign = _look(board, name)
        fill, ink = _colours(board, name)
        spots.append(Spot(name, round(centre.x, 3), round(centre.y, 3), look, sign, fill=fill, ink=ink))
    return tuple(spots)


@lru_cache(maxsize=8)
def _printed(board: Board, keys: tuple[HexBoardKey, ...]) -> HexBoard | None:
    """Find the board, among those with these keys, with all that is on this one."""
    known = map(hexboard, keys)
    return next((each for each in known if read_board(each.document(), True, Checks()) == board), None)


def _question(robot: str, number: str, text: str) -> Message:
    """Return a test and what it asks."""
    question = parse_question(text)
    asked = given({language: format_question(question, language) for language in languages()})
    return _TEST.bind(robot=side_robot_words(robot) or robot, number=number, question=asked)


def _with_pointer(robot: Robot) -> str:
    """Return a program with its pointer in brackets; a destroyed step is crossed out."""
    shown = ["×" if number in robot.destroyed else text for number, text in enumerate(robot.program, start=1)]
    if 1 <= robot.pointer <= len(shown):
        shown[robot.pointer - 1] = f"[{shown[robot.pointer - 1]}]"
    return " ".join(shown)


def _look(board: Board, cell: str) -> tuple[str, str]:
    """How a cell is drawn, and what is printed on it."""
    if cell in board.lake_at:
        return "dark", "≈"
    if cell in board.computers.values():
        return "home", "◆"
    if cell in board.seen_shapes:
        return "light", _SHAPE_SIGNS[board.seen_shapes[cell].shape]
    if cell in board.lightning_at:
        return "light", "ϟ"
    return "home" if cell in board.camp_at else "light", "•" if cell in board.starts else ""


def _colours(board: Board, cell: str) -> tuple[str, str]:
    """Return the colour of a cell and of what is printed on it, as on the mat; empty: as the page has it."""
    shape = board.seen_shapes.get(cell)
    ink = PAINT[shape.colour] if shape is not None else ""
    camp = board.camp_at.get(cell)
    ink = next((CAMP_INK[side] for side, at in board.computers.items() if at == cell), ink)
    if cell in board.lake_at:
        return LAKE, WATER
    if cell in board.lightning_at:
        return YELLOW, "#f2a900"
    return PLAIN if camp is None else CAMP[camp], ink or INK


TABLETOP = HexTable(RobotsHex())
