"""The rooms that are mutated, and the tests that answer for each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Room:
    """Modules (patterns from the root of the repository) and the tests (pytest's arguments) that should notice."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the files that are mutated; messages are not."""
        found = {path for pattern in self.modules for path in ROOT.glob(pattern)}
        return tuple(sorted(path for path in found if not path.name.endswith(("_messages.py", "_reasons.py"))))


ROOMS = {
    "rules": Room(
        ("controller/games/golems/rules/*.py", "controller/games/golems/documents/*.py"),
        ("tests/games",),
    ),
    "link": Room(
        ("firmware_bridge/link/*.py",),
        (
            "tests/firmware_bridge/test_conformance_leaves_no_trace.py",
            "tests/firmware_bridge/test_conformance_lies.py",
            "tests/firmware_bridge/test_conformance_suite.py",
            "tests/firmware_bridge/test_link_rules.py",
            "tests/firmware_bridge/test_link_signs.py",
            "tests/firmware_bridge/test_link_wants.py",
            "tests/firmware_bridge/test_link_table.py",
            "tests/firmware_bridge/test_port_conformance.py",
            "tests/firmware_bridge/test_progress.py",
            "tests/firmware_bridge/test_robot_side.py",
            "tests/firmware_bridge/test_wire_bends.py",
        ),
    ),
    "conformance": Room(
        ("firmware_bridge/conformance/*.py",),
        (
            "tests/firmware_bridge/test_conformance.py",
            "tests/firmware_bridge/test_conformance_leaves_no_trace.py",
            "tests/firmware_bridge/test_conformance_lies.py",
            "tests/firmware_bridge/test_conformance_limits.py",
            "tests/firmware_bridge/test_conformance_suite.py",
            "tests/firmware_bridge/test_port_conformance.py",
            "tests/golden/test_golden_files.py",
            "-k",
            "conformance",
        ),
    ),
    "fusion": Room(
        ("controller/vision/fusion/*.py",),
        (
            "tests/vision/test_camera_reader.py",
            "tests/vision/test_camera_reader_rules.py",
            "tests/vision/test_merging.py",
            "tests/vision/test_multi_camera.py",
            "tests/vision/test_multi_camera_rules.py",
            "tests/vision/test_temporal_voting.py",
        ),
    ),
    "journal": Room(("controller/journal/*.py",), ("tests/journal", "tests/table/test_slow_disk.py")),
    "perception": Room(
        ("controller/table/perception/*.py",),
        (
            "tests/lobby/test_screen_hands.py",
            "tests/table/test_cards_said.py",
            "tests/table/test_differences.py",
            "tests/table/test_free_setup.py",
            "tests/table/test_guarding.py",
            "tests/table/test_hand_moves.py",
            "tests/table/test_hex_card_seeing.py",
            "tests/table/test_locking.py",
            "tests/table/test_locking_at_table.py",
            "tests/table/test_locking_seen.py",
            "tests/table/test_picture_in_order.py",
            "tests/table/test_piece_seeing.py",
            "tests/table/test_perception_limits.py",
            "tests/table/test_piece_seats.py",
            "tests/table/test_pieces.py",
            "tests/table/test_reading.py",
            "tests/table/test_reading_again.py",
            "tests/table/test_reading_report.py",
            "tests/table/test_secrecy.py",
            "tests/table/test_signals.py",
            "tests/table/test_table.py",
            "tests/table/test_table_troubles.py",
            "tests/table/test_telling.py",
            "tests/table/test_what_follows.py",
            "tests/table/test_what_follows_of_pieces.py",
        ),
    ),
    "safety": Room(
        ("controller/table/motion/safety_monitor.py",),
        ("tests/table/test_guarding.py", "tests/table/test_safety_monitor.py"),
    ),
    "graph": Room(
        ("controller/table/motion/graph/*.py",),
        (
            "tests/table/test_driving.py",
            "tests/table/test_execution_graph.py",
            "tests/table/test_graph_execution.py",
            "tests/table/test_graph_limits.py",
            "tests/table/test_graph_rows.py",
            "tests/table/test_graph_steps.py",
            "tests/table/test_hands.py",
            "tests/table/test_motion_plan.py",
            "tests/table/test_people_moves.py",
        ),
    ),
    "motion": Room(
        ("controller/table/motion/*.py",),
        (
            "tests/table/test_acting.py",
            "tests/table/test_cell_planner.py",
            "tests/table/test_drive_observer.py",
            "tests/table/test_driving.py",
            "tests/table/test_free_setup.py",
            "tests/table/test_hand_requests.py",
            "tests/table/test_hand_tasks.py",
            "tests/table/test_motion_plan.py",
            "tests/table/test_pairing.py",
            "tests/table/test_replacing.py",
            "tests/table/test_robot_identification.py",
            "tests/table/test_robot_words.py",
            "tests/table/test_routing.py",
            "tests/table/test_safety_monitor.py",
            "tests/table/test_sighting.py",
            "tests/table/test_stage_executor.py",
            "tests/table/test_stage_progress.py",
            "tests/table/test_staged_pieces.py",
            "tests/table/test_table.py",
            "tests/table/test_table_troubles.py",
        ),
    ),
    "learning": Room(
        ("controller/table/motion/learning/*.py", "calibration/odometry*.py"),
        (
            "tests/calibration/test_drive_faults.py",
            "tests/calibration/test_odometry.py",
            "tests/calibration/test_odometry_file.py",
            "tests/table/test_camera_latency.py",
            "tests/table/test_drive_routine.py",
            "tests/table/test_learned_drives.py",
            "tests/table/test_learning_camera.py",
            "tests/table/test_learning_robot.py",
        ),
    ),
}
