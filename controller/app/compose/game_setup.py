"""How a game begins: a standard start, a scenario or a book of puzzles, as the journal's first entry."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from boards import lessons, puzzles, scenarios
from boards.base.catalogue import Language, translate_all
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, listed
from boards.base.yaml_reader import parse_document, read_document
from boards.kit.thing_keys import MatKey
from boards.mats import mat, mats, source_of
from controller.app.compose.bot_players import bots_of, bots_out
from controller.bots.bot_source import BotSource
from controller.games.game_registry import tabletop_named, tabletops
from controller.games.golems.free_setup import MORE_TOKENS, FreeSetup, Tokens, free_setup, with_added_tokens
from controller.games.golems.puzzles import puzzle as puzzle_file
from controller.games.golems.puzzles import puzzle_game
from controller.games.golems.puzzles import scenario as scenario_file
from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.puzzles.scenario import Scenario
from controller.games.golems.rules.position import NAME, Position, dump_position
from controller.table.core.record.entries import Header, TaskHeader

SCREEN, BOARD, STAGE = "screen", "board", "stage"
"""Where a game of pieces is played: on the screens alone, on its printed board below the camera, or acted out by robots
on its stage."""


@dataclass(frozen=True)
class GamePlan:
    """Which game is played."""

    game: str = NAME
    """Its name in the registry."""
    players: tuple[str, ...] = ("red", "blue")
    mat: MatKey = MatKey("4x4")
    rules: str = "3.1"
    way: str = "standard"
    deck_seed: int = 1
    seed: int | None = None
    """Chance of the game: the bonus dice, where they are not real. None: another one for every game."""
    language: Language = "en"
    free: FreeSetup = field(default_factory=FreeSetup)
    """Tokens, lives, energy and sides of an ordinary game on the mat."""
    name: str = "Golem Table"
    scenario: str | None = None
    """A shipped scenario or a file; see :func:`with_scenario`."""
    puzzle: str | None = None
    """A shipped puzzle or a file; see :func:`with_puzzle`."""
    task: TaskHeader | None = None
    """The scenario as screens tell it."""
    setup: Mapping[str, Any] = field(default_factory=dict)
    """What its rules are told at the start; empty for a standard start on the mat."""
    screen: bool = False
    """Whether there is no table: cards are laid on screens, and golems are shown there."""
    real_dice: bool = False
    """Whether people throw dice of their own: they say what they show, or the camera reads them."""
    computers: Mapping[str, str] = field(default_factory=dict)
    """For whom the computer plays, and how well: ``{"blue": "hard"}``. No other player's business."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What players are called; see :func:`with_names`."""
    place: str = ""
    """Where it is played, if a table's page asked for it (:class:`controller.table.core.record.entries.Header`)."""
    bots: tuple[BotSource, ...] = ()
    """Who may be asked to play Robot Game, beside the game's own computer player; see :func:`with_bots`."""

    @property
    def on_mat(self) -> bool:
        """Whether it is played on a mat of the kit."""
        return tabletop_named(self.game).kit_mat


def with_scenario(plan: GamePlan, name: str, text: str | None = None) -> GamePlan:
    """Return the plan for a scenario, which says board, players and rules. Raises Problems, UnknownScenario.

    `text` is what its file holds, if that lies on another computer.
    """
    scenario = read_scenario(name, text)
    return replace(
        plan,
        players=scenario.position.colours,
        mat=mat_of(scenario.position, scenario.key),
        rules=scenario.position.rules,
        way=scenario.position.way,
        scenario=name,
        task=TaskHeader("scenario", scenario.key, translate_all(scenario.name), translate_all(scenario.story)),
        setup=scenario.setup(),
    )


def more_tokens_of(plan: GamePlan) -> tuple[str, ...]:
    """Return of which tokens a scenario takes more (`barrels`); nothing for other games."""
    return tuple(plan.setup.get(MORE_TOKENS, ())) if plan.scenario is not None else ()


