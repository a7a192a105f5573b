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

from boards.colours import COLOURS
from boards.errors import GolemError, Problems
from boards.kit import kit
from calibration.fitting import LensUnfit
from calibration.store import Calibration
from controller.app.cameras import FOUND, CameraPlan
from controller.app.config import PagePlan, TableFile
from controller.app.ground import ground_of
from controller.app.lens import check_lens, today
from controller.app.openings import header
from controller.app.watching import Watch, find_camera, lens_of, named_paths
from controller.console.listening import listen
from controller.vision.advice import TROUBLE_ADVICE
from controller.vision.cameras.address import shown
from controller.vision.cameras.names import named_cameras, stable_path
from controller.vision.cameras.registry import camera_for
from controller.vision.exposure import Metering, Verdict
from controller.vision.eye import Eye
from controller.vision.scene import Seen
from firmware_bridge.channels.broker import find_mosquitto
from firmware_bridge.channels.serial_port import known_ports
from firmware_bridge.robots.families import open_robot

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


async def examine(table: TableFile | None) -> AsyncGenerator[Finding, None]:
    """Look at everything, one after the other, and say what is found as soon as it is."""
    checks: list[Check] = [_system, _cameras, _ports, _broker]
    if table is not None:
        if table.cameras:
            ground = ground_of(header(table.game), staged=table.staged)
            watch = Watch(table.cameras, ground.kit, ground.mat, table.journals)
            checks += [partial(_camera, plan, watch) for plan in table.cameras]
        checks += [
            lambda: _robots(table),
            lambda: _page(table.page),
            lambda: _room(table.journals),
        ]
    else:
        usual = Watch((CameraPlan("0"),), kit(), "mat:4x4", Path("games"))
        checks += [
            lambda: _camera(usual.cameras[0], usual, Health.WARNING),
            lambda: _page(PagePlan()),
            lambda: _room(Path("games")),
        ]
    for check in checks:
        for finding in await check():
            yield finding


async def report(table: TableFile | None, say: Callable[[str], None]) -> Health:
    """Say all findings. Returns the worst health among them."""
    worst = Health.GOOD
    async with aclosing(examine(table)) as findings:
        async for finding in findings:
            worst = max(worst, finding.health, key=list(Health).index)
            say(f"[{finding.health.value}] {finding.what}: {finding.found}")
            if finding.mend:
                say(f"     -> {finding.mend}")
    return worst


async def _system() -> list[Finding]:
    import cv2

    found = f"Python {platform.python_version()}, OpenCV {cv2.__version__}, {platform.system()} {platform.machine()}"
    if not cv2.__version__.startswith("4.14"):
        mend = "set up anew with `make install`: other versions of OpenCV read markers worse"
        return [Finding(Health.WARNING, "program", found, mend)]
    return [Finding(Health.GOOD, "program", found)]


async def _cameras() -> list[Finding]:
    """The cameras that the system lists by name (Linux)."""
    known = named_cameras()
    if not known:
        mend = "plug one in; a picture, a folder, a video or an address serves as well"
        return [Finding(Health.WARNING, "cameras", "this computer shows none", mend)]
    return [Finding(Health.GOOD, "camera", f"{camera.name} ({stable_path(camera.path)})") for camera in known]


async def _ports() -> list[Finding]:
    ports = known_ports()
    if not ports:
        mend = "plug a robot in (USB) or pair it (Bluetooth); golems can also be moved by hand"
        return [Finding(Health.WARNING, "serial ports", "none", mend)]
    found: list[Finding] = []
    for port in ports:
        if os.access(port, os.R_OK | os.W_OK) or platform.system() == "Windows":
            found.append(Finding(Health.GOOD, "serial port", port))
        else:
            mend = "sudo usermod -aG dialout $USER, then log out and in again"
            found.append(Finding(Health.BAD, "serial port", f"{port}, but you may not open it", mend))
    return found


async def _broker() -> list[Finding]:
    path = find_mosquitto()
    if path:
        return [Finding(Health.GOOD, "MQTT broker", f"mosquitto at {path}")]
    mend = "for many robots over MQTT: sudo apt-get install mosquitto"
    return [Finding(Health.GOOD, "MQTT broker", "the built-in one (amqtt); mosquitto is not installed", mend)]


