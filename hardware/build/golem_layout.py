"""Where everything sits in the reference golem, and whether it fits.

Millimetres; x ahead, y to the left, z up from the table, the origin between the wheels. Everything is an upright box
but motors (cylinders across) and wheels (rings round the axle). Wheels of 58 mm end 2 mm below the marker's plane,
which is at 60 mm for the whole kit. Two of them in a circle of 70 mm, with treads of 4 mm, leave 28 mm between
them, and two motors back to back are 38.6 mm long: the motors' faces stand inside the wheels, which are dishes, and
whose hubs bulge out where the circle is wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations, permutations

BODY_R = 35.0
INNER_HALF = 13.4
"""The printed chassis reaches so far to each side; the wheels' rims begin at 14."""
CLEARANCE = 0.4
"""Between any two things that do not touch on purpose."""

AXLE_Z = 29.0
WHEEL_R = 29.0
RIM_INNER_R = 27.0
RIM = (14.0, 18.0)
TYRE, TYRE_INNER_R = (15.4, 16.6), 28.0
"""The groove for an O-ring of 1 mm, which then ends at the wheel's radius."""
DISC = (22.3, 24.3)
DISC_R = 25.0
HUB_R = 6.0
CONE_INNER_R = 23.0
"""The dish's inside where its disc begins."""

MOTOR_R = 14.0
MOTOR_Z = AXLE_Z - 8.0
"""A 28BYJ-48's shaft stands 8 mm beside its middle; it hangs below."""
MOTOR_GAP = 0.3
MOTOR_FACE = MOTOR_GAP + 19.0
EAR_X, EAR_END, EAR_THICK = 17.5, 21.0, 1.0
SHAFT_R, SHAFT_END = 2.5, MOTOR_FACE + 9.5
BLOCK_LOW = MOTOR_Z - 17.0
POST_R, RIB_LOW, SCREW_R = 3.5, 11.0, 1.25

FLOOR = (1.6, 3.6)
SHELL_INNER_R, SHELL_X = 33.8, 25.0
PLATE = (58.8, 59.8)
DISC_THICK = 0.2
"""The printed disc of paper or thin card, glued on the plate."""
MARKER_Z = PLATE[1] + DISC_THICK
"""The marker's height."""
FOOT_X, FOOT_R, FOOT_GAP = 26.0, 6.0, 0.4
STRUT_X, STRUT_Y = 27.0, 11.75
"""Beside the servo's window two struts carry the plate; the wall alone would be two splinters of 1.2 x 2 mm there."""

SERVO_SHAFT = (25.4, 5.4)
"""Seen from above: an SG90's shaft stands 6 mm from one end."""
ARM_MM, ARM_HALF_WIDE = 15.0, 2.5
ARM_REST, ARM_STRUCK = -66.0, 24.0
"""Degrees to the left of straight ahead: the servo's quarter turn, inside at rest and out of the window at the strike.
On a servo that turns the other way round, shaft and angles are mirrored."""


@dataclass(frozen=True)
class Box:
    """An upright box."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    colour: str
    grams: float

    @property
    def reach(self) -> float:
        """How far from the middle it reaches, seen from above."""
        return math.hypot(max(-self.low[0], self.high[0]), max(-self.low[1], self.high[1]))


@dataclass(frozen=True)
class Ring:
    """A slice of a wheel: a ring round the axle."""

    inner: float
    outer: float
    low: float
    high: float
    """From here to there across, on either side of the golem."""


def centred(name: str, x: tuple[float, float], wide: float, z: tuple[float, float], colour: str, grams: float) -> Box:
    """Return a box whose middle lies on the golem's middle line."""
    return Box(name, (x[0], -wide / 2, z[0]), (x[1], wide / 2, z[1]), colour, grams)


