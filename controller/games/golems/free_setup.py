"""What players choose for an ordinary game beside board and way: tokens, lives, energy, two sides of two.

Source: `Battle of Golems` 3.1, "Preparation": "choose the board and place golems and obstacle tokens".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from boards.colours import COLOURS
from controller.games.game import Json
from controller.games.golems.documents.way_limits import way_problems
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.rules.goals import CELL_GOALS
from controller.games.golems.rules.position import BARREL, ENERGY, LIVES, OUT_OF_CHARGE, WALL, WATER, Position
from controller.games.golems.rules.setup import corners, is_standard, other_board, setup_problems, standard_setup
from controller.games.golems.rules.square_grid import Grid, grid

TOKEN_KEYS: Mapping[str, str] = {"walls": WALL, "waters": WATER, "barrels": BARREL}
"""A key of `board` -> the token in its cells."""
MORE_TOKENS = "more_tokens"
"""In the setup of a scenario: of which tokens children may lay more before they begin."""
LIVES_CHOSEN = range(1, 10)
ENERGY_CHOSEN = range(OUT_OF_CHARGE + 1, ENERGY + 1)
CHOSEN_WAYS: tuple[str, ...] = ("beginner", "standard", "autonomous")
"""Ways to play that players choose; a scenario or a puzzle says its way itself."""
ORDINARY_WAYS = frozenset({"standard", "autonomous"})
"""Ways to play in which players choose the tokens."""
FEWEST = 2
"""Golems of an ordinary game."""
PAIRS = 2
"""Sides, and golems of each, where two play against two."""

FREE_KEYS: tuple[str, ...] = ("lives", "energy", "sides", "tokens")
"""What players choose by itself for an ordinary game."""

Tokens = Mapping[str, Sequence[str]]
"""Cells by the keys of :data:`TOKEN_KEYS`."""


@dataclass(frozen=True)
class FreeSetup:
    """What was chosen; what was not is as in the book."""

    tokens: Tokens = field(default_factory=dict)
    lives: int = LIVES
    energy: int | None = None
    """None: as much as there is in 3.1, none in 2.0."""
    sides: Sequence[Sequence[str]] = ()
    """Two pairs of colours; empty: everybody alone."""


def free_setup(players: int, size: tuple[int, int], rules: str, way: str, chosen: FreeSetup) -> dict[str, Json]:
    """Return the start of an ordinary game in the form of `golem resolve`.

    Raises :class:`boards.base.errors.Problems` at the choices' names (`tokens.walls[0]`, `lives`), all at once.
    """
    problems = free_setup_problems(players, size, rules, way, chosen)
    if problems:
        raise Problems(problems)
    setup = standard_setup(players, size, rules, way)
    golems: dict[str, dict[str, Json]] = setup["golems"]
    for pair in chosen.sides:
        for colour in pair:
            golems[colour]["side"] = "-".join(pair)
    if chosen.lives != LIVES:
        for golem in golems.values():
            golem["lives"] = chosen.lives
    if chosen.energy is not None:
        setup["energy"] = chosen.energy
    setup["board"] |= {key: list(cells) for key, cells in chosen.tokens.items() if cells}
    return setup


def free_setup_problems(players: int, size: tuple[int, int], rules: str, way: str, chosen: FreeSetup) -> list[Problem]:
    """Return why the rules have no such game, at the choices' names (`tokens.walls[0]`, `lives`), all at once."""
    starts = {cell: colour for colour, cell, _facing in corners(players, size)}
    problems = setup_problems(players, size, rules, way)
    problems += token_problems(chosen.tokens, grid(*size), starts, beginner=way == "beginner")
    if chosen.lives not in LIVES_CHOSEN:
        problems.append(Problem("lives", _lives_allowed()))
    if chosen.energy is not None and rules == "2.0":
        problems.append(Problem("energy", _("the rules 2.0 know no energy; leave it out")))
    elif chosen.energy is not None and chosen.energy not in ENERGY_CHOSEN:
        problems.append(Problem("energy", _("energy is {low} to {high}", low=ENERGY_CHOSEN[0], high=ENERGY_CHOSEN[-1])))
    if chosen.sides:
        problems += _side_problems(chosen.sides, tuple(starts.values()))
    return problems


