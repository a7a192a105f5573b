"""Why: one sentence for each event; for a test also what the robot saw."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact
from controller.games.robots_hex.event_messages import (
    CAMP_NAMES,
    FACED,
    FOUND,
    LOADED,
    LOOKED,
    OFF_BOARD,
    PHRASES,
    STANDS,
    side_robot_words,
)
from controller.games.robots_hex.events import FIELDS, Event
from controller.games.robots_hex.questions.evaluation import Finding
from controller.games.robots_hex.questions.lexicon import lexicon_of
from controller.games.robots_hex.questions.parser import format_question
from controller.games.robots_hex.questions.question import CellAhead, Facing, InCamp, ShotsLeft
from controller.games.spoken_languages import spoken


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    text = translate(PHRASES[phrase_of(event)].bind(**_facts(event, spoken(language))), language).strip()
    # A side's robot is named in lower case, as it stands within a sentence.
    return text[:1].upper() + text[1:] if side_robot_words(event.robot) else text


def phrase_of(event: Event) -> str:
    """Which phrase of :data:`controller.games.robots_hex.event_messages.PHRASES` tells this event."""
    match event.name:
        case "answered":
            return "answered yes" if event.value("result") else "answered no"
        case "blocked" | "nothing":
            return f"{event.name} {event.value('reason')}"
        case "lost-step" | "died":
            return f"{event.name} {event.value('cause')}"
    return event.name


def _facts(event: Event, language: Language) -> dict[str, Fact]:
    """Return what the placeholders of a phrase stand for."""
    facts: dict[str, Fact] = {field: str(value) for field, value in zip(FIELDS[event.name], event.values, strict=True)}
    # A side rolls and lays signals; whatever else happens to a robot, by its own name.
    facts["who"] = CAMP_NAMES.get(event.robot) or _named(event.robot)
    facts["by"] = _named(event.by)
    facts["about"] = _named(event.about)
    if "camp" in facts:
        facts["camp"] = CAMP_NAMES[str(facts["camp"])]
    if event.name == "answered":
        findings = event.answer.findings if event.answer else ()
        facts["why"] = " ".join(reason(finding, language) for finding in findings)
    return facts


def _named(robot: str) -> Fact:
    """Return a robot's name in words, if it is a side's."""
    return side_robot_words(robot) or robot


def reason(finding: Finding, language: Language) -> str:
    """Return what a robot found when it looked: the clause, yes or no, and the facts."""
    lexicon = lexicon_of(language)
    facts: dict[str, Fact] = {
        "question": format_question(finding.clause, language),
        "yes": lexicon.yes if finding.yes else lexicon.no,
        "value": str(finding.value),
        "count": str(len(finding.cells)),
        "cells": f" ({', '.join(finding.cells)})" if finding.cells else "",
        "cell": finding.cells[0] if finding.cells else OFF_BOARD,
    }
    match finding.clause:
        case Facing():
            phrase = FACED
        case InCamp():
            phrase = STANDS
        case ShotsLeft():
            phrase = LOADED
        case CellAhead():
            phrase = LOOKED
        case _:
            phrase = FOUND
    return translate(phrase.bind(**facts), language)
