"""Records of real games, of the format before and after decision 9, and the states that they lead to.

``python -m tests.journal.golden_records`` writes the states anew, from the records; the records stay as they are.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from controller.games.game_registry import game_named, tabletop_named
from controller.journal import read_record
from controller.table.core.record.entry_codec import decode_entries, header_of
from controller.table.core.record.fold import begin, fold
from controller.table.core.state import AnyGame, TableState

RECORDS = Path(__file__).parent / "records"
NAMES = tuple(sorted(path.stem for path in RECORDS.glob("*.jsonl")))


def states_file(name: str) -> Path:
    """Where the states of a record are kept: one line for each entry."""
    return RECORDS / f"{name}.states"


def record_file(name: str) -> Path:
    """A golden record."""
    return RECORDS / f"{name}.jsonl"


def states_of(path: Path) -> list[str]:
    """One line for the state after each entry of a record."""
    record = read_record(path)
    game = game_named(header_of(record).game)
    state = begin(game, header_of(record))
    lines = [line_of_state(game, state)]
    for entry in decode_entries(record.entries)[1:]:
        state = fold(game, state, entry)
        lines.append(line_of_state(game, state))
    return lines


def line_of_state(game: AnyGame, state: TableState) -> str:
    """What must stay the same of a state, without any sentence that people read."""
    flags = [name for name in ("paused", "estopped", "pairing") if getattr(state, name)]
    facts: dict[str, Any] = {
        "stands": {name: str(stand) for name, stand in game.stands(state.game).items()},
        "requests": [(request.requirement.value, list(request.players)) for request in game.requests(state.game)],
        "outcome": str(game.outcome(state.game)),
        "laid": _laid(game, state),
        "rolled": state.rolled,
        "seats": dict(state.seats),
        "committed": {name: list(rows) for name, rows in state.committed.items()},
        "sums": {name: list(rows) for name, rows in state.sums.items()},
        "locks": {name: [(row.sum, row.salt) for row in rows] for name, rows in state.locks.items()},
        "opened": state.opened,
        "waived": list(state.waived),
        "verdict": len(state.verdict),
        "hands": {name: [hand.cards, hand.rows_laid, hand.complete] for name, hand in state.hands.items()},
        "notices": [notice.code for notice in state.notices],
        "robots": {name: [robot.link, robot.battery_v] for name, robot in state.robots.items()},
        "cameras": [camera.name for camera in state.cameras],
        "seen": {name: [pose.x, pose.y, pose.heading] for name, pose in state.seen.items()},
        "commands": sorted(state.commands),
        "placed": dict(state.laid),
        "ghosts": list(state.ghosts),
        "past": len(state.past),
        "story": [(row.round, row.row, len(row.sentences)) for row in state.story],
    }
    text = json.dumps(facts, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return " ".join([str(state.sequence), state.phase.shown.value, *flags, str(len(state.story)), digest])


def _laid(game: AnyGame, state: TableState) -> dict[str, str] | None:
    """Where pieces stand in games of pieces."""
    tabletop = tabletop_named(game.name)
    return None if tabletop.pieces_drive else dict(tabletop.laid(state.game))


def main() -> None:
    for name in NAMES:
        states_file(name).write_text("\n".join(states_of(record_file(name))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
