"""The view that screens show, made from the table's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boards.base.message import given
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.task_values import PlayedTask
from controller.table.core.commands.command_registry import allowed_commands
from controller.table.core.phases import Phase
from controller.table.core.record.entries import Header
from controller.table.core.state import CHILD, AnyGame, TableState
from controller.table.view.hand_views import hands_of
from controller.table.view.play_view import play_of
from controller.table.view.row_progress import RowProgress
from controller.table.view.surface_view import surface_of
from controller.table.view.view import RowLock, View


def view_of(game: AnyGame, state: TableState, progress: RowProgress | None = None) -> View:
    """Return what may be seen of a state: the game's board and programs, and how the table is."""
    tabletop = tabletop_named(game.name)
    outcome = game.outcome(state.game) if state.phase is Phase.OVER else None
    surface = surface_of(tabletop, state)
    play = play_of(tabletop, state, surface)
    shown = tabletop.coming(state.game) if state.phase.shown in (Phase.DICE, Phase.PROGRAMS) else state.game
    return View(
        sequence=state.sequence,
        game=state.header.game,
        phase=state.phase.shown.value,
        paused=state.paused,
        estopped=state.estopped,
        round=tabletop.round(shown),
        row=tabletop.row(shown, state.story[-1].row if state.story else 0),
        energy=tabletop.energy(surface.game_shown()),
        energy_max=tabletop.energy(state.start),
        lives_max=tabletop.most_lives(state.game),
        play=play,
        programs=tabletop.revealed(shown),
        bonus=tabletop.bonus(shown),
        hands=hands_of(tabletop, state),
        story=state.story,
        notices=state.notices,
        robots=() if state.header.cards == "screen" else surface.robots(),
        winners=outcome.winners if outcome else None,
        reason=outcome.reason if outcome else "",
        may=allowed_commands(tabletop, state),
        recharge=tuple(tabletop.recharge_units(state.game)),
        begins=tabletop.begins(state.game),
        table=dict(state.header.about or {}),
        seats={} if state.header.seats is None else {name: state.seats.get(name, CHILD) for name in state.players},
        language=state.language,
        sounds=state.sounds,
        names=dict(state.names),
        idle=state.idle,
        said={player: tuple(sorted(rows)) for player, rows in state.said.items()},
        task=_task(tabletop, state, surface.game_shown()),
        acting=surface.acting(play, progress),
        trays=tabletop.programs_together,
        locks=_locks(state),
        screen=state.header.cards == "screen",
        cameras=state.cameras,
    )


def _locks(state: TableState) -> Mapping[str, tuple[RowLock, ...]]:
    """Return the commitments of this round; a row's salt and cards once it was revealed."""
    opened = {name: [row.view(opened=row.row <= state.opened) for row in rows] for name, rows in state.locks.items()}
    return {name: tuple(opened.get(name, [RowLock(told) for told in rows])) for name, rows in state.sums.items()}


def _task(tabletop: AnyTabletop, state: TableState, game: Any) -> PlayedTask | None:
    """Return what is played: its name and story from the header or the game, how far the sides are from the game."""
    task = played_task(tabletop, state.header, game)
    if task is None or not task.key:
        return None
    return replace(task, verdict=state.verdict)


def played_task(tabletop: AnyTabletop, header: Header, game: Any) -> PlayedTask | None:
    """Return the scenario or puzzle that is played; its name and story from the header, if the game has none."""
    task, told = tabletop.task(game), header.task
    if told is None or (task is not None and task.key):
        return task
    return replace(task or PlayedTask(told.kind), key=told.key, name=given(told.name), story=given(told.story))
