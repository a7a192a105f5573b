"""What lies in each lane, worked out from the scene and its light: which rows may be told, and which are clear.

A pixel is *legible* if black print and white paper there would differ by at least 30 of 255 grey levels and by 6 times
the noise, in the light that falls and is mirrored there. A row is *clear* if

* the picture is sharp enough for its cards: markers of at least 22 px a side, a blur (sigma) of at most a third of a
  module;
* at least 90 % of each of its cards is seen, and at least 90 % of what is seen is legible;
* nothing lies in the lane but cards of this game, and nothing hides any of it: what of the lane is not legible, what of
  its bare part is burnt out (there a white card would not be seen), or what is hidden by what is no card, is at most
  400 mm² in all.

Cards of another deck make a row that must not be told at all, unless a face is to the last mark that of one of the
right deck's cards (the same word with the same marker): the picture is the same, and so is what it means. So do blank
cards, phones and pieces of paper of which more than 400 mm² are seen in the lane.

A row is *not decidable*, and not clear, if it would be clear but for a card that shows its back, while a card of
another deck lies on the table and that deck has a card with the very same back: the same owner's, with the same marker.
Whichever of both lies there, the picture is the same. (What is printed decides this, not what any program sees.)

A clear row is *contested* if a card of another row goes on below one of its cards, so that its edge is not seen there,
and at most half of its height is seen in its own row: then it may lie in either row. Such rows count as clear, and are
counted apart, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.lights import Lit
from tests.benchmarks.photographed.prints import INK, PAPER, same_backs, same_faces
from tests.benchmarks.photographed.scene import Painted
from tests.benchmarks.photographed.sensor import Exposed, Sensor, noise_of, toned
from tests.benchmarks.photographed.shots import Shot
from tests.benchmarks.photographed.tables import Laid, row_text
from tests.support.row_truth import RowTruth

CONTRAST = 30 / 255
NOISE = 6.0
SEEN = 0.90
LEGIBLE = 0.90
BARE_MM2 = 400.0
"""What of a clear lane may be hidden: a square of 20 mm."""
HIDING_MM2 = 1600.0
"""As much as this, hidden in one row, may hide a card's marker."""
MARKER_MM = 22.4
MIN_MARKER_PX = 22.0
BLUR_MODULES = 1 / 3
SIDE_MM = 1.5
"""Width of the narrowest strip of a lower card that tells how far that card goes."""
BELOW_MM2, BESIDE_MM = 10.0, 5.0
"""Area of a lower card below a card of another row from which its edge is not seen there, and length along which what
is seen of it touches that card."""
SLIVER = 0.03
"""A card of which less is seen is one that nobody can know of."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Seen:
    """The picture's light, as far as the truth needs it."""

    legible: Mask
    burnt: Mask
    """White paper is as bright as the sensor can tell."""


def light_of(sensor: Sensor, lit: Lit, exposed: Exposed) -> Seen:
    """Say where print is legible."""
    falls = (lit.falls[..., 0] + lit.falls[..., 1] + lit.falls[..., 2]) * np.float32(1 / 3) * exposed.gain
    added = lit.mirrored * exposed.gain + exposed.bloom
    black, white = falls * np.float32(INK) + added, falls * np.float32(PAPER) + added
    differ = toned(sensor, white) - toned(sensor, black)
    sure = np.clip(white, 0, 1) - np.clip(black, 0, 1) > NOISE * noise_of(sensor, white)
    return Seen((differ > CONTRAST) & sure, white >= 1)


def rows_of(shot: Shot, painted: Painted, seen: Seen) -> list[RowTruth]:
    """Return the truth about every lane of every tray."""
    sharp = is_sharp(shot)
    rows = [_row(shot, painted, seen, tray.colour, lane, sharp) for tray in shot.table.trays for lane in range(4)]
    return without_undecidable(rows, shot.table.laid, _alike_in_other_decks(shot))


