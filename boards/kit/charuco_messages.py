"""What is printed or shown beside the board for the camera's lens."""

from __future__ import annotations

from boards.base.message import Message, _

TITLE: Message = _("For the camera’s lens")
SHEET_HINT: Message = _("Glue it flat on stiff card. Then: golem calibrate")
SCREEN_HINT: Message = _(
    "Show this full screen, unscaled, brightness half up. The board is {px} px wide; measure it "
    "with a ruler for --board-mm."
)
