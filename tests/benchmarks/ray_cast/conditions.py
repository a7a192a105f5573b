"""The conditions in which rows are counted, and the picture of one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tests.benchmarks.ray_cast import mishaps, rooms
from tests.benchmarks.ray_cast.camera import Camera, aimed
from tests.benchmarks.ray_cast.exposure import Shot, taken
from tests.benchmarks.ray_cast.lights import triple
from tests.benchmarks.ray_cast.rooms import Room
from tests.benchmarks.ray_cast.scenes import Style, Table, lay_all, new_table
from tests.benchmarks.ray_cast.sensor import Sensor, jpeg
from tests.benchmarks.ray_cast.surfaces import COATED, LAMINATED, PAPER
from tests.benchmarks.ray_cast.table_tops import KINDS
from tests.support.row_truth import RowTruth

SIZES = ((1280, 720), (1280, 960), (1600, 1200), (1920, 1080), (1920, 1440), (2048, 1536), (2304, 1296), (2560, 1440))
LEAST_PX_PER_MM = 1.22
"""Of a card, in the middle of the picture: its markers have 27 px a side there, a few less at the far end."""


@dataclass(frozen=True)
class Condition:
    """What is usual and what is not in pictures of one kind."""

    room: Callable[[np.random.Generator, Table], Room]
    before: Callable[[Table], None] = lambda table: None
    after: Callable[[Table], None] = lambda table: None
    style: Callable[[np.random.Generator], Style] | None = None
    bare: float = 0.15
    exposure: tuple[float, float] = (0.62, 0.82)
    """Light of the brighter parts after exposure."""
    percentile: float = 90.0
    grain: tuple[float, float] = (6000.0, 16000.0)
    """Electrons of a full pixel."""
    tops: tuple[str, ...] = KINDS
    clutter: float = 0.25


def usual_style(rng: np.random.Generator) -> Style:
    cards = [PAPER, PAPER, PAPER, COATED, LAMINATED][rng.integers(5)]
    trays = [PAPER, PAPER, PAPER, PAPER, COATED][rng.integers(5)]
    return Style(cards, trays, rng.uniform(0.1, 0.9), rng.uniform(0.1, 1.0), 0.03, rng.uniform(0.18, 0.4))


def plain_room(rng: np.random.Generator, table: Table) -> Room:
    """A class room: panels on the ceiling, mostly a window, light from the walls."""
    del table
    walls = rng.uniform(0.25, 0.45)
    lights = [rooms.ceiling_panel(rng, share) for share in rng.dirichlet([3, 3]) * rng.uniform(0.3, 0.55)]
    if rng.random() < 0.7:
        lights.append(rooms.window(rng, rng.uniform(0.15, 0.4)))
    return Room(lights, triple(walls * channel for channel in rooms.TUBE))


def _aim(rng: np.random.Generator, table: Table) -> tuple[float, float]:
    tray = table.trays[int(rng.integers(len(table.trays)))]
    pose = tray.on_table(rng.uniform(-150, 170), rng.uniform(-170, 170))
    return pose.x, pose.y


def light_patch(rng: np.random.Generator, table: Table) -> Room:
    room = plain_room(rng, table)
    for _ in range(int(rng.integers(1, 3))):
        hard = bool(rng.random() < 0.5)
        room.lights.append(rooms.spot(rng, rng.uniform(0.8, 3.5), _aim(rng, table), rng.uniform(12, 220), hard))
    return room


def sunny(rng: np.random.Generator, table: Table) -> Room:
    room = plain_room(rng, table)
    slats = rooms.frame(rng) if rng.random() < 0.55 else rooms.blind(rng)
    room.lights = [*room.lights[-1:], rooms.sun(rng, rng.uniform(0.5, 2.2), slats)]
    return room


def lamp_image(rng: np.random.Generator, table: Table) -> Room:
    room = plain_room(rng, table)
    room.lights = room.lights[:1]
    aim = _aim(rng, table)
    # Where a flat sheet would mirror it into a camera over the table's middle.
    high, camera = rng.uniform(600, 1300), 1300.0
    at = (aim[0] * (1 + high / camera), aim[1] * (1 + high / camera), high)
    room.lights.append(rooms.lamp(rng, rng.uniform(0.25, 0.7), at, rng.uniform(15, 60)))
    return room


def torch_light(rng: np.random.Generator, table: Table) -> Room:
    room = plain_room(rng, table)
    room.lights.append(rooms.torch(rng, rng.uniform(0.5, 2.5), _aim(rng, table)))
    return room


def dim(rng: np.random.Generator, table: Table) -> Room:
    del table
    walls = rng.uniform(0.15, 0.4)
    sky = triple(walls * channel for channel in rooms.BULB)
    return Room(
        [rooms.lamp(rng, rng.uniform(0.3, 0.7), (rng.uniform(-900, 900), rng.uniform(-900, 900), 1500.0), 100.0)], sky
    )


def hard_light(rng: np.random.Generator, table: Table) -> Room:
    del table
    walls = rng.uniform(0.12, 0.35)
    sky = triple(walls * channel for channel in rooms.DAY)
    if rng.random() < 0.5:
        lights = [rooms.sun(rng, rng.uniform(0.6, 1.2), height=rng.uniform(18, 55))]
    else:
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(350, 1000)
        at = (float(away * np.cos(angle)), float(away * np.sin(angle)), rng.uniform(280, 700))
        lights = [rooms.lamp(rng, rng.uniform(0.6, 1.0), at, rng.uniform(6, 25))]
    return Room(lights, sky)


def glossy(rng: np.random.Generator) -> Style:
    return replace(
        usual_style(rng),
        card_finish=[COATED, LAMINATED][rng.integers(2)],
        tray_finish=[PAPER, COATED, LAMINATED][rng.integers(3)],
    )


def wavy(rng: np.random.Generator) -> Style:
    return replace(usual_style(rng), tray_sag=rng.uniform(1.2, 4.0))


def _phones_and_clutter(table: Table) -> None:
    mishaps.phones(table)
    mishaps.clutter(table)


CONDITIONS: dict[str, Condition] = {
    "clear": Condition(plain_room),
    "light patch": Condition(light_patch, percentile=80.0),
    "sun through a window": Condition(sunny, percentile=86.0),
    "lamp's image": Condition(lamp_image, style=glossy),
    "torch": Condition(torch_light, percentile=82.0),
    "dim room": Condition(dim, exposure=(0.35, 0.7), grain=(500.0, 1800.0)),
    "hard shadows": Condition(hard_light, mishaps.empty_rows, mishaps.tall_things, bare=0.4),
    "cards upon others": Condition(plain_room, mishaps.cards_upon_others),
    "stacks of three": Condition(plain_room, mishaps.stacks),
    "upside down over others": Condition(plain_room, mishaps.upside_down),
    "blank and grey cards": Condition(plain_room, mishaps.blanks),
    "cut and torn paper": Condition(plain_room, mishaps.tear, mishaps.papers),
    "two decks mixed": Condition(plain_room, mishaps.two_decks),
    "fingers and sleeves": Condition(plain_room, after=mishaps.hands),
    "phones and clutter": Condition(
        plain_room,
        after=_phones_and_clutter,
        tops=("newspaper", "chequered", "markers", "planks"),
    ),
    "bent cards": Condition(plain_room, mishaps.bent_cards),
    "bent trays": Condition(plain_room, style=wavy),
}


def photograph(condition: str, seed: int) -> tuple[bytes, tuple[RowTruth, ...]]:
    """Return the picture of a condition as a JPEG, and what lies in its rows."""
    rng = np.random.default_rng([seed, sum(map(ord, condition)), len(condition)])
    chosen = CONDITIONS[condition]
    style = (chosen.style or usual_style)(rng)
    table = new_table(rng, style, bare=chosen.bare)
    chosen.before(table)
    lay(table)
    chosen.after(table)
    if rng.random() < chosen.clutter:
        mishaps.clutter(table, near=False)
    room = chosen.room(rng, table)
    shot = Shot(
        table,
        camera_for(table, rng),
        room,
        (str(rng.choice(chosen.tops)), int(rng.integers(8))),
        sensor_for(chosen, rng),
        rng.uniform(*chosen.exposure),
        chosen.percentile,
    )
    pixels, rows, sensor = taken(shot, rng)
    return jpeg(sensor, pixels), tuple(rows)


def lay(table: Table) -> None:
    """Lay everything; torn cards come last."""
    torn = []
    for at, cards in table.cards.items():
        torn += [(at, card) for card in cards if card.kind == "torn"]
        table.cards[at] = [card for card in cards if card.kind != "torn"]
    lay_all(table)
    for (colour, lane), card in torn:
        mishaps.torn_card(table, colour, lane, card)


def camera_for(table: Table, rng: np.random.Generator) -> Camera:
    """Return a camera that sees the whole table, large enough for its cards."""
    corners = table.corners()
    corners = np.column_stack([corners, np.zeros(len(corners))])
    wide = rng.uniform(52, 84)
    tilt = abs(rng.normal(0, 14)) % 36
    azimuth = [0, 90, 180, 270][rng.integers(4)] + rng.normal(0, 12)
    span = np.ptp(corners[:, :2], axis=0)
    if (span[0] > span[1] * 1.2) and (45 < azimuth % 180 < 135) is False:
        azimuth += 90
    bend = (float(rng.uniform(-0.02, 0.10) * (wide / 75) ** 2), float(rng.uniform(-0.01, 0.015)))
    fill, roll, middle = rng.uniform(0.86, 0.97), rng.normal(0, 1.5), rng.normal(0, 6, 2)
    order = list(rng.permutation(len(SIZES)))
    first = [SIZES[index] for index in order] + [SIZES[-1]]
    for size in first:
        focal = size[0] / 2 / np.tan(np.radians(wide / 2))
        camera = aimed(size, focal, corners, tilt, azimuth, roll, bend, fill)
        camera = replace(camera, middle=(float(middle[0]), float(middle[1])))
        if focal / camera.eye[2] * np.cos(np.radians(tilt)) >= LEAST_PX_PER_MM:
            break
    return camera


def sensor_for(condition: Condition, rng: np.random.Generator) -> Sensor:
    grain = float(np.exp(rng.uniform(*np.log(condition.grain))))
    gains = np.exp(rng.normal(0, 0.05, 3))
    shake = (rng.uniform(0, 0.9), rng.uniform(0, 0.5), rng.uniform(0.5, 4)) if rng.random() < 0.2 else (0.0, 0.0, 1.0)
    return Sensor(
        exposure=1.0,
        balance=(float(gains[0] / gains[1]), 1.0, float(gains[2] / gains[1])),
        full_well=grain,
        read_noise=float(rng.uniform(2.5, 7)),
        vignetting=float(rng.uniform(0.05, 0.4)),
        flare=float(rng.uniform(0.003, 0.02)),
        soft=float(rng.uniform(0.45, 0.75)),
        defocus=float(rng.uniform(0, 2.2)),
        focus_at=float(rng.uniform(0.3, 0.7)),
        curve=float(rng.uniform(0.0, 0.5)),
        saturation=float(rng.uniform(0.95, 1.3)),
        sharpening=float(rng.uniform(0.15, 1.0)),
        smoothing=float(rng.uniform(1, 7) if grain > 3000 else rng.uniform(5, 12)),
        quality=int(rng.integers(75, 96)),
        subsampled=bool(rng.random() < 0.8),
        shake=shake,
    )
