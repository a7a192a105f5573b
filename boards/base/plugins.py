"""Plug-ins: what other installed packages bring, found by their entry points (packaging.python.org, "Entry points").

A package names in its `pyproject.toml` what it brings, such as ``[project.entry-points."golem_table.games"]`` with
``frogs = "golem_frogs"``. Nothing is imported before it is asked for, so that one broken package does not stop the
others.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _, listed, pgettext
from boards.base.reasons import ReasonCode

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class PluginMistake(ReasonCode):
    """What is wrong with a plug-in."""

    NO_IMPORT = "no-import", _("{found} does not import ({reason}); repair this package or uninstall it")
    BUILT_IN = "built-in", _("{owners} brings a {kind} of this name, which is built in; the built-in one is used")
    CLAIMED_TWICE = "claimed-twice", _("{owners} bring a {kind} of this name each; uninstall all but one")


_KINDS = {"game": pgettext("kind of plug-in", "game"), "robot family": pgettext("kind of plug-in", "robot family")}

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plugin:
    """One thing that an installed package brings."""

    group: str
    """Such as ``golem_table.games``."""
    name: str
    package: str
    """The distribution that brings it, with its version; empty if that is not known."""
    entry: EntryPoint

    @property
    def at(self) -> str:
        """Where problems with it are: group, name and package."""
        return f"{self.group}: {self.name}{f' (of {self.package})' if self.package else ''}"

    def load(self) -> object:
        """Import what it names. Raises Problems for whatever its import raises."""
        try:
            return self.entry.load()
        except Exception as error:
            # A stranger's code may raise anything while it is imported; the cause is named.
            why = f"{type(error).__name__}: {error}".removesuffix(": ")
            mistake = PluginMistake.NO_IMPORT(found=repr(self.entry.value), reason=why)
            raise Problems([Problem(self.at, mistake)]) from error


def plugins(group: str) -> tuple[Plugin, ...]:
    """Return all plug-ins of a group, by name and package. One that is listed twice by the same file counts once."""
    # It loads slowly, and `golem resolve` rarely needs it.
    from importlib.metadata import entry_points

    found: dict[tuple[str, str, str], Plugin] = {}
    for entry in entry_points(group=group):
        package = "" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
        found.setdefault((entry.name, package, entry.value), Plugin(group, entry.name, package, entry))
    return tuple(found[key] for key in sorted(found))


def usable(group: str, built_in: Collection[str], kind: str) -> tuple[dict[str, Plugin], dict[str, Problem]]:
    """Sort the plug-ins of a group into those that can be used, by name, and what is wrong with the other names.

    A name that is built in stays what it is, and a name that two packages claim is nobody's. `kind`: what a plug-in is
    called, such as ``game``.
    """
    by_name: defaultdict[str, list[Plugin]] = defaultdict(list)
    for plugin in plugins(group):
        by_name[plugin.name].append(plugin)
    good: dict[str, Plugin] = {}
    bad: dict[str, Problem] = {}
    for name, claims in by_name.items():
        owners = listed(claim.package or claim.entry.value for claim in claims)
        if name in built_in:
            built = PluginMistake.BUILT_IN(owners=owners, kind=_KINDS.get(kind, kind))
            bad[name] = Problem(f"{group}: {name}", built)
        elif len(claims) > 1:
            twice = PluginMistake.CLAIMED_TWICE(owners=owners, kind=_KINDS.get(kind, kind))
            bad[name] = Problem(f"{group}: {name}", twice)
        else:
            good[name] = claims[0]
    return good, bad


def missing_members(thing: object, members: Iterable[str]) -> tuple[str, ...]:
    """Return the members that a plug-in's object should have and does not, in the given order."""
    return tuple(name for name in members if not hasattr(thing, name))


def each_loaded(good: Mapping[str, Plugin], load: Callable[[Plugin], T]) -> dict[str, T]:
    """Load all plug-ins that load; warn of each of the others, and go on without it."""
    found: dict[str, T] = {}
    for name, plugin in good.items():
        try:
            found[name] = load(plugin)
        except GolemError as error:
            log.warning("%s", error)
    return found
