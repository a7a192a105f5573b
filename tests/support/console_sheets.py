"""The sheets of the facilitator's console, each opened as a facilitator opens it; for tests and for pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from playwright.async_api import Page

from controller.table.view.undo_steps import UndoneGolem, UndoStep
from controller.table.view.view import CameraView, RobotView, RowStory, View
from tests.support import views


@dataclass(frozen=True)
class SheetState:
    """A sheet over a view."""

    view: View
    open: Callable[[Page], Awaitable[None]]
    undoable: tuple[UndoStep, ...] = ()


def robot_out(*, spare: bool = True) -> View:
    """Red's robot is lost, and may be replaced."""
    base = views.astray()
    robots = (*base.robots, RobotView("spare", "ready", 8.1, plays="idle")) if spare else base.robots
    return replace(base, may=(*views.MAY["differs"], "replace"), robots=robots)


async def _drivers(page: Page) -> None:
    await page.click('[data-robot="red"]')


def named_players() -> View:
    """Players lay their cards; red has a name, blue skips this round."""
    base = views.laying()
    return replace(
        base,
        may=(*views.MAY["programs"], "seat", "skip", "leave", "name"),
        seats={"red": "child", "blue": "child"},
        names={"red": "Łucja <b>", "blue": "Maximilian Alexander"},
        idle=("blue",),
        play=replace(base.play, strengths=("easy", "medium", "hard")),
    )


async def _player(page: Page) -> None:
    await page.click('[data-player="red"]')


async def _skipped_player(page: Page) -> None:
    await page.click('[data-player="blue"]')


def misread() -> View:
    """Programs are locked, and one row was played; red's third row was said by a person."""
    base = views.acting(1)
    return replace(
        base,
        phase="ready",
        may=(*views.MAY["ready"], "read-again", "card-is"),
        seats={"red": "child", "blue": "child"},
        said={"red": (3,)},
    )


def long_game() -> View:
    """A paused game of three rounds."""
    story = tuple(RowStory(number, row, (), ()) for number in (1, 2, 3) for row in (1, 2, 3, 4))
    return replace(views.laying(), story=story, paused=True, may=("resume", "undo", "stop", "estop"))


def _steps() -> tuple[UndoStep, ...]:
    red, blue = UndoneGolem("red", "b2", "E"), UndoneGolem("blue", "d4", "S")
    rows = [(number, row) for number in (3, 2, 1) for row in (4, 3, 2, 1)]
    return tuple(UndoStep(number, row, back, (red, blue)[: back % 3]) for back, (number, row) in enumerate(rows, 1))


async def _undo(page: Page) -> None:
    await page.click('[data-command="undo"]')


def whole_table() -> View:
    """A table with cameras, a weak battery, and Polish for all screens."""
    base = views.acting(2)
    cameras = (CameraView("Logitech C920", "on", "settled", "measured", 0.31, 12), CameraView("door", lens="estimated"))
    robots = (replace(base.robots[0], battery_v=6.7), base.robots[1])
    return replace(base, cameras=cameras, robots=robots, language="pl", sounds=False, may=(*base.may, "table"))


async def _table(page: Page) -> None:
    await page.click('[data-command="table"]')


async def _cards(page: Page) -> None:
    await page.click('[data-command="card-is"]')


async def _row(page: Page) -> None:
    await page.click('.panel.of-red [data-row="2"] .why')
    await page.click('[data-choice="card-if enemy"]')


SHEETS: Mapping[str, SheetState] = {
    "drivers": SheetState(robot_out(), _drivers),
    "player": SheetState(named_players(), _player),
    "player-skips": SheetState(named_players(), _skipped_player),
    "cards": SheetState(misread(), _cards),
    "cards-row": SheetState(misread(), _row),
    "undo": SheetState(long_game(), _undo, _steps()),
    "table": SheetState(whole_table(), _table),
    "drivers-row": SheetState(views.acting(2), _drivers),
}
