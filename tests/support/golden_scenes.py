"""What is read in 24 pictures of the proving ground, as text. `make golden` writes it, a test compares it.

Numbers are compared within a tolerance: other processors and other versions of the libraries differ in the last digits.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from calibration.camera_frames import Frame
from calibration.camera_model import CameraModel
from controller.vision.reader import Reader
from controller.vision.scene import Scene
from controller.vision.unread.outlines import centroid
from hardware.simulated.imaging_conditions import CONDITIONS
from tests.support.ground import Ground, Table, ground
from tests.support.tables import KIT

FILE = Path(__file__).parents[1] / "vision" / "golden_scenes.txt"

TABLE = Table(players=("red", "blue"), size=(1440, 640), sample=True)
"""Markers of cards are 23 px large, 19 px through the wide lens."""

SEEDS = (0, 1)

TOLERANCE = 0.05
"""mm, degrees, px."""


@cache
def read_ground(name: str, seed: int) -> tuple[Ground, Scene]:
    """Render a picture of a condition and read it, once."""
    picture = ground(name, seed, TABLE)
    return picture, _reader(picture.view.camera).read(Frame(picture.image, 1, 0.0, name)).scene


@cache
def _reader(camera: CameraModel) -> Reader:
    """One for each lens, as for the pictures of one camera."""
    return Reader(KIT, TABLE.mat_key, camera, live=False)


def transcript() -> list[str]:
    """One line for each thing read, each place unread and each trouble, in mm, degrees and px."""
    lines: list[str] = []
    for seed in SEEDS:
        for name in sorted(CONDITIONS):
            scene = read_ground(name, seed)[1]
            lines.append(f"picture | {name} | {seed} | {scene.mat}")
            for seen in scene.things:
                pose = seen.pose
                place = f"{pose.x:.2f} {pose.y:.2f} {pose.heading:.2f}"
                lines.append(f"read | {seen.thing} | {seen.markers} markers | {place}")
            for item in scene.unread:
                middle = centroid(item.outline)
                lines.append(f"unread | {item.why.value} | {item.thing} | {middle.u:.2f} {middle.v:.2f}")
            lines += [f"trouble | {trouble.value}" for trouble in scene.trouble]
    return lines


def differences(wanted: list[str], now: list[str]) -> list[str]:
    """Name the lines that differ, numbers beyond the tolerance."""
    found = [f"{len(wanted)} lines are {len(now)}"] if len(wanted) != len(now) else []
    picture = ""
    for old, new in zip(wanted, now, strict=False):
        picture = old if old.startswith("picture") else picture
        if not _alike(old, new):
            found.append(f"{picture}: {old} -> {new}")
    return found


def _alike(old: str, new: str) -> bool:
    *old_words, old_numbers = old.split(" | ")
    *new_words, new_numbers = new.split(" | ")
    if old_words != new_words or old.split()[0] not in ("read", "unread"):
        return old == new
    pairs = zip(old_numbers.split(), new_numbers.split(), strict=True)
    return all(abs(float(one) - float(other)) <= TOLERANCE for one, other in pairs)


def main() -> None:
    FILE.write_text("\n".join(transcript()) + "\n", encoding="utf-8", newline="\n")
    print(FILE.name)


if __name__ == "__main__":
    main()
