"""The pictures of the building instructions, drawn from pins.yaml and golem_layout.py."""

from __future__ import annotations

from collections.abc import Iterator

from boards.drawing.primitives import BLACK, Anchor, Circle, Drawing, Path, Shape, Text, arc, box, line, rounded
from boards.drawing.svg import svg_document, svg_shapes
from boards.geometry import Point, Rect
from hardware.build import golem_layout as layout
from hardware.build.part_tables import Pin, pins

ROW = 6.0
COLOURS = ("#b5462b", "#2f6db3", "#3b8a3e", "#b08a00")
BY_NAME = {
    "red": "#d03030",
    "green": "#2f9a3a",
    "blue": "#2f6db3",
    "pink": "#e58fb5",
    "yellow": "#d8b400",
    "orange": "#e87a10",
}
"""Wires whose colour means something have that colour."""
MOTOR_WIRES = (("OUT1 (16)", "blue"), ("OUT2 (15)", "pink"), ("OUT3 (14)", "yellow"), ("OUT4 (13)", "orange"))
"""Legs of the ULN2003A, and the wires of a 28BYJ-48."""
THING = "#eef2f6"
POWER, GROUND, FIVE = "#c22", "#444", "#d60"

LEFT = ("left driver", "right driver", "bluetooth")
RIGHT = ("light", "servo", "buzzer", "divider")
POWERED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "left driver": (("COM (9)", "5 V", FIVE), ("GND (8)", "GND", GROUND)),
    "right driver": (("COM (9)", "5 V", FIVE), ("GND (8)", "GND", GROUND)),
    "light": (("longest leg", "GND", GROUND),),
    "servo": (("red", "5 V", FIVE), ("brown", "GND", GROUND)),
    "buzzer": (("-", "GND", GROUND),),
    "bluetooth": (("VCC", "5 V", FIVE), ("GND", "GND", GROUND)),
    "divider": (("100 kohm end", "7.4 V", POWER), ("10 kohm end", "GND", GROUND)),
}
TITLES = {
    "left driver": "left ULN2003A",
    "right driver": "right ULN2003A",
    "light": "light (RGB)",
    "servo": "servo SG90",
    "buzzer": "buzzer",
    "bluetooth": "HC-06 (if you want)",
    "divider": "divider: 100 k + 10 k",
}


def _rect(left: float, bottom: float, right: float, top: float) -> Rect:
    return Rect(Point(left, bottom), Point(right, top))


def wiring() -> Drawing:
    """Every wire: signals as lines from pin to terminal, power as names (all of one name belong together)."""
    shapes: list[Shape] = []
    bottoms = []
    for things, side in ((LEFT, -1), (RIGHT, 1)):
        y = 0.0
        for thing in things:
            y = _thing(shapes, thing, [pin for pin in pins() if pin.thing == thing], side, y)
        bottoms.append(y)
    low = min(bottoms)
    low -= 4
    nano = rounded(_rect(-17, low + 2, 17, 8), 2, "#d9efe6", BLACK, 0.4)
    shapes[:0] = [nano, Text(Point(0, 2.0), "Arduino Nano", 4.2, bold=True)]
    for x, pin, net, colour in ((-8, "VIN", "7.4 V", POWER), (8, "GND", "GND", GROUND)):
        shapes.append(Text(Point(x, low + 3.6), pin, 3.2))
        shapes.append(line(((x, low + 2), (x, low - 3)), colour, 0.9))
        shapes.append(Text(Point(x, low - 7), net, 3.2, colour, True))
    shapes += _supply(low - 10)
    bounds = _rect(-116, low - 48, 105, 12)
    return Drawing(bounds, (box(bounds, "#ffffff"), *shapes))


