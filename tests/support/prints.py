"""Printed pages as pixels."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

PX_PER_MM = 4.0


def pixels(pdf: bytes, page: int, px_per_mm: float) -> npt.NDArray[np.uint8]:
    """A page of a PDF, H x W x 3, BGR. The page's size should be whole pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        # PDFium stretches a page to the next whole pixel: a rounding error must not make one more.
        picture = document[page].render(scale=px_per_mm * 25.4 / 72 * (1 - 1e-5)).to_numpy()
        return np.ascontiguousarray(picture[:, :, :3])
    finally:
        document.close()


def markers_on(pdf: bytes, page: int, height_mm: float) -> list[tuple[int, list[tuple[float, float]]]]:
    """Ids and corners (mm from the lower left) that OpenCV reads on a rendered page."""
    picture = pixels(pdf, page, PX_PER_MM)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = 23
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    if ids is None:
        return []
    # OpenCV counts from the centre of the first pixel.
    return [
        (int(marker), [((u + 0.5) / PX_PER_MM, height_mm - (v + 0.5) / PX_PER_MM) for u, v in quad.reshape(4, 2)])
        for marker, quad in zip(ids.ravel(), corners, strict=True)
    ]
