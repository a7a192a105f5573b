"""`table.yaml`: what stands on a real table. Every mistake is named with its line, all at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from boards.base.catalogue import Language, languages
from boards.base.errors import GolemError, Problems
from boards.base.message import Message, _
from boards.base.yaml_messages import YamlMistake
from boards.base.yaml_reader import Section, read_document
from boards.colours import COLOURS
from boards.kit.thing_keys import MatKey
from boards.mats import SUFFIXES, mats, use
from controller.app.compose.game_setup import GamePlan, check_camera_dice, with_puzzle, with_scenario
from controller.app.config.camera_config import CameraPlan, RecordPlan, camera_plans, record_plan
from controller.app.config.free_setup_config import FREE_KEYS, read_free_setup, read_more_tokens
from controller.app.config.piece_game_config import (
    paced,
    piece_plan,
    piece_settings,
    staged_robots,
    with_player_names,
    with_seats,
)
from controller.console.access_control import is_tls_address
from controller.games.game_registry import tabletops
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE
from firmware_bridge.robots.credential_messages import CredentialMistake
from firmware_bridge.robots.credentials import PASSWORD_VARIABLE, USER_VARIABLE, Login, login_of
from firmware_bridge.robots.robot_families import open_robot, shown

ODOMETRY = "odometry.yaml"
"""The file beside the table file in which it is kept what was learned of the robots' wheels."""

WAYS = ("beginner", "standard", "autonomous")


@dataclass(frozen=True)
class PagePlan:
    """Where the page is served."""

    host: str = "127.0.0.1"
    port: int = 8080
    key: str | None = None
    """The facilitator's key; None: a new one for every run."""
    stop_port: int = 0
    """Of the emergency stop alone; 0: any free one."""
    stop_address: str | None = None
    """Where pages reach this port through a proxy with TLS, such as ``https://table.example:8443``."""


@dataclass(frozen=True)
class TableFile:
    """A validated `table.yaml`."""

    game: GamePlan
    cameras: tuple[CameraPlan, ...]
    """None of them: a game of pieces that nobody watches."""
    robots: Mapping[str, str]
    """A robot's URL by colour; who is missing is moved by hand, or a ghost in a game of pieces."""
    settings: Settings
    page: PagePlan | None
    journals: Path
    login: Login | None = None
    """To the broker of robots on MQTT."""
    record: RecordPlan | None = None
    """What is kept of the cameras' pictures; None: nothing."""
    odometry: Path | None = None
    """Where it is kept what was learned of the robots' wheels; None: nowhere."""

    @property
    def staged(self) -> bool:
        """Whether robots act out a game of pieces."""
        return not self.game.on_mat and bool(self.robots)


SPARES = ("spare", "spare2", "spare3")
"""Names of robots below ``robots:`` that play for nobody, until one of them takes over a golem."""


def read_table_file(path: Path, language: Language = "en") -> TableFile:
    """Read and check a `table.yaml`; `language`: of a table that names none.

    Raises :class:`boards.base.errors.Problems`, which know the table's language.
    """
    spoken: list[Language] = []
    try:
        return read_document(path, lambda top: _table(top, path.parent, spoken, language))
    except Problems as problems:
        problems.language = next(iter(spoken), None)
        raise