def without_undecidable(rows: list[RowTruth], laid: list[Laid], alike: frozenset[str]) -> list[RowTruth]:
    """Mark clear rows as not decidable in which one of these cards shows its back."""
    backs = {(item.tray, item.lane) for item in laid if item.key in alike and not item.face}
    return [
        replace(row, clear=False, undecidable=True) if row.clear and (row.player, row.row) in backs else row
        for row in rows
    ]


def _alike_in_other_decks(shot: Shot) -> frozenset[str]:
    """Return the cards whose backs may as well be those of another deck that lies on the table."""
    edition = shot.table.edition
    others = {item.deck_seed for item in shot.table.laid if item.card} - {edition.deck_seed}
    return frozenset[str]().union(*(same_backs(edition, seed) for seed in others))


def is_sharp(shot: Shot) -> bool:
    """Tell whether cards' markers are large and sharp enough."""
    sensor = shot.sensor
    # A disc's deviation is half of its radius, a streak's its length over the root of 12.
    spread = np.sqrt(sensor.blur_px**2 + sensor.defocus_px**2 / 4 + max(map(abs, sensor.motion_px)) ** 2 / 12)
    return bool(MARKER_MM * shot.scale >= MIN_MARKER_PX and spread <= BLUR_MODULES * MARKER_MM / 7 * shot.scale)


def _row(shot: Shot, painted: Painted, seen: Seen, colour: str, lane: int, sharp: bool) -> RowTruth:
    canvas = painted.canvas
    tray = shot.table.tray(colour)
    outline = canvas.outline(tray.lane(lane))
    inside, box = pixels_inside(outline, canvas.thing.shape)
    thing, legible = canvas.thing[box], seen.legible[box]
    pixel_mm2 = (328 - 2) * (90 - 2) / max(int(inside.sum()), 1)
    here = {index: item for index, item in painted.cards.items() if (item.tray, item.lane) == (colour, lane)}
    known = [index for index, item in here.items() if item.card and item.deck_seed == shot.table.edition.deck_seed]
    owned = [*known, *(index for index, name in painted.trays.items() if name == colour)]
    strange = inside & ~np.isin(thing, owned)
    dim = inside & ~legible
    bare = inside & seen.burnt[box] & ~np.isin(thing, known)
    defects = {painted.obstacles.get(int(index), _kind(here, int(index))) for index in np.unique(thing[strange])}
    defects = {kind for kind in defects if kind}
    if float((dim | bare).sum()) * pixel_mm2 > 25:
        defects.add("glare" if 2 * (seen.burnt[box] & (dim | bare)).sum() > (dim | bare).sum() else "dark")
    hidden_mm2 = float((strange | dim).sum()) * pixel_mm2
    parts = {index: float((canvas.thing == index).sum()) / max(canvas.drawn.get(index, 0), 1) for index in here}
    unseen_mm2 = float((strange | dim | bare).sum()) * pixel_mm2
    clear = sharp and unseen_mm2 <= BARE_MM2 and all(item.keep == 1 for item in here.values())
    for index in here:
        mask = canvas.thing == index
        count = int(mask.sum())
        clear &= parts[index] >= SEEN and float((mask & seen.legible).sum()) >= LEGIBLE * count
    if not sharp:
        defects.add("soft")
    defects |= _mishaps(here, parts, shot)
    foreign = inside & np.isin(thing, [index for index, item in here.items() if not item.card])
    contested = bool(clear) and any(
        _goes_on_below(shot, painted, index, known, pixel_mm2)
        for index, item in painted.cards.items()
        if item.tray == colour and item.lane != lane
    )
    allowed = () if float(foreign.sum()) * pixel_mm2 > BARE_MM2 else _allowed(here, parts, shot)
    return RowTruth(
        player=colour,
        row=lane,
        allowed=allowed,
        clear=bool(clear),
        bare=not here,
        hidden=bool(hidden_mm2 >= HIDING_MM2),
        defects=tuple(sorted(defects)),
        lies=tuple(f"{item.key}{'' if item.face else ' (back)'} {parts[index]:.2f}" for index, item in here.items()),
        outline=tuple((round(float(x), 1), round(float(y), 1)) for x, y in outline),
        contested=contested,
    )


