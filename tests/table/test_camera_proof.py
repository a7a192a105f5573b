"""A camera that is asked for proof: it looks while others rely on a golem, and says where one stands."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from boards.geometry import Pose
from calibration.camera_frames import CameraError, CameraReason
from controller.table.motion.graph.camera_proof import LOOK_S, STILL_S, Camera
from controller.table.motion.sighting import Sighting
from hardware.simulated.virtual_clock import run

FRAME_S = 0.05


def seconds() -> float:
    return asyncio.get_running_loop().time()


@dataclass
class Pictures:
    """Pictures of a golem that rolls 45 mm/s until it stands at `until_s`, shown `late_s` after they were taken."""

    until_s: float = 0.0
    late_s: float = 0.0
    dated: bool = True
    failing: bool = False
    looks: list[float] = field(default_factory=list)
    newest: Sighting | None = None

    def sight(self, _golem: str) -> Sighting | None:
        return self.newest

    async def look(self) -> None:
        await asyncio.sleep(FRAME_S)
        if self.failing:
            raise CameraError("camera", CameraReason.NOT_OPEN())
        self.looks.append(seconds())
        shown = min(seconds() - self.late_s, self.until_s)
        self.newest = Sighting(Pose(45.0 * shown, 0.0, 0.0), seconds(), self.dated)


def test_it_looks_only_while_others_rely_on_somebody_and_only_if_nobody_else_has_looked() -> None:
    async def main() -> None:
        pictures, wanted = Pictures(), dict[str, float]()
        looking = asyncio.ensure_future(Camera(pictures.sight, pictures.look).keep_looking(lambda: wanted))
        await asyncio.sleep(1.0)
        assert pictures.looks == []
        wanted["red"] = LOOK_S
        await asyncio.sleep(2.0)
        gaps = [after - before for before, after in zip(pictures.looks, pictures.looks[1:], strict=False)]
        assert len(pictures.looks) > 8 and max(gaps) <= LOOK_S + 2 * FRAME_S
        count = len(pictures.looks)
        for _ in range(20):
            pictures.newest = Sighting(Pose(0.0, 0.0, 0.0), seconds())
            await asyncio.sleep(0.05)
        assert len(pictures.looks) <= count + 1, "the safety monitor looks"
        pictures.failing = True
        await asyncio.sleep(1.0)
        assert looking.done() and looking.exception() is None, "the table's next look tells people"

    run(main())


@pytest.mark.parametrize("late_s", [0.0, 0.4, 2.0])
def test_a_golem_stands_where_pictures_show_it_at_rest_however_late_they_come(late_s: float) -> None:
    async def main() -> None:
        pictures = Pictures(until_s=1.0, late_s=late_s)
        camera = Camera(pictures.sight, pictures.look)
        looking = asyncio.ensure_future(camera.keep_looking(lambda: {"red": LOOK_S}))
        await asyncio.sleep(1.0)
        pose = await camera.at_rest("red", seconds())
        assert pose is not None and pose.x == pytest.approx(45.0)
        assert seconds() >= 1.0 + late_s + STILL_S
        looking.cancel()

    run(main())


@pytest.mark.parametrize("shown", ["nothing", "undated"])
def test_without_a_dated_picture_there_is_no_proof_and_no_wait(shown: str) -> None:
    async def main() -> None:
        pictures = Pictures(dated=False)
        if shown == "undated":
            await pictures.look()
        began = seconds()
        assert await Camera(pictures.sight, pictures.look).at_rest("red", began) is None and seconds() == began

    run(main())
