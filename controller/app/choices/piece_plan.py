"""A game of pieces from what was chosen: who plays, on which board, with which aim, by which agreements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.choices.game_choices import Findings, GameChoices
from controller.app.choices.offered_choices import (
    MOST_PLAYERS,
    cannot_be_chosen,
    keys_of,
    no_scenario,
    no_task_file,
    not_taken,
    own_keys,
    read_choice,
)
from controller.app.compose.game_setup import GamePlan, with_pieces
from controller.games.game_registry import AnyTabletop, tabletop_named

_OPTION = "--board"
"""Where a tabletop tells what is wrong with a board."""
_USUAL = 2
"""Players where nothing is said."""


def piece_plan(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    """Return the plan as far as it can be made, and whether it is sure who plays; what is wrong is told."""
    tabletop = tabletop_named(choices.game)
    taken = keys_of(choices.game)
    for key in choices.said():
        if key not in taken:
            told.add(key, not_taken(choices.game, key, getattr(choices, key, None)))
    if choices.text is not None:
        told.add("text", no_task_file())
    count, sure = _players(choices, tabletop, told)
    parts = {**choices.usual, **_scenario(choices, tabletop, told), **_board(choices, tabletop, told)}
    parts |= _agreed(choices, tabletop, told)
    try:
        chosen = with_pieces(plan, choices.game, count, parts, staged=choices.staged)
    except Problems as refused:
        _tell_rules(choices, refused.problems, told)
    else:
        _tell_rules(choices, tabletop.choice_problems(tabletop.game.start(chosen.setup)), told)
        return chosen, sure
    return with_pieces(plan, choices.game, count, {}, staged=choices.staged), sure


def _players(choices: GameChoices, tabletop: AnyTabletop, told: Findings) -> tuple[int, bool]:
    """Return how many play, and whether that was meant: another number, where there is no game for so many."""
    usual = tabletop.staged if choices.staged else tabletop.setup
    seated = choices.seated
    wanted = (_USUAL if choices.players is None else choices.players) if seated is None else len(seated)
    try:
        usual(wanted)
    except Problems as refused:
        told.add_all(refused.problems, lambda at: at)
        return next(count for count in (_USUAL, *range(1, MOST_PLAYERS + 1)) if _is_game(usual, count)), False
    return wanted, True


def _is_game(usual: Callable[[int], object], count: int) -> bool:
    try:
        usual(count)
    except Problems:
        return False
    return True


def _scenario(choices: GameChoices, tabletop: AnyTabletop, told: Findings) -> Mapping[str, Any]:
    if choices.scenario is None or not tabletop.scenarios:
        return {}
    if choices.scenario not in tabletop.scenarios:
        told.add("scenario", no_scenario(choices.game, choices.scenario))
    return tabletop.scenarios.get(choices.scenario, {})


def _board(choices: GameChoices, tabletop: AnyTabletop, told: Findings) -> Mapping[str, Any]:
    if choices.board is None or not tabletop.boards:
        return {}
    if not choices.files and Path(choices.board).suffix:
        told.add("board", _("choose one that is offered; a file is named in the terminal or a table file"))
        return {}
    try:
        return tabletop.on_board(choices.board)
    except Problems as refused:
        for problem in refused.problems:
            if problem.at == _OPTION:
                told.add("board", problem.message)
            else:
                told.add_file("board", Problems([problem]))
    return {}


def _agreed(choices: GameChoices, tabletop: AnyTabletop, told: Findings) -> dict[str, Any]:
    """Return what the set-up says of the game's own choices. What is said at length is read by the rules."""
    found: dict[str, str | int] = {}
    parts: dict[str, Any] = {}
    known = own_keys(tabletop)
    for key, value in choices.more.items():
        if key not in known:
            continue
        if key in tabletop.setup_parts and (key not in tabletop.setup_choices or isinstance(value, dict)):
            parts[key] = value
        elif (read := read_choice(tabletop.setup_choices[key], value, exact=choices.exact)) is None:
            told.add(key, cannot_be_chosen(tabletop.setup_choices[key], value))
        else:
            found[key] = read
    return {**tabletop.chosen(found), **parts}


def _tell_rules(choices: GameChoices, problems: Iterable[Problem], told: Findings) -> None:
    """Tell what the rules have against a set-up, at the choice that it comes from."""
    said = choices.said()
    for problem in problems:
        root = re.split(r"[.\[]", problem.at)[0]
        if root in said:
            told.add(problem.at, problem.message)
        elif root in ("sides", "players", "robots_each"):
            told.add("players", problem.message)
        else:
            told.add("board" if root == "board" else "game", problem.placed)
