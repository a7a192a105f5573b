"""Strangers' programs and hard ends: hostile bots, games that are killed, pictures of anything, commands of anybody."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.kit import kit
from calibration.camera_frames import Frame
from controller.bots.bot_source import BotSource
from controller.bots.match import arena
from controller.table.core.commands.command_registry import REGISTRY
from controller.vision.reader import Reader
from hardware.simulated.virtual_clock import run
from tests.storm.campaign import Campaign, Case
from tests.storm.files import command
from tests.storm.mutations import spoiled_value
from tests.support.nasty_bots import CALM, QUICK
from tests.support.piece_table import piece_table

ROOT = Path(__file__).parents[2]
ACTION_TEXTS = (Path(__file__).parent / "hostile_deeds.txt").read_text(encoding="utf-8").split("---\n")
NAMES = (*(entry.name for entry in REGISTRY), "", "x", "estop ", "__init__")
ARGUMENTS: tuple[dict[str, Any], ...] = (
    {},
    {"move": "d2-d3"},
    {"entry": 3},
    {"text": "forward"},
    {"golem": "red"},
    {"colour": "red"},
    {"thrown": 3},
    {"cell": "a1"},
)
SLOW_MATCHES_S = 120
SLOW_PICTURE_S = 60


def bots(case: Case) -> None:
    """A bot that does something bad now and then: only its own robots guard, and matches end in their time."""
    rng = Random(case.seed)
    deeds = rng.sample(ACTION_TEXTS, 4)
    body = "".join(f"if game.turn == {rng.randint(1, 99)}:\n{textwrap.indent(deed, '    ')}" for deed in deeds)
    text = f"class Robot:\n    def act(self, game):\n{textwrap.indent(body, ' ' * 8)}        return ['guard']\n"
    source = BotSource("nasty", "nasty.py", text)
    began = time.monotonic()
    with arena((source, CALM), QUICK) as place:
        place.check()
        for match in (place.play(case.seed), place.play(case.seed)):
            case.check(
                match.mistakes[1] == {} and match.gone[1] is None, f"{deeds} hurt the other bot: {match.mistakes[1]}"
            )
    case.check(time.monotonic() - began < SLOW_MATCHES_S, f"{deeds}: {time.monotonic() - began:.0f} s")
    case.count("matches against a hostile bot", 2)


def kills(case: Case) -> None:
    """A game that is killed at any moment: what is on record is what an undisturbed game has there, and it replays."""
    rng = Random(case.seed)
    with tempfile.TemporaryDirectory(prefix="storm-") as name:
        folder = Path(name)
        words = ["demo", "--no-web", "--seed", str(case.seed % 50), "--players", str(rng.randint(2, 4))]
        whole = _played(folder / "whole.jsonl", words, None)
        for number in range(3):
            path = folder / f"killed-{number}.jsonl"
            left = _played(path, words, 0.5 + rng.random() * 6)
            lines = left[: left.rfind(b"\n") + 1]
            case.check(whole.startswith(lines), "the record differs from that of the undisturbed game")
            if lines:
                command(case, ["replay", str(path)], (0, 1))
            case.count("games killed")


def _played(path: Path, words: list[str], kill_after_s: float | None) -> bytes:
    game = subprocess.Popen(
        [sys.executable, "-m", "controller", *words, "--journal", str(path)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        game.wait(timeout=kill_after_s or 300)
    except subprocess.TimeoutExpired:
        os.killpg(game.pid, signal.SIGKILL)
        game.wait()
    return path.read_bytes() if path.exists() else b""


def pictures(case: Case) -> None:
    """Pictures of anything: nothing is told to lie where no mat is, nothing raises, in bounded time."""
    rng = Random(case.seed)
    reader = Reader(kit(), live=False)
    for number in range(3):
        kind = rng.choice(tuple(KINDS))
        image = KINDS[kind](rng, rng.choice(((1, 1), (3, 700), (480, 640), (720, 1280), (1080, 1920))))
        began = time.monotonic()
        scene = reader.read(Frame(image, number, float(number), "storm")).scene
        size = "x".join(map(str, image.shape[:2]))
        case.check(scene.things == (), f"{kind}, {size}: {scene.things} was told")
        case.check(time.monotonic() - began < SLOW_PICTURE_S, f"{kind}, {size}: {time.monotonic() - began:.0f} s")
        case.count(f"pictures of {kind}")


Picture = NDArray[np.uint8]


def _plain(rng: Random, size: tuple[int, int]) -> Picture:
    return np.full((*size, 3), rng.choice((0, 128, 255)), np.uint8)


def _noise(rng: Random, size: tuple[int, int]) -> Picture:
    return np.random.default_rng(rng.randrange(2**32)).integers(0, 256, (*size, 3), np.uint8)


def _bars(rng: Random, size: tuple[int, int]) -> Picture:
    image = np.zeros((*size, 3), np.uint8)
    image[:, :: rng.randint(2, 40)] = 255
    return image


def _scribbles(rng: Random, size: tuple[int, int]) -> Picture:
    image = _plain(rng, size)
    for _ in range(200):
        start, end = ((rng.randrange(size[1]), rng.randrange(size[0])) for _ in range(2))
        cv2.line(image, start, end, [rng.randrange(256) for _ in range(3)], rng.randint(1, 9))
    return image


def _markers(rng: Random, size: tuple[int, int]) -> Picture:
    """Markers of other dictionaries, strewn about."""
    image = np.full((*size, 3), 200, np.uint8)
    family = rng.choice((cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_7X7_50))
    book = cv2.aruco.getPredefinedDictionary(family)
    for _ in range(30 if min(size) > 100 else 0):
        side = rng.randint(20, 90)
        x, y = rng.randrange(size[1] - side), rng.randrange(size[0] - side)
        image[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(book, rng.randrange(50), side)[:, :, None]
    return image


KINDS = {"plain": _plain, "noise": _noise, "bars": _bars, "scribbles": _scribbles, "markers": _markers}


def _decided(path: Path) -> list[bytes]:
    """What is on record but for signals, which tell that somebody asked."""
    return [line for line in path.read_bytes().splitlines() if b'"signal"' not in line]


def commands(case: Case) -> None:
    """Commands of anybody, with anything in them: answered, and a refusal changes nothing."""
    rng = Random(case.seed)

    async def main() -> None:
        with tempfile.TemporaryDirectory(prefix="storm-") as name:
            path = Path(name) / "storm.jsonl"
            game = rng.choice(("jetan", "spiral", "robots_hex"))
            async with piece_table(path, game, case.seed, helpful=False) as quick:
                await asyncio.sleep(1)  # the beginning is on record
                for _ in range(150):
                    what = rng.choice(NAMES)
                    args = rng.choice(ARGUMENTS)
                    args = spoiled_value(args, rng) if rng.random() < 0.7 else args
                    before = _decided(path)
                    answer = await quick.table.submit(what, args if isinstance(args, dict) else {})
                    changed = not answer.ok and _decided(path) != before
                    case.check(not changed, f"{game}: {what} {args} was refused and changed the record")
                    case.count(f"commands {'done' if answer.ok else 'refused'}")

    run(main())


CAMPAIGNS = (
    Campaign("bots", "hostile bots, four deeds each", "the other bot and the next game are untouched, in time", bots),
    Campaign("kills", "games killed at any moment", "the record is the undisturbed one's beginning, replays", kills, 0),
    Campaign("pictures", "pictures of anything", "nothing is told where no mat is, in time", pictures),
    Campaign("commands", "commands of anybody", "answered; a refusal changes nothing", commands),
)
