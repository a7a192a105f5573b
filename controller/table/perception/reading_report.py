"""A reading of the table as JSON, as `golem read` prints it."""

from __future__ import annotations

from typing import Any

from boards.base.catalogue import Language, translate
from boards.geometry import Pixel, Pose, nearest_heading
from boards.kit.kit import Kit
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from boards.mats import mat
from controller.table.perception.program_reading import TableReading, read_table
from controller.vision.scene import Scene, Seen, Unread
from controller.vision.unread.remedies import trouble_words, why_words

Report = dict[str, Any]


def report_of(scene: Scene, kit: Kit, language: Language = "en") -> Report:
    """Return all that lies on the table, and what is not read and why.

    Places are in mm and degrees of the mat frame; lanes, slots and rows are counted from 1.
    """
    reading = read_table(scene, kit)
    return {
        "size": list(scene.size),
        "mat": None if scene.mat is None else str(scene.mat),
        "settled": scene.settled,
        "trouble": [{"code": item.value, "what": translate(trouble_words(item), language)} for item in scene.trouble],
        "programs": {colour: list(rows) for colour, rows in reading.programs.items()},
        "complete": [colour for colour in reading.programs if reading.complete(colour)],
        "problems": [
            {
                "code": problem.code,
                "player": problem.colour,
                "row": None if problem.lane is None else problem.lane + 1,
                "slot": None if problem.slot is None else problem.slot + 1,
                "what": translate(problem.words, language),
            }
            for problem in reading.problems
        ],
        "cards": [_card(seen.thing, seen, kit, reading) for seen in scene.things if isinstance(seen.thing, CardKey)],
        "golems": {colour: _golem(pose, scene.mat) for colour, pose in reading.golems.items()},
        "tokens": [
            {"kind": kind, "cell": None if cell is None else str(cell), "pose": _pose(pose)}
            for kind, cell, pose in reading.tokens
        ],
        "cells": {str(cell): token for cell, token in reading.cells.items()},
        "dice": dict(reading.dice),
        "ready": list(reading.ready),
        "trays": {seen.thing.colour: _pose(seen.pose) for seen in scene.things if isinstance(seen.thing, TrayKey)},
        "unread": [_unread(item, language) for item in scene.unread],
    }


def _card(card: CardKey, seen: Seen, kit: Kit, reading: TableReading) -> Report:
    laid = next((laid for laid in reading.laid if laid.card == card), None)
    return {
        "id": kit.things[card].markers[0].id,
        "thing": str(card),
        "owner": card.colour,
        "means": card.kind.value,
        "tray": None if laid is None else laid.colour,
        "lane": None if laid is None or laid.lane is None else laid.lane + 1,
        "slot": None if laid is None or laid.slot is None else laid.slot + 1,
        "pose": _pose(seen.pose),
        "markers": seen.markers,
    }


def _golem(pose: Pose, mat_key: MatKey | None) -> Report:
    cell = None if mat_key is None else mat(mat_key).grid.cell_at(pose.point)
    facing, off = nearest_heading(pose.heading)
    return {
        "cell": None if cell is None else str(cell),
        "facing": facing.name,
        "off_degrees": round(off, 1),
        "pose": _pose(pose),
    }


def _unread(item: Unread, language: Language) -> Report:
    words = why_words(item.why)
    return {
        "why": item.why.value,
        "what": translate(words.label, language),
        "advice": translate(words.advice, language),
        "thing": None if item.thing is None else str(item.thing),
        "pose": None if item.pose is None else _pose(item.pose),
        "outline": [_pixel(pixel) for pixel in item.outline],
    }


def _pose(pose: Pose) -> Report:
    return {"x": round(pose.x, 2), "y": round(pose.y, 2), "heading": round(pose.heading, 2)}


def _pixel(pixel: Pixel) -> list[float]:
    return [round(pixel.u, 1), round(pixel.v, 1)]
