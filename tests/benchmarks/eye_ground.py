"""The proving ground: cards, robots and tokens put down at random, seen in twelve conditions, read and counted.

`make eye-placements`; the whole corpus with ARGS="--placements 100000" (an hour). What is done is kept in build/, and
is not done again while neither the eye nor the pictures change; so it may be stopped at any time. Two run side by
side with `--part 1/2` and `--part 2/2`; a run without, after them, fills the gaps and writes the page. Every wrong
read is printed with its seed as soon as it is made; `--save CONDITION SEED FILE` writes that picture.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import thread_time

import cv2
import numpy as np
from PIL import Image as Pillow

from boards.kit.thing_keys import MatKey
from calibration.camera_frames import Frame, Image
from controller.vision.markers.detector import FAST, Detector
from controller.vision.markers.greyscale import to_grey
from controller.vision.reader import Reader
from hardware.simulated.imaging_conditions import CONDITIONS
from tests.benchmarks import Row
from tests.benchmarks.counts import write_whole
from tests.benchmarks.eye_detect import opencv, ours
from tests.benchmarks.page import MODULES, PAGE, keep, table
from tests.support.ground import Ground, Table, ground
from tests.support.ground_score import (
    MarkerScore,
    Score,
    markers_there,
    median_bounds,
    score,
    score_markers,
    wilson,
)
from tests.support.tables import KIT

ROOT = Path(__file__).parents[2]
STATE = ROOT / "build" / "eye-ground.jsonl"
PICTURE = ROOT / "docs" / "pictures" / "eye-conditions.png"

PICTURE_COLOURS = 160

TABLES = (Table(), Table(MatKey("6x6")))
BLOCK = 16
"""Pictures of a condition on one table, before the next: what is drawn once is kept."""

TELL_EVERY = 4
"""Rounds of all conditions."""

SOURCES = (
    "boards/**/*.py",
    "calibration/**/*.py",
    "controller/vision/**/*.py",
    "hardware/simulated/**/*.py",
    "tests/support/ground*.py",
    "tests/benchmarks/eye_*.py",
)
"""Of what sees, of what is seen, and of what counts: counts must not outlive a change of them."""


@dataclass
class Done:
    """What was counted in one picture, or in many."""

    score: Score = field(default_factory=Score)
    ours: MarkerScore = field(default_factory=MarkerScore)
    opencv: MarkerScore = field(default_factory=MarkerScore)
    ours_ms: list[float] = field(default_factory=list)
    opencv_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)

    def add(self, other: Done) -> None:
        self.score.add(other.score)
        self.ours.add(other.ours)
        self.opencv.add(other.opencv)
        self.ours_ms += other.ours_ms
        self.opencv_ms += other.opencv_ms
        self.read_ms += other.read_ms


def table_of(seed: int) -> Table:
    """Tables take turns."""
    return TABLES[seed // BLOCK % len(TABLES)]


def look(picture: Ground, table: Table, seed: int) -> Done:
    """Everything that is counted in a picture. The detectors take turns in who comes first."""
    done, grey, there = Done(), to_grey(picture.image), markers_there(picture)
    looks = (("ours", ours(Detector(FAST))), ("opencv", opencv()))
    for name, detect in looks if seed % 2 else looks[::-1]:
        start = thread_time()
        ids, corners = detect(grey)
        spent = (thread_time() - start) * 1e3
        getattr(done, f"{name}_ms").append(spent)
        getattr(done, name).add(score_markers(there, ids, corners))
    reader = _reader(table, picture.view.camera.distortion, picture)
    start = thread_time()
    scene = reader.read(Frame(picture.image, 1, 0.0, "ground")).scene
    done.read_ms.append((thread_time() - start) * 1e3)
    done.score = score(picture, scene)
    return done


_readers: dict[object, Reader] = {}


def _reader(table: Table, lens: object, picture: Ground) -> Reader:
    """One reader a camera: it keeps what cards look like."""
    if (table, lens) not in _readers:
        _readers[table, lens] = Reader(KIT, table.mat_key, picture.view.camera, live=False)
    return _readers[table, lens]


@dataclass(frozen=True)
class Part:
    """Every ``of``-th block of seeds, beginning with block number ``nth`` (1 is the first)."""

    nth: int = 1
    of: int = 1

    def __contains__(self, seed: int) -> bool:
        return seed // BLOCK % self.of == self.nth - 1

    def file(self, state: Path) -> Path:
        """Where it keeps its counts: a part of its own has a file of its own."""
        return state if self.of == 1 else state.with_stem(f"{state.stem}-{self.nth}-of-{self.of}")


WHOLE = Part()


def corpus(wanted: int, only: Sequence[str], first_seed: int, state: Path, part: Part = WHOLE) -> dict[str, Done]:
    """All conditions in turns until each has its share of the placements: counts by condition."""
    print_ = fingerprint()
    known = {(name, seed): done for name, seed, done in kept(state, print_)}
    done = {name: Done() for name in only}
    share = wanted / len(CONDITIONS) / part.of
    seed = first_seed
    while any(counted.score.placements < share for counted in done.values()):
        for name in only if seed in part else ():
            if done[name].score.placements >= share:
                continue
            if (name, seed) not in known:
                table = table_of(seed)
                known[name, seed] = look(ground(name, seed, table), table, seed)
                keep_done(part.file(state), print_, name, seed, known[name, seed])
            for mistake in known[name, seed].score.mistakes:
                print(f"WRONG: {name}, seed {seed}: {mistake}", flush=True)
            done[name].add(known[name, seed])
        seed += 1
        if (seed - first_seed) % TELL_EVERY == 0 and seed - 1 in part:
            total = _sum(done).score
            print(f"{total.placements:,} placements, {total.wrong} wrong, {total.unread} unread", flush=True)
    return done


def fingerprint() -> str:
    """Of the sources that counts depend on."""
    digest = hashlib.sha256(cv2.__version__.encode() + np.__version__.encode())
    for path in sorted(path for part in SOURCES for path in ROOT.glob(part)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep_done(file: Path, print_: str, name: str, seed: int, done: Done) -> None:
    """Add what was counted in one picture to a file, which only this process writes."""
    record = {"eye": print_, "condition": name, "seed": seed, **vars(done)}
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    write_whole(file, f"{before}{json.dumps(record, default=vars)}\n")


def kept(state: Path, print_: str) -> Iterator[tuple[str, int, Done]]:
    """What was counted before with the same sources, whole or in parts: condition, seed, counts."""
    parts = sorted(state.parent.glob(f"{state.stem}-*-of-*{state.suffix}"))
    for file in ([state] if state.exists() else []) + parts:
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if record["eye"] == print_:
                judged = record["score"]
                counted = Score(**{**judged, "causes": Counter(judged["causes"])})
                markers = (MarkerScore(**record["ours"]), MarkerScore(**record["opencv"]))
                times = (record["ours_ms"], record["opencv_ms"], record["read_ms"])
                yield record["condition"], record["seed"], Done(counted, *markers, *times)


def _sum(parts: dict[str, Done]) -> Done:
    total = Done()
    for part in parts.values():
        total.add(part)
    return total


def rows(done: dict[str, Done]) -> list[Row]:
    """The table: two lines a condition."""
    shown = [*done.items(), ("all", _sum(done))]
    return [row for name, part in shown for row in (_things(name, part.score), _markers(name, part))]


def _things(name: str, part: Score) -> Row:
    _low, most = wilson(part.wrong, part.placements)
    wrong = f"{part.wrong} wrong reads (at most {100 * most:.3f} %), {part.misplaced} misplaced"
    causes = ", ".join(f"{why} {count}" for why, count in part.causes.most_common() if count)
    note = f"{part.unread} unread, cause named for {part.named}: {causes}" if part.unread else "0 unread"
    return Row(f"{name}: things", _share(part.read, part.placements), wrong, note)


def _markers(name: str, part: Done) -> Row:
    mine, other = median_bounds(part.ours_ms), median_bounds(part.opencv_ms)
    ratio = median_bounds(a / b for a, b in zip(part.ours_ms, part.opencv_ms, strict=True))
    against = f"OpenCV's defaults {_share(part.opencv.found, part.opencv.there)}, {part.opencv.wrong} wrong ids"
    times = f"{mine[0]:.0f} ms ({mine[1]:.0f} to {mine[2]:.0f}), OpenCV's {other[0]:.0f}"
    note = f"{part.ours.wrong} wrong ids; {times}: {ratio[0]:.2f} x ({ratio[1]:.2f} to {ratio[2]:.2f})"
    whole = f"; whole reading {median_bounds(part.read_ms)[0]:.0f} ms"
    return Row(f"{name}: markers", _share(part.ours.found, part.ours.there), against, note + whole)


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{100 * hits / max(of, 1):.2f} % ({100 * low:.2f} to {100 * high:.2f}) of {of:,}"


def measure(wanted: int = 20_000) -> list[Row]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return rows(corpus(wanted, tuple(CONDITIONS), 0, STATE))
    finally:
        cv2.setNumThreads(threads)


def pictures(seed: int = 2) -> Image:
    """The twelve conditions side by side, of one table: parts of their pictures, smaller."""
    small, part = (288, 192), np.s_[40:600, 60:900]
    table = Table(players=("red", "blue"), size=(1440, 640), sample=True)
    shown = [ground(name, seed, table).image[part] for name in CONDITIONS]
    tiles = [
        _labelled(np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8), name)
        for image, name in zip(shown, CONDITIONS, strict=True)
    ]
    return np.asarray(cv2.vconcat([cv2.hconcat(tiles[row : row + 3]) for row in range(0, 12, 3)]), np.uint8)


def _labelled(image: Image, name: str) -> Image:
    framed = cv2.copyMakeBorder(image, 20, 4, 2, 2, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    cv2.putText(framed, name, (4, 14), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (40, 40, 40), 1, cv2.LINE_AA)
    return np.asarray(framed, np.uint8)


def save_small(picture: Image, path: Path) -> None:
    """A PNG of few colours: a page's illustration, not a measurement."""
    colours = Pillow.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    colours.quantize(PICTURE_COLOURS, dither=Pillow.Dither.NONE).save(path, optimize=True)


