"""The next game at a table without a restart: what can be played there, and who asked for what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Generic, Literal, TypeVar

import msgspec

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from controller.app.compose.game_setup import BOARD, SCREEN, STAGE, GamePlan, camera_dice_problem
from controller.app.config.default_settings import usual_settings
from controller.app.config.table_file import TableFile
from controller.app.lobby.game_choice import catalogue, checked_plan, task_choice
from controller.console.front_door.messages import Catalogue, GameKind, NewGame, TaskChoice, TaskFile
from controller.games.game_registry import tabletop_named
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.table.core.record.entries import Header
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE

MAT = "mat"

NextT = TypeVar("NextT")


class NextGames(Generic[NextT]):
    """The :class:`controller.console.console_ports.Games` of a table that plays one game after another."""

    def __init__(self, kinds: Callable[[], Catalogue], plan: Callable[[NewGame], NextT]) -> None:
        """``kinds`` tells what can be played here, ``plan`` makes what plays a wish; it raises GolemError.

        Both are called in a thread.
        """
        self._kinds = kinds
        self._plan = plan
        self._asked: asyncio.Queue[NextT] = asyncio.Queue()
        self._begun: asyncio.Future[None] | None = None

    @property
    def pending(self) -> bool:
        """Whether somebody waits for the next game to begin."""
        return self._begun is not None

    def catalogue(self) -> Catalogue:
        """Return what can be played here."""
        return self._kinds()

    def task(self, file: TaskFile) -> TaskChoice:
        """Return what a scenario's or a puzzle's file offers. Raises Problems."""
        return task_choice(file)

    async def begin(self, wanted: NewGame) -> None:
        """End the game that is played, and begin another. Raises GolemError; the game before goes on then."""
        if self._begun is not None:
            raise Problems([Problem("game", _("the next game is being prepared"))])
        self._begun = asyncio.get_running_loop().create_future()
        begun = self._begun
        try:
            self._asked.put_nowait(await asyncio.to_thread(self._plan, wanted))
        except BaseException:
            self._begun = None
            raise
        # Whoever asked may go away; the game is begun all the same.
        await asyncio.shield(begun)

    async def asked(self) -> NextT:
        """Wait until somebody asks for the next game."""
        return await self._asked.get()

    def begun(self, error: GolemError | None = None) -> None:
        """Tell whoever asked that the next game has begun, or why it has not."""
        begun, self._begun = self._begun, None
        if begun is None or begun.done():
            return
        if error is None:
            begun.set_result(None)
        else:
            begun.set_exception(error)
            # Heard of or not: nobody may wait for it any more.
            begun.exception()


def table_catalogue(file: TableFile) -> Catalogue:
    """Return what can be played at the table of a file: a mat needs cameras, a stage robots besides."""
    known = at_table(cameras=bool(file.cameras), robots=bool(file.cameras and file.robots))
    own = file.game.mat.name
    # A mat of one's own, which the file names, can be played on again.
    boards = known.boards if own in known.boards else [own, *known.boards]
    kinds = [msgspec.structs.replace(kind, dice=_dice_of(file, kind)) for kind in known.games]
    return msgspec.structs.replace(known, boards=boards, games=kinds)


def _dice_of(file: TableFile, kind: GameKind) -> Literal["", "screen", "real"]:
    """Return how dice are usually thrown in a game at the table of a file; empty where there are none."""
    if not tabletop_named(kind.name).faces:
        return ""
    return "real" if _real_dice(file, kind.name) else "screen"


def _real_dice(file: TableFile, game: str) -> bool:
    """Whether the file has people throw dice of their own in this game."""
    on_mat = file.game.on_mat and file.settings.dice == "camera"
    return on_mat if game in (GOLEMS, PUZZLES) else file.game.game == game and file.game.real_dice


def at_table(*, cameras: bool, robots: bool) -> Catalogue:
    """Return what can be played at a table with these devices, and where."""
    known = catalogue()
    # Simulated people throw no dice; a table's file says who does (:func:`table_catalogue`).
    kinds = [msgspec.structs.replace(_placed(kind, cameras, robots), dice="") for kind in known.games]
    if cameras:
        return msgspec.structs.replace(known, games=kinds, table=True)
    pieces = [kind for kind in kinds if not tabletop_named(kind.name).kit_mat]
    return msgspec.structs.replace(known, games=pieces, scenarios=[], puzzles=[], table=True)


def _placed(kind: GameKind, cameras: bool, robots: bool) -> GameKind:
    tabletop = tabletop_named(kind.name)
    if tabletop.kit_mat:
        return kind
    places = [SCREEN]
    if cameras and not tabletop.automatic:
        places.append(BOARD)
    if robots and tabletop.stage is not None:
        places.append(STAGE)
    return msgspec.structs.replace(kind, places=places)


def place_problem(wanted: NewGame, known: Catalogue) -> Problem | None:
    """Return why a game cannot be played at the table, or not there; None if it can, or if there is no such game."""
    kind = next((kind for kind in known.games if kind.name == wanted.game), None)
    if kind is None and (wanted.game in {kind.name for kind in catalogue().games} or wanted.game == PUZZLES):
        if wanted.game == PUZZLES and known.puzzles:
            return None
        return Problem("game", _("this table has no camera, which this game needs"))
    places = [] if kind is None else kind.places
    if kind is not None and wanted.place and wanted.place not in places:
        return Problem("place", _("this game can't be played there at this table"))
    return None


def place_of(wanted: NewGame, known: Catalogue) -> str:
    """Return where a game of pieces is to be played; empty for one on a mat."""
    kind = next((kind for kind in known.games if kind.name == wanted.game), None)
    places = [] if kind is None else kind.places
    return wanted.place if wanted.place in places else places[0] if places else ""


def next_table(file: TableFile, wanted: NewGame) -> TableFile:
    """Return the table on which a wish is played: the file's devices, with another game. Raises Problems."""
    kept = file.game
    base = GamePlan(
        name=kept.name,
        language=kept.language,
        mat=kept.mat,
        deck_seed=kept.deck_seed,
        seed=wanted.seed,
        real_dice=_real_dice(file, wanted.game),
    )
    return _table_with(file, next_plan(wanted, base, table_catalogue(file)))