def _lives_allowed() -> Message:
    return _("lives are {low} to {high}", low=LIVES_CHOSEN[0], high=LIVES_CHOSEN[-1])


def free_position_problems(position: Position) -> Iterator[Problem]:
    """Find what a position has that players may not choose: the limits of :func:`free_setup`, golems anywhere.

    Its places are those of `golem resolve`: `golems.red.lives`, `board.size`.
    """
    if position.way not in CHOSEN_WAYS:
        known = ", ".join(CHOSEN_WAYS)
        yield Problem("way", _("players choose one of the ways {known}; a scenario is a file of its own", known=known))
    size = (position.grid.columns, position.grid.rows)
    limits = [*way_problems(position)]
    if not is_standard(size) and not any(problem.at == "board.size" for problem in limits):
        yield Problem("board.size", other_board(size))
    yield from limits
    if position.streams:
        yield Problem("board.streams", _("streams belong to scenarios; leave them out"))
    if position.goals is not None:
        yield Problem("goals", _("goals belong to scenarios; leave them out"))
    if len(position.golems) < FEWEST:
        yield Problem("golems", _("a game without a scenario is for two golems or more"))
    for golem in position.golems:
        if golem.lives not in LIVES_CHOSEN:
            yield Problem(f"golems.{golem.colour}.lives", _lives_allowed())
        if golem.barrel and position.way != "beginner":
            yield Problem(
                f"golems.{golem.colour}.barrel", _("golems begin without a barrel; lay it on a cell of the board")
            )
    by_side = Counter(golem.side for golem in position.golems)
    alone, pairs = len(by_side) == len(position.golems), sorted(by_side.values()) == [PAIRS] * PAIRS
    if len(position.golems) >= FEWEST and not alone and not pairs:
        yield Problem("golems", _("everybody plays alone, or two play against two"))


def in_free_limits(problem: Problem) -> Problem:
    """Return what is wrong with a position of :func:`judge_position`, with the limits of what may be chosen."""
    is_lives = re.fullmatch(r"golems\.[a-z]+\.lives", problem.at)
    return Problem(problem.at, _lives_allowed()) if is_lives else problem


def with_tokens(position: Position, tokens: Tokens) -> Position:
    """Return a position with these tokens instead of those that it has.

    Raises :class:`boards.base.errors.Problems` at `tokens.walls[0]` and the like, all at once.
    """
    starts = {golem.at: golem.colour for golem in position.golems}
    board = position.grid
    problems = [*token_problems(tokens, board, starts, beginner=position.way == "beginner")]
    if problems:
        raise Problems(problems)
    walls, waters, barrels = (tuple(sorted(tokens.get(key, ()), key=board.order.__getitem__)) for key in TOKEN_KEYS)
    return position._replace(walls=walls, waters=waters, barrels=barrels)


def with_more_tokens(position: Position, tokens: Tokens, kinds: Sequence[str]) -> Position:
    """Return the position of a scenario with these tokens, which are its own and more of some kinds.

    Raises :class:`boards.base.errors.Problems` as :func:`with_tokens`.
    """
    after = with_tokens(position, tokens)
    problems: list[Problem] = []
    for key, own in _own_tokens(position).items():
        gone = sorted({*own} - {*tokens.get(key, ())})
        if gone:
            cells = ", ".join(gone)
            problems.append(
                Problem(f"tokens.{key}", _("the scenario's own tokens stay where they are: {cells}", cells=cells))
            )
        for index, cell in enumerate(tokens.get(key, ())):
            why = None if cell in own else _no_more(position, key, cell, kinds)
            if why is not None:
                problems.append(Problem(f"tokens.{key}[{index}]", why))
    if problems:
        raise Problems(problems)
    return after


