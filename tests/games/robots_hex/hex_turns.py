"""Turns of Robots on hexagons for tests: a board, robots on it, what became of them."""

from __future__ import annotations

import json
from typing import Any

from controller.games.robots_hex import resolve

BOARD: dict[str, Any] = {"size": [9, 9]}


def robot(at: str, facing: int, *program: str, side: str = "green", **more: Any) -> dict[str, Any]:
    return {"side": side, "at": at, "facing": facing, "program": list(program), **more}


FAR = robot("i9", 1, side="violet")
"""An enemy, out of the way, so that the game goes on."""


def play(turn: str = "green", board: dict[str, Any] | None = None, **robots: Any) -> dict[str, Any]:
    more = {key: robots.pop(key) for key in ("scenario", "shapes", "signals") if key in robots}
    whole = {"far": FAR, **robots}
    document = {
        "game": "robots_hex",
        "board": BOARD | (board or {}),
        "robots": {name: given for name, given in whole.items() if given},
        "turn": turn,
        **more,
    }
    return json.loads(resolve(document))


def after(result: dict[str, Any], name: str = "green1") -> dict[str, Any] | None:
    return result["after"]["robots"].get(name)


def names(result: dict[str, Any]) -> list[str]:
    return [event["event"] for event in result["events"]]
