"""The building instructions: pins as the firmware has them, parts that fit, pictures and lists as the tables say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import cv2
import pytest

from boards.kit.kit import GOLEM_HEIGHT_MM
from hardware.build import golem_layout as layout
from hardware.build.__main__ import PARTS, README, readme
from hardware.build.build_pictures import PICTURES, svg
from hardware.build.part_renderer import is_closed, read_stl, volume_mm3
from hardware.build.part_tables import HOME, parts, pins
from hardware.simulated.physics import drive_dimensions as figures
from tests.support.finding import part_of

FIRMWARE = HOME.parent / "firmware"
GOLEM = FIRMWARE / "golem"


def _ports(thing: str) -> list[str]:
    return [pin.port for pin in pins() if pin.thing == thing]


def _constant(file: str, name: str) -> str:
    found = re.search(rf"\b{name}\b[^;=]*=\s*([^;]+);", (GOLEM / file).read_text(encoding="utf-8"))
    assert found, name
    return found[1]


# -- pins ------------------------------------------------------------------------------------------------


def test_the_wires_go_where_the_firmware_puts_its_bits() -> None:
    stepping = (GOLEM / "wheels.cpp").read_text(encoding="utf-8")
    for side, thing in (("LEFT", "left driver"), ("RIGHT", "right driver")):
        port, first = _constant("wheels.cpp", f"{side}_SHIFT")[1:3]
        assert _ports(thing) == [f"{port}{int(first) + n}" for n in range(4)]
        assert re.search(rf"PORT{port} = \(PORT{port} & ~{side}_MASK\)", stepping)
    show = (GOLEM / "show.cpp").read_text(encoding="utf-8")
    for colour, port in zip(("RED", "GREEN", "BLUE"), _ports("light"), strict=True):
        assert f"if (colour & {colour}) PORT{port[0]} |= _BV(P{port});" in show
    (arm,), (buzzer,) = _ports("servo"), _ports("buzzer")
    assert f"PORT{arm[0]} |= _BV(P{arm});" in show
    # The buzzer hangs on timer 0's compare output A, which is PD6.
    assert buzzer == "D6" and "COM0A0" in show and "PORTD &= ~_BV(PD6)" in show
    # The ATmega328P's only serial line is PD0 and PD1.
    assert _ports("bluetooth") == ["D0", "D1"] and "UDR0" in (GOLEM / "uart.cpp").read_text(encoding="utf-8")
    assert _ports("divider") == ["C0"] and "DIDR0 = _BV(ADC0D)" in (GOLEM / "battery.cpp").read_text(encoding="utf-8")


def test_a_nanos_pins_are_where_its_processor_has_them() -> None:
    """Arduino Nano: D0..D7 are port D, D8..D13 port B, A0..A5 port C."""
    for pin in pins():
        number = int(pin.name[1:])
        port = f"C{number}" if pin.name[0] == "A" else f"D{number}" if number < 8 else f"B{number - 8}"
        assert pin.port == port, pin
    assert len({pin.name for pin in pins()}) == len(pins())


@pytest.mark.parametrize(
    "page", [GOLEM / "config.h", FIRMWARE.parents[1] / "docs" / "firmware.md"], ids=lambda p: p.name
)
def test_what_people_read_names_the_same_pins(page: Path) -> None:
    text = re.sub(r"[|/]", " ", page.read_text(encoding="utf-8"))
    for thing, word in (
        ("left driver", "left ULN2003"),
        ("right driver", "right ULN2003"),
        ("light", "light: red, green, blue"),
        ("servo", "servo of the arm"),
        ("buzzer", "buzzer"),
        ("divider", "battery"),
        ("bluetooth", "serial line"),
    ):
        names = " ".join(pin.name for pin in pins() if pin.thing == thing)
        assert re.search(rf"\b{names}\s+{word}", text), (page.name, thing)


def test_the_divider_is_the_one_that_the_firmware_reckons_with() -> None:
    assert "(100.0F + 10.0F) / 10.0F" in _constant("config.h", "BATTERY_MV_PER_COUNT")
    names = [part.name for part in parts() if part.used == "divider"]
    assert names == ["resistor 100 kohm", "resistor 10 kohm"]


# -- places ----------------------------------------------------------------------------------------------


def test_everything_has_room() -> None:
    tight = {name: round(gap, 2) for name, gap in layout.clearances().items() if gap < layout.CLEARANCE - 1e-9}
    assert tight == {}
    assert layout.wheel_reach() <= layout.BODY_R
    assert all(box.reach <= layout.BODY_R for box in layout.BOXES)
    assert abs(layout.balance_mm()) < 3.0


def test_the_arm_lies_inside_at_rest_and_swings_out_between_the_struts() -> None:
    quarter = [layout.ARM_REST + 90 * n / 60 for n in range(61)]
    assert quarter[-1] == layout.ARM_STRUCK
    assert min(map(layout.gap_to_arm, quarter)) >= layout.CLEARANCE
    assert layout.arm_reach(layout.ARM_REST) <= layout.BODY_R < layout.arm_reach(layout.ARM_STRUCK) - 3
    # Straight across it would stand in a strut.
    assert layout.gap_to_arm(90.0) < 0


def test_the_check_sees_what_does_not_fit() -> None:
    big = layout.Box("big", (-34.0, -14.5, 20.0), (-19.0, 14.5, 50.0), "red", 1.0)
    assert min(layout.gap_to_ring(big, ring) for ring in layout.wheel_rings()) < 0
    assert layout.SHELL_INNER_R - big.reach < 0
    low = layout.centred("low", (-10.0, 10.0), 20.0, (30.0, 45.0), "red", 1.0)
    assert layout.gap_to_motor(low) < 0 < layout.gap_to_motor(layout.DRIVERS)


def test_what_is_said_not_to_fit_does_not_and_the_rest_does() -> None:
    assert layout.room_for((35.0, 32.0, 10.0)) is None, "the usual ULN2003 board"
    assert layout.room_for((28.0, 14.0, 50.0)) is None, "two cells of 14 x 50 mm side by side"
    for box in layout.BOXES:
        size = tuple(high - low for low, high in zip(box.low, box.high, strict=True))
        assert layout.room_for(size) is not None, box.name


def test_the_marker_is_as_high_as_the_camera_believes() -> None:
    assert pytest.approx(GOLEM_HEIGHT_MM) == layout.MARKER_Z


def test_firmwares_and_emulator_reckon_with_these_wheels() -> None:
    micropython = (FIRMWARE / "micropython" / "motors.py").read_text(encoding="utf-8")
    assert float(part_of(r"^WHEEL_MM = (\d+)$", micropython, re.MULTILINE)[1]) == 2 * layout.WHEEL_R
    assert figures.WHEEL_MM == 2 * layout.WHEEL_R and sum(layout.RIM) == figures.TRACK_MM
    assert float(_constant("config.h", "WHEEL_MM").rstrip("F")) == 2 * layout.WHEEL_R
    assert float(_constant("config.h", "TRACK_MM").rstrip("F")) == sum(layout.RIM)


# -- lists and pictures ----------------------------------------------------------------------------------


def test_everything_that_is_placed_or_wired_is_on_the_parts_list() -> None:
    used = {part.used for part in parts()}
    assert {box.name for box in layout.BOXES} | {"motor", "wheel", "chassis"} <= used
    wired = {"left driver": "drivers", "right driver": "drivers"}
    assert {wired.get(pin.thing, pin.thing) for pin in pins()} <= used
    assert sum(part.number for part in parts() if part.used == "motor" and "stepper" in part.name) == 2
    assert all(part.price > 0 and part.number > 0 for part in parts())


def test_what_is_made_from_the_tables_is_up_to_date() -> None:
    """Else: make build-golem."""
    assert (HOME / "dimensions.scad").read_text(encoding="utf-8") == layout.scad_dimensions()
    assert README.read_text(encoding="utf-8") == readme()
    for name, draw in PICTURES.items():
        assert (HOME / "pictures" / name).read_text(encoding="utf-8") == svg(draw()), name


def test_the_wiring_picture_shows_every_pin_once() -> None:
    root = ElementTree.parse(HOME / "pictures" / "wiring.svg").getroot()
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for pin in pins():
        assert words.count(pin.name) == 1, pin
        assert pin.terminal in words
    assert words.count("330 ohm") == 3


def test_the_instructions_show_pictures_that_are_there() -> None:
    shown = re.findall(r"!\[[^]]+]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert {HOME / name for name in shown} == set((HOME / "pictures").iterdir())
    picture = cv2.imread(str(HOME / "pictures" / "golem.png"))
    assert picture is not None and picture.std() > 20
    steps = re.findall(r"^(\d+)\. \*\*", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert steps == [str(n + 1) for n in range(len(steps))] and len(steps) >= 10


def test_the_printed_parts_are_closed_and_as_large_as_said(tmp_path: Path) -> None:
    sizes: dict[str, tuple[list[float], list[float]]] = {}
    for part in PARTS:
        stl = tmp_path / f"{part}.stl"
        coarse = ["-D", f'part="{part}"', "-D", "$fn=12"]
        subprocess.run(["openscad", "-q", "-o", stl, *coarse, HOME / "golem.scad"], check=True)
        triangles = read_stl(stl)
        assert is_closed(triangles)
        assert 2_000 < volume_mm3(triangles) < 15_000
        corners = triangles.reshape(-1, 3)
        sizes[part] = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    low, high = sizes["chassis"]
    assert max(high[0], -low[0]) <= layout.BODY_R and low[2] > 0 and high[2] == pytest.approx(layout.PLATE[0])
    low, high = sizes["wheel"]
    assert high[0] == pytest.approx(layout.WHEEL_R) and (low[1], high[1]) == pytest.approx((14.0, layout.SHAFT_END))
    assert sizes["plate"][1][2] == pytest.approx(layout.PLATE[1])


def test_the_steps_tell_of_every_part() -> None:
    """Who follows them to the end has nothing left over."""
    steps = README.read_text(encoding="utf-8").partition("## Put it together")[2].partition("## Wires")[0]
    named = {
        "Arduino Nano": "Nano",
        "stepper motor": "two motors",
        "ULN2003A": "two chip sockets",
        "perfboard": "perfboard",
        "socket for the motor": "two motor sockets",
        "step-down converter": "Converter first",
        "servo SG90": "Servo",
        "battery": "Battery",
        "RGB light": "the light's legs",
        "resistor 330": "resistor of 330 ohm",
        "resistor 100": "100 kohm from 7.4 V to A0",
        "resistor 10 ": "10 kohm from A0 to GND",
        "buzzer": "buzzer",
        "slide switch": "Switch",
        "capacitor": "capacitor from 5 V to GND",
        "Bluetooth": "Bluetooth module",
        "resistors 1 kohm": "1 kohm from D1 to RXD, 2 kohm from RXD to GND",
        "self-tapping": "Four screws",
        "O-ring": "O-ring",
        "thin cable": "tape",
        "printed parts": "Glue the plate",
    }
    for part in parts():
        word = next(word for start, word in named.items() if part.name.startswith(start))
        assert word in " ".join(steps.split()), part.name
    assert f"{layout.ARM_MM:g} mm from the middle of its hole" in " ".join(steps.split())


def test_the_wiring_picture_shows_where_the_motors_go_and_what_feeds_the_nano() -> None:
    root = ElementTree.parse(HOME / "pictures" / "wiring.svg").getroot()
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [words.count(f"motor, {colour}") for colour in ("blue", "pink", "yellow", "orange")] == [2, 2, 2, 2]
    assert words.count("VIN") == 1
