"""Commands that must work from an installed wheel, and what each says or makes."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """What follows `golem` on the command line."""

    words: tuple[str, ...]
    says: str
    """A piece of its output."""
    makes: tuple[str, ...] = ()
    """Files, relative to the working folder."""


BOARD_PICTURE = "docs/pictures/overlay.jpg"
"""A table with cards on two trays, in the checkout."""

BOTS = ("docs/bots/centre.py", "docs/bots/hunter.py")

POSITION = json.dumps(
    {
        "game": "golems",
        "board": {"size": [4, 4]},
        "golems": {"red": {"at": "a1", "facing": "N"}},
        "programs": {"red": ["forward", "turn-right", "forward", "forward"]},
    }
)
"""The content of position.json."""


def _command(line: str, says: str, *makes: str) -> Command:
    return Command(tuple(line.split()), says, makes)


_QUICK = "--speed max --no-web --seed 1"

COMMANDS = (
    _command("--help", "golem demo"),
    _command("doctor", "program"),
    _command(f"demo {_QUICK}", "Round 1", "games/demo-1.jsonl"),
    _command(f"demo {_QUICK} --link mqtt --language pl", "Runda 1", "games/demo-1-2.jsonl"),
    _command(f"demo {_QUICK} --puzzle round-the-corner", "Solved!", "games/demo-1-3.jsonl"),
    _command(f"demo {_QUICK} --game jetan", "won", "games/jetan-1.jsonl"),
    _command(f"demo {_QUICK} --game spiral", "won", "games/spiral-1.jsonl"),
    _command(f"demo {_QUICK} --game robots_hex", "won", "games/robots_hex-1.jsonl"),
    _command("replay games/demo-1.jsonl", "Round 1"),
    _command("print", "mat", "out/kit/tokens.pdf"),
    _command("print scenario puzzle", "puzzles", "out/kit/puzzles.pdf"),
    _command("print board pieces die --game jetan", "jetan", "out/kit/jetan-board.pdf"),
    _command("print stage --game robot_game", "stage", "out/kit/stage-mat.pdf"),
    _command("resolve position.json", '"events"'),
    _command("notation position.json", "red: forward, turn-right"),
    _command("puzzle list", "round-the-corner"),
    _command("read overlay.jpg", '"mat:4x4"'),
    _command("markers overlay.jpg --json", '"corners"'),
    _command("match centre.py hunter.py --html match.html", "hunter", "match.html"),
)

FIRMWARE_COMMANDS = (
    _command(f"demo {_QUICK} --robots emulated", "Round 1"),
    _command(f"demo {_QUICK} --robots micropython", "Round 1"),
)
"""They compile the firmware from the wheel's sources, and run the MicroPython program from the wheel."""
