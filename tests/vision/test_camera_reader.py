"""The eye over a simulated table: looks, votes, listeners, previews; a camera that dies, freezes, comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import cv2
import numpy as np
import pytest

from boards.geometry import Pixel, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey
from calibration.camera_frames import CameraMissing, NoFrames
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.fusion.temporal_voting import FRAMES, GOLEM_GONE_AFTER, VOTES, Voting
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why
from controller.vision.unread.outlines import centroid, inside_polygon
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.simulated_camera import SimulatedCamera
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.support.tables import KIT, bare_table, lay, renderer, stand

CARD = CardKey("red", CardKind.FORWARD, 1)


def with_eye(world: World, check: Callable[[CameraReader, SimulatedCamera], Awaitable[None]]) -> None:
    async def main() -> None:
        camera = SimulatedCamera(world, renderer())
        eye = CameraReader(camera, KIT, MatKey("4x4"), camera.view.camera)
        await eye.open()
        await check(eye, camera)
        await eye.close()
        await eye.close()

    run(main())


def test_look_and_settle() -> None:
    world = bare_table()
    stand(world, "red", "a1", 90.0)
    heard: list[Scene] = []

    async def check(eye: CameraReader, _camera: SimulatedCamera) -> None:
        assert eye.latest is None and eye.preview_jpeg() == b""
        stop = eye.on_scene(heard.append)
        first = await eye.look()
        assert eye.latest is first and not first.settled
        settled = await eye.settled()
        assert settled.settled and settled.frame == 1 + VOTES
        golem = settled.find(GolemKey("red"))
        assert golem is not None and golem.pose.point.distance(world.bodies["red"].pose.point) < 0.4
        stop()
        await eye.look()

    with_eye(world, check)
    assert [scene.frame for scene in heard] == [1, 2, 3, 4]


def test_a_moving_golem_is_waited_for() -> None:
    world = bare_table()
    stand(world, "red", "a1", 90.0)

    async def check(eye: CameraReader, _camera: SimulatedCamera) -> None:
        def drive(scene: Scene) -> None:
            if scene.frame < 9:
                body = world.bodies["red"]
                body.pose = Pose(body.pose.x, body.pose.y + 6.0, body.pose.heading)

        eye.on_scene(drive)
        settled = await eye.settled()
        golem = settled.find(GolemKey("red"))
        assert golem is not None and golem.pose.point.distance(world.bodies["red"].pose.point) < 0.4
        assert settled.frame >= 9 + VOTES - 1

    with_eye(world, check)


def test_a_table_that_never_rests_is_a_scene_that_is_not_settled() -> None:
    world = bare_table()
    stand(world, "red", "b2", 0.0)

    async def check(eye: CameraReader, _camera: SimulatedCamera) -> None:
        def spin(_scene: Scene) -> None:
            body = world.bodies["red"]
            body.pose = Pose(body.pose.x, 120.0 + (body.pose.y + 50.0) % 200.0, 0.0)

        eye.on_scene(spin)
        assert not (await eye.settled(timeout_s=0.5)).settled

    with_eye(world, check)


def test_a_hidden_card_is_hidden_by_name_and_comes_back() -> None:
    world = bare_table()
    pose = lay(world, CARD, "red", 0, 0)

    async def check(eye: CameraReader, camera: SimulatedCamera) -> None:
        assert (await eye.settled()).find(CARD) is not None
        camera.disturbances.append(disturbances.hand(pose.point, 60.0))
        hidden = await eye.settled()
        assert hidden.find(CARD) is None
        assert CARD in {item.thing for item in hidden.unread}
        camera.disturbances.clear()
        back = await eye.settled()
        assert back.find(CARD) is not None and back.unread == ()
        del world.lying[CARD]
        gone = await eye.settled()
        assert gone.find(CARD) is None and gone.unread == ()

    with_eye(world, check)


@pytest.mark.parametrize("trouble", [Trouble.BLACK, Trouble.FROZEN, Trouble.NO_MAT])
def test_trouble_ends_with_the_time_and_is_named(trouble: Trouble) -> None:
    world = bare_table()

    async def check(eye: CameraReader, camera: SimulatedCamera) -> None:
        match trouble:
            case Trouble.BLACK:
                world.light = 0.0
            case Trouble.FROZEN:
                await eye.look()
                camera.stuck = True
                for _ in range(4):
                    await eye.look()
            case _:
                world.lying.clear()
        scene = await eye.settled(timeout_s=0.3)
        assert not scene.settled and scene.trouble == (trouble,)

    with_eye(world, check)


def test_an_unplugged_camera_is_named_and_can_be_plugged_in_again() -> None:
    world = bare_table()

    async def check(eye: CameraReader, camera: SimulatedCamera) -> None:
        await eye.look()
        camera.unplugged = True
        with pytest.raises(NoFrames, match="simulated camera"):
            await eye.settled()
        with pytest.raises(CameraMissing, match="not plugged in"):
            await eye.open()
        with pytest.raises(NoFrames, match="not open"):
            await eye.look()
        camera.unplugged = False
        await eye.open()
        assert (await eye.settled()).mat == MatKey("4x4")

    with_eye(world, check)


def test_the_preview_shows_the_reading() -> None:
    world = bare_table()
    lay(world, CARD, "red", 0, 0)
    stand(world, "red", "b2", 45.0)

    async def check(eye: CameraReader, _camera: SimulatedCamera) -> None:
        await eye.look()
        plain, drawn = (
            cv2.imdecode(np.frombuffer(eye.preview_jpeg(overlay), np.uint8), cv2.IMREAD_COLOR)
            for overlay in (False, True)
        )
        assert plain.shape == drawn.shape == (720, 1280, 3)
        assert np.abs(plain.astype(int) - drawn).max() > 100

    with_eye(world, check)


def square(u: float, v: float, half: float = 20.0) -> tuple[Pixel, ...]:
    return tuple(Pixel(u + x, v + y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half)))


def scene(frame: int, *things: tuple[str, float, float], unread: tuple[Unread, ...] = ()) -> Scene:
    seen = tuple(Seen(key, Pose(u, v, 0.0), square(u, v), 2) for key, u, v in sorted(things))
    return Scene(frame, frame / 30, (1920, 1080), MatKey("4x4"), seen, unread, ())


def test_three_of_five_frames_make_a_thing() -> None:
    voting = Voting()
    there = (CardKey("red", CardKind.TAKE, 1), 500.0, 500.0)
    answers = [voting.add(scene(n, *([there] if n % 2 == 0 else []))) for n in range(FRAMES)]
    assert answers[:-1] == [None] * (FRAMES - 1), "a thing that is there now and then is watched for five frames"
    assert answers[-1] is not None and answers[-1].find(CardKey("red", CardKind.TAKE, 1)) is not None


def test_twice_in_five_frames_is_unread() -> None:
    voting = Voting()
    there = (CardKey("red", CardKind.TAKE, 1), 500.0, 500.0)
    settled = [voting.add(scene(n, *([there] if n in (0, 4) else []))) for n in range(FRAMES)][-1]
    assert settled is not None and settled.find(CardKey("red", CardKind.TAKE, 1)) is None
    assert [item.thing for item in settled.unread] == [CardKey("red", CardKind.TAKE, 1)]


def test_three_pixels_are_rest_and_more_is_motion() -> None:
    for step, rests in ((1.0, True), (4.0, False)):
        voting = Voting()
        answers = [voting.add(scene(n, (GolemKey("red"), 500.0 + step * n, 500.0))) for n in range(VOTES)]
        assert (answers[-1] is not None) is rests


def test_a_vote_starts_afresh() -> None:
    voting = Voting()
    for n in range(VOTES):
        voting.add(scene(n, (GolemKey("red"), 100.0, 100.0)))
    voting.begin()
    assert [voting.add(scene(n, (GolemKey("red"), 300.0, 100.0))) is None for n in range(VOTES)] == [True, True, False]


def test_a_golem_is_waited_for_before_it_is_gone() -> None:
    voting = Voting()
    for n in range(VOTES):
        voting.add(scene(n, (GolemKey("red"), 100.0, 100.0)))
    voting.begin()
    answers = [voting.add(scene(n)) for n in range(GOLEM_GONE_AFTER)]
    assert answers[:-1] == [None] * (GOLEM_GONE_AFTER - 1)
    assert answers[-1] is not None and answers[-1].find(GolemKey("red")) is None


def test_a_doubt_must_last() -> None:
    doubt = Unread(Why.GLARE, square(400.0, 400.0), Pose(1.0, 2.0, 0.0), None)
    voting = Voting()
    once = [voting.add(scene(n, unread=(doubt,) if n == 2 else ())) for n in range(VOTES)][-1]
    assert once is not None and once.unread == ()
    voting.begin()
    always = [voting.add(scene(n, unread=(doubt,))) for n in range(VOTES)][-1]
    assert always is not None and always.unread == (doubt,)


def test_inside_an_outline() -> None:
    outline = square(10.0, 10.0, 5.0)
    assert centroid(outline) == Pixel(10.0, 10.0)
    assert inside_polygon(Pixel(10.0, 10.0), outline) and not inside_polygon(Pixel(16.0, 10.0), outline)
