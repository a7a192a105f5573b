"""Connect the robots of a game, and report each that is missing."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from controller.app.compose.session import GameSession
from controller.app.devices import connection_messages
from controller.app.terminal.story import TerminalNarrator
from controller.app.tools.channel_messages import away
from firmware_bridge.robots.fleet import Connected, Fleet


async def connect(fleet: Fleet, started: GameSession, teller: TerminalNarrator, language: Language) -> Connected:
    """Connect the robots, and say what became of those that were under way, or don't answer, or are not there."""
    connected = await fleet.connect(started.state.commands)
    for name, result in connected.interrupted.items():
        interrupted = connection_messages.INTERRUPTED[result.kind].bind(robot=name, why=result.why.message)
        teller.say(translate(interrupted, language))
    for name, error in connected.errors:
        without = "by-hand" if started.driving else "ghosts"
        robot, port, why = away(fleet[name], error, language)
        teller.say(connection_messages.phrase(without, language, robot=robot, port=port, why=why))
    for name in started.driving:
        if name not in fleet:
            teller.say(connection_messages.phrase("no-robot", language, robot=name))
    return connected
