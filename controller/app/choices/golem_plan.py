"""A game on a mat of the kit: an ordinary one, a scenario, a puzzle, or a position that was painted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from boards import lessons, puzzles, scenarios
from boards.base.errors import GolemError, Problems
from boards.base.message import Message, _
from boards.base.yaml_messages import YamlMistake
from boards.colours import COLOURS
from boards.kit.thing_keys import MatKey
from boards.mats import UnknownMat, chosen, mat, mats
from controller.app.choices.game_choices import Findings, GameChoices
from controller.app.choices.offered_choices import GOLEM_KEYS, no_choice, no_task_file, shown
from controller.app.compose.game_setup import (
    GamePlan,
    mat_of,
    more_tokens_of,
    with_more_tokens,
    with_puzzle,
    with_scenario,
)
from controller.games.golems.documents.document_reader import judge_position
from controller.games.golems.free_setup import (
    CHOSEN_WAYS,
    ENERGY_CHOSEN,
    FEWEST,
    FREE_KEYS,
    LIVES_CHOSEN,
    FreeSetup,
    Tokens,
    free_position_problems,
    free_setup_problems,
    in_free_limits,
    sides_wanted,
)
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES
from controller.games.golems.rules.position import LIVES, RULES, Position

_SAYS_ITSELF = ("players", "board", "way", "rules", "setup", *FREE_KEYS)
"""What a scenario and a puzzle say themselves."""


def golem_plan(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    """Return the plan as far as it can be made, and whether it is sure who plays; what is wrong is told."""
    for key in choices.said():
        if key not in GOLEM_KEYS:
            told.add(key, no_choice(choices.game, key))
    if choices.text is not None and choices.scenario is None and choices.puzzle is None:
        told.add("text", no_task_file())
    if choices.puzzle is not None or choices.game == PUZZLES:
        return _puzzle(choices, plan, told)
    if choices.scenario is not None:
        return _scenario(choices, plan, told)
    if choices.setup is not None:
        return _painted(choices, plan, told)
    return _ordinary(choices, plan, told)


def _refuse(choices: GameChoices, message: Message, told: Findings, but: Sequence[str] = ()) -> None:
    """Refuse what a scenario or puzzle says itself, `but` what it leaves to people."""
    said = choices.said()
    for key in _SAYS_ITSELF:
        if key in said and key not in but:
            told.add(key, message)


def _scenario(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    """Return the plan of a scenario, with more tokens where it takes more."""
    plan, sure = _opened(choices, plan, "scenario", with_scenario, told)
    more = not sure or bool(more_tokens_of(plan))
    _refuse(choices, _("the scenario says this; leave it out"), told, ("tokens",) if more else ())
    tokens = _tokens(choices.more, told) if more else {}
    if sure and tokens:
        try:
            plan = with_more_tokens(plan, tokens)
        except Problems as refused:
            told.add_all(refused.problems, lambda at: at)
    return plan, sure


def _puzzle(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    _refuse(choices, _("the puzzle says this; leave it out"), told)
    alone = _("a puzzle is for one player who lays cards; leave this out")
    if choices.scenario is not None:
        told.add("scenario", alone)
    for player in choices.computers:
        told.add(f"computer.{player}", alone)
    if choices.puzzle is None:
        told.add("puzzle", _("say which puzzle is played"))
        return plan, False
    return _opened(choices, plan, "puzzle", with_puzzle, told)


def _opened(
    choices: GameChoices,
    plan: GamePlan,
    key: str,
    opened: Callable[[GamePlan, str, str | None], GamePlan],
    told: Findings,
) -> tuple[GamePlan, bool]:
    """Return the plan of a scenario or puzzle.

    Over a network those that are shipped have names, and all others come whole.
    """
    name = str(getattr(choices, key))
    known = scenarios.keys() if key == "scenario" else (*puzzles.keys(), *lessons.paths())
    if not choices.files and choices.text is None and name not in known:
        message = (
            _("there is no such scenario; choose one that is shipped, or a file")
            if key == "scenario"
            else _("there is no such puzzle; choose one that is shipped, or a file")
        )
        told.add(key, message)
        return plan, False
    try:
        return opened(plan, name, choices.text), True
    except Problems as refused:
        told.add_file(key, refused)
    except GolemError as refused:
        told.add(key, refused.message)
    return plan, False


def _one_of(given: str | None, known: Sequence[str], usual: str, key: str, told: Findings) -> str:
    if given is None or given in known:
        return given or usual
    told.add(key, YamlMistake.CHOICE(found=repr(given[:40]), choices=", ".join(known)).message)
    return usual


def _mat(choices: GameChoices, plan: GamePlan, told: Findings) -> MatKey:
    """Return the mat that was chosen; a small one in the place of a wrong one."""
    name = choices.board
    if name is None or name == plan.mat.name:
        return plan.mat
    try:
        if choices.files or MatKey(name) in mats():
            return chosen(name)
    except UnknownMat:
        pass
    except Problems as refused:
        told.add_file("board", refused)
        return GamePlan.mat
    known = ", ".join(key.name for key in mats())
    if choices.files:
        told.add(
            "board",
            _(
                "there is no mat {name}; choose one of {known}, or name a mat's YAML file",
                name=repr(name[:60]),
                known=known,
            ),
        )
    else:
        told.add("board", YamlMistake.CHOICE(found=repr(name[:60]), choices=known).message)
    return GamePlan.mat


def _colours(choices: GameChoices, told: Findings) -> tuple[tuple[str, ...], bool]:
    """Return who plays, so many or those who have a seat, and whether they are meant."""
    seated = choices.seated
    count = len(GamePlan.players) if choices.players is None else choices.players
    if seated is not None:
        count = len(seated)
        known = [colour for colour in COLOURS if colour in seated]
        if len(known) == count and known != list(COLOURS[:count]):
            told.add("players", _("the first players play: red, blue, yellow, green"))
            return tuple(known), True
    if not FEWEST <= count <= len(COLOURS):
        told.add("players", _("Battle of Golems is for 2 to 4"))
        return COLOURS[:FEWEST], False  # There is every kind of game for so many.
    return COLOURS[:count], True


def _ordinary(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    players, sure = _colours(choices, told)
    key = _mat(choices, plan, told)
    way = _one_of(choices.way, CHOSEN_WAYS, plan.way, "way", told)
    rules = _one_of(choices.rules, RULES, plan.rules, "rules", told)
    free = read_free(choices, told)
    grid = mat(key).grid
    problems = free_setup_problems(len(players), (grid.columns, grid.rows), rules, way, free)
    told.add_all(problems, lambda at: "board" if at == "board.size" else at)
    return replace(plan, players=players, mat=key, rules=rules, way=way, free=free), sure


def read_free(choices: GameChoices, told: Findings) -> FreeSetup:
    """Return what was chosen by itself for an ordinary game; what is no such value is told and left out."""
    more = choices.more
    lives = _number(more, "lives", LIVES_CHOSEN, choices.exact, told)
    energy = _number(more, "energy", ENERGY_CHOSEN, choices.exact, told)
    pairs: Sequence[Sequence[str]] = ()
    given = more.get("sides")
    if isinstance(given, list) and given and all(_is_list_of_texts(pair) for pair in given):
        pairs = tuple(tuple(pair) for pair in given)
    elif "sides" in more:
        told.add("sides", sides_wanted())
    return FreeSetup(_tokens(more, told), LIVES if lives is None else lives, energy, pairs)


def _tokens(more: Mapping[str, object], told: Findings) -> Tokens:
    given = more.get("tokens", {})
    wanted = _("tokens are lists of cells, such as {walls: [b2], waters: [c3], barrels: [d1, a4]}")
    if not isinstance(given, Mapping):
        told.add("tokens", wanted)
        return {}
    for kind, cells in given.items():
        if not _is_list_of_texts(cells):
            told.add(f"tokens.{kind}", wanted)
    return {str(kind): tuple(cells) for kind, cells in given.items() if _is_list_of_texts(cells)}


def _number(more: Mapping[str, object], key: str, allowed: range, exact: bool, told: Findings) -> int | None:
    """Return a whole number; whether it is allowed is asked of the rules."""
    if key not in more:
        return None
    given = more[key]
    if type(given) is int:
        return given
    if not exact and isinstance(given, str) and re.fullmatch("[0-9]{1,9}", given):
        return int(given)
    wanted = _("a whole number from {low} to {high}", low=allowed[0], high=allowed[-1])
    told.add(key, _("{found} can't be chosen; choose {known}", found=shown(given), known=wanted))
    return None


def _is_list_of_texts(given: object) -> bool:
    return isinstance(given, list | tuple) and all(isinstance(item, str) for item in given)


def _painted(choices: GameChoices, plan: GamePlan, told: Findings) -> tuple[GamePlan, bool]:
    """Return the plan of a position that says itself who stands where, on which board, by which rules."""
    for key in FREE_KEYS:
        if key in choices.more:
            told.add(key, _says_itself())
    document = dict(cast("Mapping[str, object]", choices.setup))
    position, wrong = judge_position(document)
    told.add_all(map(in_free_limits, wrong), _in_setup)
    limits = free_position_problems(position)
    told.add_all((one for one in limits if not any(_is_about(one.at, other.at) for other in wrong)), _in_setup)
    if wrong:
        _one_of(choices.way, CHOSEN_WAYS, plan.way, "way", told)
        _one_of(choices.rules, RULES, plan.rules, "rules", told)
        _mat(choices, plan, told)
        return plan, False
    painted = _painted_mat(choices, plan, position, told)
    for name, chosen_value, found in (
        ("way", choices.way, position.way),
        ("rules", choices.rules, position.rules),
    ):
        if chosen_value is not None and chosen_value != found:
            told.add(name, _differs(found))
    return (
        replace(plan, players=position.colours, mat=painted, rules=position.rules, way=position.way, setup=document),
        True,
    )


def _painted_mat(choices: GameChoices, plan: GamePlan, position: Position, told: Findings) -> MatKey:
    """Return the mat for a position: that which was chosen, or one with as many cells."""
    size = (position.grid.columns, position.grid.rows)
    if choices.board is None:
        try:
            return mat_of(position, "setup")
        except Problems as refused:
            if not any(one.key == "setup.board.size" for one in told.all):
                told.add("setup.board.size", refused.problems[0].message)
            return plan.mat
    before = len(told.all)
    key = _mat(choices, plan, told)
    grid = mat(key).grid
    if len(told.all) == before and (grid.columns, grid.rows) != size:
        told.add("board", _differs(f"{size[0]}x{size[1]}"))
    return key


def _is_about(place: str, other: str) -> bool:
    """Whether two places of a document are one, or one is in the other."""
    short, long = sorted((place, other), key=len)
    return long == short or long.startswith((f"{short}.", f"{short}["))


def _in_setup(at: str) -> str:
    return f"setup.{at}" if at else "setup"


def _says_itself() -> Message:
    return _("the set-up says this itself; leave it out")


def _differs(found: str) -> Message:
    return _("the set-up says {found}; say the same, or leave this out", found=found)
