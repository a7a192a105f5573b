"""What is said of robots when a game begins, in four languages."""

from __future__ import annotations

from boards.base.languages import Language
from firmware_bridge.link.commands import EndKind

TEXTS: dict[str, dict[Language, str]] = {
    "by-hand": {
        "en": "! {0} ({1}): {2} Until it answers, this golem is moved by hand.",
        "ru": "! {0} ({1}): {2} Пока он не ответит, этого голема двигают рукой.",
        "pl": "! {0} ({1}): {2} Dopóki nie odpowie, tego golema porusza się ręką.",
        "fr": "! {0} ({1}) : {2} Tant qu’il ne répond pas, ce golem est déplacé à la main.",
    },
    "ghosts": {
        "en": "! {0} ({1}): {2} Until it answers, its pieces are ghosts.",
        "ru": "! {0} ({1}): {2} Пока он не ответит, его фигуры остаются призраками.",
        "pl": "! {0} ({1}): {2} Dopóki nie odpowie, jego pionki są duchami.",
        "fr": "! {0} ({1}) : {2} Tant qu’il ne répond pas, ses pièces sont des fantômes.",
    },
    "no-robot": {
        "en": "{0}: no robot in the table file; this golem is moved by hand",
        "ru": "{0}: в файле стола робота нет; этого голема двигают рукой",
        "pl": "{0}: w pliku stołu nie ma robota; tego golema porusza się ręką",
        "fr": "{0} : pas de robot dans le fichier de la table ; ce golem est déplacé à la main",
    },
}

INTERRUPTED: dict[EndKind, dict[Language, str]] = {
    "done": {
        "en": "{0}: the motion that was under way came to its end",
        "ru": "{0}: начатое движение завершено",
        "pl": "{0}: rozpoczęty ruch został dokończony",
        "fr": "{0} : le mouvement en cours est allé à son terme",
    },
    "rejected": {
        "en": "{0}: the motion that was under way was refused ({1})",
        "ru": "{0}: начатое движение отклонено ({1})",
        "pl": "{0}: rozpoczęty ruch został odrzucony ({1})",
        "fr": "{0} : le mouvement en cours a été refusé ({1})",
    },
    "cancelled": {
        "en": "{0}: the motion that was under way ended early ({1})",
        "ru": "{0}: начатое движение прервано ({1})",
        "pl": "{0}: rozpoczęty ruch został przerwany ({1})",
        "fr": "{0} : le mouvement en cours s’est arrêté avant son terme ({1})",
    },
    "uncertain": {
        "en": "{0}: nobody knows how the motion ended that was under way ({1}); the camera will look",
        "ru": "{0}: неизвестно, чем кончилось начатое движение ({1}); посмотрит камера",
        "pl": "{0}: nie wiadomo, jak skończył się rozpoczęty ruch ({1}); sprawdzi kamera",
        "fr": "{0} : nul ne sait comment a fini le mouvement en cours ({1}) ; la caméra regardera",
    },
}
"""How a motion ended during which the last controller ended; (robot, the robot's reason in the link's own words)."""


def phrase(key: str, language: Language, *values: object) -> str:
    """A sentence in this language."""
    return TEXTS[key][language].format(*values)
