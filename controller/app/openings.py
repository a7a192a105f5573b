"""How a game begins: a standard start, or a scenario from a file, as the journal's first entry."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boards import scenarios
from boards.errors import Problem, Problems
from boards.languages import Language
from boards.mats import BUILT_IN, mat
from boards.yaml_file import read_document
from controller.games.golems import scenario as scenario_file
from controller.games.golems.scenario import Scenario
from controller.games.golems.setup import standard_setup

DIE_FACES = ("if", "repeat 2", "repeat 3", "blank", "blank", "blank")
"""The six faces of a bonus die (`golems.md`, A round)."""


@dataclass(frozen=True)
class GamePlan:
    """Which game is played."""

    players: tuple[str, ...] = ("red", "blue")
    mat: str = "mat:4x4"
    rules: str = "3.1"
    way: str = "standard"
    deck_seed: int = 1
    seed: int | None = None
    """Chance of the game: the bonus dice, where they are not real. None: another one for every game."""
    language: Language = "en"
    name: str = "Golem Table"
    scenario: str | None = None
    """A shipped scenario or a file; see :func:`with_scenario`."""


def with_scenario(plan: GamePlan, name: str) -> GamePlan:
    """The plan for a scenario, which says board, players and rules. Raises Problems, UnknownScenario."""
    told = read_scenario(name)
    size = f"{told.position.grid.columns}x{told.position.grid.rows}"
    if f"mat:{size}" not in BUILT_IN:
        sizes = " and ".join(known.removeprefix("mat:") for known in BUILT_IN)
        message = f"there is no printed mat of {size} cells; there are {sizes}"
        raise Problems([Problem(f"{told.key}: board.size", message)])
    return replace(
        plan,
        players=told.position.colours,
        mat=f"mat:{size}",
        rules=told.position.rules,
        way=told.position.way,
        scenario=name,
    )


def header(plan: GamePlan) -> dict[str, Any]:
    """The journal's first entry: all that a replay or a restart must know. Raises Problems."""
    seed = secrets.randbelow(2**31) if plan.seed is None else plan.seed
    about = {"name": plan.name, "seed": str(seed)}
    if plan.scenario is None:
        grid = mat(plan.mat).grid
        setup = standard_setup(len(plan.players), (grid.columns, grid.rows), plan.rules, plan.way)
    else:
        told = read_scenario(plan.scenario)
        setup = told.setup()
        about["scenario"] = told.name[plan.language]
    return {
        "game": "golems",
        "setup": setup,
        "players": list(plan.players),
        "mat": plan.mat,
        "rules": plan.rules,
        "deck_seed": plan.deck_seed,
        "seed": seed,
        "faces": list(DIE_FACES),
        "about": about,
    }


def read_scenario(name: str) -> Scenario:
    """A shipped scenario by its name, or one from a file. Raises Problems, UnknownScenario."""
    path = Path(name)
    return read_document(path if path.suffix in (".yaml", ".yml") else scenarios.path(name), scenario_file.build)
