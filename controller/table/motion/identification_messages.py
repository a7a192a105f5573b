"""What is said of robots and the golems that they carry, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import LANGUAGES, Language
from controller.table.motion.robot_identification import Pairing, Unpaired
from controller.table.view.robot_messages import robot_words
from controller.table.view.table_messages import say
from controller.table.view.view import Notice, Words

WHY_UNPAIRED: dict[str, dict[Language, str]] = {
    "not-done": {
        "en": "not done ({0}): {1}",
        "ru": "не выполнено ({0}): {1}",
        "pl": "niewykonane ({0}): {1}",
        "fr": "pas fait ({0}) : {1}",
    },
    "none-turned": {
        "en": "no golem was seen turning: is it on the mat, its marker in view, are its motors connected?",
        "ru": "поворота не видно: он на поле, маркер виден, моторы подключены?",
        "pl": "nie widać, by golem się obrócił: czy stoi na macie, widać znacznik, silniki są podłączone?",
        "fr": "aucun golem n’a tourné : est-il sur le tapis, son marqueur en vue, ses moteurs branchés ?",
    },
    "several-moved": {
        "en": "several golems moved at once ({0}); keep hands off the table and try again",
        "ru": "двигались сразу несколько големов ({0}); уберите руки со стола и повторите",
        "pl": "poruszyło się kilka golemów naraz ({0}); zabierz ręce ze stołu i spróbuj ponownie",
        "fr": "plusieurs golems ont bougé à la fois ({0}) ; ôtez les mains de la table et recommencez",
    },
    "wrong-way": {
        "en": "{0} turned the wrong way round: its motors' cables are swapped",
        "ru": "{0} повернулся не в ту сторону: провода моторов перепутаны",
        "pl": "{0} obrócił się w złą stronę: przewody silników są zamienione",
        "fr": "{0} a tourné dans le mauvais sens : les câbles de ses moteurs sont inversés",
    },
    "touched": {
        "en": "{0} turned by {1} degrees and went {2} mm, not {3} degrees on the spot; was it touched? Try again",
        "ru": "{0} повернулся на {1}° и сместился на {2} мм, а нужно {3}° на месте; его трогали? Повторите",
        "pl": "{0} obrócił się o {1}° i przesunął o {2} mm, a miało być {3}° w miejscu; ktoś go dotknął? Ponów",
        "fr": "{0} a tourné de {1} degrés et bougé de {2} mm au lieu de {3} degrés sur place ; touché ? Recommencez",
    },
    "turned-before": {
        "en": "{0} turned for {1} already; were golems exchanged? Try again",
        "ru": "{0} уже поворачивался для {1}; големов поменяли? Повторите",
        "pl": "{0} obracał się już dla {1}; czy zamieniono golemy? Spróbuj ponownie",
        "fr": "{0} a déjà tourné pour {1} ; les golems ont-ils été échangés ? Recommencez",
    },
}
"""Keys of :class:`controller.table.motion.robot_identification.Unpaired`, with its values in their places."""


def notices_of(found: Pairing, ports: Mapping[str, str], exchanged: bool) -> tuple[Notice, ...]:
    """What was found, robot by robot; `ports` says where each is, `exchanged` whether they were given their colours."""
    crossed = {name: colour for name, colour in found.colours.items() if name != colour}
    notices = [
        Notice("robot-carries", "info", say("robot-carries", golem=colour, port=ports[name]), {"golem": colour})
        for name, colour in crossed.items()
    ]
    if exchanged:
        notices.append(Notice("robots-exchanged", "info", say("robots-exchanged")))
    elif crossed:
        notices.append(Notice("robots-crossed", "warning", say("robots-crossed")))
    notices += [
        Notice("robot-unpaired", "warning", say("robot-unpaired", golem=name, why=_why(why)), {"golem": name})
        for name, why in found.unpaired.items()
    ]
    if not notices and found.colours:
        notices.append(Notice("robots-right", "info", say("robots-right")))
    return tuple(notices) or (Notice("robots-none", "warning", say("robots-none")),)


def _why(why: Unpaired) -> Words:
    values = [robot_words(value) if isinstance(value, str) else dict.fromkeys(LANGUAGES, value) for value in why.values]
    return {each: WHY_UNPAIRED[why.key][each].format(*(value[each] for value in values)) for each in LANGUAGES}
