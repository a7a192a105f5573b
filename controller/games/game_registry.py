"""Every game by its name: how the table plays it and how `golem resolve` does.

A game is a folder beside this file, or a package that another distribution brings as a plug-in (entry point
``golem_table.games``). Its package has `GAME` (a :class:`controller.games.game.Game`), a module `tabletop` with
`TABLETOP` (a :class:`controller.games.tabletop.Tabletop`), and, if `golem resolve` is to know it, `resolve` (a document
in, a line of JSON out), and `rulebook` with `RULEBOOK`, the rules that people read. A game is loaded when it is asked
for.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import controller.games
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.plugins import Plugin, each_loaded, missing_members, usable
from controller.games.game import Game, Json
from controller.games.tabletop import Tabletop

if TYPE_CHECKING:
    from boards.rulebook import Rulebook  # Its pictures are drawn, which `golem resolve` does not wait for.

log = logging.getLogger(__name__)

GROUP = "golem_table.games"
"""The entry points of games that other packages bring: name of the game = its package."""

AT_THE_TABLE: Mapping[str, str] = {"golem_puzzles": "golems.puzzles"}
"""Games that are played at the table alone and that `golem resolve` does not know, with the folder of each."""

AnyGame = Game[Any, Any]
AnyTabletop = Tabletop[Any]
Resolve = Callable[[Json], str]
"""A pure function: one document of `golem resolve` in, one line of JSON out. Raises Problems, in input order."""

_GAME_MEMBERS = sorted(name for name in vars(Game) if not name.startswith("_"))
_TABLETOP_MEMBERS = ("game", "spots", "pieces", "choices", "players")


def built_in() -> tuple[str, ...]:
    """Return the names of the games that are folders beside this file, sorted."""
    return _folders(tuple(controller.games.__path__))


@cache
def _folders(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(paths) if module.ispkg))


def names() -> tuple[str, ...]:
    """Return the names of all games: those built in, then those of plug-ins, each sorted."""
    return (*built_in(), *_plugins())


def game_named(name: str) -> AnyGame:
    """Return the game of this name.

    Raises :class:`boards.base.errors.Problems` at ``game``, if there is none, and located at the plug-in for one
    that is broken.
    """
    found: AnyGame = tabletop_named(name).game if name in AT_THE_TABLE else _package(_known(name)).GAME
    return found


@cache
def tabletop_named(name: str) -> AnyTabletop:
    """Return how the game of this name is played at the table: `TABLETOP` of its package's module ``tabletop``.

    Raises :class:`boards.base.errors.Problems` as :func:`game_named` does.
    """
    if name in AT_THE_TABLE or name in built_in():
        found: AnyTabletop = importlib.import_module(
            f"controller.games.{AT_THE_TABLE.get(name) or name}.tabletop"
        ).TABLETOP
        return found
    return _plugin_tabletop(_plugins()[_known(name)])


def tabletops() -> dict[str, AnyTabletop]:
    """Return the tabletops of all games by name. A plug-in that is broken is warned of and left out."""
    found = {name: tabletop_named(name) for name in built_in()}
    return {**found, **each_loaded(_plugins(), lambda plugin: tabletop_named(plugin.name))}


@cache
def rulebook_named(name: str) -> Rulebook | None:
    """Return the rules that people of this game read: `RULEBOOK` of its package's module ``rulebook``.

    None for a plug-in that brings none. Raises :class:`boards.base.errors.Problems` as :func:`game_named` does.
    """
    folder = AT_THE_TABLE.get(name, name).partition(".")[0]
    package = _package(_known(folder))
    if importlib.util.find_spec(f"{package.__name__}.rulebook") is None:
        return None
    found: Rulebook = importlib.import_module(f"{package.__name__}.rulebook").RULEBOOK
    return found


def resolve(document: Json) -> str:
    """One turn or round of the game that the document names. Raises :class:`boards.base.errors.Problems`."""
    if not isinstance(document, dict):
        raise Problems([Problem("", _('a position is an object that names its game, such as {"game": "golems", ...}'))])
    name = _known(document.get("game"))
    found: Resolve | None = getattr(_package(name), "resolve", None)
    if found is None:
        message = _("{name} has no `resolve`: it is played at a table only (golem demo --game {name})", name=name)
        raise Problems([Problem("game", message)])
    return found(document)


def resolve_lines(lines: Sequence[bytes]) -> list[str | None]:
    """Return what :func:`resolve` says to lines of JSON, where a game answers them from their bytes; else None.

    There is one such game, whose rounds are asked for by the thousand.
    """
    answers: list[str | None] = _package("golems").resolve_lines(lines)
    return answers


def _known(name: object) -> str:
    if isinstance(name, str) and name in built_in():
        return name
    if isinstance(name, str) and name in _plugins():
        return name
    if isinstance(name, str) and name in _refused():
        raise Problems([_refused()[name]])
    found = _("no game is named") if name is None else _("there is no game {name}", name=repr(str(name)[:40]))
    raise Problems([Problem("game", _("{found}; the games are {names}", found=found, names=", ".join(names())))])


@cache
def _sorted_plugins() -> tuple[dict[str, Plugin], dict[str, Problem]]:
    good, bad = usable(GROUP, {*built_in(), *AT_THE_TABLE}, "game")
    for problem in bad.values():
        log.warning("%s", problem)
    return good, bad


def _plugins() -> dict[str, Plugin]:
    return _sorted_plugins()[0]


def _refused() -> dict[str, Problem]:
    return _sorted_plugins()[1]


@cache
def _package(name: str) -> Any:
    if name in built_in():
        return importlib.import_module(f"controller.games.{name}")
    return _plugin_package(_plugins()[name])


def _plugin_package(plugin: Plugin) -> ModuleType:
    """Import a plug-in's package. Raises Problems, all at once, for what is no package of this game."""
    found = plugin.load()
    if not isinstance(found, ModuleType) or not hasattr(found, "__path__"):
        message = _("{name} is no package; name the game's package, without a colon", name=repr(plugin.entry.value))
        raise Problems([Problem(plugin.at, message)])
    game = getattr(found, "GAME", None)
    if game is None:
        raise Problems([Problem(plugin.at, _("the package {name} has no GAME", name=repr(found.__name__)))])
    problems: list[Problem] = []
    if missing := missing_members(game, ("name", *_GAME_MEMBERS)):
        message = _("GAME has no {missing}; docs/sixth-game.md says what a game has", missing=", ".join(missing))
        problems.append(Problem(plugin.at, message))
    own_name = getattr(game, "name", plugin.name)
    if own_name != plugin.name:
        problems.append(
            Problem(
                plugin.at,
                _("GAME calls itself {told}; entry point and game must have one name", told=repr(own_name)),
            )
        )
    if problems:
        raise Problems(problems)
    return found


def _plugin_tabletop(plugin: Plugin) -> AnyTabletop:
    """Import a plug-in's tabletop. Raises Problems."""
    module = f"{_package(plugin.name).__name__}.tabletop"
    found = getattr(_imported(plugin, module), "TABLETOP", None)
    if found is None:
        raise Problems([Problem(plugin.at, _("the module {module} has no TABLETOP", module=repr(module)))])
    if missing := missing_members(found, _TABLETOP_MEMBERS):
        message = _(
            "TABLETOP has no {missing}; derive it from controller.games.tabletop.Tabletop", missing=", ".join(missing)
        )
        raise Problems([Problem(plugin.at, message)])
    tabletop: AnyTabletop = found
    return tabletop


def _imported(plugin: Plugin, module: str) -> ModuleType:
    beside = Plugin(plugin.group, plugin.name, plugin.package, type(plugin.entry)(plugin.name, module, plugin.group))
    found = beside.load()
    assert isinstance(found, ModuleType)
    return found


def forget_plugins() -> None:
    """Look for plug-ins anew when next asked: packages were installed or removed while this process runs."""
    _sorted_plugins.cache_clear()
    _package.cache_clear()
    tabletop_named.cache_clear()
    rulebook_named.cache_clear()