def _thing(shapes: list[Shape], thing: str, wires: list[Pin], side: int, top: float) -> float:
    rows = len(wires) + len(POWERED[thing])
    low = top - ROW * (rows + 1) - 1
    near, far = 42.0 * side, 82.0 * side
    shapes.append(rounded(_rect(min(near, far), low, max(near, far), top), 1.5, THING, BLACK, 0.3))
    shapes.append(Text(Point((near + far) / 2, top - 4.4), TITLES[thing], 3.2, bold=True))
    inward: Anchor = "start" if side < 0 else "end"
    outward: Anchor = "end" if side < 0 else "start"
    y = top - ROW * 1.6
    for number, pin in enumerate(wires):
        colour = BY_NAME.get(pin.terminal, COLOURS[number % len(COLOURS)])
        shapes.append(line(((17.0 * side, y), (near, y)), colour, 0.7))
        shapes.append(Text(Point(15.5 * side, y - 1.1), pin.name, 3.2, anchor=inward))
        shapes.append(Text(Point(near + 1.5 * side, y - 1.1), pin.terminal, 3.0, anchor=outward))
        if pin.over:
            shapes.append(rounded(_rect(31 * side - 7, y - 1.8, 31 * side + 7, y + 1.8), 0.4, "#ffffff", BLACK, 0.3))
            shapes.append(Text(Point(31 * side, y - 1.0), pin.over, 2.6))
        y -= ROW
    if thing.endswith("driver"):
        for number, (terminal, colour) in enumerate(MOTOR_WIRES):
            out = top - ROW * (1.6 + number)
            shapes.append(Text(Point(far + 1.5, out - 1.1), terminal, 3.0, anchor="start"))
            shapes.append(line(((far, out), (far - 6, out)), BY_NAME[colour], 0.9))
            shapes.append(Text(Point(far - 7, out - 1.1), f"motor, {colour}", 2.8, anchor="end"))
    for terminal, net, colour in POWERED[thing]:
        shapes.append(Text(Point(far - 1.5 * side, y - 1.1), terminal, 3.0, anchor=inward))
        shapes.append(line(((far, y), (far + 6 * side, y)), colour, 0.9))
        shapes.append(Text(Point(far + 7 * side, y - 1.1), net, 3.2, colour, True, outward))
        y -= ROW
    return low - 5.0


def _supply(top: float) -> Iterator[Shape]:
    """Battery, switch, converter, Nano."""
    stations = (
        (-88.0, "battery 2S", "7.4 V"),
        (-40.0, "switch", ""),
        (6.0, "converter", "turn its screw to 5.0 V first"),
    )
    y = top - 14.0
    for x, name, under in stations:
        yield rounded(_rect(x - 14, y - 6, x + 14, y + 6), 1.5, THING, BLACK, 0.3)
        yield Text(Point(x, y + (0.6 if under and len(under) < 8 else -1.2)), name, 3.2, bold=True)
        if under and len(under) < 8:
            yield Text(Point(x, y - 3.8), under, 2.8)
        elif under:
            yield Text(Point(x, y + 8.0), under, 2.8)
    yield line(((-74, y), (-54, y)), POWER, 0.9)
    yield line(((-26, y), (-8, y)), POWER, 0.9)
    yield line(((20, y), (28, y)), FIVE, 0.9)
    yield Text(Point(-64, y + 1.6), "+", 3.6, POWER, True)
    yield Text(Point(-17, y + 1.6), "7.4 V", 3.2, POWER, True)
    yield Text(Point(30, y - 1.1), "5 V: the motors' red wires, COM, servo", 3.2, FIVE, True, "start")
    yield Text(Point(30, y - 5.4), "470 uF from 5 V to GND", 3.0, FIVE, False, "start")
    yield Text(
        Point(-102, y - 12),
        "7.4 V after the switch goes to the converter, to the Nano's VIN and to the divider.",
        3.2,
        POWER,
        True,
        "start",
    )
    yield Text(
        Point(-102, y - 17),
        "GND: minus of the battery and of the converter, the Nano's GND, and every GND above are one.",
        3.2,
        GROUND,
        True,
        "start",
    )


FILLS = {
    "nano": "#4aa39a",
    "servo": "#4db3e6",
    "battery": "#e8c33c",
    "drivers": "#5aa457",
    "regulator": "#a070c0",
    "buzzer": "#444444",
    "light": "#e05040",
    "bluetooth": "#5070d0",
    "switch": "#999999",
}


