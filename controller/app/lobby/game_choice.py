"""What can be played without a table, and a game's plan from what somebody chose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from boards import puzzles, scenarios
from boards.base.catalogue import translate_all
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, pgettext
from boards.drawing.svg import svg_document, svg_shapes
from boards.mats import mats
from controller.app.choices.game_choices import GameChoices, placed
from controller.app.choices.game_plan import planned
from controller.app.choices.offered_choices import MOST_PLAYERS
from controller.app.choices.text_choices import text_value, twice
from controller.app.compose.game_setup import SCREEN, STAGE, GamePlan, read_puzzle, read_scenario
from controller.console.front_door.messages import (
    Catalogue,
    ChoiceOffer,
    GameKind,
    NewGame,
    PartOffer,
    PartValue,
    TaskChoice,
    TaskFile,
)
from controller.console.front_door.rights import HERE, PHONE
from controller.games.game_registry import AnyTabletop, names, tabletop_named, tabletops
from controller.games.golems.free_setup import CHOSEN_WAYS
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES
from controller.games.golems.puzzles.scenario_art import board_drawing
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.games.golems.rules.position import RULES
from controller.games.tabletop import SetupChoice

TITLES: Mapping[str, Message] = {
    GOLEMS: pgettext("game", "Battle of Golems"),
    PUZZLES: pgettext("game", "Puzzles"),
    "jetan": pgettext("game", "Jetan"),
    "robot_game": pgettext("game", "Robot Game"),
    "robots_hex": pgettext("game", "Robots on hexagons"),
    "spiral": pgettext("game", "The dice race"),
}
"""Of the games that are built in; those of plug-ins have their names."""


def title_of(game: str) -> dict[str, str]:
    """Return what people call a game, in every language."""
    return dict(translate_all(TITLES[game])) if game in TITLES else {"en": game}


def catalogue() -> Catalogue:
    """Return all that can be played without a table."""
    found = tabletops()
    kinds = [_kind(name, found[name]) for name in (GOLEMS, *(name for name in found if name != GOLEMS))]
    return Catalogue(
        games=kinds,
        ways=list(CHOSEN_WAYS),
        rules=list(RULES),
        boards=[key.name for key in mats()],
        scenarios=[_scenario(key) for key in scenarios.keys()],  # noqa: SIM118 (a module, no mapping)
        puzzles=[_puzzle(key) for key in puzzles.keys()],  # noqa: SIM118
    )


def _kind(name: str, tabletop: AnyTabletop) -> GameKind:
    players = list(_numbers_of_players(tabletop))
    everybody = {player for those in players for player in those}
    return GameKind(
        name=name,
        title=title_of(name),
        players=players,
        names={player: dict(translate_all(tabletop.player_words(player))) for player in sorted(everybody)},
        strengths=list(tabletop.strengths),
        scenarios=list(tabletop.scenarios),
        automatic=tabletop.automatic,
        cards=tabletop.programs_together,
        choices=[_offer(key, choice) for key, choice in tabletop.setup_choices.items()],
        parts=[PartOffer(key, _values(tabletop, key)) for key in tabletop.setup_parts],
        bots=tabletop.bots,
        dice="screen" if tabletop.faces and tabletop.dice == "turn" else "",
    )


def _values(tabletop: AnyTabletop, key: str) -> list[PartValue]:
    values = tabletop.part_values(key).items()
    return [PartValue(name, dict(translate_all(words)), usual) for name, (words, usual) in values]


def _offer(key: str, choice: SetupChoice) -> ChoiceOffer:
    numbers = choice.numbers
    low, high = (numbers[0], numbers[-1]) if numbers else (None, None)
    return ChoiceOffer(key, list(choice.words), low, high)


def _numbers_of_players(tabletop: AnyTabletop) -> Iterator[list[str]]:
    before: list[str] = []
    for count in range(1, MOST_PLAYERS + 1):
        try:
            setup = tabletop.setup(count)
            tabletop.game.start(tabletop.seeded(setup, 1))
        except Problems:
            continue
        players = list(tabletop.players(setup))
        if players != before:
            yield players
        before = players


def task_choice(file: TaskFile) -> TaskChoice:
    """Return what a scenario's or a puzzle's file offers. Raises Problems, with the file's lines."""
    return (_scenario if file.kind == "scenario" else _puzzle)(file.name, file.text)


@lru_cache(maxsize=64)
def task_picture(kind: str, key: str) -> str | None:
    """Return the board of a shipped scenario or puzzle as SVG, without words; None if there is none."""
    if kind == "scenario" and key in scenarios.keys():  # noqa: SIM118 (a module, no mapping)
        position = read_scenario(key).position
    elif kind == "puzzle" and key in puzzles.keys():  # noqa: SIM118 (a module, no mapping)
        position = read_puzzle(key).start
    else:
        return None
    drawing = board_drawing(position)
    return svg_document(drawing.bounds, svg_shapes(drawing.shapes))


