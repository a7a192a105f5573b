"""`table.yaml`: what stands on a real table. Every mistake is named with its line, all at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from boards.base.catalogue import Language, languages
from boards.base.errors import Problems
from boards.base.message import Message, _
from boards.base.yaml_reader import Section, read_document
from boards.mats import SUFFIXES
from controller.app.choices.game_choices import GameChoices
from controller.app.choices.game_plan import planned
from controller.app.compose.game_setup import GamePlan, camera_dice_problem
from controller.app.config.camera_config import CameraPlan, RecordPlan, camera_plans, record_plan
from controller.app.config.piece_game_config import (
    paced,
    piece_choices,
    piece_settings,
    player_names,
    players_of,
    seats,
    staged_robots,
    tell,
    text_of,
)
from controller.console.access_control import is_tls_address
from controller.games.game_registry import tabletops
from controller.games.golems.free_setup import FREE_KEYS
from controller.table.core.settings import Settings
from controller.table.motion.motion_plan import REFERENCE_PACE
from firmware_bridge.robots.credential_messages import CredentialMistake
from firmware_bridge.robots.credentials import PASSWORD_VARIABLE, USER_VARIABLE, Login, login_of
from firmware_bridge.robots.robot_families import open_robot, shown

ODOMETRY = "odometry.yaml"
"""The file beside the table file in which it is kept what was learned of the robots' wheels."""


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
        if section is not None:
            if section.has("deck_seed"):
                plan = replace(plan, deck_seed=section.integer("deck_seed", 1, 999_999))
            plan, findings = planned(_golem_choices(section, folder), plan)
            tell(section, findings)
        cameras, robots = camera_plans(top, folder), _robots(top, plan.players)
        return TableFile(plan, cameras, robots, _settings(top), page, journals, login, record, odometry)
    staged, watched = top.has("robots"), top.has("camera") or top.has("cameras")
    plan, findings = planned(piece_choices(section, kind, folder, staged=staged), plan)
    tell(section, findings)
    robots = staged_robots(top, kind, _wrong_url) if staged else {}
    settings, plan = piece_settings(top, kind, plan, staged=staged)
    cameras = camera_plans(top, folder) if watched else ()
    if watched:
        dice = camera_dice_problem(plan)
        if dice is not None:
            section.problem("dice", dice)
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


def _golem_choices(section: Section, folder: Path) -> GameChoices:
    """Return what the file says of a game on a mat of the kit."""
    given = {key: text_of(section, key) for key in ("scenario", "puzzle", "way", "rules", "board")}
    if not any(section.has(key) for key in ("scenario", "puzzle", "board")):
        section.text("board")  # It is wanted then.
    board = given["board"]
    return GameChoices(
        players=players_of(section),
        board=str(folder / board) if board is not None and board.endswith(SUFFIXES) else board,
        way=given["way"],
        rules=given["rules"],
        scenario=given["scenario"],
        puzzle=given["puzzle"],
        more={key: section.plain(key) for key in FREE_KEYS if section.has(key)},
        computers=seats(section),
        names=player_names(section),
        exact=True,
    )


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