def with_more_tokens(plan: GamePlan, more: Tokens) -> GamePlan:
    """Return the plan of a scenario with more tokens, as its file allows. Raises Problems at ``tokens.barrels[0]``."""
    if not more:
        return plan
    kinds = more_tokens_of(plan)
    position = with_added_tokens(tabletop_named(NAME).game.start(plan.setup).position, more, kinds)
    return replace(plan, setup={**dump_position(position), MORE_TOKENS: list(kinds)})


def with_puzzle(plan: GamePlan, name: str, text: str | None = None) -> GamePlan:
    """Return the plan for a puzzle.

    A shipped puzzle comes in a book with all others for this mat and deck, so that the next one needs no other table.
    `text` is what its file holds, if that lies on another computer. Raises Problems, UnknownPuzzle.
    """
    if text is not None:
        puzzle, setup = read_puzzle(name, text), {"book": [text], "number": 0}
    else:
        book, number = _book(name)
        puzzle = book[number][1]
        setup = {"book": [path.read_text(encoding="utf-8-sig") for path, _ in book], "number": number}
    return replace(
        plan,
        game=puzzle_game.NAME,
        setup=setup,
        players=tabletop_named(puzzle_game.NAME).players(setup),
        mat=mat_of(puzzle.start, puzzle.scenario.key),
        rules=puzzle.start.rules,
        way=puzzle.start.way,
        puzzle=name,
    )


def with_pieces(plan: GamePlan, name: str, players: int, setup: Mapping[str, Any], *, staged: bool = False) -> GamePlan:
    """Return the plan for a game of pieces.

    `setup` is what differs from its usual set-up or, if `staged`, from that of a game that robots act out. Raises
    Problems.
    """
    tabletop = tabletop_named(name)
    if tabletop.kit_mat:
        raise Problems([Problem("game", _("{name} is not played with pieces at the table", name=name))])
    whole = {**(tabletop.staged(players) if staged else tabletop.setup(players)), **setup}
    tabletop.game.start(whole)
    players_of = tabletop.players(whole)
    computers = dict.fromkeys(players_of, tabletop.strengths[0]) if tabletop.automatic else {}
    return replace(plan, game=name, setup=whole, players=players_of, computers={**computers, **plan.computers})


def no_real_dice(plan: GamePlan) -> Message | None:
    """Return why people cannot throw dice of their own in this game; None if they can."""
    tabletop = tabletop_named(plan.game)
    if not tabletop.faces:
        return _("no dice are thrown in {kind}; leave it out", kind=plan.game)
    return _("nobody throws dice of their own in this game") if plan.screen and tabletop.dice == "round" else None


def camera_dice_problem(plan: GamePlan) -> Message | None:
    """Return why a camera cannot read the throws of this game: of one die only; None if it can, or need not."""
    tabletop = tabletop_named(plan.game)
    if not plan.real_dice or tabletop.dice == "round":
        return None
    if tabletop.faces_of(tabletop.game.start(plan.setup)) == tabletop.faces:
        return None
    return _("the camera reads one die; throw two on the screen, or play without a camera")


def with_bots(plan: GamePlan, paths: Sequence[Path]) -> GamePlan:
    """Return the plan with these two bots against each other, if there are any. Raises Problems."""
    if not paths:
        return plan
    tabletop = tabletop_named(plan.game)
    if not tabletop.bots:
        games = ", ".join(name for name, table in tabletops().items() if table.bots)
        raise Problems([Problem("BOT", _("bots play {games}, not {game}", games=games, game=plan.game))])
    bots = bots_of(paths, tabletop.strengths)
    return replace(plan, bots=bots, computers=dict(zip(plan.players, (bot.name for bot in bots), strict=True)))


def short_setup(name: str) -> Mapping[str, Any]:
    """Return what makes a game of pieces end soon, for those who want to see a whole one."""
    return tabletop_named(name).short


