"""A small storm in every test run, with seeds of the day: the same all day, others tomorrow. It prints them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from boards.base.errors import Problems
from boards.base.yaml_reader import read_document
from controller.games.golems.puzzles.puzzle import build
from tests.storm.__main__ import CAMPAIGNS, main
from tests.storm.campaign import Campaign, Case, Log, play_case, play_next

DAY = int(time.time() // 86_400)
CASES = [(campaign, 1000 * DAY + number) for campaign in CAMPAIGNS for number in range(campaign.small)]


@pytest.mark.parametrize(("campaign", "seed"), CASES, ids=[f"{campaign.name}-{seed}" for campaign, seed in CASES])
def test_nothing_is_found(campaign: Campaign, seed: int) -> None:
    case = play_case(campaign, seed)
    print(f"seed {seed}: {dict(case.tried)}")
    assert case.found == []
    assert case.tried.total() > 0, "nothing was tried"


def _broken(case: Case) -> None:
    case.count("deeds")
    case.check(case.seed % 2 == 0, "odd")
    if case.seed == 3:
        raise ValueError("three")


BROKEN = Campaign("broken", "a test's own", "even seeds", _broken)


def test_what_is_wrong_is_found_and_it_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "build" / "storm.json"
    assert play_next(BROKEN, Log(path)).found == ["seed 1: odd"]
    assert play_next(BROKEN, Log(path)).found == []
    assert play_next(BROKEN, Log(path)).found == ["seed 3: odd", "seed 3: ValueError: three"]
    kept = Log(path).of("broken")
    assert (kept.next_seed, kept.tried["deeds"], len(kept.found)) == (4, 3, 3)


def test_the_exit_status_tells_whether_anything_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.storm.__main__.CAMPAIGNS", (BROKEN,))
    log = ["--log", str(tmp_path / "storm.json")]
    for seed, status in ((2, 0), (3, 1)):
        monkeypatch.setattr("sys.argv", ["storm", "--seed", str(seed), *log])
        assert main() == status
    monkeypatch.setattr("sys.argv", ["storm", "nothing"])
    assert main() == 2
    assert "there is no campaign nothing" in capsys.readouterr().out


@pytest.mark.parametrize("program", ["null", "0.5", "7", "{}", "x"])
def test_a_solution_that_is_no_list_is_located(program: str, tmp_path: Path) -> None:
    """Found by the storm: it ended in a TypeError."""
    shipped = (Path(__file__).parents[2] / "boards" / "puzzles" / "02-first-steps.yaml").read_text(encoding="utf-8")
    head = shipped[: shipped.index("solution:")]
    file = tmp_path / "puzzle.yaml"
    file.write_text(f"{head}solution:\n  - red: {program}\n", encoding="utf-8")
    with pytest.raises(Problems, match="solution"):
        read_document(file, build)
