"""What is wrong with what the camera of a new table sees: each finding named, with its remedy. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from boards.base.message import Message, _
from boards.kit.thing_keys import GolemKey, MatKey, TrayKey
from boards.mats import mat
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.scene import Scene, Trouble
from controller.vision.unread.remedies import TROUBLE_ADVICE, WHY_ADVICE

CORNERS = 4


@dataclass(frozen=True)
class Finding:
    """One thing that the picture tells."""

    code: str
    good: bool
    text: Message
    """What it is, and if it is not good what to do."""


MIRRORED = Finding(
    "mirrored",
    False,
    _("The picture is mirrored. Switch mirroring off in the camera's settings, and point no mirror at the table."),
)
HALF = Finding(
    "half-out",
    False,
    _("Only a part of the mat is in the picture. Move the camera back or higher until all four of its corners show."),
)


def findings(scene: Scene, mat_key: MatKey, colours: Sequence[str], *, mirrored: bool, corners: int) -> list[Finding]:
    """Return what a picture at rest tells, the most important first.

    `mirrored`: the mat was found in the mirrored picture only; `corners`: how many of the mat's corners show.
    """
    if mirrored:
        return [MIRRORED]
    if scene.mat is None:
        troubles = scene.trouble or (Trouble.NO_MAT,)
        return [Finding(trouble.value, False, TROUBLE_ADVICE[trouble]) for trouble in troubles]
    found = [Finding(trouble.value, False, TROUBLE_ADVICE[trouble]) for trouble in scene.trouble]
    if corners < CORNERS:
        found.append(HALF)
    if scene.mat == mat_key and not found:
        size = mat(mat_key).grid
        text = _("I see the whole mat, {columns} x {rows} cells.", columns=size.columns, rows=size.rows)
        found.append(Finding("mat", True, text))
    seen = {item.thing for item in scene.things}
    found += [_tray(colour, TrayKey(colour) in seen) for colour in colours]
    found += _others(scene, colours)
    return found


def tops(scene: Scene, colours: Sequence[str]) -> list[Finding]:
    """Return which golems' tops the camera sees on the mat."""
    seen = [item.thing.colour for item in scene.things if isinstance(item.thing, GolemKey)]
    return [_top(colour, seen) for colour in colours] + [
        Finding(
            f"top-stranger-{colour}",
            False,
            _("The {golem} golem does not play at this table. Take it off the mat.", golem=COLOUR_WORDS[colour]),
        )
        for colour in sorted(set(seen) - set(colours))
    ]


def _tray(colour: str, seen: bool) -> Finding:
    golem = COLOUR_WORDS[colour]
    if seen:
        return Finding(f"tray-{colour}", True, _("The {golem} tray is there.", golem=golem))
    text = _(
        "I don't see the {golem} tray. Lay it flat beside the mat, wholly in the picture, its markers free.",
        golem=golem,
    )
    return Finding(f"tray-{colour}", False, text)


def _top(colour: str, seen: Collection[str]) -> Finding:
    golem, count = COLOUR_WORDS[colour], sum(one == colour for one in seen)
    if count == 1:
        return Finding(f"top-{colour}", True, _("I see the {golem} golem on the mat.", golem=golem))
    if count:
        text = _("There are two golems with the {golem} top. Take one away.", golem=golem)
        return Finding(f"top-{colour}", False, text)
    text = _("I don't see the {golem} golem. Put it on a cell of the mat, its top up.", golem=golem)
    return Finding(f"top-{colour}", False, text)


def _others(scene: Scene, colours: Sequence[str]) -> list[Finding]:
    """Return trays that do not belong to this table, and what is unread, each cause once."""
    strangers = sorted(
        item.thing.colour
        for item in scene.things
        if isinstance(item.thing, TrayKey) and item.thing.colour not in colours
    )
    found = [
        Finding(
            f"tray-stranger-{colour}",
            False,
            _("The {golem} tray does not belong to this table. Take it away.", golem=COLOUR_WORDS[colour]),
        )
        for colour in strangers
    ]
    whys = dict.fromkeys(item.why for item in scene.unread)
    return found + [Finding(f"unread-{why.value}", False, WHY_ADVICE[why]) for why in whys]
