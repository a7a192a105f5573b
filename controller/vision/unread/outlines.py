"""Polygons of pixels: outlines in a picture."""

from __future__ import annotations

from boards.geometry import Pixel


def centroid(outline: tuple[Pixel, ...]) -> Pixel:
    """Return the mean of the corners."""
    return Pixel(sum(p.u for p in outline) / len(outline), sum(p.v for p in outline) / len(outline))


def inside_polygon(place: Pixel, outline: tuple[Pixel, ...]) -> bool:
    """Tell whether a place lies in a polygon (even-odd rule)."""
    inside_polygon = False
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (a.v > place.v) != (b.v > place.v) and place.u < a.u + (place.v - a.v) * (b.u - a.u) / (b.v - a.v):
            inside_polygon = not inside_polygon
    return inside_polygon


def overlapping(one: tuple[Pixel, ...], other: tuple[Pixel, ...]) -> bool:
    """Tell whether one polygon's centroid lies in the other."""
    return inside_polygon(centroid(one), other) or inside_polygon(centroid(other), one)


def polygon_area(outline: tuple[Pixel, ...]) -> float:
    """Return the area of a polygon, px² (the shoelace formula)."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(a.u * b.v - b.u * a.v for a, b in pairs)) / 2