async def _camera(plan: CameraPlan, watch: Watch, absent: Health = Health.BAD) -> list[Finding]:
    what = f"camera {plan.called or shown(plan.at)}"
    remarks: list[str] = []
    lens_remarks: list[str] = []
    try:
        at = await find_camera(watch, camera_for, named_paths()) if plan.at == FOUND else plan.at
        camera = camera_for(at, plan.size, remarks.append)
        lens = lens_of(plan, at, watch.language, lens_remarks.append)
        model = None if lens is None else lens.camera
        eye = Eye(camera, watch.kit, watch.mat, model, lock_exposure=plan.lock_exposure)
        await eye.open()
    except Problems as problems:
        return [Finding(Health.BAD, what, line) for line in problems.lines()]
    except LensUnfit as error:
        return [Finding(Health.BAD, what, str(error))]
    except GolemError as error:
        told = str(error).removeprefix(f"{what}: ").removeprefix(f"{shown(plan.at)}: ")
        said, _, hint = told.partition("; ")
        return [Finding(absent, what, said, hint or "plug it in, or name another one in table.yaml under camera:")]
    try:
        if lens is not None and plan.lens is not None:
            await check_lens(eye, watch.kit, lens.camera, plan.lens, watch.language)
        scene = await eye.settled(LOOK_S)
        exposure = await _exposed(eye)
    except GolemError as error:
        return [Finding(Health.BAD, what, str(error))]
    finally:
        await eye.close()
    size = f"{scene.size[0]} x {scene.size[1]} px"
    findings = [
        Finding(
            Health.WARNING,
            what,
            remark.removeprefix(f"{camera.name}: "),
            "ask for that size: camera: {at: ..., size: ...}",
        )
        for remark in remarks
    ]
    if lens is not None and plan.lens is not None:
        findings.append(Finding(Health.GOOD, what, f"{plan.lens.name}: {_measured(lens, today())}"))
    findings += [Finding(Health.WARNING, what, remark) for remark in lens_remarks]
    findings += [
        Finding(Health.BAD, what, f"{size}, but: {trouble.value}", TROUBLE_ADVICE[trouble]["en"])
        for trouble in scene.trouble
    ]
    if exposure is not None and exposure.verdict in _EXPOSURES:
        health, said, mend = _EXPOSURES[exposure.verdict]
        findings.append(Finding(health, what, said, mend))
    if scene.mat:
        things = ", ".join(f"{kind}: {count}" for kind, count in _counted(scene.things)) or "nothing on it"
        findings.append(Finding(Health.GOOD, what, f"{size}, sees {scene.mat}; {things}"))
    if scene.unread:
        findings.append(
            Finding(
                Health.WARNING,
                what,
                f"{len(scene.unread)} things lie there that it cannot read",
                "golem read says which and why",
            )
        )
    return findings


async def _exposed(eye: Eye) -> Metering | None:
    """How the setting of its exposure ends, if that can be set. Raises CameraError."""
    end = asyncio.get_running_loop().time() + LOOK_S
    while (now := eye.exposure) is not None and now.verdict is Verdict.ADJUSTING:
        if asyncio.get_running_loop().time() >= end:
            break
        await eye.look()
    return now


_EXPOSURES: dict[Verdict, tuple[Health, str, str]] = {
    Verdict.SETTLED: (Health.GOOD, "its exposure is set by the markers", ""),
    Verdict.TOO_DARK: (Health.WARNING, "there is too little light for robots that move", "bring a lamp"),
    Verdict.TOO_BRIGHT: (Health.WARNING, "there is too much light", "turn the lamp away or make it dimmer"),
    Verdict.IGNORED: (
        Health.WARNING,
        "its driver does not let its exposure be set",
        "keep the light as it is while you play",
    ),
}


def _measured(lens: Calibration, on: date) -> str:
    """How well a lens is known, since when, and of which camera."""
    quality = lens.camera.quality
    off = "" if quality.rms_px is None else f", residual {quality.rms_px:.2f} px"
    error = "" if quality.error_px is None else f", expected error {quality.error_px:.2f} px"
    days = None if lens.made is None else (on - lens.made).days
    made = "on a day unknown" if days is None else f"on {lens.made} ({days} {'day' if days == 1 else 'days'} ago)"
    return f"the lens of {lens.name or 'a camera without a name'}, measured {made} in {quality.views} views{off}{error}"


def _counted(things: tuple[Seen, ...]) -> list[tuple[str, int]]:
    return sorted(Counter(seen.thing.partition(":")[0] for seen in things).items())


async def _robots(table: TableFile) -> list[Finding]:
    findings: list[Finding] = []
    pieces = table.game.pieces is not None
    for name in COLOURS if pieces and table.robots else () if pieces else table.game.players:
        url = table.robots.get(name)
        what = f"robot {name}"
        if url is None:
            without = "none; its pieces are ghosts" if pieces else "none; this golem is moved by hand"
            findings.append(Finding(Health.GOOD, what, without))
            continue
        robot = open_robot(name, url, login=table.login)
        try:
            await robot.connect()
        except GolemError as error:
            findings.append(Finding(Health.BAD, what, str(error)))
            continue
        finally:
            await robot.close()
        status = robot.status
        battery = "" if status.battery_v is None else f", battery {status.battery_v:.1f} V"
        findings.append(Finding(Health.GOOD, what, f"answers on {url}, firmware {status.firmware}{battery}"))
    return findings


async def _page(page: PagePlan | None) -> list[Finding]:
    if page is None:
        return [Finding(Health.GOOD, "page", "switched off in the table file")]
    try:
        listener = listen(page.host, page.port)
    except GolemError as error:
        return [Finding(Health.BAD, "page", str(error), "choose another port in table.yaml under page: port:")]
    listener.close()
    return [Finding(Health.GOOD, "page", f"port {page.port} on {page.host} is free")]


async def _room(folder: Path) -> list[Finding]:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = await asyncio.to_thread(shutil.disk_usage, there)
    if not os.access(there, os.W_OK):
        mend = "choose another folder in table.yaml under journals:"
        return [Finding(Health.BAD, "records", f"{there} can't be written", mend)]
    if free.free < ROOM_NEEDED_MB * 2**20:
        mend = "remove old files"
        return [Finding(Health.BAD, "records", f"only {free.free // 2**20} MB are free in {there}", mend)]
    return [Finding(Health.GOOD, "records", f"{free.free // 2**30} GB free in {there}")]
