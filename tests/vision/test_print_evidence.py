"""Print of a bare tray is seen in any light, and nothing but print counts."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.colours import COLOURS
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from controller.vision.unread.lanes.lane_coverage import LEAST_OF_USUAL
from controller.vision.unread.lanes.lane_print import line_columns
from controller.vision.unread.lanes.print_evidence import SQUARE_MM, PrintEvidence, print_evidence
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, ROWS, TrayEdition, printed_sheet

NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)


def seen(edition: TrayEdition, light: np.ndarray, blur: float = 0.9) -> PrintEvidence:
    """An empty tray in some light, with a sensor's noise."""
    soft = cv2.GaussianBlur(printed_sheet(edition), (0, 0), blur).astype(np.float64)
    noise = np.random.default_rng(5).normal(0.0, 1.5, soft.shape)
    flat: Image = np.asarray(np.clip(soft * light[..., None] + noise, 0, 255), np.uint8)
    return print_evidence(flat, edition, NOTHING_READ, line_columns(edition), blur)


def lights() -> dict[str, np.ndarray]:
    even = np.full(NOTHING_READ.shape, 0.8)
    slope = even * np.linspace(0.5, 1.1, even.shape[1])
    shadow = even.copy()
    shadow[100:260, 150:] *= 0.35
    return {"even": even, "slope": slope, "hard shadow": shadow}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("light", lights())
def test_all_print_of_a_bare_tray_is_seen(colour: str, light: str) -> None:
    evidence = seen(TrayEdition(TrayKey(colour)), lights()[light])
    usual = evidence.usual_share
    assert usual > 0.6
    around = 30 // SQUARE_MM + 1
    energy, matched = (
        cv2.boxFilter(part, -1, (around, around), normalize=False) for part in (evidence.printed, evidence.matched)
    )
    telling = energy > 0.1 * energy.max()
    assert float(np.percentile(matched[telling] / energy[telling], 1)) > LEAST_OF_USUAL * usual


@pytest.mark.parametrize("colour", COLOURS)
def test_paper_shows_no_print(colour: str) -> None:
    edition = TrayEdition(TrayKey(colour))
    paper: Image = np.asarray(
        np.clip(np.random.default_rng(2).normal(200.0, 2.0, printed_sheet(edition).shape), 0, 255), np.uint8
    )
    evidence = print_evidence(paper, edition, NOTHING_READ, line_columns(edition))
    share = evidence.matched.sum() / evidence.printed.sum()
    assert abs(float(share)) < 0.1
    assert float(evidence.noise_of(np.array([evidence.printed.sum() / TRAY.lanes], np.float32))[0]) < 0.05
