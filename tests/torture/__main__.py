"""``make torture``: the long runs, and their page docs/torture.md.

``python -m tests.torture wire`` is the million commands on serial lines in virtual time; ``firmware`` has the real
program at the robot's end; ``broker`` kills a real mosquitto again and again. Without a word: all. Exit status 1 if
anything was done wrong, twice or lost.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.torture import firmware, report, runs

PAGE = Path(__file__).parents[2] / "docs" / "torture.md"

PARTS = {"wire": runs.wire, "firmware": firmware.firmware, "broker": runs.broker}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make torture", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; default: all")
    parser.add_argument("--commands", type=int, default=1_000_000, help="commands of the wire's run")
    parser.add_argument("--firmware-commands", type=int, default=10_000, help="commands of the firmware's run")
    parser.add_argument("--broker-commands", type=int, default=10_000, help="commands of the broker's run")
    parser.add_argument("--kills", type=int, default=100, help="kills of the broker")
    parser.add_argument(
        "--seed", type=int, default=1, help="the first seed; every 20,000 commands have one of their own"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the figures are kept")
    args = parser.parse_args()
    unknown = [part for part in args.parts if part not in PARTS]
    if unknown:
        print(f"make torture: there is no {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    sound = True
    for part in args.parts or PARTS:
        found = PARTS[part](args)
        print(found.text, flush=True)
        report.keep(args.page, part, found.text)
        sound = sound and found.sound
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