def with_added_tokens(position: Position, more: Tokens, kinds: Sequence[str]) -> Position:
    """Return the position of a scenario with more tokens of these kinds beside its own.

    Raises :class:`boards.base.errors.Problems` at `tokens.barrels[0]` and the like, all at once.
    """
    own = _own_tokens(position)
    starts = {golem.at: golem.colour for golem in position.golems}
    taken = {cell: key for key, cells in own.items() for cell in cells}
    problems = [*token_problems(more, position.grid, starts, taken)]
    said = {problem.at for problem in problems}
    for key, cells in more.items():
        for index, cell in enumerate(cells):
            at = f"tokens.{key}[{index}]"
            why = None if said & {at, f"tokens.{key}"} else _no_more(position, key, cell, kinds)
            if why is not None:
                problems.append(Problem(at, why))
    if problems:
        raise Problems(problems)
    return with_tokens(position, {key: (*cells, *more.get(key, ())) for key, cells in own.items()})


def _own_tokens(position: Position) -> dict[str, tuple[str, ...]]:
    return dict(zip(TOKEN_KEYS, (position.walls, position.waters, position.barrels), strict=True))


def _no_more(position: Position, key: str, cell: str, kinds: Sequence[str]) -> Message | None:
    """Return why a scenario takes no more of these tokens in a cell; None, if it does."""
    if key not in kinds:
        return _("no more of these tokens may be laid here: {cells}", cells=cell)
    if any(cell in stream.cells for stream in position.streams):
        return _("two tokens lie on {cell}; there is room for one", cell=cell)
    wanted = {goal.cell for _side, goals in position.goals or () for goal in goals if goal.name in CELL_GOALS}
    if TOKEN_KEYS[key] in (WALL, WATER) and cell in wanted:
        return _("{cell} is where a side has to come; nobody could stand there", cell=cell)
    return None


def token_problems(
    tokens: Tokens,
    board: Grid,
    starts: Mapping[str, str],
    taken: Mapping[str, str] | None = None,
    *,
    beginner: bool = False,
) -> Iterator[Problem]:
    """Find what is wrong with the tokens that people choose, each with its place.

    `starts` are the golems' cells, `taken` those of tokens that lie there already.
    """
    lying = dict(taken or {})
    for key, cells in tokens.items():
        if key not in TOKEN_KEYS:
            known = ", ".join(TOKEN_KEYS)
            yield Problem(f"tokens.{key}", _("there are no such tokens; there are {known}", known=known))
            continue
        if cells and beginner:
            yield Problem(f"tokens.{key}", _("the beginner game is played without tokens"))
        for index, cell in enumerate(cells):
            why = _no_room(cell, board, starts, lying)
            if why is not None:
                yield Problem(f"tokens.{key}[{index}]", why)
            lying[cell] = key


def _no_room(cell: str, board: Grid, starts: Mapping[str, str], lying: Mapping[str, str]) -> Message | None:
    """Return why no token may lie in a cell; None, if one may."""
    if cell not in board.order:
        shown, last = cell[:40] or repr(cell), board.cells[-1]
        return _("{cell} is no cell of this board, which goes from a1 to {last}", cell=shown, last=last)
    if cell in starts:
        return _("{cell} is where a golem begins: {golem}", cell=cell, golem=GOLEMS[starts[cell]])
    if cell in lying:
        return _("two tokens lie on {cell}; there is room for one", cell=cell)
    return None


def sides_wanted() -> Message:
    """Return what sides are."""
    return _("sides are two pairs of four players, such as [[red, yellow], [blue, green]]")


def _side_problems(sides: Sequence[Sequence[str]], colours: tuple[str, ...]) -> Iterator[Problem]:
    """Two sides of two, and everybody who plays is on one of them."""
    named = [colour for pair in sides for colour in pair]
    if len(sides) != PAIRS or any(len(pair) != PAIRS for pair in sides) or len(colours) != PAIRS * PAIRS:
        yield Problem("sides", sides_wanted())
    before = 0
    for index, pair in enumerate(sides):
        for number, colour in enumerate(pair):
            place = f"sides[{index}][{number}]"
            if colour not in colours:
                known = ", ".join(colours or COLOURS)
                shown = repr(colour[:40])
                yield Problem(place, _("{golem} does not play; those who play are {known}", golem=shown, known=known))
            elif colour in named[:before]:
                yield Problem(place, _("{golem} is on a side already", golem=repr(colour)))
            before += 1
