"""The words of the page that says how the kit is put together."""

from __future__ import annotations

from boards.base.message import Message, _

STEPS: dict[str, tuple[Message, Message]] = {
    "scale": (
        _("Print at 100 %"),
        _(
            "Choose “actual size”, never “fit to page”. Matt paper of 160 g or more is best; no colour "
            "needed. Then measure: the line at the foot of every sheet is exactly 100 mm long."
        ),
    ),
    "tiles": (
        _("Mat and trays"),
        _(
            "Cut off the left and the lower edge of a tile and glue it onto its neighbour’s strip, "
            "between the hatched marks. The little plan on each sheet shows its place. Cardboard below "
            "keeps everything flat."
        ),
    ),
    "cards": (
        _("Cards"),
        _(
            "Print on both sides, flipped along the long edge, and cut along the lines. Matt sleeves of "
            "63 × 88 mm fit; glossy ones dazzle the camera. The extra card says that you are ready."
        ),
    ),
    "golems": (
        _("Golems"),
        _("Cut out the discs and glue them flat on the golems’ heads, the arrow to the front."),
    ),
    "dice": (
        _("Dice and tokens"),
        _("Fold the dice along the dashed lines and glue the tabs. Glue the tokens on cardboard."),
    ),
    "table": (
        _("The table"),
        _(
            "Mat in the middle, a tray for each player beside it, the camera above so that it sees every "
            "sheet. Light from the side, so that no lamp shines back from the paper. Keep the black "
            "squares uncovered."
        ),
    ),
}
"""A heading and what to do, step by step."""

CONTENTS: Message = _("In this kit")
PAGES: Message = _("pages")
