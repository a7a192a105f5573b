"""The parts of a `table.yaml` that are otherwise for games of pieces: the game, its robots, how it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from boards.base.errors import Problems
from boards.base.message import Message, _
from boards.base.yaml_reader import Section
from boards.colours import COLOURS
from boards.mats import SUFFIXES
from controller.app.choices.game_choices import Finding, GameChoices
from controller.app.choices.offered_choices import MOST_PLAYERS, own_keys, piece_keys
from controller.app.compose.game_setup import GamePlan, no_real_dice
from controller.app.compose.staged_game import checked_stage
from controller.app.config.default_settings import usual_settings
from controller.games.game_registry import tabletop_named
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import Pace


def piece_choices(section: Section, kind: str, folder: Path, *, staged: bool) -> GameChoices:
    """Return what the file says of the game of pieces of this `kind:`."""
    tabletop = tabletop_named(kind)
    keys = piece_keys(tabletop)
    board = text_of(section, "board") if "board" in keys else None
    return GameChoices(
        game=kind,
        players=players_of(section),
        board=board if board is None or not board.endswith(SUFFIXES) else str(folder / board),
        scenario=text_of(section, "scenario") if "scenario" in keys else None,
        more={key: section.plain(key) for key in own_keys(tabletop) if section.has(key)},
        computers=seats(section),
        names=player_names(section),
        bots=_paths(section, folder) if section.has("bots") else (),
        exact=True,
        staged=staged and tabletop.stage is not None,
    )


def _paths(section: Section, folder: Path) -> tuple[Path, ...]:
    found = section.plain("bots")
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        section.problem("bots", _("two bots' Python files are wanted, such as [hunter.py, centre.py]"))
        return ()
    return tuple(folder / item for item in found)


def players_of(section: Section) -> int | None:
    """Return how many play; None if it is not said, or is no whole number, which is told."""
    if not section.has("players"):
        return None
    given = section.plain("players")
    if type(given) is not int:
        section.integer("players", 1, MOST_PLAYERS)
        return None
    return given


def text_of(section: Section, key: str) -> str | None:
    """Return a text; None if it is not there, or is none, which is told."""
    if not section.has(key):
        return None
    text = section.text(key)
    return text if isinstance(section.plain(key), str) and text.strip() else None


def _texts(section: Section, key: str) -> Mapping[str, str]:
    """Return the texts below a key that names its own."""
    inner = section.section(key) if section.has(key) else None
    found = {} if inner is None else {name: text_of(inner, name) for name in inner.keys()}  # noqa: SIM118 (no mapping)
    return {name: text for name, text in found.items() if text is not None}


def seats(section: Section) -> Mapping[str, str]:
    """Return for whom the computer plays, and how well: ``computer: {blue: hard}``."""
    return _texts(section, "computer")


def player_names(section: Section) -> Mapping[str, str]:
    """Return what players are called: ``names: {red: Anna}``."""
    return _texts(section, "names")


def tell(section: Section, findings: Iterable[Finding]) -> None:
    """Tell what is wrong with a game at the keys that say it; what no key says, at the game's kind."""
    for finding in findings:
        root = finding.key.partition(".")[0].partition("[")[0]
        at = finding.key if section.has(root) else "kind" if section.has("kind") else root
        section.problem(at, finding.message)


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
    no_dice = no_real_dice(replace(plan, game=kind))
    if people and no_dice is not None:
        section.problem("dice", no_dice)
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
