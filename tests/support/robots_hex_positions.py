"""Random positions of Robots on hexagons, as documents of `golem resolve`: crowded, seeded, always valid."""

from __future__ import annotations

import random
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
ACTIONS = ("D+1", "D+2", "D-1", "D-2", "R+1", "R+2", "R-1", "R-2", "T", "T", "T", "*")


def random_document(rng: random.Random, programs: int = 15) -> dict[str, Any]:
    """A valid document; some keys are left out where they may be."""
    size = rng.choices(((5, 5), (4, 6), (7, 4), (1, 6), (3, 3), (15, 11)), (6, 6, 6, 2, 6, 1))[0]
    names = [f"{LETTERS[x]}{y + 1}" for x in range(size[0]) for y in range(size[1])]
    free = list(names)
    rng.shuffle(free)
    few = len(names) // 8

    def some() -> list[str]:
        return [free.pop() for _ in range(rng.randint(0, few)) if len(free) > 3]

    scenario = rng.choice((1, 2, 3))
    board: dict[str, Any] = {"size": list(size), "lakes": some(), "lightning": some()}
    board["shapes"] = {cell: f"{rng.choice(COLOURS)} {rng.choice(('square', 'triangle', 'circle'))}" for cell in some()}
    cells = list(names)
    rng.shuffle(cells)
    cut = rng.randint(0, len(cells) // 2)
    board["camps"] = {"green": cells[:cut], "violet": cells[cut : cut + rng.randint(0, cut + 1)]}
    board["starts"] = rng.sample(names, min(len(names), rng.randint(0, 5)))
    board["computers"] = {camp: free.pop() for camp in ("green", "violet") if len(free) > 3 and rng.random() < 0.7}
    shapes = rng.choice(("obstacles", "ignored"))
    if shapes == "ignored":
        free += list(board["shapes"])
        rng.shuffle(free)
    sides = ["green", "violet"] if scenario > 1 or rng.random() < 0.6 else ["ann", "bob", "green"]
    robots: dict[str, Any] = {}
    for _ in range(rng.randint(1, 8)):
        if free:
            side = rng.choice(sides)
            name = f"{side}{rng.choice((1, 2, 3, 10, 'x'))}"
            if name not in robots:
                robots[name] = _robot(rng, side, free.pop(), rng.randint(0, programs))
    if scenario == 3 and rng.random() < 0.6:
        _aim_at_computer(board, robots)
    present = [robot["side"] for robot in robots.values()]
    document: dict[str, Any] = {
        "game": "robots_hex",
        "scenario": scenario,
        "shapes": shapes,
        "board": board,
        "robots": robots,
        "turn": rng.choice(present),
    }
    if rng.random() < 0.7:
        document["signals"] = {side: _signal(rng, side, robots) for side in sides if rng.random() < 0.7}
    return document


def _aim_at_computer(board: dict[str, Any], robots: dict[str, Any]) -> None:
    """Camps that cover much of the board, and robots that shoot."""
    taken = {cell for cells in board["camps"].values() for cell in cells}
    for robot in robots.values():
        robot["program"] = ["T", *robot["program"][:14]]
        robot["pointer"] = 0
        other = "violet" if robot["side"] == "green" else "green"
        if robot["at"] not in taken:
            board["camps"][other].append(robot["at"])


def _robot(rng: random.Random, side: str, at: str, steps: int) -> dict[str, Any]:
    tests = {str(number): random_question(rng) for number in range(1, rng.randint(1, 5))}
    program: list[str] = []
    for _ in range(steps):
        draw = rng.random()
        if draw < 0.25 and tests:
            program.append(f"? {rng.choice(list(tests))}")
        elif draw < 0.32:
            program.append("RAZ")
        elif draw < 0.45:
            program.append(f"-> {rng.randint(1, steps)}")
        else:
            program.append(rng.choice(ACTIONS))
    robot: dict[str, Any] = {"side": side, "at": at, "facing": rng.randint(1, 6), "program": program, "tests": tests}
    if rng.random() < 0.8:
        robot["pointer"] = rng.randint(0, steps + 1)
    if rng.random() < 0.5:
        robot["shots"] = rng.choice((0, 1, 5, 10))
    if steps and rng.random() < 0.5:
        robot["destroyed"] = rng.sample(range(1, steps + 1), rng.randint(0, min(3, steps)))
    return robot


def _signal(rng: random.Random, side: str, robots: dict[str, Any]) -> dict[str, Any]:
    signal: dict[str, Any] = {"left": rng.randint(1, 5)} if rng.random() < 0.8 else {}
    mine = [name for name, robot in robots.items() if robot["side"] == side]
    if rng.random() < 0.6:
        signal["robot"] = rng.choice([*mine, "gone7"])
        signal["step"] = rng.randint(1, 15)
    return signal


def random_question(rng: random.Random, depth: int = 2) -> str:
    """A question of the English language, in any case."""
    if depth and rng.random() < 0.35:
        joined = f" {rng.choice(('and', 'or'))} ".join(
            random_question(rng, depth - 1) for _ in range(rng.randint(2, 3))
        )
        return f"({joined})" if rng.random() < 0.5 else joined
    clause = _clause(rng)
    if rng.random() < 0.2:
        clause = f"not {clause}"
    return clause.upper() if rng.random() < 0.1 else clause


def _clause(rng: random.Random) -> str:
    draw = rng.randint(0, 9)
    if draw == 0:
        return f"I face direction {rng.randint(1, 6)}"
    if draw == 1:
        camps = ("my camp", "the opposing camp", "opposing camp", "the green camp", "violet camp")
        return f"I am in {rng.choice(camps)}"
    if draw == 2:
        return f"I have at least {rng.randint(0, 10)} {rng.choice(('shot', 'shots'))} left"
    if draw == 3:
        article = rng.choice(("", "a ", "an "))
        return f"the cell {rng.choice(('', '1 ', '2 ', '3 '))}ahead is {article}{_things(rng)}"
    amount = rng.choice(("", f"at least {rng.randint(0, 4)} ", f"exactly {rng.randint(0, 3)} ", "no "))
    cells = rng.choice(("cell", "cells"))
    number = rng.randint(1, 4)
    distance = rng.choice(("", "", f" at {number} {cells} or less", f" at exactly {number} {cells}"))
    where = rng.choice(("", "", " in my direction", f" in direction {rng.randint(1, 6)}", " in my column of fire"))
    return f"{amount}{_things(rng)}{distance}{where}"


def _things(rng: random.Random) -> str:
    many = rng.choice(("", "s"))
    colour = rng.choice(("", *(f"{colour} " for colour in COLOURS)))
    robots = [f"{whose}robot{many}" for whose in ("", "my ", "enemy ", colour or "enemy ")]
    shapes = [f"{colour}{shape}{many}" for shape in ("square", "triangle", "circle")]
    seen = rng.choice(("green", "violet", "yellow", "blue", "red"))
    return rng.choice([*robots, *shapes, f"lake{many}", "lightning", f"{seen} cell{many}"])