def _table(top: Section, folder: Path, spoken: list[Language], language: Language) -> TableFile:
    plan = GamePlan(language=language)
    plan = replace(plan, name=top.text("name")) if top.has("name") else plan
    section = top.section("game") if top.has("game") else None
    if section is not None:
        plan = _common(section, plan)
        spoken.append(plan.language)
    kinds = tabletops()
    kind = section.text("kind", tuple(kinds)) if section is not None and section.has("kind") else plan.game
    journals = folder / (top.text("journals") if top.has("journals") else "games")
    login, record, page = _broker(top, folder), record_plan(top, folder), _page(top)
    odometry = folder / (top.text("odometry") if top.has("odometry") else ODOMETRY)
    if section is not None and kind not in kinds:
        # What else is wrong depends on the game that is meant.
        for part, keys in ((section, section.keys()), (top, ("camera", "cameras", "lens", "robots", "play"))):
            for key in keys:
                part.has(key)
        return TableFile(plan, (), {}, Settings(), page, journals, login, record, odometry)
    if section is None or kinds[kind].kit_mat:
        plan = plan if section is None else _golems(section, plan, folder)
        cameras, robots = camera_plans(top, folder), _robots(top, plan.players)
        return TableFile(plan, cameras, robots, _settings(top), page, journals, login, record, odometry)
    staged, watched = top.has("robots"), top.has("camera") or top.has("cameras")
    plan = piece_plan(section, plan, kind, folder, staged=staged)
    robots = staged_robots(top, kind, _wrong_url) if staged else {}
    settings, plan = piece_settings(top, kind, plan, staged=staged)
    cameras = camera_plans(top, folder) if watched else ()
    if watched:
        try:
            check_camera_dice(plan)
        except Problems as problems:
            section.problem("dice", problems.problems[0].message)
    if watched and not staged and kinds[kind].automatic:
        top.problem(
            "camera" if top.has("camera") else "cameras",
            _("without robots there is nothing of {kind} to see", kind=kind),
        )
    if record is not None and not watched:
        top.problem("record", _("there is no camera whose pictures could be kept"))
    return TableFile(plan, cameras, robots, settings, page, journals, login, record, odometry)


def _common(section: Section, plan: GamePlan) -> GamePlan:
    """Return what every game may say."""
    seed = section.integer("seed", 0, 2**31) if section.has("seed") else plan.seed
    return replace(plan, seed=seed, language=_language(section) if section.has("language") else plan.language)


def _golems(section: Section, plan: GamePlan, folder: Path) -> GamePlan:
    if section.has("deck_seed"):
        plan = replace(plan, deck_seed=section.integer("deck_seed", 1, 999_999))
    if section.has("puzzle"):
        plan = _from_file(section, plan, "puzzle", with_puzzle, ("scenario", "computer"))
        return with_player_names(section, plan)
    if section.has("scenario"):
        plan = _from_file(section, plan, "scenario", with_scenario, may_say=("tokens",))
        plan = read_more_tokens(section, plan)
    else:
        plan = _plain_game(section, plan, folder)
    return with_player_names(section, with_seats(section, plan))


def _plain_game(section: Section, plan: GamePlan, folder: Path) -> GamePlan:
    players = section.integer("players", 2, 4) if section.has("players") else 2
    mat = _mat(section, folder)
    way = section.text("way", WAYS) if section.has("way") else plan.way
    rules = section.text("rules", ("3.1", "2.0")) if section.has("rules") else plan.rules
    if way in ("beginner", "autonomous") and mat != MatKey("4x4"):
        section.problem("board", _("a game of this way is played on the 4x4 board ({way})", way=way))
    if way == "beginner" and players > 2:
        section.problem("players", _("the beginner game is for two players"))
    if rules == "2.0" and players > 2:
        section.problem("players", _("the rules 2.0 are for two players"))
    plan = replace(plan, players=COLOURS[:players], mat=mat, rules=rules, way=way)
    return replace(plan, free=read_free_setup(section, plan))


def _mat(section: Section, folder: Path) -> MatKey:
    """Return the key of the mat: one of the shipped, or of a YAML file beside the table file."""
    name = section.text("board")
    if name.endswith(SUFFIXES):
        try:
            return use(folder / name).key
        except Problems as problems:
            for problem in problems.problems:
                section.problem("board", problem.placed)
    elif MatKey(name) in mats():
        return MatKey(name)
    elif name:
        known = ", ".join([*(key.name for key in mats()), "*.yaml"])
        section.problem("board", YamlMistake.CHOICE(found=repr(name), choices=known))
    return GamePlan.mat


def _from_file(
    section: Section,
    plan: GamePlan,
    what: str,
    opened: Callable[[GamePlan, str], GamePlan],
    not_with: tuple[str, ...] = (),
    may_say: tuple[str, ...] = (),
) -> GamePlan:
    """Return the plan for a scenario or puzzle, which says itself who plays on which board."""
    puzzle = what == "puzzle"
    for key in ("players", "board", "way", "rules", *FREE_KEYS):
        if key not in may_say and section.has(key):
            said = _("the puzzle says this; leave it out") if puzzle else _("the scenario says this; leave it out")
            section.problem(key, said)
    for key in not_with:
        if section.has(key):
            section.problem(key, _("this is not possible with a puzzle; leave it out"))
    name = section.text(what)
    try:
        return opened(plan, name)
    except Problems as problems:
        for problem in problems.problems:
            section.problem(what, problem.placed)
    except GolemError as error:
        section.problem(what, error.message)
    return plan


