"""A match as plain values: what a page draws, turn by turn, and what a record holds."""

from __future__ import annotations

from typing import Any

from boards.base.reasons import plain
from controller.bots.match import Match, TurnPlayed
from controller.bots.turn_request import BotMistake
from controller.games.robot_game.actions import action_text, format_action
from controller.games.robot_game.arena import place_of
from controller.games.robot_game.event_text import phrase_of
from controller.games.robot_game.events import Event, plain_value
from controller.games.robot_game.state import State

Json = Any


def turn_frame(played: TurnPlayed) -> Json:
    """One turn: who stood where, who did what, what came of it, what went wrong.

    ``robots`` are [id, player, x, y, HP] by id before the turn; ``actions`` by robot id in the form of bots;
    ``events`` [robot, player, phrase, values...], the phrases those of the game's words; ``slips`` as
    :func:`mistake_json`.
    """
    robots = played.before.robots
    ids = {cell: robot.id for cell, robot in robots.items()}
    return {
        "turn": played.before.turn,
        "robots": robots_frame(played.before),
        "actions": {str(ids[cell]): format_action(action) for cell, action in played.actions.items()},
        "events": [_event_frame(event) for event in played.events],
        "slips": [mistake_json(mistake) for mistake in played.mistakes],
    }


def robots_frame(state: State) -> Json:
    """[id, player, x, y, HP] of all robots, by id."""
    return sorted([robot.id, robot.player, *place_of(cell), robot.hp] for cell, robot in state.robots.items())


def _event_frame(event: Event) -> Json:
    return [event.robot, event.player, phrase_of(event), *map(plain_value, event.values)]


def programs(played: TurnPlayed) -> dict[str, list[str]]:
    """Return the turn's acts as the table takes them, by player: ``7 move 9,10``. Robots without a row guard."""
    rows: dict[str, list[str]] = {"0": [], "1": []}
    for robot, cell in sorted((robot, cell) for cell, robot in played.before.robots.items()):
        if cell in played.actions:
            rows[str(robot.player)].append(f"{robot.id} {action_text(played.actions[cell])}")
    return rows


def mistake_json(mistake: BotMistake) -> Json:
    """Return a mistake as an object.

    ``text`` is English; ``message``, in the form of :func:`boards.base.reasons.plain`, is there if it is told in other
    languages, too.
    """
    frame: dict[str, Json] = {
        "turn": mistake.turn,
        "player": mistake.player,
        "robot": mistake.robot,
        "kind": mistake.kind,
    }
    message = plain(mistake.why.message)
    in_words = {} if isinstance(message, str) else {"message": message}
    return {**frame, "text": mistake.text, "line": mistake.line, **in_words}


def match_json(match: Match) -> Json:
    """How a match ended, as an object."""
    return {
        "seed": match.seed,
        "bots": list(match.names),
        "scores": list(match.scores),
        "winner": match.winner,
        "slips": [dict(counts) for counts in match.mistakes],
        "first_slips": [[mistake_json(mistake) for mistake in mistakes] for mistakes in match.first_mistakes],
        "gone": [None if gone is None else {"turn": gone[0], "why": str(gone[1])} for gone in match.gone],
    }
