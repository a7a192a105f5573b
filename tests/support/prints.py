"""Printed pages as pixels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pypdfium2


def pixels(pdf: bytes, page: int, px_per_mm: float) -> npt.NDArray[np.uint8]:
    """A page of a PDF, H x W x 3, BGR. The page's size should be whole pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        # PDFium stretches a page to the next whole pixel: a rounding error must not make one more.
        picture = document[page].render(scale=px_per_mm * 25.4 / 72 * (1 - 1e-5)).to_numpy()
        return np.ascontiguousarray(picture[:, :, :3])
    finally:
        document.close()
