"""`golem doctor`: what is there, what is missing, and how to mend it. Every check stands for itself."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial
from pathlib import Path

from boards.base import catalogue
from boards.base.catalogue import Language
from boards.base.errors import GolemError, Problems
from boards.base.reasons import Reason
from boards.colours import COLOURS
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from calibration.lens_file import Calibration
from calibration.lens_match import LensUnfit
from controller.app.compose.game_setup import header
from controller.app.compose.kit_selection import surface_of
from controller.app.config.camera_config import FOUND, CameraPlan
from controller.app.config.measured_lens import check_lens, today
from controller.app.config.table_file import SPARES, PagePlan, TableFile
from controller.app.devices.camera_setup import CameraSetupPlan, find_camera, lens_of, named_paths
from controller.app.devices.stored_odometry import load_stored_odometry
from controller.app.tools.channel_messages import error_at_place
from controller.app.tools.doctor_messages import Tell, kind_words, teller
from controller.console.serving.listening_socket import PortBusy, listen
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.cameras.address import shown
from controller.vision.cameras.camera_registry import camera_for
from controller.vision.cameras.device_names import named_cameras, stable_path
from controller.vision.cameras.exposure import ExposureState, Verdict
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.scene import Seen
from controller.vision.unread.remedies import TROUBLE_ADVICE
from firmware_bridge.channels.broker import find_mosquitto
from firmware_bridge.channels.serial_port import known_ports
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.robot_families import open_robot

MUCH_LATENCY_S = 0.3
"""From which on a camera makes games slow."""
LOOK_S = 5.0
"""How long the camera may take until its picture is at rest."""

ROOM_NEEDED_MB = 50
"""Free space below which a game's record and the kit may not fit."""


class Health(Enum):
    """How a thing is."""

    GOOD = "ok"
    WARNING = "!!"
    BAD = "NO"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    health: Health
    what: str
    found: str
    mend: str = ""


Check = Callable[[], Awaitable[list[Finding]]]


async def examine(table: TableFile | None, language: Language = "en") -> AsyncGenerator[Finding, None]:
    """Look at everything, one after the other, and say what is found as soon as it is."""
    tell = teller(language)
    checks: list[Check] = [
        lambda: _system(tell),
        lambda: _cameras(tell),
        lambda: _ports(tell),
        lambda: _broker(tell),
    ]
    if table is not None:
        if table.cameras:
            ground = surface_of(header(table.game), staged=table.staged)
            late = load_stored_odometry(table.odometry).cameras
            watch = CameraSetupPlan(
                table.cameras, ground.kit, ground.mat, table.journals, language=language, latencies=late
            )
            checks += [partial(_camera, plan, watch) for plan in table.cameras]
        checks += [
            lambda: _robots(table, language),
            lambda: _page(table.page, tell, language),
            lambda: _room(table.journals, tell),
        ]
    else:
        usual = CameraSetupPlan((CameraPlan("0"),), kit(), MatKey("4x4"), Path("games"), language=language)
        checks += [
            lambda: _camera(usual.cameras[0], usual, Health.WARNING),
            lambda: _page(PagePlan(), tell, language),
            lambda: _room(Path("games"), tell),
        ]
    for check in checks:
        for finding in await check():
            yield finding


async def report(table: TableFile | None, say: Callable[[str], None], language: Language = "en") -> Health:
    """Say all findings. Returns the worst health among them."""
    worst = Health.GOOD
    async with aclosing(examine(table, language)) as findings:
        async for finding in findings:
            worst = max(worst, finding.health, key=list(Health).index)
            say(f"[{finding.health.value}] {finding.what}: {finding.found}")
            if finding.mend:
                say(f"     -> {finding.mend}")
    return worst


async def _system(tell: Tell) -> list[Finding]:
    import cv2

    found = f"Python {platform.python_version()}, OpenCV {cv2.__version__}, {platform.system()} {platform.machine()}"
    if not cv2.__version__.startswith("4.14"):
        return [Finding(Health.WARNING, tell("program"), found, tell("other-opencv"))]
    return [Finding(Health.GOOD, tell("program"), found)]


async def _cameras(tell: Tell) -> list[Finding]:
    """Return the cameras that the system lists by name (Linux)."""
    known = named_cameras()
    if not known:
        return [Finding(Health.WARNING, tell("cameras"), tell("no-cameras"), tell("plug-camera"))]
    return [Finding(Health.GOOD, tell("camera"), f"{camera.name} ({stable_path(camera.path)})") for camera in known]


