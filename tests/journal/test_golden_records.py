"""Records that earlier versions wrote are read, replayed and gone on with for ever."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from controller.app.compose.session import start_again
from controller.cli import main
from controller.journal import read_record
from controller.table.core.record.fold import fold_all
from tests.journal.golden_records import NAMES, line_of_state, record_file, states_file, states_of

KINDS = {
    *(
        "anew",
        "cameras",
        "cards",
        "command",
        "committed",
        "control",
        "dice",
        "game",
        "hand",
        "locked",
        "move",
        "notices",
    ),
    *(
        "paired",
        "pairing",
        "pictures",
        "placed",
        "programs",
        "recharge",
        "robot",
        "row",
        "seat",
        "seen",
        "signal",
        "taken-up",
    ),
    *("replaced", "tokens", "undo", "verdict", "waived"),
    *("named", "skipped", "said", "corrected", "table"),
}
"""Every kind of entry of the format of 2026-11-22; those of the console came last."""


@pytest.mark.parametrize("name", NAMES)
def test_every_state_of_a_golden_record_is_as_it_was(name: str) -> None:
    assert states_of(record_file(name)) == states_file(name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_is_gone_on_with_where_it_ended_and_where_it_was_cut(name: str, tmp_path: Path) -> None:
    lines = record_file(name).read_bytes().splitlines(keepends=True)
    states = states_file(name).read_text(encoding="utf-8").splitlines()
    for kept in {len(lines), len(lines) * 2 // 3, len(lines) // 3 + 1}:
        path = tmp_path / f"{kept}.jsonl"
        torn = lines[kept][:-1] if kept < len(lines) else b""
        path.write_bytes(b"".join(lines[:kept]) + torn)
        started = start_again(path)
        started.journal.close()
        assert line_of_state(started.game, started.state) == states[kept - 1]
        record = read_record(path)
        assert not record.torn and path.read_bytes() == b"".join(lines[:kept])
        assert fold_all(started.game, record.entries) == started.state


def test_the_golden_records_hold_every_kind_of_entry() -> None:
    kinds = {json.loads(line)["kind"] for name in NAMES for line in record_file(name).read_bytes().splitlines()}
    assert kinds == KINDS


def test_a_golden_record_can_be_replayed_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    shutil.copy(record_file("golems-estop"), path)
    assert main(["replay", "--check", str(path)]) == 0
    assert "entries, all whole; the rules agree with every row" in capsys.readouterr().out
