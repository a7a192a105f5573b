"""The Jetan opponent: how fast it searches, and how often each strength wins.

python -m tests.benchmarks.jetan [GAMES [SEED [NODES]]]     NODES: a budget for "hard" other than its own
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

from controller.games.jetan.moves import play
from controller.games.jetan.notation import START, parse_position
from controller.games.jetan.opponent import STRENGTHS, think
from controller.games.jetan.opponent.search_board import Board
from controller.games.jetan.perft import perft
from controller.games.jetan.position import Position
from tests.benchmarks import Row
from tests.support.jetan_players import any_legal, computer, greedy, match

PAIRS = (
    ("hard", "any legal"),
    ("hard", "greedy"),
    ("medium", "any legal"),
    ("medium", "greedy"),
    ("easy", "any legal"),
    ("easy", "greedy"),
    ("medium", "easy"),
)
GOALS = {("hard", "any legal"): "95 %"}


def measure(games: int = 20, seed: int = 1, nodes: int | None = None) -> list[Row]:
    """Speeds by processor time of one core; seeded games from the start, colours in turn."""
    rows = speeds(seed)
    for name, other in PAIRS:
        rows.append(_match(name, other, games, seed, nodes if name == "hard" else None))
    return rows


def speeds(seed: int = 1) -> list[Row]:
    """Nodes a second of the search and of both move generators."""
    positions = _middles(seed)
    per_second, seconds, depths = [], [], []
    for position in positions:
        began = time.process_time()
        thought = think(position, "hard", seed)
        spent = time.process_time() - began
        per_second.append(thought.nodes / spent)
        seconds.append(spent)
        depths.append(thought.depth)
    plain = _rate(lambda: perft(parse_position(START), 3))
    fast = _rate(lambda: Board(parse_position(START)).perft(3))
    budget = STRENGTHS["hard"].nodes
    return [
        Row(
            "hard: positions searched",
            f"{median(per_second):,.0f} nodes/s",
            "",
            f"{len(positions)} positions of a game; a move of {budget:,} nodes: {median(seconds):.2f} s (median), "
            f"{max(seconds):.2f} at most; depth {min(depths)}-{max(depths)}",
        ),
        Row(
            "perft 3 from the start, the search's board",
            f"{fast:,.0f} sequences/s",
            f"{fast / plain:.1f} x the plain rules ({plain:,.0f})",
        ),
    ]


def _middles(seed: int) -> list[Position]:
    """Positions of one game of the computer with itself, every fifth move."""
    position, found = parse_position(START), []
    for ply in range(50):
        move = think(position, "medium", seed + ply, 400).move
        piece = position.at(move.origin)
        assert piece is not None
        played = play(position, piece[1], move)
        if played.outcome is not None:
            break
        position = played.position
        if ply % 5 == 4:
            found.append(position)
    return found


def _rate(work: Callable[[], int]) -> float:
    times, count = [], 0
    for _ in range(3):
        began = time.process_time()
        count = work()
        times.append(time.process_time() - began)
    return count / median(times)


def _match(name: str, other: str, games: int, seed: int, nodes: int | None) -> Row:
    players = {"any legal": any_legal, "greedy": greedy}
    began = time.process_time()
    found = match(computer(name, nodes), players.get(other) or computer(other), games, f"{seed}/{name}/{other}")
    spent = time.process_time() - began
    bound = f"{nodes:,} nodes a move; " if nodes else ""
    goal = GOALS.get((name, other))
    return Row(
        f"{name} – {other}",
        f"{100 * found.won / games:.0f} % won, {found.lost} lost, {found.drawn} drawn",
        f"{goal} wanted" if goal else "",
        f"{bound}{games} games, seed {seed}, {found.plies / games:.0f} moves a game, {spent / games:.1f} s of CPU each",
    )


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    for row in speeds():
        print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
    count, first, bound = words[0] if words else 20, words[1] if words[1:] else 1, words[2] if words[2:] else None
    for pair in PAIRS:
        row = _match(*pair, count, first, bound if pair[0] == "hard" else None)
        print(f"{row.what}: {row.value} ({row.against}; {row.note})", flush=True)
