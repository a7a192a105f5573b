"""What can be played without a table, and a game's plan from what somebody chose."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from boards import lessons, puzzles, scenarios
from boards.base.catalogue import translate_all
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _, pgettext
from boards.colours import COLOURS
from boards.kit.thing_keys import MatKey
from boards.mats import mat, mats
from controller.app.compose.game_setup import (
    GamePlan,
    checked_choices,
    more_tokens_of,
    read_puzzle,
    read_scenario,
    with_more_tokens,
    with_names,
    with_pieces,
    with_puzzle,
    with_scenario,
)
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
from controller.games.game_registry import AnyTabletop, game_named, tabletop_named, tabletops
from controller.games.golems.documents.way_limits import way_problems
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES
from controller.games.golems.rules.position import NAME as GOLEMS
from controller.games.golems.rules.position import RULES
from controller.games.golems.rules.setup import standard_setup
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

WAYS = ("beginner", "standard", "autonomous")
MOST_PLAYERS = 6


def title_of(game: str) -> dict[str, str]:
    """Return what people call a game, in every language."""
    return dict(translate_all(TITLES[game])) if game in TITLES else {"en": game}


def catalogue() -> Catalogue:
    """Return all that can be played without a table."""
    found = tabletops()
    kinds = [_kind(name, found[name]) for name in (GOLEMS, *(name for name in found if name != GOLEMS))]
    return Catalogue(
        games=kinds,
        ways=list(WAYS),
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
    real_dice = wanted.dice == "real" if wanted.dice else base.real_dice
    started = _started(replace(base, game=wanted.game, real_dice=real_dice), wanted)
    plan = with_names(started, wanted.names, "names")
    problems = [*_seat_problems(wanted, plan), *_dice_problems(wanted, plan)]
    if problems:
        raise Problems(problems)
    strengths = {player: who for player, who in wanted.seats.items() if who not in (HERE, PHONE)}
    return replace(plan, computers={**plan.computers, **strengths})


def _started(plan: GamePlan, wanted: NewGame) -> GamePlan:
    if wanted.tokens and (wanted.scenario is None or wanted.game != GOLEMS):
        raise Problems([Problem("tokens", _("only scenarios take more tokens; leave this out"))])
    try:
        problems = list(_task_problems(wanted))
        if problems:
            raise Problems(problems)
        if wanted.puzzle is not None:
            return with_puzzle(plan, wanted.puzzle, wanted.text)
        if not tabletop_named(wanted.game).kit_mat:
            count = max(1, len(wanted.seats))
            setup = {} if wanted.scenario is None else tabletop_named(wanted.game).scenarios.get(wanted.scenario, {})
            chosen = checked_choices(wanted.game, wanted.chosen, "chosen")
            parts = _parts(wanted)
            staged = plan.place == "stage"
            return _located(
                lambda: with_pieces(plan, wanted.game, count, {**setup, **chosen, **parts}, staged=staged), parts
            )
        if wanted.chosen or wanted.parts:
            raise Problems([Problem("chosen", _("Battle of Golems is set up otherwise; leave this out"))])
        if wanted.scenario is not None:
            return _scenario_plan(plan, wanted)
        return _golems(plan, wanted)
    except Problems:
        raise
    except GolemError as error:
        raise Problems([Problem("game", error.message)]) from error


def _scenario_plan(plan: GamePlan, wanted: NewGame) -> GamePlan:
    plan = with_scenario(plan, wanted.scenario or "", wanted.text)
    if wanted.tokens and not more_tokens_of(plan):
        raise Problems([Problem("tokens", _("a scenario or puzzle says this itself; leave it out"))])
    return with_more_tokens(plan, wanted.tokens)


def _parts(wanted: NewGame) -> Mapping[str, Any]:
    """Return what is said at length; the rules read it. Raises Problems, all at once."""
    known = tabletop_named(wanted.game).setup_parts
    problems = [Problem(f"parts.{key}", _("there is no such choice")) for key in wanted.parts if key not in known]
    problems += [Problem(f"parts.{key}", _("this comes twice")) for key in wanted.parts if key in wanted.chosen]
    if problems:
        raise Problems(problems)
    return wanted.parts


def _located(plan: Callable[[], GamePlan], parts: Mapping[str, Any]) -> GamePlan:
    """Make a plan; what the rules say of a part is wrong at the part of the wish."""
    try:
        return plan()
    except Problems as wrong:
        raise Problems(
            [
                Problem(f"parts.{one.at}" if re.split(r"[.\[]", one.at)[0] in parts else one.at, one.message)
                for one in wrong.problems
            ]
        ) from wrong


def _golems(plan: GamePlan, wanted: NewGame) -> GamePlan:
    key = MatKey(wanted.board)
    if key not in (*mats(), plan.mat):
        raise Problems([Problem("board", _("there is no such board"))])
    if wanted.setup is not None:
        # A free set-up says itself who stands where.
        state = game_named(GOLEMS).start(wanted.setup)
        position = state.position
        problems = [*way_problems(position)]
        if problems:
            raise Problems(problems)
        return replace(
            plan, players=position.colours, mat=key, rules=position.rules, way=position.way, setup=dict(wanted.setup)
        )
    players = tuple(colour for colour in COLOURS if colour in wanted.seats)
    if players != COLOURS[: len(players)] or not set(wanted.seats) <= set(COLOURS):
        raise Problems([Problem("seats", _("the first players play: red, blue, yellow, green"))])
    grid = mat(key).grid
    standard_setup(len(players), (grid.columns, grid.rows), wanted.rules, wanted.way)
    return replace(plan, players=players, mat=key, rules=wanted.rules, way=wanted.way)


def _task_problems(wanted: NewGame) -> Iterator[Problem]:
    """Tell what is wrong with the names of tasks: a page names those that are shipped, and sends all others whole."""
    asked = {key: name for key, name in (("scenario", wanted.scenario), ("puzzle", wanted.puzzle)) if name is not None}
    if wanted.text is not None:
        if not asked or (wanted.puzzle is None and not tabletop_named(wanted.game).kit_mat):
            yield Problem("text", _("no scenario and no puzzle is read from a file here"))
    elif wanted.puzzle is not None and wanted.puzzle not in {*puzzles.keys(), *lessons.paths()}:
        yield Problem("puzzle", _("there is no such puzzle; choose one that is shipped, or a file"))
    elif wanted.puzzle is None and wanted.scenario is not None and wanted.scenario not in scenarios_of(wanted.game):
        yield Problem("scenario", _("there is no such scenario; choose one that is shipped, or a file"))


def scenarios_of(game: str) -> Collection[str]:
    """Return the names of the scenarios of a game."""
    tabletop = tabletop_named(game)
    return scenarios.keys() if tabletop.kit_mat else tabletop.scenarios.keys()


def _dice_problems(wanted: NewGame, plan: GamePlan) -> Iterator[Problem]:
    tabletop = tabletop_named(plan.game)
    if wanted.dice and (not tabletop.faces or (plan.screen and tabletop.dice == "round")):
        yield Problem("dice", _("nobody throws dice of their own in this game"))


def _seat_problems(wanted: NewGame, plan: GamePlan) -> Iterator[Problem]:
    people = (HERE, PHONE) if plan.screen else (HERE,)
    known = (*people, *tabletop_named(plan.game).strengths)
    for player, who in wanted.seats.items():
        if player not in plan.players:
            yield Problem(f"seats.{player}", _("{player} does not play here", player=player[:20]))
        elif who not in known:
            yield Problem(f"seats.{player}", _("nobody plays as {who}", who=repr(who[:20])))
    if plan.puzzle is not None and any(who not in (HERE, PHONE) for who in wanted.seats.values()):
        yield Problem("seats", _("a puzzle is for one player who lays cards"))
