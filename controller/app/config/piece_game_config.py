"""The parts of a `table.yaml` that are otherwise for games of pieces: the game, its robots, how it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from boards.base.errors import Problems
from boards.base.message import Message, _
from boards.base.yaml_reader import Section
from boards.colours import COLOURS
from boards.mats import SUFFIXES
from controller.app.compose.game_setup import GamePlan, with_bots, with_names, with_pieces
from controller.app.compose.staged_game import checked_stage
from controller.app.config.default_settings import usual_settings
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import Pace

MOST_PLAYERS = 6


def piece_plan(section: Section, plan: GamePlan, kind: str, folder: Path, *, staged: bool) -> GamePlan:
    """Return the game of pieces of this `kind:`; the plan as it was where something is wrong with it."""
    tabletop = tabletop_named(kind)
    players = section.integer("players", 2, MOST_PLAYERS) if section.has("players") else 2
    paths = _paths(section, folder) if section.has("bots") else ()
    named = tabletop.scenarios and section.has("scenario")
    setup = tabletop.scenarios.get(section.text("scenario", tuple(tabletop.scenarios)), {}) if named else {}
    if tabletop.boards and section.has("board"):
        board = section.text("board")
        with _placed(section, "board"):
            setup = {**setup, **tabletop.on_board(str(folder / board) if board.endswith(SUFFIXES) else board)}
    setup = {**setup, **_chosen(section, tabletop)}
    setup |= {key: section.plain(key) for key in tabletop.setup_parts if section.has(key) and key not in setup}
    with _placed(section, "kind"):
        plan = with_pieces(plan, kind, players, setup, staged=staged and tabletop.stage is not None)
    with _placed(section, "bots"):
        plan = with_bots(plan, paths)
    return with_player_names(section, with_seats(section, plan))


def _chosen(section: Section, tabletop: AnyTabletop) -> Mapping[str, Any]:
    """Return what the setup says of the game's own choices."""
    found: dict[str, str | int] = {}
    for key, choice in tabletop.setup_choices.items():
        if not section.has(key):
            continue
        given = section.plain(key)
        if isinstance(given, dict) and key in tabletop.setup_parts:
            continue  # The rules read it.
        chosen = choice.read(str(given)) if type(given) in (str, int) else None
        if chosen is None or type(chosen) is not type(given):
            section.problem(
                key, _("{found} can't be chosen; choose {known}", found=repr(given)[:40], known=choice.told)
            )
        else:
            found[key] = chosen
    return tabletop.chosen(found)


def _paths(section: Section, folder: Path) -> tuple[Path, ...]:
    found = section.plain("bots")
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        section.problem("bots", _("two bots' Python files are wanted, such as [hunter.py, centre.py]"))
        return ()
    return tuple(folder / item for item in found)


def with_seats(section: Section, plan: GamePlan) -> GamePlan:
    """Return the plan with the computer in the seats that ``computer: {blue: hard}`` names."""
    inner = section.section("computer") if section.has("computer") else None
    if inner is None:
        return plan
    found: dict[str, str] = {}
    for name in inner.keys():  # noqa: SIM118 - a section is no mapping
        found[name] = inner.text(name, tabletop_named(plan.game).strengths)
        if name not in plan.players:
            inner.problem(name, _("no player of this game; the players are {players}", players=", ".join(plan.players)))
    return replace(plan, computers={**plan.computers, **found})


def with_player_names(section: Section, plan: GamePlan) -> GamePlan:
    """Return the plan with what players are called: ``names: {red: Anna}``."""
    inner = section.section("names") if section.has("names") else None
    if inner is None:
        return plan
    names = {player: inner.text(player) for player in inner.keys()}  # noqa: SIM118 - a section is no mapping
    try:
        return with_names(plan, names, "names")
    except Problems as problems:
        for problem in problems.problems:
            inner.problem(problem.at.partition(".")[2], problem.message)
        return plan


@contextmanager
def _placed(section: Section, key: str) -> Iterator[None]:
    """Return what is wrong is said at the key that it names, or at this one."""
    try:
        yield
    except Problems as problems:
        for problem in problems.problems:
            options = ("game", "BOT", "--board")
            root = problem.at.partition(".")[0].partition("[")[0]
            if problem.at not in options and section.has(root):
                section.problem(problem.at, problem.message)
            else:
                section.problem(key, problem.message if problem.at in (*options, "players") else problem.placed)


def staged_robots(top: Section, kind: str, wrong: Callable[[str, str], tuple[Message, ...]]) -> dict[str, str]:
    """Robots by colour, where they can act; `wrong` says what is wrong with an address for a colour."""
    section = top.section("robots")
    if section is None:
        return {}
    try:
        checked_stage(kind)
    except Problems as problems:
        top.problem("robots", problems.problems[0].message)
    if not top.has("camera") and not top.has("cameras"):
        top.problem("robots", _("robots on a mat need a camera that sees it; name it under camera:"))
    robots: dict[str, str] = {}
    for name in section.keys():  # noqa: SIM118 - a section is no mapping
        url = section.text(name)
        if name not in COLOURS:
            section.problem(name, _("no golem; there are {colours}", colours=", ".join(COLOURS)))
        elif url and url in robots.values():
            section.problem(name, _("its address is another golem's robot already"))
        elif url:
            for mistake in wrong(name, url):
                section.problem(name, mistake)
        robots[name] = url
    return robots


def piece_settings(top: Section, kind: str, plan: GamePlan, *, staged: bool) -> tuple[Settings, GamePlan]:
    """How a game of pieces is played; the plan knows then whether people throw dice of their own."""
    usual = usual_settings(kind, staged=staged)
    section = top.section("play") if top.has("play") else None
    if section is None:
        return usual, plan
    people = section.has("dice") and section.text("dice", ("seed", "people")) == "people"
    if people and not tabletop_named(kind).faces:
        section.problem("dice", _("no dice are thrown in {kind}; leave it out", kind=kind))
    pieces: Literal["hands", "ghosts"] = usual.pieces
    guard, pace, go = usual.guard, usual.pace, usual.go
    if section.has("go"):
        go = "button" if section.text("go", ("auto", "button")) == "button" else "auto"
    reveal = section.number("reveal_s", 0, 120) if section.has("reveal_s") else usual.reveal_s
    if staged:
        guard = section.truth("guard") if section.has("guard") else guard
        pace = paced(section, pace)
    elif section.has("pieces"):
        pieces = "ghosts" if section.text("pieces", ("hands", "ghosts")) == "ghosts" else "hands"
    settings = replace(usual, pieces=pieces, go=go, reveal_s=reveal, guard=guard, pace=pace)
    return settings, replace(plan, real_dice=people)


def paced(section: Section, usual: Pace) -> Pace:
    """How fast robots drive."""
    speed = section.number("speed_mm_s", 20, 300) if section.has("speed_mm_s") else usual.speed_mm_s
    turning = section.number("speed_deg_s", 20, 360) if section.has("speed_deg_s") else usual.speed_deg_s
    return replace(usual, speed_mm_s=speed, speed_deg_s=turning)