def header(plan: GamePlan) -> Header:
    """Return the journal's first entry: all that a replay or a restart must know. Raises Problems."""
    seed = secrets.randbelow(2**31) if plan.seed is None else plan.seed
    tabletop = tabletop_named(plan.game)
    first = Header(
        game=plan.game,
        setup=tabletop.seeded(plan.setup, seed),
        players=plan.players,
        seed=seed,
        about={"name": plan.name, "seed": str(seed)},
        seats=dict(plan.computers) if plan.puzzle is None else None,
        dice="" if not plan.real_dice else "camera" if tabletop.dice == "round" else "people",
        cards="screen" if plan.screen and tabletop.programs_together else "",
        bots=bots_out(plan.bots),
        judged=plan.puzzle is not None,
        task=plan.task,
        names=dict(plan.names) or None,
        place=plan.place,
    )
    return _with_mat(first, plan) if tabletop.kit_mat else first


def _with_mat(first: Header, plan: GamePlan) -> Header:
    """Return what must lie on the table: mat, deck, bonus dice; and where golems stand if nothing else is said."""
    grid = mat(plan.mat).grid
    return msgspec.structs.replace(
        first,
        setup=first.setup or free_setup(len(plan.players), (grid.columns, grid.rows), plan.rules, plan.way, plan.free),
        mat=str(plan.mat),
        mat_file=source_of(plan.mat),
        rules=plan.rules,
        deck_seed=plan.deck_seed,
        faces=tabletop_named(plan.game).faces,
    )


def read_scenario(name: str, text: str | None = None) -> Scenario:
    """Return a shipped scenario by its name, or one from a file. Raises Problems, UnknownScenario.

    `text` is what the file of this name holds, if that was read already.
    """
    if text is not None:
        return parse_document(text.encode(), name, scenario_file.build)
    path = Path(name)
    return read_document(path if path.suffix in (".yaml", ".yml") else scenarios.path(name), scenario_file.build)


def read_puzzle(name: str, text: str | None = None) -> Puzzle:
    """Return a shipped puzzle by its name or number, or one from a file. Raises Problems, UnknownPuzzle.

    `text` is what the file of this name holds, if that was read already.
    """
    if text is not None:
        return parse_document(text.encode(), name, puzzle_file.build)
    return read_document(_puzzle_path(name), puzzle_file.build)


def _puzzle_path(name: str) -> Path:
    return Path(name) if _is_file(name) else lessons.paths().get(name) or puzzles.path(name)


def _is_file(name: str) -> bool:
    return Path(name).suffix in (".yaml", ".yml")


def _book(name: str) -> tuple[list[tuple[Path, Puzzle]], int]:
    """Return the puzzles of the book that this one is in, with their files, and its place.

    A file of its own is a book of one, and so is a lesson.
    """
    wanted = read_puzzle(name)
    if _is_file(name) or name in lessons.paths():
        return [(_puzzle_path(name), wanted)], 0
    shipped = [(puzzles.path(key), read_puzzle(key)) for key in puzzles.keys()]  # noqa: SIM118
    book = [(path, puzzle) for path, puzzle in shipped if _table_of(puzzle) == _table_of(wanted)]
    return book, [puzzle.scenario.key for _, puzzle in book].index(wanted.scenario.key)


def _table_of(puzzle: Puzzle) -> tuple[object, str]:
    """Return what must lie on the table for it: mat and deck."""
    return puzzle.start.grid, puzzle.start.rules


def mat_of(position: Position, key: str) -> MatKey:
    """Return a printed mat with as many cells as a position has. Raises Problems at `key`."""
    wanted = (position.grid.columns, position.grid.rows)
    sizes = {known: (mat(known).grid.columns, mat(known).grid.rows) for known in mats()}
    found = next((known for known, size in sizes.items() if size == wanted), None)
    if found is None:
        known_sizes = listed(f"{columns}x{rows}" for columns, rows in dict.fromkeys(sizes.values()))
        message = _(
            "there is no printed mat of {size} cells; there are {known}",
            size=f"{wanted[0]}x{wanted[1]}",
            known=known_sizes,
        )
        raise Problems([Problem(f"{key}: board.size", message)])
    return found
