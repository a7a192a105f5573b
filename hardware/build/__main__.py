"""Draws what belongs to the building instructions: ``make build-golem``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import cv2

from hardware.build import golem_layout as layout
from hardware.build.build_pictures import FILLS, PICTURES, svg
from hardware.build.part_renderer import golem, printed, read_stl
from hardware.build.part_tables import HOME, parts_table

PARTS = ("chassis", "wheel", "plate")
README = HOME / "README.md"
BEGIN, END = "<!-- parts -->\n", "<!-- end of parts -->\n"


def readme() -> str:
    """README.md with its parts list as parts.yaml has it."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + parts_table() + END + after


def main() -> int:
    """Write dimensions, pictures and parts list; with OpenSCAD also the parts to print and the golem's picture."""
    (HOME / "dimensions.scad").write_text(layout.scad_dimensions(), encoding="utf-8")
    for name, draw in PICTURES.items():
        (HOME / "pictures" / name).write_text(svg(draw()), encoding="utf-8")
    README.write_text(readme(), encoding="utf-8")
    if shutil.which("openscad") is None:
        print("OpenSCAD is missing: no STL files; golem.png and printed.png stay as they are", file=sys.stderr)  # noqa: T201
        return 2
    out = Path("build") / "golem"
    out.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        subprocess.run(
            ["openscad", "-q", "-o", out / f"{part}.stl", "-D", f'part="{part}"', HOME / "golem.scad"], check=True
        )
    chassis, wheel, plate = (read_stl(out / f"{part}.stl") for part in PARTS)
    pictures = {"golem.png": golem(chassis, wheel, FILLS), "printed.png": printed(chassis, wheel, plate)}
    for name, image in pictures.items():
        cv2.imwrite(str(HOME / "pictures" / name), image, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