NANO = centred("nano", (14.4, 18.9), 18.0, (6.0, 51.0), "teal", 7.0)
SERVO = centred("servo", (19.3, 31.5), 22.7, (27.0, 56.0), "deepskyblue", 9.0)
BATTERY = centred("battery", (-32.0, -19.0), 18.0, (6.0, 51.0), "gold", 22.0)
DRIVERS = centred("drivers", (-14.2, 13.8), 26.0, (38.0, 50.0), "green", 9.0)
REGULATOR = centred("regulator", (-8.5, 8.5), 11.0, (51.0, 55.0), "purple", 2.0)
BUZZER = centred("buzzer", (19.5, 28.0), 12.0, (13.5, 25.5), "black", 2.0)
LIGHT = centred("light", (24.3, 33.1), 5.8, (6.1, 11.9), "red", 1.0)
BLUETOOTH = centred("bluetooth", (-18.4, -14.8), 15.2, (6.0, 43.0), "blue", 4.0)
SWITCH = Box("switch", (-30.0, 9.5, 8.0), (-21.5, 13.2, 14.0), "gray", 1.0)

BOXES = (NANO, SERVO, BATTERY, DRIVERS, REGULATOR, BUZZER, LIGHT, BLUETOOTH, SWITCH)

MOTOR_GRAMS = 37.0


def motor_boxes() -> tuple[Box, ...]:
    """Return what of the two motors other things must keep clear of, but for their round cans."""
    parts: list[Box] = []
    for side in (1, -1):
        for name, x, across, z in (
            ("block", 8.75, (MOTOR_GAP, 17.5), (BLOCK_LOW, MOTOR_Z)),
            ("ears", EAR_END, (MOTOR_FACE - EAR_THICK, MOTOR_FACE), (MOTOR_Z - 3.5, MOTOR_Z + 3.5)),
            ("screws", EAR_X + 2.5, (MOTOR_FACE, MOTOR_FACE + 2.0), (MOTOR_Z - 2.5, MOTOR_Z + 2.5)),
        ):
            near, far = sorted((side * across[0], side * across[1]))
            parts.append(Box(f"motor's {name}", (-x, near, z[0]), (x, far, z[1]), "silver", 0.0))
    return tuple(parts)


def ribs() -> tuple[Box, ...]:
    """Return the chassis beside the motors."""
    return tuple(
        Box(
            "rib",
            (x - POST_R, min(side * RIB_LOW, side * INNER_HALF), FLOOR[0]),
            (x + POST_R, max(side * RIB_LOW, side * INNER_HALF), MOTOR_Z + POST_R),
            "khaki",
            0.0,
        )
        for x in (-EAR_X, EAR_X)
        for side in (1, -1)
    )


def struts() -> tuple[Box, ...]:
    """Return the chassis beside the servo."""
    far = math.sqrt(BODY_R**2 - INNER_HALF**2)
    return tuple(
        Box(
            "strut",
            (STRUT_X, min(side * STRUT_Y, side * INNER_HALF), FLOOR[0]),
            (far, max(side * STRUT_Y, side * INNER_HALF), PLATE[0]),
            "khaki",
            0.0,
        )
        for side in (1, -1)
    )


def wheel_profile() -> tuple[tuple[float, float], ...]:
    """Half of a wheel's section: (radius, how far out), the bore as small as can be."""
    return (
        (WHEEL_R, RIM[0]),
        (WHEEL_R, TYRE[0]),
        (TYRE_INNER_R, TYRE[0]),
        (TYRE_INNER_R, TYRE[1]),
        (WHEEL_R, TYRE[1]),
        (WHEEL_R, RIM[1]),
        (DISC_R, DISC[1]),
        (HUB_R, DISC[1]),
        (HUB_R, SHAFT_END),
        (0.01, SHAFT_END),
        (0.01, DISC[0]),
        (CONE_INNER_R, DISC[0]),
        (RIM_INNER_R, RIM[1]),
        (RIM_INNER_R, RIM[0]),
    )


