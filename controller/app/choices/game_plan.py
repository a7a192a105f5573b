"""From choices to the plan of a game; all that is wrong with them is found at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from boards.base.errors import Problems
from boards.base.message import _
from boards.base.yaml_messages import YamlMistake
from controller.app.choices.game_choices import Finding, Findings, GameChoices, placed
from controller.app.choices.golem_plan import golem_plan
from controller.app.choices.piece_plan import piece_plan
from controller.app.choices.sent_bots import with_sent_bots
from controller.app.compose.game_setup import GamePlan, no_real_dice, with_bots
from controller.games.game_registry import tabletop_named
from controller.games.golems.puzzles.puzzle_game import NAME as PUZZLES
from controller.table.core.commands.command_types import MOST_NAME, visible_name


def plan_of(choices: GameChoices, base: GamePlan, place: Callable[[str], str]) -> GamePlan:
    """Return the plan of a game. `base`: what does not depend on the choices.

    Raises :class:`boards.base.errors.Problems`, all at once: `place` returns where a choice was made, by its key.
    """
    plan, findings = planned(choices, base)
    if findings:
        raise Problems(placed(findings, place))
    return plan


def planned(choices: GameChoices, base: GamePlan) -> tuple[GamePlan, tuple[Finding, ...]]:
    """Return the plan of a game as far as it can be made, and all that is wrong with the choices."""
    told = Findings()
    try:
        tabletop = tabletop_named(choices.game)
    except Problems as refused:
        # What else is wrong depends on the game that is meant.
        told.add_all(refused.problems, lambda at: "game")
        return base, tuple(told.all)
    plan = replace(base, game=choices.game, real_dice=choices.dice == "real" if choices.dice else base.real_dice)
    plan, sure = (golem_plan if tabletop.kit_mat else piece_plan)(choices, plan, told)
    if choices.dice and (no_dice := no_real_dice(plan)) is not None:
        told.add("real_dice", no_dice)
    plan = with_sent_bots(choices, _with_bots(choices, plan, told), told)
    plan = _with_computers(choices, plan, told, sure=sure)
    plan = _with_names(choices, plan, told, sure=sure)
    return plan, _as_said(choices, told.all)


def _as_said(choices: GameChoices, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order in which the choices were said; who plays comes first, and seats and names last."""
    said = ("players", *choices.said())

    def number(finding: Finding) -> int:
        root = re.split(r"[.\[]", finding.key)[0]
        return said.index(root) if root in said else len(said)

    return tuple(sorted(findings, key=number))


def _with_bots(choices: GameChoices, plan: GamePlan, told: Findings) -> GamePlan:
    try:
        return with_bots(plan, choices.bots)
    except Problems as refused:
        for problem in refused.problems:
            if problem.at == "BOT":
                told.add("bots", problem.message)
            else:
                told.add_file("bots", Problems([problem]))
    return plan


def _with_computers(choices: GameChoices, plan: GamePlan, told: Findings, *, sure: bool) -> GamePlan:
    """Return the plan with the computer in its seats; tell of seats that there are not."""
    tabletop = tabletop_named(choices.game)
    for player in choices.seated or choices.computers:
        strength = choices.computers.get(player)
        key = f"computer.{player}"
        if sure and player not in plan.players:
            players = ", ".join(plan.players)
            told.add(key, _("{name} does not play here; there are {players}", name=player[:20], players=players))
        elif strength is None and tabletop.automatic:
            told.add(key, _("programs play this game; choose how well the computer plays"))
        elif strength is not None and choices.bots:
            told.add(key, _("the bots play for all; leave this out"))
        elif (
            strength is not None
            and choices.game != PUZZLES
            and strength not in (*tabletop.strengths, *choices.sent_bots)
        ):
            known = ", ".join((*tabletop.strengths, *choices.sent_bots))
            told.add(key, YamlMistake.CHOICE(found=repr(strength[:20]), choices=known).message)
    return replace(plan, computers={**plan.computers, **choices.computers})


def _with_names(choices: GameChoices, plan: GamePlan, told: Findings, *, sure: bool) -> GamePlan:
    """Return the plan with what players are called; tell of those who do not play, and of names that are too long."""
    found: dict[str, str] = {}
    for player, called in choices.names.items():
        seen = visible_name(called)
        if sure and player not in plan.players:
            players = ", ".join(plan.players)
            told.add(f"names.{player}", _("no player of this game; the players are {players}", players=players))
        if len(called) > MOST_NAME:
            told.add(f"names.{player}", _("a name has at most {most} letters", most=MOST_NAME))
        elif seen:
            found[player] = seen
    return replace(plan, names=found)