def side_view() -> Drawing:
    """Return the golem from its left, the wheel seen through: what stands where."""
    shapes: list[Shape] = [box(_rect(-60, -8, 60, 70), "#ffffff"), line(((-45, 0), (45, 0)), "#888888", 0.4)]
    shapes.append(_motor_outline())
    for part in layout.BOXES:
        shapes.append(box(_rect(part.low[0], part.low[2], part.high[0], part.high[2]), FILLS[part.name], BLACK, 0.25))
    shapes.append(Circle(Point(0, layout.AXLE_Z), layout.WHEEL_R, None, "#333333", 0.8))
    shapes.append(Circle(Point(0, layout.AXLE_Z), layout.SHAFT_R, "#cccccc", BLACK, 0.3))
    low, high = layout.PLATE
    shapes.append(box(_rect(-layout.BODY_R + 0.5, low, layout.BODY_R - 0.5, high), "#ffffff", BLACK, 0.3))
    floor = layout.FLOOR
    shapes.append(box(_rect(-layout.BODY_R, floor[0], layout.BODY_R, floor[1]), "#d8c890", BLACK, 0.25))
    labels = (
        ("marker's plate", 59.3, -1, -20.0),
        ("battery", 44.0, -1, -26.0),
        ("Bluetooth", 30.0, -1, -16.5),
        ("switch", 11.0, -1, -27.0),
        ("converter", 53.0, 1, 8.0),
        ("two ULN2003A", 45.0, 1, 10.0),
        ("servo", 38.0, 1, 28.0),
        ("Nano", 30.0, 1, 17.5),
        ("buzzer", 20.0, 1, 24.0),
        ("light", 9.0, 1, 30.0),
        ("motors", 15.0, -1, -8.0),
    )
    for text, z, side, x in labels:
        shapes.append(line(((x, z), (38.5 * side, z)), "#222222", 0.25))
        shapes.append(Circle(Point(x, z), 0.6, "#222222"))
        shapes.append(Text(Point(39.5 * side, z - 1.0), text, 3.0, anchor="end" if side < 0 else "start"))
    shapes.append(Text(Point(25, 66), "ahead", 3.0))
    shapes.append(line(((18, 64), (32, 64)), BLACK, 0.4))
    shapes.append(line(((30, 65.2), (32, 64), (30, 62.8)), BLACK, 0.4))
    bounds = _rect(-72, -4, 72, 70)
    return Drawing(bounds, (box(bounds, "#ffffff"), *shapes[1:]))


def _motor_outline() -> Path:
    return Path((tuple(arc(Point(0, layout.MOTOR_Z), layout.MOTOR_R, 0, 360)),), "#d0d4d8", BLACK, 0.3)


def top_view() -> Drawing:
    """Return the golem from above without its plate, ahead is up."""
    bounds = _rect(-62, -40, 62, 42)
    shapes: list[Shape] = [box(bounds, "#ffffff")]
    shapes.append(Circle(Point(0, 0), layout.BODY_R, "#fbf6e4", "#888888", 0.4))
    for side in (1, -1):
        shapes.append(Path((tuple(_wheel_from_above(side)),), "#777777", BLACK, 0.2))
        near, far = sorted((side * layout.MOTOR_GAP, side * layout.MOTOR_FACE))
        shapes.append(box(_rect(near, -layout.MOTOR_R, far, layout.MOTOR_R), "#d0d4d8", BLACK, 0.3))
    for part in sorted(layout.BOXES, key=lambda one: one.high[2]):
        rect = _rect(-part.high[1], part.low[0], -part.low[1], part.high[0])
        shapes.append(box(rect, FILLS[part.name], BLACK, 0.25))
    labels = (
        ("servo", -1, -6.0, 26.0),
        ("Nano", 1, 6.0, 16.5),
        ("ULN2003A", -1, -9.0, 6.0),
        ("converter", 1, 3.0, 0.0),
        ("motor", 1, 16.0, -8.0),
        ("Bluetooth", -1, -4.0, -16.5),
        ("battery", 1, 4.0, -26.0),
        ("switch", -1, -11.5, -26.0),
        ("light", 1, 1.5, 32.2),
        ("wheel", 1, 22.5, -17.0),
    )
    for text, side, x, y in labels:
        shapes.append(line(((x, y), (37.0 * side, y)), "#222222", 0.25))
        shapes.append(Circle(Point(x, y), 0.6, "#222222"))
        shapes.append(Text(Point(38.0 * side, y - 1.0), text, 3.0, anchor="end" if side < 0 else "start"))
    shapes.append(Text(Point(0, 37.5), "ahead", 3.2))
    return Drawing(bounds, tuple(shapes))


def _wheel_from_above(side: int) -> Iterator[Point]:
    """Its outline: the outside from the rim to the hub and back, then the dish's inside."""
    profile = layout.wheel_profile()
    hub = profile.index((layout.HUB_R, layout.SHAFT_END))
    dish = profile.index((layout.CONE_INNER_R, layout.DISC[0]))
    outside, inside = profile[: hub + 1], profile[dish:]
    for part, half in ((outside, 1), (outside[::-1], -1), (inside[::-1], -1), (inside, 1)):
        yield from (Point(side * -out, half * radius) for radius, out in part)


PICTURES = {"wiring.svg": wiring, "side.svg": side_view, "top.svg": top_view}


def svg(drawing: Drawing) -> str:
    """Return the picture as a file's text."""
    return svg_document(drawing.bounds, svg_shapes(drawing.shapes)) + "\n"