def wheel_rings(slices: int = 24) -> tuple[Ring, ...]:
    """Return a wheel as rings that hold all of it, the dish's wall in thin slices."""
    rings = [
        Ring(RIM_INNER_R, WHEEL_R, *RIM),
        Ring(0.0, DISC_R, *DISC),
        Ring(0.0, HUB_R, DISC[1], SHAFT_END),
    ]
    for n in range(slices):
        near, far = n / slices, (n + 1) / slices
        inner = RIM_INNER_R + (CONE_INNER_R - RIM_INNER_R) * far
        outer = WHEEL_R + (DISC_R - WHEEL_R) * near
        rings.append(Ring(inner, outer, RIM[1] + (DISC[0] - RIM[1]) * near, RIM[1] + (DISC[0] - RIM[1]) * far))
    return tuple(rings)


def wheel_reach() -> float:
    """How far a wheel reaches from the golem's middle, seen from above."""
    return max(math.hypot(radius, out) for radius, out in wheel_profile())


def gap(a: Box, b: Box) -> float:
    """Return the widest axis-wise gap between two boxes; negative if they overlap."""
    return max(max(a.low[n] - b.high[n], b.low[n] - a.high[n]) for n in range(3))


def gap_to_ring(box: Box, ring: Ring) -> float:
    """Return the gap between a box and a wheel's ring, on the side where the box is nearer."""
    across = min(_across(box.low[1], box.high[1], ring), _across(-box.high[1], -box.low[1], ring))
    near, far = _radii(box, AXLE_Z)
    return max(across, near - ring.outer, ring.inner - far)


def _across(low: float, high: float, ring: Ring) -> float:
    return max(ring.low - high, low - ring.high)


def gap_to_motor(box: Box) -> float:
    """Return the gap between a box and the motors' cans."""
    near, _ = _radii(box, MOTOR_Z)
    outside = max(box.low[1] - MOTOR_FACE, -MOTOR_FACE - box.high[1])
    return max(near - MOTOR_R, outside)


def _radii(box: Box, z: float) -> tuple[float, float]:
    """Return the least and the greatest distance of a box from a line across at that height."""
    xs, zs = (box.low[0], box.high[0]), (box.low[2] - z, box.high[2] - z)
    nearest = math.hypot(*(0.0 if low <= 0.0 <= high else min(abs(low), abs(high)) for low, high in (xs, zs)))
    return nearest, math.hypot(max(map(abs, xs)), max(map(abs, zs)))


def gap_to_arm(degrees: float) -> float:
    """Return the gap between the arm, pointing there, and the struts that it swings between."""
    found = math.inf
    for n in range(31):
        x, y = _on_arm(degrees, ARM_MM * n / 30)
        for strut in struts():
            near = [max(strut.low[k] - v, 0.0, v - strut.high[k]) for k, v in ((0, x), (1, y))]
            found = min(found, math.hypot(*near) - ARM_HALF_WIDE)
    return found


def arm_reach(degrees: float) -> float:
    """How far the arm reaches from the golem's middle, pointing there."""
    x, y = _on_arm(degrees, ARM_MM)
    aside = math.radians(degrees + 90)
    corners = [
        (x + side * ARM_HALF_WIDE * math.cos(aside), y + side * ARM_HALF_WIDE * math.sin(aside)) for side in (1, -1)
    ]
    return max(math.hypot(*corner) for corner in corners)