def _language(section: Section) -> Language:
    text = section.text("language", languages())
    return next((language for language in languages() if language == text), languages()[0])


def _robots(top: Section, players: tuple[str, ...]) -> dict[str, str]:
    section = top.section("robots") if top.has("robots") else None
    if section is None:
        return {}
    robots: dict[str, str] = {}
    for name in section.keys():  # noqa: SIM118 - a section is no mapping
        url = section.text(name)
        if name not in (*players, *SPARES):
            section.problem(name, _("no player of this game; the players are {players}", players=", ".join(players)))
        elif url in robots.values():
            section.problem(name, _("{url} is another golem's robot already", url=shown(url)))
        elif url:
            for mistake in _wrong_url(name, url):
                section.problem(name, mistake)
        robots[name] = url
    return robots


def _wrong_url(name: str, url: str) -> tuple[Message, ...]:
    try:
        open_robot(name, url)
    except Problems as problems:
        return tuple(
            problem.message if problem.at == f"robots.{name}" else problem.placed for problem in problems.problems
        )
    return ()


def _broker(top: Section, folder: Path) -> Login | None:
    """Who we are to the broker: from a file of its own or from the environment, never from the table file."""
    section = top.section("broker") if top.has("broker") else None
    secrets = ca = None
    if section is not None:
        for key in ("user", "password", "token", "robots"):
            if section.has(key):
                section.problem(
                    key,
                    CredentialMistake.NOT_HERE(user_variable=USER_VARIABLE, password_variable=PASSWORD_VARIABLE),
                )
        secrets = folder / section.text("secrets") if section.has("secrets") else None
        ca = folder / section.text("ca") if section.has("ca") else None
    try:
        return login_of(os.environ, secrets, ca)
    except Problems as problems:
        for problem in problems.problems:
            top.problem("broker", problem.placed)
        return None


def _settings(top: Section) -> Settings:
    section = top.section("play") if top.has("play") else None
    usual = Settings(pace=REFERENCE_PACE, guard=True)
    if section is None:
        return usual
    dice: Literal["seed", "camera"] = usual.dice
    lock: Literal["ready-cards", "button"] = usual.lock
    go: Literal["auto", "button"] = usual.go
    if section.has("dice"):
        dice = "camera" if section.text("dice", ("seed", "camera")) == "camera" else "seed"
    if section.has("lock"):
        lock = "button" if section.text("lock", ("ready-cards", "button")) == "button" else "ready-cards"
    if section.has("go"):
        go = "button" if section.text("go", ("auto", "button")) == "button" else "auto"
    guard = section.truth("guard") if section.has("guard") else usual.guard
    reveal = section.number("reveal_s", 0, 120) if section.has("reveal_s") else usual.reveal_s
    return Settings(dice, lock, go, reveal, guard=guard, pace=paced(section, usual.pace))


def _page(top: Section) -> PagePlan | None:
    if not top.has("page"):
        return PagePlan()
    section = top.section("page")
    if section is None:
        return None
    usual = PagePlan()
    stop_port = section.integer("stop_port", 0, 65535) if section.has("stop_port") else usual.stop_port
    if section.has("off") and section.truth("off"):
        return None
    port = section.integer("port", 0, 65535) if section.has("port") else usual.port
    if stop_port != 0 and stop_port == port:
        section.problem("stop_port", _("the page itself has this port; the emergency stop needs another"))
    stop_address = section.text("stop_address").rstrip("/") if section.has("stop_address") else None
    if stop_address is not None and not is_tls_address(stop_address):
        found = repr(stop_address)
        section.problem("stop_address", _("{found} is no address such as https://table.example:8443", found=found))
    if stop_address is not None and stop_port == 0:
        section.problem("stop_port", _("a proxy must know the port: give it a number"))
    return PagePlan(
        host=section.text("host") if section.has("host") else usual.host,
        port=port,
        key=section.text("key") if section.has("key") else None,
        stop_port=stop_port,
        stop_address=stop_address,
    )
