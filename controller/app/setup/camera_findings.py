"""What is wrong with what the camera of a new table sees: each finding named, with its remedy. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from boards.base.message import Message, _, sentence
from boards.geometry import Point
from boards.kit.thing_keys import GolemKey, MatKey, TrayKey
from boards.mats import mat
from controller.app.setup.table_checks import CORNERS, TableChecks
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.pose.reference_card import CARD_MM
from controller.vision.scene import Scene, Trouble, Unread
from controller.vision.unread.remedies import TROUBLE_ADVICE, WHY_ADVICE

PRINT_OFF = 0.02
"""A print that is off by a smaller fraction is taken for true: a bank card is read off a ruler to half a millimetre."""
BESIDE_MM = 110.0
"""What is unread so near to the middle of a bank card is the card."""


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


def findings(
    scene: Scene, mat_key: MatKey, colours: Sequence[str], checks: TableChecks, card_mm: float | None = None
) -> list[Finding]:
    """Return what a picture at rest tells, the most important first; what follows from that is left out.

    `card_mm`: how wide a bank card is by the print, if that was measured.
    """
    if checks.mirrored:
        return [MIRRORED]
    if checks.partly or (scene.mat is not None and checks.corners < CORNERS):
        return [HALF]
    if scene.mat is None:
        troubles = scene.trouble or (Trouble.NO_MAT,)
        return [Finding(trouble.value, False, TROUBLE_ADVICE[trouble]) for trouble in troubles]
    found = [Finding(trouble.value, False, TROUBLE_ADVICE[trouble]) for trouble in scene.trouble]
    found += joint_findings(checks)
    if scene.mat == mat_key and not found:
        size = mat(mat_key).grid
        text = _("I see the whole mat, {columns} x {rows} cells.", columns=size.columns, rows=size.rows)
        found.append(Finding("mat", True, text))
    found += print_findings(card_mm)
    seen = {item.thing for item in scene.things}
    found += [_tray(colour, TrayKey(colour) in seen) for colour in colours]
    return found + _others(scene, colours, checks)


def joint_findings(checks: TableChecks) -> list[Finding]:
    """Return what is wrong with the joints of a glued mat."""
    joints = checks.joints
    if joints is None:
        return []
    return [
        Finding(code, False, (wide if off > 0 else narrow)(round(abs(off))))
        for code, off, wide, narrow in (
            ("joint-across", joints.across, _gap_across, _lap_across),
            ("joint-upwards", joints.upwards, _gap_upwards, _lap_upwards),
        )
        if off is not None
    ]


def print_findings(card_mm: float | None) -> list[Finding]:
    """Return what a bank card tells of the size of the whole print. `card_mm`: how wide it is by the print."""
    if card_mm is None:
        return []
    scale = CARD_MM[0] / card_mm
    if abs(scale - 1) < PRINT_OFF:
        return [Finding("print-scale", True, _("By the bank card all is printed at its true size."))]
    text = _(
        "By the bank card the whole kit is printed at {percent} % of its size. "
        "Print it all again at 100 % (“actual size”), without “fit to page”.",
        percent=round(100 * scale),
    )
    return [Finding("print-scale", False, text)]


def _gap_across(mm: int) -> Message:
    return _(
        "The mat is {mm} mm too wide: there are gaps between its sheets. "
        "Glue them anew, edge to edge, so that the lines meet.",
        mm=mm,
    )


def _gap_upwards(mm: int) -> Message:
    return _(
        "The mat is {mm} mm too long: there are gaps between its sheets. "
        "Glue them anew, edge to edge, so that the lines meet.",
        mm=mm,
    )


def _lap_across(mm: int) -> Message:
    return _(
        "The mat is {mm} mm too narrow: its sheets overlap too far. Glue them anew, so that the lines meet.", mm=mm
    )


def _lap_upwards(mm: int) -> Message:
    return _("The mat is {mm} mm too short: its sheets overlap too far. Glue them anew, so that the lines meet.", mm=mm)


def tops(scene: Scene, colours: Sequence[str]) -> list[Finding]:
    """Return which golems' tops the camera sees on the mat."""
    seen = [item.thing.colour for item in scene.things if isinstance(item.thing, GolemKey)]
    return [_top(colour, seen) for colour in colours] + [
        Finding(
            f"top-stranger-{colour}",
            False,
            sentence(
                _("The {golem} golem does not play at this table. Take it off the mat.", golem=COLOUR_WORDS[colour])
            ),
        )
        for colour in sorted(set(seen) - set(colours))
    ]


def _tray(colour: str, seen: bool) -> Finding:
    golem = COLOUR_WORDS[colour]
    if seen:
        return Finding(f"tray-{colour}", True, sentence(_("The {golem} tray is there.", golem=golem)))
    text = _(
        "I don't see the {golem} tray. Lay it flat beside the mat, wholly in the picture, its markers free.",
        golem=golem,
    )
    return Finding(f"tray-{colour}", False, sentence(text))


def _top(colour: str, seen: Collection[str]) -> Finding:
    golem, count = COLOUR_WORDS[colour], sum(one == colour for one in seen)
    if count == 1:
        return Finding(f"top-{colour}", True, sentence(_("I see the {golem} golem on the mat.", golem=golem)))
    if count:
        text = _("There are two golems with the {golem} top. Take one away.", golem=golem)
        return Finding(f"top-{colour}", False, text)
    text = _("I don't see the {golem} golem. Put it on a cell of the mat, its top up.", golem=golem)
    return Finding(f"top-{colour}", False, sentence(text))


def _others(scene: Scene, colours: Sequence[str], checks: TableChecks) -> list[Finding]:
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
            sentence(_("The {golem} tray does not belong to this table. Take it away.", golem=COLOUR_WORDS[colour])),
        )
        for colour in strangers
    ]
    if checks.card is not None:
        found.append(Finding("bank-card", False, _("I have measured the bank card. Take it off the mat again.")))
    # Through a mat that is glued wrong everything is seen a little beside its place.
    unread = () if joint_findings(checks) else scene.unread
    whys = dict.fromkeys(item.why for item in unread if not _is_card(item, checks))
    return found + [Finding(f"unread-{why.value}", False, WHY_ADVICE[why]) for why in whys]


def _is_card(item: Unread, checks: TableChecks) -> bool:
    if checks.card is None or item.pose is None:
        return False
    x, y = checks.card.outline.mean(axis=0).tolist()
    return item.pose.point.distance(Point(x, y)) < BESIDE_MM
