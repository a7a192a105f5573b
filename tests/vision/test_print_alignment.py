"""Print that lies some mm beside its place is seen; paper on it is not, at any displacement."""

from __future__ import annotations

import numpy as np
import pytest

from boards.kit.thing_keys import TrayKey
from calibration.camera_frames import Image
from controller.vision.unread.lanes.hidden_print import find_hidden_print
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_alignment import aligned_print
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence, print_evidence
from controller.vision.unread.trays.tray_sheet import TrayEdition, printed_sheet

EDITION = TrayEdition(TrayKey("green"))
FIRST_PLACE = (np.s_[100 // SQUARE_MM : 180 // SQUARE_MM], np.s_[44 // SQUARE_MM : 100 // SQUARE_MM])


def evidence_of(flat: Image) -> PrintEvidence:
    return print_evidence(flat, EDITION, np.zeros(flat.shape[:2], np.bool_), line_columns(EDITION))


@pytest.mark.parametrize("displaced", [(0, 0), (3, 2), (-4, 0)])
def test_print_that_is_displaced_as_a_whole_is_seen(displaced: tuple[int, int]) -> None:
    right, down = displaced
    found = aligned_print(evidence_of(np.roll(printed_sheet(EDITION), (down, right), axis=(0, 1))), *FIRST_PLACE)
    assert found.share > 0.9


def test_print_below_paper_is_seen_at_no_displacement() -> None:
    flat = printed_sheet(EDITION).copy()
    flat[92:188, 36:108] = 250
    assert aligned_print(evidence_of(flat), *FIRST_PLACE).share < 0.1


def test_an_area_without_print_says_nothing() -> None:
    empty = np.s_[110 // SQUARE_MM : 130 // SQUARE_MM], np.s_[60 // SQUARE_MM : 64 // SQUARE_MM]
    found = aligned_print(evidence_of(printed_sheet(EDITION)), *empty)
    assert (found.energy, found.share) == (0.0, 0.0)


@pytest.mark.parametrize(("seen_elsewhere", "noticed"), [("alike", True), ("now more, now less", False)])
def test_a_short_piece_of_a_fine_line_is_missing_only_where_all_others_are_seen_alike(
    seen_elsewhere: str, noticed: bool
) -> None:
    flat = printed_sheet(EDITION).astype(np.float64)
    paper = flat[130, 200]
    columns = slice(line_columns(EDITION)[3] - 4, line_columns(EDITION)[4] + 5)
    if seen_elsewhere != "alike":
        # As a camera does whose pixels are as large as the dashes: the line's contrast comes and goes.
        wave = 0.55 + 0.55 * np.sin(np.arange(flat.shape[0]) / 11.0)[:, None, None]
        flat = paper + (flat - paper) * wave
    flat[124:152, columns] = paper
    print_ = evidence_of(np.asarray(np.clip(flat, 0, 255), np.uint8))
    assert bool(find_hidden_print(print_)[1].any()) == noticed