def _goes_on_below(shot: Shot, painted: Painted, lower: int, cards: list[int], pixel_mm2: float) -> bool:
    """Tell whether a thing goes on below some cards beside which it is seen, and may lie in their row."""
    canvas, item = painted.canvas, painted.cards[lower]
    outline = canvas.outline(shot.table.tray(item.tray).corners(item))
    inside, box = pixels_inside(outline, canvas.thing.shape)
    above = np.isin(canvas.thing[box], cards)
    if float((above & inside).sum()) * pixel_mm2 < BELOW_MM2:
        return False
    seen = canvas.thing[box] == lower
    beside = cv2.dilate(above.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if float((seen & beside).sum()) * np.sqrt(pixel_mm2) < BESIDE_MM:
        return False
    lane = pixels_inside(canvas.outline(shot.table.tray(item.tray).lane(item.lane)), canvas.thing.shape)
    own = np.zeros(canvas.thing.shape, np.bool_)
    own[lane[1]] = lane[0]
    # Less than a strip of that width nobody takes for a card's side.
    width = max(2, round(SIDE_MM / float(np.sqrt(pixel_mm2))))
    strips = cv2.morphologyEx((seen & own[box]).astype(np.uint8), cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    rows, columns = np.nonzero(strips)
    if not len(rows):
        return True
    places = canvas.camera.on_table()
    x, y = (axis[box][rows, columns] for axis in places)
    angle = np.radians(shot.table.tray(item.tray).heading)
    across = np.cos(angle) * y - np.sin(angle) * x
    return bool(np.ptp(across) <= item.size_mm[1] / 2)


def pixels_inside(outline: Floats, shape: tuple[int, ...]) -> tuple[Mask, tuple[slice, slice]]:
    """Return the pixels inside an outline (N x 2 px), and the part of the picture that they are of."""
    low = np.clip(np.floor(outline.min(axis=0)).astype(int) - 1, 0, [shape[1] - 1, shape[0] - 1])
    high = np.clip(np.ceil(outline.max(axis=0)).astype(int) + 2, low + 1, [shape[1], shape[0]])
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    cv2.fillPoly(mask, [(outline - low).round().astype(np.int32)], 1)
    return mask.astype(np.bool_), (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))


def _kind(here: dict[int, Laid], index: int) -> str:
    item = here.get(index)
    if item is None:
        return ""
    return "deck" if item.card else item.key


def _mishaps(here: dict[int, Laid], parts: dict[int, float], shot: Shot) -> set[str]:
    found = set()
    for index, item in here.items():
        if item.card and item.deck_seed != shot.table.edition.deck_seed:
            found.add("deck")
        elif not item.card:
            found.add(item.key)
        if item.card and item.keep < 1:
            found.add("torn")
        if parts[index] < SEEN:
            found.add("hidden card")
    return found


def _allowed(here: dict[int, Laid], parts: dict[int, float], shot: Shot) -> tuple[str, ...]:
    """All texts that are true of a lane; none if nothing may be told of it."""
    cards = {index: item for index, item in here.items() if item.card}
    edition = shot.table.edition
    foreign = [item for item in cards.values() if item.deck_seed != edition.deck_seed]
    if any(not item.face or item.key not in same_faces(edition, item.deck_seed) for item in foreign):
        return ()
    every = sorted(cards.items(), key=lambda pair: pair[1].at[0])
    known = [(index, item) for index, item in every if parts[index] >= SLIVER or not _below(item, cards)]
    texts = [row_text([item.key.split(":")[2] for _, item in chosen]) for chosen in (every, known)]
    return tuple(dict.fromkeys(text for text in texts if text is not None))


def _below(item: Laid, here: dict[int, Laid]) -> bool:
    """Whether another card lies over most of this one: then nobody can know of it, whatever the light."""
    above = list(here.values())[list(here.values()).index(item) + 1 :]
    return any(abs(other.at[0] - item.at[0]) < 35 and abs(other.at[1] - item.at[1]) < 45 for other in above)
