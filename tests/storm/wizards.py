"""The wizard's inside: whatever is chosen and done in any order, the draft stays whole and the table file is one."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey, MatKey
from calibration.camera_model import CameraModel
from controller.app.config.table_file import read_table_file
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.setup_view import SetupOnPage
from controller.app.setup.table_draft import load_draft
from controller.vision.cameras.camera import Camera
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.storm.campaign import Campaign, Case
from tests.storm.files import folder
from tests.storm.mutations import spoiled_value
from tests.support.simulated_devices import CAMERA, PictureCamera, SimulatedDevices, laid_out

DEEDS = 40
DEED_NAMES = ("look", "find_robots", "write", "write", "view", "again", "measure_lens", "stop_lens", "disturb")
LOOKS = 2
"""Each takes a second or two of real pictures."""
CHOICES: dict[str, tuple[Any, ...]] = {
    "name": ("Library", "", "\x1b[2J", "a" * 201, "\u202eb", "no: yes\n- x", None, 7, "'", "Библиотека"),
    "language": ("en", "ru", "xx", "", 3, "en\0"),
    "board": ("4x4", "6x6", "9x9", "../4x4", "\n", 4),
    "players": (2, 3, 4, 1, 10_000, -1, 2.5, "2", True, None),
    "printed": (True, False, "yes", 1),
    "camera": (CAMERA, None, "", "rtsp://x:y@z/\x1b[2J", "0", 0, "../x", "a" * 201, "!!python/x", "{}"),
    "lens_good_enough": (True, "x"),
    "lens": (None, "lens.yaml", "../table.yaml", "", "\x1b[2J", 3),
    "robots": ({}, {"red": "hands"}, {"red": ""}, {"pink": "x"}, {"red": "serial:/dev/\n"}, [], {"red": {}}, None),
    "": (1,),
    "__class__": ("x",),
}


class _Devices(SimulatedDevices):
    """One camera; at another address there is none."""

    def camera(self, address: str) -> Camera:
        _check(address)
        return PictureCamera([np.zeros((48, 64), np.uint8)], for_ever=True)

    def reader(self, address: str, mat_key: MatKey, lens: CameraModel | None) -> CameraReader:
        _check(address)
        return super().reader(address, mat_key, lens)


def _check(address: str) -> None:
    if address != CAMERA:
        raise Problems([Problem("camera", _("there is no camera at {address}", address=ascii(address)))])


def _wish(rng: Random) -> dict[str, Any]:
    wish = {key: rng.choice(CHOICES[key]) for key in rng.sample([*CHOICES], rng.randrange(1, 4))}
    spoiled = spoiled_value(wish, rng) if rng.random() < 0.3 else wish
    # As the page's requests are read.
    told = msgspec.json.decode(json.dumps(spoiled))
    return told if isinstance(told, dict) else wish


def _disturb(world: World, rng: Random) -> None:
    """Somebody takes, turns or adds what lies on the table."""
    keys = [*world.lying]
    match rng.randrange(4):
        case 0 if keys:
            del world.lying[rng.choice(keys)]
        case 1 if keys:
            key = rng.choice(keys)
            world.lying[key] = TableItem(world.lying[key].thing, Pose(rng.uniform(-300, 300), 0.0, rng.uniform(0, 360)))
        case 2:
            world.lying["stranger"] = TableItem(GolemKey("green"), Pose(rng.uniform(0, 400), 100.0, 0.0))
        case _:
            world.lying.update(laid_out().lying)


@contextmanager
def _full_disk(rng: Random) -> Iterator[None]:
    """Now and then nothing can be written."""
    if rng.random() < 0.8:
        yield
        return
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with patch.object(Path, "write_bytes", side_effect=error), patch.object(Path, "write_text", side_effect=error):
        yield


async def _deeds(case: Case, here: Path, rng: Random) -> None:
    games, world = here / "games", laid_out()
    (here / "table.yaml").write_text("mine", encoding="utf-8")
    session = SetupSession(games, here, _Devices(world))
    page = SetupOnPage(session)
    looks = 0
    for _number in range(DEEDS):
        deed = rng.choice(("choose",) * 8 + DEED_NAMES)
        try:
            with _full_disk(rng):
                match deed:
                    case "choose":
                        await page.choose(_wish(rng))
                    case "look" if looks < LOOKS:
                        looks += 1
                        await page.look()
                    case "find_robots":
                        await page.find_robots()
                    case "write":
                        await page.write()
                        case.count("table files written")
                    case "measure_lens":
                        await page.measure_lens()
                    case "stop_lens":
                        await page.stop_lens()
                    case "view":
                        await page.view()
                        page.picture(rng.choice(("en", "xx", "")))
                    case "again":
                        await session.close()
                        before = session.state.draft
                        session = SetupSession(games, here, _Devices(world))
                        page = SetupOnPage(session)
                        case.check(session.state.draft == before, f"another draft after a restart: {before}")
                    case _:
                        _disturb(world, rng)
            case.count("deeds done")
        except msgspec.DecodeError:
            case.count("requests that are not JSON")
        except GolemError as error:
            case.check(bool(str(error)), f"{deed}: refused without a word")
            case.count("deeds refused")
        case.check(load_draft(games) == session.state.draft, f"{deed}: the draft on disk is another one")
    await session.close()


def wizards(case: Case) -> None:
    """Anything chosen, in any order, with what lies about changing and disks that are full."""
    with folder() as here:
        run(_deeds(case, here, Random(case.seed)))
        case.check((here / "table.yaml").read_text(encoding="utf-8") == "mine", "a table file was overwritten")
        for path in here.glob("table-*.yaml"):
            table = None
            with suppress(GolemError):
                table = read_table_file(path)
            case.check(table is not None, f"a table file that no table reads: {path.read_text(encoding='utf-8')}")


CAMPAIGNS = (
    Campaign(
        "wizards",
        "the wizard's inside: anything chosen, done in any order, things moved, full disks",
        "refused with a sentence or done; the draft on disk is the one shown; no file is overwritten, all are readable",
        wizards,
    ),
)