def _scenario(key: str, text: str | None = None) -> TaskChoice:
    scenario = read_scenario(key, text)
    position, grid = scenario.position, scenario.position.grid
    wet = (*position.waters, *(cell for stream in position.streams for cell in stream.cells))
    kinds = {"wall": position.walls, "water": wet, "barrel": position.barrels}
    lying = {cell: kind for kind, cells in kinds.items() for cell in cells}
    lying |= {golem.at: golem.colour for golem in position.golems}
    return TaskChoice(
        key,
        dict(translate_all(scenario.name)),
        dict(translate_all(scenario.story)),
        list(position.colours),
        "",
        f"{grid.columns}x{grid.rows}",
        {} if scenario.balance is None else dict(translate_all(scenario.balance)),
        list(scenario.more_tokens),
        lying if scenario.more_tokens else {},
    )


def _puzzle(key: str, text: str | None = None) -> TaskChoice:
    puzzle = read_puzzle(key, text)
    scenario, grid = puzzle.scenario, puzzle.start.grid
    return TaskChoice(
        key,
        dict(translate_all(scenario.name)),
        dict(translate_all(scenario.story)),
        list(puzzle.plays),
        puzzle.idea,
        f"{grid.columns}x{grid.rows}",
    )


def plan_of(wanted: NewGame, base: GamePlan) -> GamePlan:
    """Return the plan of a game that is asked for; ``base`` says what does not depend on the wish.

    Raises :class:`boards.base.errors.Problems`, all at once, at the names of the wish's fields.
    """
    plan, problems = checked_plan(wanted, base)
    if problems:
        raise Problems(problems)
    return plan


def checked_plan(wanted: NewGame, base: GamePlan) -> tuple[GamePlan, tuple[Problem, ...]]:
    """Return the plan of a wish as far as it can be made, and all that is wrong with it."""
    people = (HERE, PHONE) if base.screen else (HERE,)
    known = wanted.game in (*names(), PUZZLES)
    choices = GameChoices(
        game=wanted.game,
        board=wanted.board,
        way=wanted.way,
        rules=wanted.rules,
        scenario=wanted.scenario,
        puzzle=wanted.puzzle,
        text=wanted.text,
        setup=wanted.setup,
        more=_more(wanted) if known else {},
        people=tuple(player for player, who in wanted.seats.items() if who in people),
        computers={player: who for player, who in wanted.seats.items() if who not in people},
        names=wanted.names,
        sent_bots=wanted.bots,
        dice=wanted.dice,
        files=False,
        staged=base.place == STAGE,
    )
    plan, findings = planned(choices, base)
    more = [Problem(f"parts.{key}", _("this comes twice")) for key in wanted.parts if key in wanted.chosen]
    more += [
        Problem(f"chosen.{key}.{name}", _("this comes twice"))
        for key, value in wanted.chosen.items()
        if isinstance(value, str)
        for name in twice(choices.more.get(key), value)
    ]
    if wanted.tokens and "tokens" in {*wanted.parts, *wanted.chosen}:
        more.append(Problem("tokens", _("this comes twice")))
    if base.screen and wanted.place not in ("", SCREEN):
        more.append(Problem("place", _("this game can't be played there at this table")))
    return plan, (*placed(findings, lambda key: _field(wanted, key)), *more)


def _more(wanted: NewGame) -> dict[str, object]:
    """Return the choices of a wish that have no field of their own, by their keys."""
    tokens = {"tokens": wanted.tokens} if wanted.tokens else {}
    chosen = {key: _said(wanted.game, key, value) for key, value in wanted.chosen.items()}
    return {**tokens, **wanted.parts, **chosen}


def _said(game: str, key: str, value: str | int) -> object:
    """Return what a field of a form says; a text is read as in a terminal."""
    return text_value(tabletop_named(game), key, value) if isinstance(value, str) else value


def _field(wanted: NewGame, key: str) -> str:
    """Return the field of a wish that says a choice: `seats.red`, `chosen.sum`, `parts.teams.red[1]`."""
    root = re.split(r"[.\[]", key)[0]
    if root in wanted.chosen:
        return f"chosen.{key}"
    if root in wanted.parts:
        return f"parts.{key}"
    if root == "real_dice":
        return "dice"
    if root == "computer":
        return f"seats.{key.removeprefix('computer.')}"
    return "seats" if root == "players" else key
