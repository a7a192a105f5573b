"""The picture of a scenario or a puzzle: its board as it is laid out, and who must do what.

Pure; see boards.drawing.primitives.

A drawing's origin is the lower left corner of the field, 100 mm a cell, as on the mat; the name stands above, the
tasks stand below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.card_art import centred_text
from boards.drawing.mat_art import DARK, GROUND, LIGHT
from boards.drawing.pictograms import INK, barrel, golem, heart, owner_shape
from boards.drawing.primitives import WHITE, Circle, Drawing, Path, Shape, Text, box, line, placed, polygon, rounded
from boards.drawing.svg import svg_document, svg_shapes
from boards.drawing.token_art import token_ground
from boards.drawing.typography import CAP_HEIGHT, fitted
from boards.geometry import Cell, Heading, Point, Rect, SquareGrid
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.puzzles.puzzle_messages import WHO_WHAT, condition_words, goal_words, row_words
from controller.games.golems.puzzles.scenario import Scenario
from controller.games.golems.rules.goals import CELL_GOALS, Goal
from controller.games.golems.rules.position import BARREL, LIVES, WALL, WATER, Golem, Position, Stream

CELL_MM = 100.0
MARGIN_MM = 30.0
TITLE_MM = 44.0
LINE_MM = 24.0
"""A line of the tasks below the board."""

_TURNED = {"N": 0.0, "W": 90.0, "S": 180.0, "E": -90.0}
_BANK = "#7a5a34"
_STREAM = "#1d6fa5"

_Task = tuple[str, str]
"""A colour, or nothing, and a sentence."""


def scenario_drawing(scenario: Scenario, language: Language) -> Drawing:
    """Return the board as the game begins, with its name and the goal of each side."""
    return _drawing(scenario, tuple(_tasks(scenario, language)), language)


def puzzle_drawing(puzzle: Puzzle, language: Language) -> Drawing:
    """Return the drawing of a puzzle, with its conditions and the programs of the other golems."""
    conditions = condition_words(puzzle.conditions, puzzle.autonomous, language)
    others = (
        (colour, " · ".join(row_words(row, language) for row in rows)) for colour, rows in puzzle.programs.items()
    )
    tasks = (*_tasks(puzzle.scenario, language), *others, *(("", sentence) for sentence in conditions))
    return _drawing(puzzle.scenario, tasks, language)


def board_drawing(position: Position) -> Drawing:
    """Return the board as a game begins, with its goals and no words: to choose from."""
    grid = SquareGrid(position.grid.columns, position.grid.rows, CELL_MM)
    paper = Rect(Point(0, 0), Point(grid.width_mm, grid.height_mm)).grown(26)
    return Drawing(paper, (rounded(paper, 10, GROUND), *board_shapes(position, _goals(position))))


def drawing_svg(drawing: Drawing, name: str) -> str:
    """Return a drawing for the screen; `name` is what a screen reader says."""
    label = name.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return svg_document(drawing.bounds, svg_shapes(drawing.shapes), f'role="img" aria-label="{label}"')


def board_shapes(position: Position, goals: Sequence[tuple[str, Goal]]) -> tuple[Shape, ...]:
    """Cells, tokens, streams, goals (each with the colour that it is drawn in) and golems."""
    grid = SquareGrid(position.grid.columns, position.grid.rows, CELL_MM)
    tokens = [(cell, WALL) for cell in position.walls]
    tokens += [(cell, WATER) for cell in position.waters]
    tokens += [(cell, WATER) for stream in position.streams for cell in stream.cells if cell not in position.waters]
    tokens += [(cell, BARREL) for cell in position.barrels]
    return (
        *_field(grid),
        *(shape for cell, kind in tokens for shape in _token(grid, cell, kind)),
        *(shape for stream in position.streams for shape in _stream(grid, stream)),
        *(shape for colour, goal in goals if goal.name in CELL_GOALS for shape in _flag(grid, colour, goal)),
        *(shape for piece in position.golems for shape in _golem(grid, piece)),
    )


def marks_svg(position: Position) -> str:
    """Streams and goals alone, to be laid over a board of the screen: its field begins at 0, 0, y down."""
    grid = SquareGrid(position.grid.columns, position.grid.rows, CELL_MM)
    streams = (shape for stream in position.streams for shape in _stream(grid, stream))
    goals = (goal for goal in _goals(position) if goal[1].name in CELL_GOALS)
    flags = (shape for colour, goal in goals for shape in _flag(grid, colour, goal))
    shapes = placed((*streams, *flags), Point(0, -grid.height_mm))
    return svg_document(Rect(Point(0, -grid.height_mm), Point(grid.width_mm, 0)), svg_shapes(shapes))


def _goals(position: Position) -> list[tuple[str, Goal]]:
    """Every goal with the colour of the first golem of its side."""
    colours = {golem.side: golem.colour for golem in reversed(position.golems)}
    return [(colours[side], goal) for side, wanted in position.goals or () for goal in wanted]


def _drawing(scenario: Scenario, tasks: Sequence[_Task], language: Language) -> Drawing:
    position = scenario.position
    width, height = position.grid.columns * CELL_MM, position.grid.rows * CELL_MM
    lines = [line for colour, sentence in tasks for line in _lines(colour, sentence, width)]
    low = Point(-MARGIN_MM, -MARGIN_MM - LINE_MM * len(lines) - 6)
    high = Point(width + MARGIN_MM, height + MARGIN_MM + TITLE_MM)
    title = Rect(Point(0, height + MARGIN_MM - 4), Point(width, high.y - 8))
    paper = Rect(low, high)
    shapes: list[Shape] = [box(paper, WHITE), rounded(Rect(Point(0, 0), Point(width, height)).grown(26), 10, GROUND)]
    shapes += board_shapes(position, _goals(position))
    shapes += centred_text(translate(scenario.name, language), title, INK, most=34, lines=1)
    for number, (colour, words, size) in enumerate(lines):
        middle = Point(9, -MARGIN_MM - (number + 0.5) * LINE_MM)
        if colour:
            shapes += placed([owner_shape(SHAPES[colour], HEX[colour])], middle, 0.2)
        shapes.append(Text(middle + Point(15, -size * CAP_HEIGHT / 2), words, size, INK, anchor="start"))
    return Drawing(paper, tuple(shapes))


def _tasks(scenario: Scenario, language: Language) -> Iterator[_Task]:
    """Who must do what; a side without a goal of its own wins by being the last that stands."""
    for side in scenario.sides:
        own = [golem.colour for golem in scenario.position.golems if golem.side == side]
        goals = scenario.goals.get(side, ())
        if goals:
            names = ", ".join(translate(GOLEMS[colour], language) for colour in own)
            yield (
                own[0],
                translate(WHO_WHAT, language).format(
                    who=names, what=" / ".join(goal_words(goal, language) for goal in goals)
                ),
            )


def _lines(colour: str, sentence: str, width: float) -> Iterator[tuple[str, str, float]]:
    """Return a sentence in as few lines of bearable size as it takes, each with its em; the colour marks the first."""
    room = width - 24
    for count in (1, 2, 3):
        size, words = fitted(sentence, room, LINE_MM * count, bold=False, lines=count)
        size = min(size, 15.0)
        if size > 12.5 or count == 3:
            for number, text in enumerate(words):
                yield (colour if number == 0 else ""), text, size
            return


def _field(grid: SquareGrid) -> Iterator[Shape]:
    for column in range(grid.columns):
        for row in range(grid.rows):
            low = Point(column * CELL_MM, row * CELL_MM)
            yield box(Rect(low, low + Point(CELL_MM, CELL_MM)), DARK if (column + row) % 2 == 0 else LIGHT)
    for n in range(grid.columns + 1):
        yield line([(n * CELL_MM, 0), (n * CELL_MM, grid.height_mm)], INK, 1.2)
    for n in range(grid.rows + 1):
        yield line([(0, n * CELL_MM), (grid.width_mm, n * CELL_MM)], INK, 1.2)
    drop = 15 * CAP_HEIGHT / 2
    for column in range(grid.columns):
        at = grid.centre(Cell(column, 0))
        yield Text(Point(at.x, -13 - drop), str(Cell(column, 0))[0], 15, INK, bold=True)
    for row in range(grid.rows):
        at = grid.centre(Cell(0, row))
        yield Text(Point(-13, at.y - drop), str(row + 1), 15, INK, bold=True)


def _token(grid: SquareGrid, cell: str, kind: str) -> Iterator[Shape]:
    at = grid.centre(Cell.parse(cell))
    yield from placed(token_ground(kind), at)
    if kind == BARREL:
        yield from placed((Circle(Point(0, 0), 27, WHITE, INK, 2), *placed(barrel(), Point(0, 0), 0.4)), at)


def _stream(grid: SquareGrid, stream: Stream) -> Iterator[Shape]:
    """Its course to the exit, an arrow at the end, and the banks from where nobody gets in."""
    course = [grid.centre(Cell.parse(cell)) for cell in (*stream.cells, stream.exit)]
    *_, before, last = course
    away = last - before
    length = (away.x**2 + away.y**2) ** 0.5 or 1.0
    ahead = Point(away.x / length, away.y / length)
    across = Point(-ahead.y, ahead.x)
    tip = Point(last.x - 20 * ahead.x, last.y - 20 * ahead.y)
    neck = Point(tip.x - 20 * ahead.x, tip.y - 20 * ahead.y)
    points = [(point.x, point.y) for point in (*course[:-1], neck)]
    yield line(points, WHITE, 13)
    yield line(points, _STREAM, 8)
    wings = [(neck.x + side * 14 * across.x, neck.y + side * 14 * across.y) for side in (1, -1)]
    yield polygon([wings[0], (tip.x, tip.y), wings[1]], _STREAM)
    for cell, side in stream.banks or ():
        centre, step = grid.centre(Cell.parse(cell)), Heading[side].step
        edge = Point(centre.x + 46 * step[0], centre.y + 46 * step[1])
        along = Point(42.0 * step[1], 42.0 * step[0])
        yield line([(edge.x - along.x, edge.y - along.y), (edge.x + along.x, edge.y + along.y)], _BANK, 6)


def _flag(grid: SquareGrid, colour: str, goal: Goal) -> Iterator[Shape]:
    """Return a flag in the upper right of the cell; a small barrel on it, where one must be brought."""
    at = grid.centre(Cell.parse(goal.cell))
    yield rounded(Rect(at - Point(44, 44), at + Point(44, 44)), 8, None, HEX[colour], 4, dash_mm=9)
    foot = at + Point(16, 8)
    yield Path(((foot + Point(0, 33), foot + Point(25, 24), foot + Point(0, 13)),), HEX[colour], INK, 1.5)
    yield line([(foot.x, foot.y), (foot.x, foot.y + 34)], INK, 3)
    if goal.name != "reach":
        yield from placed(barrel(), at + Point(-30, 29), 0.22)


def _golem(grid: SquareGrid, piece: Golem) -> Iterator[Shape]:
    at = grid.centre(Cell.parse(piece.at))
    shape = owner_shape(SHAPES[piece.colour], WHITE, INK, 5)
    body = (*placed(golem(HEX[piece.colour]), Point(0, 0), 0.72), *placed([shape], Point(0, -16), 0.15))
    yield from placed(body, at, turned=_TURNED[piece.facing])
    if piece.barrel:
        yield from placed(barrel(), at + Point(28, -28), 0.25)
    if piece.lives != LIVES:
        for n in range(min(piece.lives, 5)):
            yield from placed([heart(HEX[piece.colour])], at + Point(-38 + 15 * n, -40), 0.13)
