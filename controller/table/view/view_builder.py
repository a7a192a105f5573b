"""The view that screens show, made from the table's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec.structs import asdict

from boards.base.message import Message, given
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.table.core.commands.command_registry import allowed_commands
from controller.table.core.phases import Phase
from controller.table.core.state import CHILD, AnyGame, TableState
from controller.table.view.hand_views import hands_of
from controller.table.view.play_view import play_of, state_shown
from controller.table.view.robot_messages import why_of
from controller.table.view.view import GoalLeft, GoalView, RobotView, RowLock, TaskView, View


def view_of(game: AnyGame, state: TableState) -> View:
    """Return what may be seen of a state: the game's board and programs, and how the table is."""
    tabletop = tabletop_named(game.name)
    outcome = game.outcome(state.game) if state.phase is Phase.OVER else None
    play = play_of(tabletop, state)
    return View(
        sequence=state.sequence,
        game=state.header.game,
        phase=state.phase.shown.value,
        paused=state.paused,
        estopped=state.estopped,
        round=tabletop.round(state.game),
        row=tabletop.row(state.game, state.story[-1].row if state.story else 0),
        energy=tabletop.energy(state_shown(tabletop, state)),
        energy_max=tabletop.energy(state.start),
        lives_max=tabletop.most_lives(state.game),
        play=play,
        programs=tabletop.revealed(state.game),
        bonus=tabletop.bonus(state.game),
        hands=hands_of(tabletop, state),
        story=state.story,
        notices=state.notices,
        robots=_robots(tabletop, state),
        winners=outcome.winners if outcome else None,
        reason=outcome.reason if outcome else "",
        may=allowed_commands(tabletop, state),
        recharge=tuple(tabletop.recharge_units(state.game)),
        table=dict(state.header.about or {}),
        seats={} if state.header.seats is None else {name: state.seats.get(name, CHILD) for name in state.players},
        task=_task(tabletop, state),
        trays=tabletop.trays,
        locks=_locks(state),
        cameras=state.cameras,
    )


def _robots(tabletop: AnyTabletop, state: TableState) -> tuple[RobotView, ...]:
    """Return the robots' health. On the mat each golem that plays has one, or a person in its stead."""
    if not tabletop.mat:
        return tuple(map(_explained, state.robots.values()))
    playing = tabletop.game.stands(state.start)
    names = (name for name in state.players if name in playing)
    return tuple(_explained(state.robots.get(name, RobotView(name, "connecting"))) for name in names)


def _explained(robot: RobotView) -> RobotView:
    """Return the robot with its reason in all languages."""
    return replace(robot, why=why_of(robot)) if robot.reason else robot


def _locks(state: TableState) -> Mapping[str, tuple[RowLock, ...]]:
    """Return the commitments of this round; a row's salt and cards once it was revealed."""
    opened = {name: [row.view(opened=row.row <= state.opened) for row in rows] for name, rows in state.locks.items()}
    return {name: tuple(opened.get(name, [RowLock(told) for told in rows])) for name, rows in state.sums.items()}


def _task(tabletop: AnyTabletop, state: TableState) -> TaskView | None:
    """Return what is played: its name and story from the header or the game, how far the sides are from the game."""
    scenario = state.header.task
    task: Mapping[str, Any] = {**({} if scenario is None else asdict(scenario)), **tabletop.task(state.game)}
    if "name" not in task:
        return None
    goals = task.get("goals", ())
    return TaskView(
        kind=task["kind"],
        key=task["key"],
        name=_text(task["name"]),
        story=_text(task["story"]),
        goals=tuple(_goal(goal) for goal in goals),
        verdict=state.verdict,
        idea=task.get("idea"),
        conditions=tuple(task.get("conditions", ())),
        plays=tuple(task["plays"]) if "plays" in task else None,
        number=task.get("number"),
        count=task.get("count"),
        tries=task.get("tries", 1),
        solved=tuple(task.get("solved", ())),
    )


def _text(told: Message | Mapping[str, str]) -> Message:
    """Return a text of the game's own, or of the header, which has it in several languages."""
    return told if isinstance(told, Message) else given(told)


def _goal(goal: Mapping[str, Any]) -> GoalView:
    left = goal["left"]
    how_far = None if left is None else GoalLeft(left["what"], left["n"], left["text"])
    return GoalView(goal["side"], goal["goal"], goal["cell"], goal["text"], how_far)
