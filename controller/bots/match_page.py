"""A match as one page that needs no network: board, hit points, acts, mistakes, turn by turn."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.languages import Language
from controller.bots.arena_rules import RULES
from controller.bots.bot_messages import TEXTS
from controller.bots.match import TurnPlayed
from controller.bots.match_frames import robots_frame, turn_frame
from controller.games.robot_game.event_text import ACCUSATIVE, PHRASES, WHO
from controller.games.robot_game.events import FIELDS

_TEMPLATE = Path(__file__).with_name("page.html")

PAGE_WORDS: Mapping[str, Mapping[Language, str]] = {
    "turn": {"en": "Turn", "ru": "Ход", "pl": "Tura", "fr": "Tour"},
    "robots": {"en": "robots", "ru": "роботов", "pl": "robotów", "fr": "robots"},
    "hp": {"en": "HP in all", "ru": "HP всего", "pl": "HP razem", "fr": "PV en tout"},
    "mistakes": {"en": "mistakes so far", "ru": "ошибок пока", "pl": "błędów dotąd", "fr": "erreurs jusqu’ici"},
    "play": {"en": "Play", "ru": "Пуск", "pl": "Graj", "fr": "Lecture"},
    "pause": {"en": "Pause", "ru": "Пауза", "pl": "Pauza", "fr": "Pause"},
    "first": {"en": "First turn", "ru": "В начало", "pl": "Początek", "fr": "Premier tour"},
    "back": {"en": "One turn back", "ru": "Ход назад", "pl": "Tura wstecz", "fr": "Un tour en arrière"},
    "on": {"en": "One turn on", "ru": "Ход вперёд", "pl": "Tura naprzód", "fr": "Un tour en avant"},
    "last": {"en": "The end", "ru": "В конец", "pl": "Koniec", "fr": "La fin"},
    "speed": {"en": "Speed", "ru": "Скорость", "pl": "Szybkość", "fr": "Vitesse"},
    "events": {
        "en": "What happens in this turn",
        "ru": "Что происходит в этом ходу",
        "pl": "Co dzieje się w tej turze",
        "fr": "Ce qui se passe à ce tour",
    },
    "nothing": {"en": "Nothing.", "ru": "Ничего.", "pl": "Nic.", "fr": "Rien."},
    "wins": {"en": "wins", "ru": "победа", "pl": "wygrywa", "fr": "gagne"},
    "draw": {"en": "A draw", "ru": "Ничья", "pl": "Remis", "fr": "Match nul"},
    "end": {"en": "The end", "ru": "Конец", "pl": "Koniec", "fr": "Fin"},
    "count": {
        "en": "Robots over the turns",
        "ru": "Роботы по ходам",
        "pl": "Roboty w kolejnych turach",
        "fr": "Robots au fil des tours",
    },
    "robot": {"en": "Robot", "ru": "Робот", "pl": "Robot", "fr": "Robot"},
    "moves": {
        "en": "show moves and guards too",
        "ru": "показать ходы и защиту",
        "pl": "pokaż też ruchy i obronę",
        "fr": "montrer aussi les déplacements et défenses",
    },
    "keys": {
        "en": "Keys: ← → a turn, space plays, Home and End",
        "ru": "Клавиши: ← → ход, пробел — пуск, Home и End",
        "pl": "Klawisze: ← → tura, spacja: graj, Home i End",
        "fr": "Touches : ← → un tour, espace lance, Début et Fin",
    },
}


def page(names: Sequence[str], turns: Sequence[TurnPlayed], language: Language) -> str:
    """The page as text. `turns` is a whole match."""
    data = {
        "names": list(names),
        "words": {code: texts[language] for code, texts in PAGE_WORDS.items()}
        | {code: TEXTS[code][language] for code in ("exception", "nonsense", "slow", "gone", "line")},
        "phrases": {code: texts[language] for code, texts in PHRASES.items()},
        "who": [WHO[language], ACCUSATIVE[language]],
        "fields": {name: list(fields) for name, fields in FIELDS.items()},
        "size": RULES["board_size"],
        "obstacles": RULES["obstacle"],
        "doors": RULES["spawn"],
        "full": RULES["robot_hp"],
        "turns": [turn_frame(turn) for turn in turns],
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


def write_page(path: Path, names: Sequence[str], turns: Sequence[TurnPlayed], language: Language) -> None:
    """Write the page. Raises :class:`boards.base.errors.Problems` where that can't be done."""
    try:
        path.write_text(page(names, turns, language), encoding="utf-8")
    except OSError as error:
        raise Problems([Problem(str(path), f"the page can't be written: {error.strerror}")]) from error
