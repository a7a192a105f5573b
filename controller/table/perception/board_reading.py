"""What the eye sees of a game of pieces: which piece stands on which place, which stand nowhere in particular. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from boards.geometry import Point, Pose, wrap_degrees
from boards.kit.piece_set import BoardSpot, PieceSet
from boards.kit.thing_keys import PieceKey
from controller.games.game_registry import AnyTabletop
from controller.games.tabletop import Standing
from controller.vision.scene import Scene, Why

ON_CELLS = 0.42
"""A piece stands on a place if its middle is no farther from the place's than so many cells."""
BESIDE_CELLS = 0.75
"""From here on it is beside the board."""
FACING_DEGREES = 20.0
"""A piece looks one way if it is turned by no more than this from it."""
NO_FACING = "?"
_TOO_MUCH = "/"


@dataclass(frozen=True)
class BoardReading:
    """One look at the board."""

    standing: Standing
    """Kinds and places of what surely stands somewhere, sorted."""
    between: Mapping[str, str] = field(default_factory=dict)
    """Kind of a piece that stands between places -> the nearest place."""
    unread: Mapping[str, Why] = field(default_factory=dict)
    """Kind of a piece that lies there and is not surely read -> why."""

    @property
    def doubtful(self) -> bool:
        """Whether something must be put right before anything follows from the look."""
        return bool(self.between or self.unread)


def read_board(scene: Scene, pieces: PieceSet, headings: Mapping[str, float]) -> BoardReading:
    """Where the pieces of a scene stand. What lies beside the board plays no part."""
    standing: list[tuple[str, str]] = []
    between: dict[str, str] = {}
    for seen in scene.things:
        if not isinstance(seen.thing, PieceKey):
            continue
        kind = seen.thing.kind
        spot, apart = _nearest(pieces, seen.pose.point)
        if apart <= ON_CELLS * pieces.cell_mm:
            standing.append((kind, f"{spot.name} {_facing(pieces, kind, seen.pose, headings)}".rstrip()))
        elif apart <= BESIDE_CELLS * pieces.cell_mm or seen.pose.point in pieces.field:
            between[kind] = spot.name
    unread = {item.thing.kind: item.why for item in scene.unread if isinstance(item.thing, PieceKey)}
    return BoardReading(tuple(sorted(standing)), between, unread)


def _nearest(pieces: PieceSet, at: Point) -> tuple[BoardSpot, float]:
    spot = min(pieces.spots, key=lambda spot: spot.at.distance(at))
    if pieces.shape == "hexagon":
        return spot, spot.at.distance(at)
    return spot, max(abs(spot.at.x - at.x), abs(spot.at.y - at.y))


def _facing(pieces: PieceSet, kind: str, pose: Pose, headings: Mapping[str, float]) -> str:
    if not any(known.looks for known in pieces.kinds if known.name == kind):
        return ""
    facing, off = min(
        ((name, abs(wrap_degrees(pose.heading - heading))) for name, heading in headings.items()),
        key=lambda found: found[1],
    )
    return facing if off <= FACING_DEGREES else NO_FACING


def named(tabletop: AnyTabletop, standing: Standing, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return what is seen under the names that the game has for its pieces: place by name.

    A piece where one of its kind is wanted is that one; the others of a kind are taken in order. Surplus pieces are
    called by their kind and a number.
    """
    left = Counter(standing)
    laid: dict[str, str] = {}
    for name, place in sorted(wanted.items()):
        if left[tabletop.kind(name), place] > 0:
            left[tabletop.kind(name), place] -= 1
            laid[name] = place
    rest = sorted(left.elements())
    for name in sorted(wanted):
        found = next((item for item in rest if item[0] == tabletop.kind(name)), None) if name not in laid else None
        if found is not None:
            rest.remove(found)
            laid[name] = found[1]
    return laid | {f"{kind}{_TOO_MUCH}{number}": place for number, (kind, place) in enumerate(rest)}


def called(piece: str) -> str:
    """Return a piece of :func:`named` as the game can call it: by its name, or its kind."""
    return piece.partition(_TOO_MUCH)[0]


def still_ghosts(
    tabletop: AnyTabletop, standing: Standing, wanted: Mapping[str, str], ghosts: Collection[str]
) -> tuple[str, ...]:
    """Those of the ghosts that are no piece on the board: one that was put on its place is a ghost no more."""
    visible = {name: place for name, place in wanted.items() if name not in ghosts}
    surplus = Counter(standing) - Counter(tabletop.standing(visible))

    def left() -> Iterator[str]:
        for name in sorted(ghosts):
            if name in wanted:
                item = (tabletop.kind(name), wanted[name])
                if surplus[item] > 0:
                    surplus[item] -= 1
                else:
                    yield name

    return tuple(left())