@lru_cache(maxsize=1)
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make eye-placements", description=__doc__)
    parser.add_argument("--placements", type=int, default=20_000, help="in all (default 20000)")
    parser.add_argument("--only", action="append", choices=[*CONDITIONS], help="this condition (may be repeated)")
    parser.add_argument("--first-seed", type=int, default=0, help="of each condition (default 0)")
    parser.add_argument("--part", type=_part, default=WHOLE, metavar="N/OF", help="only every OF-th block of tables")
    parser.add_argument("--pictures", action="store_true", help=f"write {PICTURE.relative_to(ROOT)} and stop")
    parser.add_argument("--save", nargs=3, metavar=("CONDITION", "SEED", "FILE"), help="write one picture and stop")
    return parser


def _part(text: str) -> Part:
    nth, slash, of = text.partition("/")
    if not (slash and nth.isdecimal() and of.isdecimal() and 1 <= int(nth) <= int(of)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part: 1/2 and 2/2 are halves")
    return Part(int(nth), int(of))


def main() -> int:
    args = _parser().parse_args()
    cv2.setNumThreads(1)
    if args.save:
        name, seed, path = args.save
        if name not in CONDITIONS or not seed.isdecimal():
            _parser().error(f"--save: there are no {name!r}, {seed!r}; conditions are {', '.join(CONDITIONS)}")
        if not cv2.imwrite(path, ground(name, int(seed), table_of(int(seed))).image):
            _parser().error(f"--save: cannot write {path}")
        return 0
    if args.pictures:
        save_small(pictures(), PICTURE)
        print(f"written: {PICTURE}")
        return 0
    only = tuple(args.only or CONDITIONS)
    done = corpus(args.placements, only, args.first_seed, STATE, args.part)
    count = f"{_sum(done).score.placements:,} placements. In brackets: 95 % confidence."
    about = f"{count} Pictures go from mild to hopeless."
    lines = [f"## {MODULES['eye_ground']}", "", about, "", *table(rows(done))]
    print("\n".join(lines))
    if only == tuple(CONDITIONS) and args.part == WHOLE:
        keep({"eye_ground": lines})
        print(f"written: {PAGE}")
    return 1 if _sum(done).score.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
