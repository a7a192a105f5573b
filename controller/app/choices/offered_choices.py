"""Which choices each game takes, and which values; what a game has not is refused in one sentence."""

from __future__ import annotations

from boards.base.message import Message, _
from controller.games.board_values import SetupChoice
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.golems.free_setup import FREE_KEYS
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES

MOST_PLAYERS = 6
"""Of any game; the games know how many they are for."""
GOLEM_KEYS: tuple[str, ...] = ("players", "board", "way", "rules", "scenario", "puzzle", "setup", *FREE_KEYS)
"""Of a game on a mat of the kit."""


def keys_of(game: str) -> tuple[str, ...]:
    """Return the keys of all that may be chosen for a game. Raises Problems for a game that there is not."""
    tabletop = tabletop_named(game)
    if game == PUZZLES:
        return ("puzzle",)
    return GOLEM_KEYS if tabletop.kit_mat else ("players", *piece_keys(tabletop))


def piece_keys(tabletop: AnyTabletop) -> tuple[str, ...]:
    """Return the keys of a game of pieces, without the players."""
    board = ("board",) if tabletop.boards else ()
    scenario = ("scenario",) if tabletop.scenarios else ()
    return (*board, *scenario, *own_keys(tabletop))


def own_keys(tabletop: AnyTabletop) -> tuple[str, ...]:
    """Return the keys of what only this game has: words and numbers first, then what is said at length."""
    return tuple(dict.fromkeys((*tabletop.setup_choices, *tabletop.setup_parts)))


def set_keys(game: str) -> tuple[str, ...]:
    """Return the keys that are neither an option nor a field of their own (``--set KEY=VALUE``)."""
    tabletop = tabletop_named(game)
    if game == PUZZLES:
        return ()
    return FREE_KEYS if tabletop.kit_mat else own_keys(tabletop)


def not_taken(game: str, key: str, value: object) -> Message:
    """Return why a game takes no such choice."""
    if key == "way":
        return _("{game} has one way to play; leave this out", game=game)
    if key == "rules":
        return _("{game} has one rulebook; leave this out", game=game)
    if key == "puzzle":
        return _("{game} has no puzzles; leave this out", game=game)
    if key == "setup":
        return _("{game} is not set up by a position; leave this out", game=game)
    if key == "scenario":
        return no_scenario(game, str(value))
    if key == "board":
        return _("{name} has one board only; leave out {board}", name=game, board=repr(str(value)[:60]))
    return no_choice(game, key)


def no_task_file() -> Message:
    """Return that there is no task whose file could be read."""
    return _("no scenario and no puzzle is read from a file here")


def no_scenario(game: str, scenario: str) -> Message:
    """Return that a game of pieces has no such scenario."""
    known = ", ".join(tabletop_named(game).scenarios)
    wanted = (
        _("{scenario} is no scenario of {game}, which has {known}", game=game, known=known)
        if known
        else _("{scenario} is no scenario of {game}, which has none", game=game)
    )
    return wanted.bind(scenario=repr(scenario[:40]))


def no_choice(game: str, text: str, known: tuple[str, ...] | None = None) -> Message:
    """Return that a game has no such choice beside its board and players. `known`: how its choices are called."""
    names = ", ".join(set_keys(game) if known is None else known) or _("nothing")
    return _("{found} is no choice of {game}, which has {known}", found=repr(text[:60]), game=game, known=names)


def read_choice(choice: SetupChoice, value: object, *, exact: bool) -> str | int | None:
    """Return the value that was chosen; None for one that may not be. `exact`: texts of digits are no numbers."""
    found = choice.read(str(value)) if type(value) in (str, int) else None
    return None if exact and type(found) is not type(value) else found


def cannot_be_chosen(choice: SetupChoice, value: object) -> Message:
    """Return that a value may not be chosen, and what may be."""
    return _("{found} can't be chosen; choose {known}", found=shown(value), known=choice.told)


def shown(value: object) -> str:
    """Return what was said, as it stands in an error: not longer than people read."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return repr(value[:40]) if isinstance(value, str) else repr(value)[:42]
