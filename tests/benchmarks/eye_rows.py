"""Rows that are told wrongly, and clear rows that are not told: by condition and by renderer.

    make eye                                     # a small part of every condition
    make eye ARGS="--pictures 2000 --jobs 3"     # so many pictures of each condition; it goes on where it was
    make eye ARGS="--show 'phone torch' 17"      # one picture, what is told of it and what lies there

Two renderers make the pictures: ``photographed`` (tests/benchmarks/photographed) and ``simulated`` (the first proving
ground, ``make eye-placements``). Two more are counted when they are asked for: ``recompressed``, pictures of the first
that are packed once more, strongly (JPEG of quality 8 to 44), and ``ray_cast`` (tests/benchmarks/ray_cast), with
surfaces of real heights and lights of real sizes. Pictures are read by ``golem read``. What was counted is kept in
build/eye-rows, in a folder for these very sources of eye and renderers; so are pictures that are read worst.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from controller.cli import main as golem
from tests.benchmarks.eye_row_sources import RENDERERS, Picture
from tests.support.ground_score import wilson
from tests.support.row_score import RowScore, score_rows

ROOT = Path(__file__).parents[2]
STATE = ROOT / "build" / "eye-rows"
BATCH = 6
"""Pictures that one process makes and reads before it writes its counts."""
KEEP_WRONG = 40
"""Pictures with wrong rows that are kept, of each condition."""
KEEP_DOUBTED = 12
BOTH = ("photographed", "simulated")
"""The renderers that are counted unless one is asked for."""

EYE = ("boards/**/*.py", "calibration/*.py", "controller/vision/**/*.py", "controller/table/perception/*.py")


def fingerprint(renderer: str) -> str:
    """Return what tells this eye and this renderer from all others."""
    digest = hashlib.sha256(cv2.__version__.encode() + np.__version__.encode())
    for pattern in (*EYE, *RENDERERS[renderer].sources, "tests/support/row_*.py"):
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def read_pictures(pictures: list[Picture]) -> list[dict[str, Any]]:
    """Read JPEGs by ``golem read``, as a person does: a folder of pictures in, JSON out."""
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, picture in enumerate(pictures):
            (Path(folder) / f"{number:03}.{picture.kind}").write_bytes(picture.data)
        printed, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            golem(["read", folder])
        found = json.loads(printed.getvalue())["pictures"]
    assert len(found) == len(pictures), said.getvalue()
    return found


def work(renderer: str, condition: str, seeds: list[int], kept: str) -> list[dict[str, Any]]:
    """Make, read and judge some pictures; return a record of each, and keep those that are read badly."""
    cv2.setNumThreads(1)
    pictures = [RENDERERS[renderer].picture(condition, seed) for seed in seeds]
    records = []
    for picture, report in zip(pictures, read_pictures(pictures), strict=True):
        score = score_rows(picture.rows, report)
        records.append({"condition": condition, "seed": picture.seed, "mat": report.get("mat"), "score": vars(score)})
        if score.mistakes:
            _keep(Path(kept) / "wrong", picture, report, score, KEEP_WRONG)
        elif score.doubts:
            _keep(Path(kept) / "unread", picture, report, score, KEEP_DOUBTED)
    return records


def _keep(folder: Path, picture: Picture, report: dict[str, Any], score: RowScore, limit: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    plain = picture.condition.replace(" ", "-").replace(",", "").replace("'", "")
    if len(list(folder.glob(f"{plain}_*.json"))) < limit:
        stem = folder / f"{plain}_{picture.seed}"
        stem.with_suffix(f".{picture.kind}").write_bytes(picture.data)
        rows = [vars(row) for row in picture.rows]
        text = json.dumps({"score": vars(score), "truth": rows, "report": report}, indent=1, ensure_ascii=False)
        stem.with_suffix(".json").write_text(text, encoding="utf-8")


def counted(folder: Path) -> Iterator[dict[str, Any]]:
    """What was counted before."""
    for file in sorted(folder.glob("counts-*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            # A run that was killed may leave half a line; its pictures are made again.
            with contextlib.suppress(json.JSONDecodeError):
                yield json.loads(line)


def run(renderer: str, conditions: list[str], wanted: int, first: int, jobs: int) -> dict[str, RowScore]:
    """Read so many pictures of each condition, those not counted yet, and return the counts."""
    folder = STATE / f"{renderer}-{fingerprint(renderer)}"
    folder.mkdir(parents=True, exist_ok=True)
    known = {(record["condition"], record["seed"]): record for record in counted(folder)}
    seeds = range(first, first + wanted)
    missing = {name: [seed for seed in seeds if (name, seed) not in known] for name in conditions}
    # All conditions in turns: whenever it is stopped, all have got equally far.
    parts = [
        (name, missing[name][start : start + BATCH])
        for start in range(0, wanted, BATCH)
        for name in conditions
        if missing[name][start : start + BATCH]
    ]
    out = folder / f"counts-{os.getpid()}.jsonl"
    with ProcessPoolExecutor(jobs) as pool:
        waiting = {pool.submit(work, renderer, name, part, str(folder)): (name, part) for name, part in parts}
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                _note(renderer, done.result(), known, out)
                if number % 25 == 0:
                    print(f"{renderer}: {number} of {len(parts)} parts", file=sys.stderr, flush=True)
        finally:
            # What failed is told at once, not when all the rest is done.
            pool.shutdown(cancel_futures=True)
    return summed(known, conditions, seeds)


def _note(
    renderer: str, records: list[dict[str, Any]], known: dict[tuple[str, int], dict[str, Any]], out: Path
) -> None:
    with out.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    for record in records:
        known[record["condition"], record["seed"]] = record
        for mistake in record["score"]["mistakes"]:
            print(f"WRONG: {renderer}, {record['condition']!r} {record['seed']}: {mistake}", flush=True)


def summed(known: dict[tuple[str, int], dict[str, Any]], conditions: list[str], seeds: range) -> dict[str, RowScore]:
    """Add up the counts of each condition."""
    total = {name: RowScore() for name in conditions}
    for (name, seed), record in known.items():
        if name in total and seed in seeds:
            total[name].add(RowScore(**record["score"]))
    return total


HEAD = (
    "| condition | rows | wrong | unproven | clear rows told | not contested | not decidable | bare lanes doubted "
    "| cause right |"
)


def table(found: dict[str, RowScore]) -> list[str]:
    """Counts as lines of Markdown."""
    every = RowScore()
    for score in found.values():
        every.add(score)
    return [
        HEAD,
        "|---|---|---|---|---|---|---|---|---|",
        *(_line(name, score) for name, score in [*found.items(), ("all", every)]),
    ]


def _line(name: str, score: RowScore) -> str:
    told = _share(score.clear - score.clear_unread, score.clear)
    alone = score.clear - score.contested
    alone_told = _share(alone - score.clear_unread + score.contested_unread, alone)
    cause, bare = _share(score.caused, score.spoilt), _share(score.bare_doubted, score.bare)
    wrong = f"{score.wrong} (at most {100 * wilson(score.wrong, score.rows)[1]:.3f} %)"
    counts = (name, f"{score.rows:,}", wrong, score.unproven, told, alone_told, score.undecidable, bare, cause)
    return f"| {' | '.join(map(str, counts))} |"


def _share(hits: int, of: int) -> str:
    return f"{100 * hits / of:.2f} % of {of:,}" if of else "-"


def show(renderer: str, condition: str, seed: int, out: Path) -> int:
    """Write one picture, and print what is told of it and what lies there."""
    picture = RENDERERS[renderer].picture(condition, seed)
    path = out / f"{condition.replace(' ', '-')}_{seed}.{picture.kind}"
    out.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture.data)
    report = read_pictures([picture])[0]
    for row in picture.rows:
        told = (report.get("programs") or {}).get(row.player, [None] * 4)[row.row]
        state = "clear" if row.clear else ", ".join(row.defects) or "not decidable" * row.undecidable
        print(f"{row.player} {row.row + 1}: told {told!r}; there lies {row.allowed} {row.lies} ({state})")
    score = score_rows(picture.rows, report)
    print("\n".join([f"written: {path}", *score.mistakes, *score.doubts]))
    return 1 if score.mistakes else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make eye", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--renderer", choices=[*RENDERERS, "both"], default="both")
    parser.add_argument("--pictures", type=int, default=6, help="of each condition (default 6)")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--only", action="append", metavar="CONDITION", help="this condition (may be repeated)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--show", nargs=2, metavar=("CONDITION", "SEED"), help="one picture, and stop")
    parser.add_argument("--out", type=Path, default=STATE / "shown")
    parser.add_argument("--begin-anew", action="store_true", help="forget what was counted with these sources")
    args = parser.parse_args()
    chosen = [*BOTH] if args.renderer == "both" else [args.renderer]
    names = {name for renderer in chosen for name in RENDERERS[renderer].conditions}
    asked = [*(args.only or ()), *(args.show or ())[:1]]
    if unknown := [name for name in asked if name not in names]:
        parser.error(f"no condition is called {', '.join(unknown)}; there are: {'; '.join(sorted(names))}")
    if args.show:
        renderer = next(name for name in chosen if args.show[0] in RENDERERS[name].conditions)
        return show(renderer, args.show[0], int(args.show[1]), args.out)
    for renderer in chosen:
        if args.begin_anew:
            shutil.rmtree(STATE / f"{renderer}-{fingerprint(renderer)}", ignore_errors=True)
        conditions = [name for name in RENDERERS[renderer].conditions if not args.only or name in args.only]
        if conditions:
            found = run(renderer, conditions, args.pictures, args.first_seed, args.jobs)
            print("\n".join(["", f"### {renderer}", "", *table(found), ""]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
