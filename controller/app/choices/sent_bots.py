"""Bots whose files somebody chose in a browser: they are loaded once, confined, before a game begins with them."""

from __future__ import annotations

from dataclasses import replace

from boards.base.errors import Problems
from boards.base.message import _
from controller.app.choices.game_choices import Findings, GameChoices
from controller.app.compose.bot_players import check_bots
from controller.app.compose.game_setup import GamePlan
from controller.bots.bot_source import BotSource, bot_of_text, printable
from controller.console.front_door.rights import HERE, PHONE
from controller.games.game_registry import tabletop_named, tabletops
from controller.table.core.state import AWAY, CHILD


def with_sent_bots(choices: GameChoices, plan: GamePlan, told: Findings) -> GamePlan:
    """Return the plan with the bots that have a seat; what is wrong with any of them is told."""
    if not choices.sent_bots:
        return plan
    tabletop = tabletop_named(choices.game)
    if not tabletop.bots:
        games = ", ".join(name for name, table in tabletops().items() if table.bots)
        told.add("bots", _("bots play {games}, not {game}", games=games, game=choices.game))
        return plan
    sources: list[BotSource] = []
    for name, text in choices.sent_bots.items():
        if name in (CHILD, AWAY, HERE, PHONE, *tabletop.strengths) or printable(name) != name:
            told.add(f"bots.{printable(name, 20)}", _("no bot can be called so; give its file another name"))
            continue
        try:
            sources.append(bot_of_text(name, text))
        except Problems as refused:
            told.add_file("bots", refused)
    try:
        check_bots(sources)
    except Problems as refused:
        told.add_file("bots", refused)
    seated = {*choices.computers.values()}
    return replace(plan, bots=tuple(source for source in sources if source.name in seated))
