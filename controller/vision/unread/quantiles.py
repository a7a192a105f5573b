"""Medians and percentiles of one array, without the checks that take numpy longer than the small arrays themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def median(values: NDArray[np.floating[Any]]) -> float:
    """Return the median of all values, of which there is at least one."""
    flat = values.ravel()
    half = len(flat) // 2
    if len(flat) % 2:
        return float(np.partition(flat, half)[half])
    # One order statistic is found many times sooner than two.
    part = np.partition(flat, half)
    return float((part[:half].max() + part[half]) / 2)


def percentile(values: NDArray[np.floating[Any]], percent: float) -> float:
    """Return a percentile (0 to 100) of all values, of which there is at least one, interpolated linearly."""
    flat = values.ravel()
    at = (len(flat) - 1) * percent / 100.0
    low = int(at)
    high = min(low + 1, len(flat) - 1)
    part = np.partition(flat, low)
    above = part[high:].min()
    return float(part[low] + (above - part[low]) * (at - low))
