"""Outlines in a picture: polygons of pixels."""

from __future__ import annotations

from boards.geometry import Pixel


def middle_of(outline: tuple[Pixel, ...]) -> Pixel:
    """The mean of the corners."""
    return Pixel(sum(p.u for p in outline) / len(outline), sum(p.v for p in outline) / len(outline))


def inside(place: Pixel, outline: tuple[Pixel, ...]) -> bool:
    """Whether a place lies in a polygon (even-odd rule)."""
    inside = False
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (a.v > place.v) != (b.v > place.v) and place.u < a.u + (place.v - a.v) * (b.u - a.u) / (b.v - a.v):
            inside = not inside
    return inside


def area_of(outline: tuple[Pixel, ...]) -> float:
    """Of a polygon, px² (the shoelace formula)."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(a.u * b.v - b.u * a.v for a, b in pairs)) / 2