async def _ports(tell: Tell) -> list[Finding]:
    ports = known_ports()
    if not ports:
        return [Finding(Health.WARNING, tell("ports"), tell("no-ports"), tell("plug-robot"))]
    found: list[Finding] = []
    for port in ports:
        if os.access(port, os.R_OK | os.W_OK) or platform.system() == "Windows":
            found.append(Finding(Health.GOOD, tell("port"), port))
        else:
            found.append(Finding(Health.BAD, tell("port"), tell("port-closed", port=port), tell("dialout")))
    return found


async def _broker(tell: Tell) -> list[Finding]:
    path = find_mosquitto()
    if path:
        return [Finding(Health.GOOD, tell("broker"), tell("mosquitto", file=str(path)))]
    return [Finding(Health.GOOD, tell("broker"), tell("no-mosquitto"), tell("get-mosquitto"))]


async def _camera(plan: CameraPlan, watch: CameraSetupPlan, absent: Health = Health.BAD) -> list[Finding]:
    tell = teller(watch.language)
    what, name = f"{tell('camera')} {plan.called or shown(plan.at)}", f"camera {plan.called or shown(plan.at)}"
    remarks: list[Reason] = []
    lens_remarks: list[str] = []
    try:
        at = await find_camera(watch, camera_for, named_paths()) if plan.at == FOUND else plan.at
        camera = camera_for(at, plan.size, remarks.append)
        lens = lens_of(plan, at, watch.language, lens_remarks.append)
        model = None if lens is None else lens.camera
        eye = CameraReader(camera, watch.kit, watch.mat, model, lock_exposure=plan.lock_exposure)
        await eye.open()
    except Problems as problems:
        return [Finding(Health.BAD, what, problem.translated(watch.language)) for problem in problems.problems]
    except LensUnfit as error:
        return [Finding(Health.BAD, what, error.translated(watch.language))]
    except GolemError as error:
        told = error.translated(watch.language).removeprefix(f"{name}: ").removeprefix(f"{shown(plan.at)}: ")
        said, _, hint = told.partition("; ")
        return [Finding(absent, what, said, hint or tell("name-camera"))]
    try:
        if lens is not None and plan.lens is not None:
            await check_lens(eye, watch.kit, lens.camera, plan.lens, watch.language)
        scene = await eye.settled(LOOK_S)
        exposure = await _exposed(eye)
    except GolemError as error:
        return [Finding(Health.BAD, what, error.translated(watch.language))]
    finally:
        await eye.close()
    noted = [catalogue.translate(remark.message, watch.language).removeprefix(f"{camera.name}: ") for remark in remarks]
    findings = [Finding(Health.WARNING, what, remark, tell("ask-size")) for remark in noted]
    if lens is not None and plan.lens is not None:
        findings.append(Finding(Health.GOOD, what, f"{plan.lens.name}: {_measured(lens, today(), tell)}"))
    findings += [Finding(Health.WARNING, what, remark) for remark in lens_remarks]
    findings += _latency(what, watch.latencies.get(shown(plan.at)), tell)
    findings += [
        Finding(
            Health.BAD,
            what,
            tell("size-but", width=scene.size[0], height=scene.size[1]),
            catalogue.translate(TROUBLE_ADVICE[trouble], watch.language),
        )
        for trouble in scene.trouble
    ]
    if exposure is not None and exposure.verdict in _EXPOSURES:
        health, said, mend = _EXPOSURES[exposure.verdict]
        findings.append(Finding(health, what, tell(said), tell(mend) if mend else ""))
    if scene.mat:
        things = _counted(scene.things, watch.language) or tell("nothing-on-it")
        findings.append(
            Finding(
                Health.GOOD,
                what,
                tell("sees", width=scene.size[0], height=scene.size[1], mat=scene.mat.name, things=things),
            )
        )
    if scene.unread:
        findings.append(Finding(Health.WARNING, what, tell("unread", count=len(scene.unread)), tell("say-unread")))
    return findings


def _latency(what: str, seconds: float | None, tell: Tell) -> list[Finding]:
    """Return how late a camera's pictures come, if that was measured."""
    if seconds is None:
        return []
    much = seconds >= MUCH_LATENCY_S
    said = tell("latency", ms=f"{1000 * seconds:.0f}")
    return [Finding(Health.WARNING if much else Health.GOOD, what, said, tell("much-latency") if much else "")]


