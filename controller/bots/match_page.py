"""A match as one page that needs no network: board, hit points, acts, mistakes, turn by turn."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, pgettext
from boards.base.system_errors import system_reason
from controller.bots.arena_rules import RULES
from controller.bots.bot_messages import TEXTS
from controller.bots.match import TurnPlayed
from controller.bots.match_frames import Json, mistake_json, robots_frame, turn_frame
from controller.games.robot_game.event_text import ACCUSATIVE, PHRASES, WHO
from controller.games.robot_game.events import FIELDS

_TEMPLATE = Path(__file__).with_name("page.html")

PAGE_WORDS: Mapping[str, Message] = {
    "turn": _("Turn"),
    "robots": pgettext("number of robots", "robots"),
    "hp": _("HP in all"),
    "mistakes": _("mistakes so far"),
    "newest": _("the last one"),
    "play": pgettext("button of the player", "Play"),
    "pause": _("Pause"),
    "first": _("First turn"),
    "back": _("One turn back"),
    "on": _("One turn on"),
    "last": pgettext("button", "The end"),
    "speed": _("Speed"),
    "events": _("What happens in this turn"),
    "nothing": _("Nothing."),
    "wins": _("wins"),
    "draw": _("A draw"),
    "end": pgettext("how a game ended", "The end"),
    "count": _("Robots over the turns"),
    "robot": _("Robot"),
    "moves": _("show moves and guards too"),
    "keys": _("Keys: ← → a turn, space plays, Home and End"),
}


def page(names: Sequence[str], turns: Sequence[TurnPlayed], language: Language) -> str:
    """Return the page as text. `turns` is a whole match."""
    data = {
        "names": list(names),
        "words": {code: translate(texts, language) for code, texts in PAGE_WORDS.items()}
        | {code: translate(TEXTS[code], language) for code in ("exception", "nonsense", "slow", "gone", "line")},
        "phrases": {code: translate(texts, language) for code, texts in PHRASES.items()},
        "who": [translate(WHO, language), translate(ACCUSATIVE, language)],
        "fields": {name: list(fields) for name, fields in FIELDS.items()},
        "size": RULES["board_size"],
        "obstacles": RULES["obstacle"],
        "doors": RULES["spawn"],
        "full": RULES["robot_hp"],
        "turns": [_in_language(turn, language) for turn in turns],
        "end": robots_frame(turns[-1].after) if turns else [],
    }
    title = html.escape(" – ".join(names))
    text = _TEMPLATE.read_text(encoding="utf-8")
    # Inside a script element nothing but "</" and "<!--" matters; without "<" there is neither.
    return (
        text.replace("{{language}}", language)
        .replace("{{title}}", title)
        .replace("{{data}}", json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))
    )


def _in_language(played: TurnPlayed, language: Language) -> Json:
    """Return a turn with what went wrong in it told in a language."""
    frame = turn_frame(played)
    mistakes = [
        {**mistake_json(mistake), "text": translate(mistake.why.message, language), "message": None}
        for mistake in played.mistakes
    ]
    return {**frame, "slips": mistakes}


def write_page(path: Path, names: Sequence[str], turns: Sequence[TurnPlayed], language: Language) -> None:
    """Write the page. Raises :class:`boards.base.errors.Problems` where that can't be done."""
    try:
        path.write_text(page(names, turns, language), encoding="utf-8")
    except OSError as error:
        raise Problems(
            [Problem(str(path), _("the page can't be written: {reason}", reason=system_reason(error).message))]
        ) from error