def next_plan(wanted: NewGame, base: GamePlan, known: Catalogue) -> GamePlan:
    """Return the plan of a wish at a table where all this can be played. Raises Problems."""
    wrong_place = place_problem(wanted, known)
    place = place_of(wanted, known)
    plan, problems = checked_plan(wanted, replace(base, place=place or MAT))
    problems += () if wrong_place is None else (wrong_place,)
    if place == BOARD and (dice := camera_dice_problem(plan)) is not None:
        problems = (*problems, Problem("dice", dice))
    if problems:
        raise Problems(problems)
    return plan


def table_of_record(file: TableFile, told: Header) -> TableFile:
    """Return the table on which a record is gone on with: that of the file, or as the page asked for."""
    if not told.place:
        return file
    kept = file.game
    plan = GamePlan(game=told.game, name=kept.name, language=kept.language, place=told.place, real_dice=bool(told.dice))
    return _table_with(file, plan)


def check_place_of_record(file: TableFile, told: Header, path: Path) -> None:
    """Check that a record which was begun from a table's page can go on at the table of a file. Raises Problems."""
    problems = []
    lacks_camera = told.place in (MAT, BOARD, STAGE) and not file.cameras
    if lacks_camera or (told.place == STAGE and not file.robots):
        problems.append(Problem(f"{path}:1: place", _("this game can't be played there at this table")))
    if told.place == MAT and told.deck_seed != file.game.deck_seed:
        played = _(
            "the game was played with {played}, the table file says {value}",
            played=str(told.deck_seed),
            value=str(file.game.deck_seed),
        )
        problems.append(Problem(f"{path}:1: deck_seed", played))
    if problems:
        raise Problems(problems)


def _table_with(file: TableFile, plan: GamePlan) -> TableFile:
    usual = file.game.on_mat
    if plan.on_mat:
        settings = file.settings if usual else Settings(pace=REFERENCE_PACE, guard=True)
        settings = replace(settings, dice="camera" if plan.real_dice else "seed")
        return replace(file, game=plan, settings=settings)
    staged = plan.place == STAGE
    same = file.game.game == plan.game and file.staged == staged
    settings = file.settings if same else usual_settings(plan.game, ghosts=plan.place == SCREEN, staged=staged)
    return replace(
        file,
        game=plan,
        cameras=() if plan.place == SCREEN else file.cameras,
        robots=file.robots if staged else {},
        settings=settings,
        record=None if plan.place == SCREEN else file.record,
    )