async def _exposed(eye: CameraReader) -> ExposureState | None:
    """How the setting of its exposure ends, if that can be set. Raises CameraError."""
    end = asyncio.get_running_loop().time() + LOOK_S
    while (now := eye.exposure) is not None and now.verdict is Verdict.ADJUSTING:
        if asyncio.get_running_loop().time() >= end:
            break
        await eye.look()
    return now


_EXPOSURES: dict[Verdict, tuple[Health, str, str]] = {
    Verdict.SETTLED: (Health.GOOD, "settled", ""),
    Verdict.TOO_DARK: (Health.WARNING, "too-dark", "lamp"),
    Verdict.TOO_BRIGHT: (Health.WARNING, "too-bright", "dimmer"),
    Verdict.IGNORED: (Health.WARNING, "ignored", "keep-light"),
}
"""What is said of it, and what to do."""


def _measured(lens: Calibration, on: date, tell: Tell) -> str:
    """How well a lens is known, since when, and of which camera."""
    quality = lens.camera.quality
    off = "" if quality.rms_px is None else tell("residual", px=f"{quality.rms_px:.2f}")
    error = "" if quality.error_px is None else tell("expected", px=f"{quality.error_px:.2f}")
    days = None if lens.made is None else (on - lens.made).days
    made = tell("some-day") if days is None else tell("days-ago", date=str(lens.made), days=days)
    return f"{tell('lens', camera=lens.name or tell('nameless'), when=made, views=quality.views or 0)}{off}{error}"


def _counted(things: tuple[Seen, ...], language: Language) -> str:
    kinds = sorted(Counter(seen.thing.PREFIX for seen in things).items())
    return ", ".join(f"{kind_words(kind, language)}: {count}" for kind, count in kinds)


async def _robots(table: TableFile, language: Language) -> list[Finding]:
    tell = teller(language)
    findings: list[Finding] = []
    pieces = not table.game.on_mat
    # All at once, as a game does: only then it is seen that two have one name, or each other's cables.
    fleet = Fleet(open_robot(name, url, login=table.login) for name, url in table.robots.items())
    try:
        wrong = dict((await fleet.connect()).errors)
    finally:
        await fleet.close()
    spares = tuple(name for name in table.robots if name in SPARES)
    for name in COLOURS if pieces and table.robots else () if pieces else (*table.game.players, *spares):
        what = f"{tell('robot')} {catalogue.translate(COLOUR_WORDS[name], language)}"
        if name not in fleet:
            findings.append(Finding(Health.GOOD, what, tell("ghosts" if pieces else "by-hand")))
        elif name in wrong:
            port = fleet[name].port
            findings.append(Finding(Health.BAD, what, error_at_place(port, wrong[name], language)))
        else:
            status = fleet[name].status
            firmware = tell("firmware", version=status.firmware) if status.firmware else ""
            battery = "" if status.battery_v is None else tell("battery", volts=f"{status.battery_v:.1f}")
            findings.append(
                Finding(Health.GOOD, what, f"{tell('answers', port=table.robots[name])}{firmware}{battery}")
            )
    return findings


async def _page(page: PagePlan | None, tell: Tell, language: Language) -> list[Finding]:
    if page is None:
        return [Finding(Health.GOOD, tell("page"), tell("page-off"))]
    try:
        listener = listen(page.host, page.port)
    except PortBusy:
        return [
            Finding(Health.BAD, tell("page"), tell("page-taken", host=page.host, port=page.port), tell("other-port"))
        ]
    except GolemError as error:
        return [Finding(Health.BAD, tell("page"), error.translated(language), tell("other-port"))]
    listener.close()
    return [Finding(Health.GOOD, tell("page"), tell("page-free", host=page.host, port=page.port))]


async def _room(folder: Path, tell: Tell) -> list[Finding]:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = await asyncio.to_thread(shutil.disk_usage, there)
    if not os.access(there, os.W_OK):
        return [Finding(Health.BAD, tell("records"), tell("no-writing", folder=str(there)), tell("other-folder"))]
    if free.free < ROOM_NEEDED_MB * 2**20:
        return [
            Finding(
                Health.BAD,
                tell("records"),
                tell("no-room", mb=free.free // 2**20, folder=str(there)),
                tell("remove-files"),
            )
        ]
    return [Finding(Health.GOOD, tell("records"), tell("room", gb=free.free // 2**30, folder=str(there)))]
