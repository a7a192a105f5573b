"""A match in a journal, and read again: every turn is played anew by the rules.

The first entry has the game, the setup and the bots; then one entry a turn, with the acts as the table takes
them, and one for the end. Times are 0: a match knows no clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, joined, literal
from boards.base.reasons import Reason, foreign_words, message_of
from controller.bots.bot_source import BotSource, printable
from controller.bots.match import Match, TurnPlayed
from controller.bots.match_frames import match_json, mistake_json, programs
from controller.bots.turn_request import BotMistake
from controller.games.robot_game.bot_errors import MISTAKE_KINDS
from controller.games.robot_game.document_reader import read_rows, read_setup
from controller.games.robot_game.state import NAME, play_and_tell, scores
from controller.journal import Journal, JournalDamaged, Record


class MatchRecorder:
    """Writes a match as it is played: call it with every turn."""

    def __init__(self, path: Path, bots: Sequence[BotSource], seed: int) -> None:
        """Begin a record. Raises `JournalNotMade`, also if there is a file already."""
        self._journal = Journal.create(path)
        named = [{"name": bot.name, "sum": bot.sum} for bot in bots]
        self._journal.append("game", {"game": NAME, "setup": {"seed": seed}, "bots": named}, 0.0)

    def __call__(self, played: TurnPlayed) -> None:
        """Write a turn to the record."""
        mistakes = [mistake_json(mistake) for mistake in played.mistakes]
        self._journal.append("turn", {"turn": played.before.turn, "programs": programs(played), "slips": mistakes}, 0.0)

    def end(self, match: Match) -> None:
        """Write the result, which completes the record."""
        self._journal.append("end", match_json(match), 0.0)
        self._journal.close()


@dataclass(frozen=True)
class RecordedMatch:
    """A match that was read from its record."""

    seed: int
    names: tuple[str, str]
    turns: tuple[TurnPlayed, ...]


def _why(problems: Sequence[Problem]) -> Message:
    return joined([problem.placed for problem in problems], "; ") if problems else _("the wrong turn")


def _reason(error: Exception) -> Message:
    return error.message if isinstance(error, Problems) else literal(str(error))


def read_match(record: Record) -> RecordedMatch:
    """Play a recorded match again. Raises :class:`controller.journal.JournalDamaged` where the rules disagree."""
    first = record.entries[0]
    bots = first.data.get("bots")
    if first.data.get("game") != NAME or not isinstance(bots, list) or len(bots) != 2:
        raise JournalDamaged(record.path, 1, _("this is no record of a match between two bots"))
    try:
        state = read_setup(first.data["setup"])
        names = printable(bots[0]["name"]), printable(bots[1]["name"])
        turns: list[TurnPlayed] = []
        for entry in record.entries[1:]:
            if entry.kind == "turn":
                rows = {player: tuple(texts) for player, texts in entry.data["programs"].items()}
                actions, _slips, problems = read_rows(rows, state.robots)
                if problems or entry.data["turn"] != state.turn:
                    raise JournalDamaged(record.path, entry.n + 1, _why(problems))
                after, events = play_and_tell(state, actions)
                mistakes = tuple(_mistake(mistake) for mistake in entry.data["slips"])
                turns.append(TurnPlayed(state, actions, events, mistakes, after))
                state = after
            elif entry.kind == "end" and tuple(entry.data["scores"]) != scores(state.robots):
                raise JournalDamaged(record.path, entry.n + 1, _("the rules come to another result"))
    except (KeyError, TypeError, AttributeError, Problems) as error:
        raise JournalDamaged(
            record.path, None, _("this is no record of a match: {reason}", reason=_reason(error))
        ) from None
    return RecordedMatch(state.seed, names, tuple(turns))


def _mistake(given: dict[str, Any]) -> BotMistake:
    if given["kind"] not in MISTAKE_KINDS:
        raise KeyError(given["kind"])
    message = message_of(given["message"]) if "message" in given else None
    why = foreign_words(printable(given["text"])) if message is None else Reason("", message)
    return BotMistake(given["turn"], given["player"], given["robot"], given["kind"], why, given.get("line"))