def _on_arm(degrees: float, way: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return SERVO_SHAFT[0] + way * math.cos(angle), SERVO_SHAFT[1] + way * math.sin(angle)


def clearances() -> dict[str, float]:
    """Every gap that must stay open, by name, in mm."""
    found: dict[str, float] = {}
    fixed = (*motor_boxes(), *ribs(), *struts())
    for a, b in combinations(BOXES, 2):
        found[f"{a.name} - {b.name}"] = gap(a, b)
    for box in BOXES:
        for other in fixed:
            name = f"{box.name} - {other.name}"
            found[name] = min(found.get(name, math.inf), gap(box, other))
        found[f"{box.name} - motor"] = gap_to_motor(box)
        found[f"{box.name} - wheel"] = min(gap_to_ring(box, ring) for ring in wheel_rings())
        found[f"{box.name} - wall"] = SHELL_INNER_R - box.reach if box is not SERVO else BODY_R - box.reach
        found[f"{box.name} - floor"] = box.low[2] - FLOOR[1]
        found[f"{box.name} - plate"] = PLATE[0] - box.high[2]
    for other in fixed:
        found[f"{other.name} - wheel"] = min(gap_to_ring(other, ring) for ring in wheel_rings())
        if other.name.startswith("motor"):
            found[f"{other.name} - floor"] = other.low[2] - FLOOR[1]
    found["wheel - plate"] = PLATE[0] - (AXLE_Z + WHEEL_R)
    return found


def room_for(size: tuple[float, float, float]) -> str | None:
    """Where an upright box of this size goes in any of its six ways, motors and wheels being there; None: nowhere.

    Only free places between the wheels count: above the motors, before or behind them. Other parts are left out, so
    that None is final.
    """
    above = (2 * SHELL_INNER_R, 2 * INNER_HALF, PLATE[0] - (MOTOR_Z + MOTOR_R))
    for way in permutations(size):
        if all(side <= most for side, most in zip(way, above, strict=True)) and way[0] <= _chord(way[1]) * 2:
            return "above the motors"
        deep, wide, high = way
        if wide <= 2 * INNER_HALF and high <= PLATE[0] - FLOOR[1] and deep <= _chord(wide) - MOTOR_R:
            return "before or behind the motors"
    return None


def _chord(wide: float) -> float:
    """How far ahead something so wide can reach inside the walls."""
    return math.sqrt(SHELL_INNER_R**2 - (wide / 2) ** 2)


def balance_mm() -> float:
    """How far ahead of the axle the weight lies; the chassis is even."""
    weights = [(box.grams, (box.low[0] + box.high[0]) / 2) for box in BOXES]
    return sum(grams * x for grams, x in weights) / (sum(grams for grams, _ in weights) + 2 * MOTOR_GRAMS)


def scad_dimensions() -> str:
    """Return the text of ``dimensions.scad``."""
    numbers = {
        "body_r": BODY_R,
        "inner_half": INNER_HALF,
        "axle_z": AXLE_Z,
        "motor_r": MOTOR_R,
        "motor_z": MOTOR_Z,
        "motor_gap": MOTOR_GAP,
        "motor_face": MOTOR_FACE,
        "ear_x": EAR_X,
        "ear_end": EAR_END,
        "ear_thick": EAR_THICK,
        "shaft_r": SHAFT_R,
        "shaft_end": SHAFT_END,
        "block_low": BLOCK_LOW,
        "post_r": POST_R,
        "rib_low": RIB_LOW,
        "screw_r": SCREW_R,
        "floor_low": FLOOR[0],
        "floor_high": FLOOR[1],
        "shell_inner_r": SHELL_INNER_R,
        "shell_x": SHELL_X,
        "plate_low": PLATE[0],
        "plate_high": PLATE[1],
        "strut_x": STRUT_X,
        "strut_y": STRUT_Y,
        "foot_x": FOOT_X,
        "foot_r": FOOT_R,
        "foot_gap": FOOT_GAP,
        "nano_x0": NANO.low[0],
        "nano_x1": NANO.high[0],
        "servo_x0": SERVO.low[0],
        "servo_half_y": SERVO.high[1],
        "servo_z0": SERVO.low[2],
        "light_z": (LIGHT.low[2] + LIGHT.high[2]) / 2,
        "light_r": (LIGHT.high[2] - LIGHT.low[2]) / 2,
    }
    lines = ["// Made by `make build-golem` from golem_layout.py; change that.", "cutaway = false;"]
    lines += [f"{name} = {round(value, 3):g};" for name, value in numbers.items()]
    profile = ", ".join(f"[{radius:g}, {round(out, 3):g}]" for radius, out in wheel_profile())
    lines.append(f"wheel_profile = [{profile}];")
    boxes = ",\n    ".join(f'[{_point(box.low)}, {_point(box.high)}, "{box.colour}"]' for box in BOXES)
    lines.append(f"boxes = [\n    {boxes}\n];")
    return "\n".join(lines) + "\n"


def _point(point: tuple[float, float, float]) -> str:
    return "[" + ", ".join(f"{round(value, 3):g}" for value in point) + "]"
