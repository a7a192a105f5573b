"""What the camera sees against what the game knows: small errors, and differences that people must mend.

The physical table is the truth: a golem that is a little off is driven right, one that stands in another
cell is never guessed about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boards.geometry import Cell, Point, Pose, SquareGrid, wrap_degrees
from controller.games.game import Stand
from controller.table.perception.program_reading import TableReading
from controller.table.view.notices import cells_unread_text
from controller.table.view.table_messages import say
from controller.table.view.view import Notice


@dataclass(frozen=True)
class Tolerance:
    """From which error on a golem is corrected, and from which on it is astray."""

    correct_mm: float = 6.0
    correct_deg: float = 4.0
    astray_mm: float = 38.0
    astray_deg: float = 40.0


@dataclass(frozen=True)
class Comparison:
    """How the table differs from the game."""

    poses: Mapping[str, Pose]
    """Where the golems were seen."""
    corrections: Mapping[str, Pose] = field(default_factory=dict)
    """Golems that are a little off, and the pose that they should have."""
    astray: Mapping[str, Pose] = field(default_factory=dict)
    """Golems that are on the mat, but far from the pose that they should have."""
    notices: tuple[Notice, ...] = ()
    """What people have to put right, in words."""

    @property
    def same(self) -> bool:
        """True if nothing is left to be done by people."""
        return not self.notices


def expected_pose(stand: Stand, grid: SquareGrid) -> Pose:
    """Return the pose of a golem that stands in the middle of its cell."""
    centre = grid.centre(stand.cell)
    return Pose(centre.x, centre.y, float(stand.heading.value))


def compare(
    reading: TableReading,
    stands: Mapping[str, Stand],
    tokens: Mapping[Cell, str],
    fallen: tuple[str, ...],
    grid: SquareGrid,
    tolerance: Tolerance,
    absent: tuple[str, ...] = (),
) -> Comparison:
    """Compare a reading of the table with where everything should be.

    ``tokens`` are the tokens that the board must show, by cell; ``fallen`` the golems that must be off the field,
    ``absent`` those of this table that do not play this time.
    """
    corrections: dict[str, Pose] = {}
    astray: dict[str, Pose] = {}
    notices: list[Notice] = []
    for name, stand in stands.items():
        target = expected_pose(stand, grid)
        seen = reading.golems.get(name)
        if seen is None and name in reading.twice:
            continue
        if seen is None:
            notices.append(_golem("golem-missing", name, stand))
            continue
        off_mm = seen.point.distance(target.point)
        off_deg = abs(wrap_degrees(seen.heading - target.heading))
        unsure_mm, unsure_deg = reading.golems_within.get(name, (0.0, 0.0))
        if off_mm > tolerance.astray_mm or off_deg > tolerance.astray_deg:
            astray[name] = target
            notices.append(_golem("golem-astray", name, stand))
        elif off_mm - unsure_mm > tolerance.correct_mm or off_deg - unsure_deg > tolerance.correct_deg:
            # What the camera does not surely know better than the wheels' own count is no error.
            corrections[name] = target
    for name in reading.twice:
        notices.append(Notice("golem-twice", "warning", say("golem-twice", golem=name), {"golem": name}))
    strangers = tuple(name for name in reading.golems if name not in (*stands, *fallen, *absent))
    for name in (*fallen, *absent, *strangers):
        seen = reading.golems.get(name)
        if seen is not None and grid.cell_at(seen.point) is not None:
            code = "golem-fallen" if name in fallen else "golem-absent"
            notices.append(Notice(code, "warning", say(code, golem=name), {"golem": name}))
    notices += _token_notices(reading, tokens, grid)
    poses = dict(reading.golems)
    return Comparison(poses, corrections, astray, tuple(notices))


def _golem(code: str, name: str, stand: Stand) -> Notice:
    facts = {"golem": name, "cell": str(stand.cell), "facing": stand.heading.name}
    return Notice(code, "warning", say(code, **facts), facts)


def tokens_lying(reading: TableReading, grid: SquareGrid) -> list[tuple[str, Cell]]:
    """Return the tokens on the field with their cells, as they were read; several may lie in one cell."""
    found: list[tuple[str, Cell]] = []
    for kind, cell, pose in reading.tokens:
        place = cell if cell is not None else grid.cell_at(Point(pose.x, pose.y))
        if place is not None:
            found.append((kind, place))
    return found


def _token_notices(reading: TableReading, tokens: Mapping[Cell, str], grid: SquareGrid) -> list[Notice]:
    lying = {cell: kind for kind, cell in tokens_lying(reading, grid)}
    notices: list[Notice] = []
    for cell in sorted(set(lying) | set(tokens)):
        should, there = tokens.get(cell), lying.get(cell)
        if should == there:
            continue
        if there is not None:
            facts = {"token": there, "cell": str(cell)}
            notices.append(Notice("token-off", "warning", say("token-off", **facts), facts))
        if should is not None and cell in reading.cells_unread:
            text = cells_unread_text({cell: reading.cells_unread[cell]})
            notices.append(Notice("cell-unread", "warning", text, {"token": should, "cell": str(cell)}))
        elif should is not None:
            facts = {"token": should, "cell": str(cell)}
            notices.append(Notice("token-on", "warning", say("token-on", **facts), facts))
    return notices
