"""Cells, ready cards, dice and golems that are told wrongly, or clear and not told: by condition and by renderer.

    make eye-places                                  # a small part of every condition; `make eye` does it, too
    make eye-places ARGS="--pictures 50 --jobs 3"    # so many pictures of each condition; it goes on where it was
    make eye-places ARGS="--show papers 17"          # one picture, and what is told wrongly of it

A cell is told as empty or as holding a token; a ready card as lying face up; a die as showing a face; a golem as
standing in a cell. As in
`eye_rows.py`, two renderers make the pictures, ``golem read`` reads them, and what was counted is kept in
build/eye-places.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from boards.geometry import Cell
from boards.kit.thing_keys import DieKey, GolemKey, MatKey, ReadyKey, TokenKey
from boards.mats import mat
from controller.vision.pose.placement import outline, to_mat_frame
from hardware.simulated.imaging_conditions import CONDITIONS as SIMULATED
from tests.benchmarks.eye_row_sources import UNSURE, Picture
from tests.benchmarks.eye_rows import counted, fingerprint, read_pictures
from tests.benchmarks.photographed.places import CONDITIONS as PHOTOGRAPHED
from tests.benchmarks.photographed.places import photograph_places
from tests.support.ground import Ground, Table, ground
from tests.support.ground_score import wilson
from tests.support.place_score import PlaceScore, score_places
from tests.support.place_truth import PlaceKind, PlaceTruth

ROOT = Path(__file__).parents[2]
STATE = ROOT / "build" / "eye-places"
BATCH = 4
COLOURS = ("red", "blue", "yellow", "green")


@dataclass(frozen=True, eq=False)
class PlacePicture:
    """One picture and the truth about its places."""

    data: bytes
    kind: str
    places: tuple[PlaceTruth, ...]


@dataclass(frozen=True)
class PlaceRenderer:
    """Something that makes pictures of tables."""

    conditions: tuple[str, ...]
    picture: Callable[[str, int], PlacePicture]


def _photographed(condition: str, seed: int) -> PlacePicture:
    return PlacePicture(*_jpeg(*photograph_places(condition, seed)))


def _jpeg(data: bytes, places: tuple[PlaceTruth, ...]) -> tuple[bytes, str, tuple[PlaceTruth, ...]]:
    return data, "jpg", places


def _simulated(condition: str, seed: int) -> PlacePicture:
    shown = ground(condition, seed, Table(rows=True, beside=True))
    done, packed = cv2.imencode(".png", shown.image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    assert done
    return PlacePicture(packed.tobytes(), "png", tuple(_places_of(shown, condition not in UNSURE)))


def _places_of(shown: Ground, clear: bool) -> list[PlaceTruth]:
    grid = mat(MatKey("4x4")).grid
    tokens = {grid.cell_at(pose.point): key for key, pose in shown.truth.items() if isinstance(key, TokenKey)}
    golems = {grid.cell_at(pose.point) for key, pose in shown.truth.items() if isinstance(key, GolemKey)}
    found = []
    for cell in [Cell(column, row) for column in range(grid.columns) for row in range(grid.rows)]:
        key, centre, half = tokens.get(cell), grid.centre(cell), grid.cell_mm / 2 - 1
        corners = [(centre.x + x * half, centre.y + y * half) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        found.append(
            PlaceTruth(
                PlaceKind.CELL,
                str(cell),
                ("" if key is None else key.kind,),
                clear and (key is not None or cell not in golems),
                key is None,
                outline=_pixels(shown, corners, 0.0),
            )
        )
    for key, pose in shown.truth.items():
        if isinstance(key, GolemKey):
            around = _pixels(shown, to_mat_frame(pose, outline(key)).tolist(), 60.0)
            allowed = (str(grid.cell_at(pose.point)),)
            found.append(PlaceTruth(PlaceKind.GOLEM, key.colour, allowed, clear, outline=around))
        if isinstance(key, ReadyKey | DieKey):
            kind = PlaceKind.READY if isinstance(key, ReadyKey) else PlaceKind.DIE
            told = "ready" if isinstance(key, ReadyKey) else key.face
            allowed = () if key in shown.face_down else (told,)
            corners = to_mat_frame(pose, outline(key)).tolist()
            around = _pixels(shown, corners, 40.0 if kind is PlaceKind.DIE else 0.0)
            found.append(PlaceTruth(kind, key.colour, allowed, clear and bool(allowed), outline=around))
    return found


def _pixels(shown: Ground, corners: Sequence[Sequence[float]], height: float) -> tuple[tuple[float, float], ...]:
    seen = shown.view.project_plane(np.array(corners, np.float64), height)
    return tuple((round(float(u), 1), round(float(v), 1)) for u, v in seen)


RENDERERS: Mapping[str, PlaceRenderer] = {
    "photographed": PlaceRenderer(tuple(PHOTOGRAPHED), _photographed),
    "simulated": PlaceRenderer(tuple(SIMULATED), _simulated),
}


def work(renderer: str, condition: str, seeds: list[int], kept: str) -> list[dict[str, Any]]:
    """Make, read and judge some pictures; return a record of each, and keep those in which a place is told wrongly."""
    cv2.setNumThreads(1)
    pictures = [RENDERERS[renderer].picture(condition, seed) for seed in seeds]
    reports = read_pictures([Picture(condition, 0, picture.data, (), picture.kind) for picture in pictures])
    records = []
    for seed, picture, report in zip(seeds, pictures, reports, strict=True):
        scores = {kind.value: vars(score) for kind, score in score_places(picture.places, report).items()}
        records.append({"condition": condition, "seed": seed, "scores": scores})
        if any(score["mistakes"] for score in scores.values()):
            Path(kept).mkdir(parents=True, exist_ok=True)
            stem = Path(kept) / f"{condition.replace(' ', '-').replace(',', '')}_{seed}"
            stem.with_suffix(f".{picture.kind}").write_bytes(picture.data)
            stem.with_suffix(".json").write_text(json.dumps({"scores": scores, "report": report}, indent=1))
    return records


Totals = dict[tuple[str, PlaceKind], PlaceScore]


def run(renderer: str, conditions: list[str], wanted: int, first: int, jobs: int) -> Totals:
    """Read so many pictures of each condition, those not counted yet, and return the counts."""
    folder = STATE / f"{renderer}-{fingerprint(renderer)}"
    folder.mkdir(parents=True, exist_ok=True)
    known = {(record["condition"], record["seed"]): record for record in counted(folder)}
    seeds = range(first, first + wanted)
    missing = {name: [seed for seed in seeds if (name, seed) not in known] for name in conditions}
    parts = [
        (name, missing[name][start : start + BATCH])
        for start in range(0, wanted, BATCH)
        for name in conditions
        if missing[name][start : start + BATCH]
    ]
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(work, renderer, name, part, str(folder / "wrong")) for name, part in parts]
        try:
            for done in as_completed(waiting):
                with (folder / f"counts-{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(record) + "\n" for record in done.result())
                for record in done.result():
                    known[record["condition"], record["seed"]] = record
                    _tell(renderer, record)
        finally:
            pool.shutdown(cancel_futures=True)
    total: Totals = {(name, kind): PlaceScore() for name in conditions for kind in PlaceKind}
    for (name, seed), record in known.items():
        for kind in PlaceKind:
            if (name, kind) in total and seed in seeds:
                total[name, kind].add(PlaceScore(**record["scores"][kind.value]))
    return total


def _tell(renderer: str, record: dict[str, Any]) -> None:
    for score in record["scores"].values():
        for mistake in score["mistakes"]:
            print(f"WRONG: {renderer}, {record['condition']!r} {record['seed']}: {mistake}", flush=True)


HEAD = "| condition | places | wrong | unproven | clear told | empty doubted | cause right |"


def table(found: Totals, kind: PlaceKind) -> list[str]:
    """Counts of one kind of place as lines of Markdown."""
    every = PlaceScore()
    lines = [HEAD, "|---|---|---|---|---|---|---|"]
    for (name, each), score in found.items():
        if each is kind:
            every.add(score)
            lines.append(_line(name, score))
    return [*lines, _line("**all**", every)]


def _line(name: str, score: PlaceScore) -> str:
    told = _share(score.clear - score.clear_unread, score.clear)
    cause, bare = _share(score.caused, score.spoilt), _share(score.bare_doubted, score.bare)
    wrong = f"{score.wrong} (at most {100 * wilson(score.wrong, score.places)[1]:.2f} %)"
    return f"| {name} | {score.places:,} | {wrong} | {score.unproven} | {told} | {bare} | {cause} |"


def _share(hits: int, of: int) -> str:
    return f"{100 * hits / of:.1f} % of {of:,}" if of else "-"


def show(renderer: str, condition: str, seed: int, out: Path) -> int:
    """Write one picture, and print what is told wrongly of it."""
    picture = RENDERERS[renderer].picture(condition, seed)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"places-{condition.replace(' ', '-')}_{seed}.{picture.kind}"
    path.write_bytes(picture.data)
    report = read_pictures([Picture(condition, seed, picture.data, (), picture.kind)])[0]
    scores = score_places(picture.places, report)
    lines = [line for score in scores.values() for line in (*score.mistakes, *score.doubts)]
    print("\n".join([f"written: {path}", *lines]))
    return 1 if any(score.mistakes for score in scores.values()) else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make eye-places", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--renderer", choices=[*RENDERERS, "both"], default="both")
    parser.add_argument("--pictures", type=int, default=4, help="of each condition (default 4)")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--only", action="append", metavar="CONDITION", help="this condition (may be repeated)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--show", nargs=2, metavar=("CONDITION", "SEED"), help="one picture, and stop")
    parser.add_argument("--out", type=Path, default=STATE / "shown")
    args = parser.parse_args()
    chosen = [*RENDERERS] if args.renderer == "both" else [args.renderer]
    names = {name for renderer in chosen for name in RENDERERS[renderer].conditions}
    if unknown := [name for name in [*(args.only or ()), *(args.show or ())[:1]] if name not in names]:
        parser.error(f"no condition is called {', '.join(unknown)}; there are: {'; '.join(sorted(names))}")
    if args.show:
        renderer = next(name for name in chosen if args.show[0] in RENDERERS[name].conditions)
        return show(renderer, args.show[0], int(args.show[1]), args.out)
    for renderer in chosen:
        conditions = [name for name in RENDERERS[renderer].conditions if not args.only or name in args.only]
        if conditions:
            found = run(renderer, conditions, args.pictures, args.first_seed, args.jobs)
            for kind in PlaceKind:
                print("\n".join(["", f"### {renderer}: {kind.value}", "", *table(found, kind), ""]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
