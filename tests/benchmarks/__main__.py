"""Runs the benchmarks, prints their table and keeps it in docs/benchmarks.md."""

from __future__ import annotations

import argparse
import importlib
import sys

from tests.benchmarks import Row
from tests.benchmarks.page import MODULES, PAGE, keep, table

LONG = (
    "opponent",
    "jetan",
    "eye_detect",
    "strangers",
    "eye_ground",
    "calibration",
    "cameras",
    "guard",
    "motion",
    "stages",
)
"""Run only by name; the page keeps their last figures."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MODULES)}; default: all but {', '.join(LONG)}")
    args = parser.parse_args()
    unknown = [name for name in args.only if name not in MODULES]
    if unknown:
        print(f"make bench: no benchmark is called {', '.join(unknown)}; there are {', '.join(MODULES)}")
        return 2
    keep({name: section(name) for name in args.only or [name for name in MODULES if name not in LONG]})
    print(f"written: {PAGE}")
    return 0


def section(name: str) -> list[str]:
    """One module's table; it is printed as it grows."""
    rows: list[Row] = importlib.import_module(f"tests.benchmarks.{name}").measure()
    lines = [f"## {MODULES[name]}", "", *table(rows)]
    print("\n".join(lines), flush=True)
    return lines


sys.exit(main())
