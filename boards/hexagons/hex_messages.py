"""What is printed for Robots on hexagons."""

from __future__ import annotations

from boards.base.message import Message, _, pgettext

TITLES: dict[str, Message] = {
    "deck": _("Robots on hexagons: steps"),
    "questions": _("Robots on hexagons: questions"),
    "sheet": _("Robots on hexagons: program"),
}

LEGEND: dict[str, Message] = {
    "lake": _("Lake: deadly"),
    "lightning": _("Lightning: a step is lost"),
    "shape": _("Shape: obstacle"),
    "computer": _("Central computer"),
    "start": pgettext("legend of a board", "Start"),
}

STEPS: dict[str, Message] = {
    "D+1": _("1 cell ahead"),
    "D+2": _("2 cells ahead"),
    "D-1": _("1 cell back"),
    "D-2": _("2 cells back"),
    "R+1": _("1 side to the right"),
    "R+2": _("2 sides to the right"),
    "R-1": _("1 side to the left"),
    "R-2": _("2 sides to the left"),
    "T": _("Shot"),
    "*": _("Blows itself up"),
    "RAZ": _("Back to step 1"),
    "?": _("yes: go on · no: skip one"),
    "->": _("Go to this step"),
}
"""What a step does, on its card and on the sheet."""

SHEET: dict[str, Message] = {
    "robot": _("Robot"),
    "side": _("Side"),
    "steps": _("Steps"),
    "lost": _("Strike out a step that is destroyed."),
    "tests": _("Tests: a question, yes or no"),
    "shots": _("Shots"),
    "signals": _("Signals"),
}
