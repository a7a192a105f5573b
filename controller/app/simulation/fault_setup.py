"""Faults and the record of the truth around a simulated game: `--faults FILE` and `--truth FILE`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from boards.geometry import Cell
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.script.fault_plan import FaultPlan
from hardware.simulated.script.fault_script import FaultScript, SimulationHandles
from hardware.simulated.script.truth_record import TruthRecord


@contextmanager
def truth_file(path: Path | None) -> Iterator[TextIO | None]:
    """Open the file for the truth; None for no path. Raises Problems at ``--truth``."""
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        message = _("{file} can't be written: {reason}", file=str(path), reason=system_reason(error).message)
        raise Problems([Problem("--truth", message)]) from error
    with file:
        yield file


@contextmanager
def scripted(
    table: Table, handles: SimulationHandles, plan: FaultPlan, file: TextIO | None, run: int = 0
) -> Iterator[None]:
    """Have the plan happen and the truth written while the table plays."""
    record = None if file is None else TruthRecord(handles.world, file, run)
    script = FaultScript(plan, handles if record is None else replace(handles, note=record.note))
    rows = _RowBegins(script, record)
    end = table.subscribe(rows.on_view)
    script.start()
    try:
        yield
    finally:
        end()
        script.close()
        if record is not None:
            record.close()


@dataclass
class _RowBegins:
    """Hears from the views when a row begins to be acted out."""

    script: FaultScript
    record: TruthRecord | None
    acting: bool = False

    def on_view(self, view: View) -> None:
        """Tell script and record when a row begins."""
        acting = view.phase == Phase.ROW.value
        if acting != self.acting and self.record is not None:
            self.record.note("", "row-begun" if acting else "row-ended", row=view.row)
        if acting and not self.acting:
            self.script.row_began()
        self.acting = acting


def cells_of(columns: int, rows: int) -> frozenset[Cell]:
    """Return the cells of a board, as a fault file may name them."""
    return frozenset(Cell(column, row) for column in range(columns) for row in range(rows))
