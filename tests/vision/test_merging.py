"""Scenes of several cameras put together: what one reads surely is read, what two contradict is not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from boards.geometry import Pixel, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, MatKey, StepKey, ThingKey, TokenKey, TrayKey
from boards.kit.trays import TRAY
from controller.vision.fusion.merging import AGREE_MM, CameraScene, complete_lanes, merge
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why

HERE = Point(0.0, 0.0)
TRAY_AT = Pose(-300.0, 200.0, 0.0)
CARD, OTHER = CardKey("red", CardKind.FORWARD, 1), CardKey("red", CardKind.BACKWARD, 1)


def square(side: float) -> tuple[Pixel, ...]:
    return (Pixel(0.0, 0.0), Pixel(side, 0.0), Pixel(side, side), Pixel(0.0, side))


def seen(thing: ThingKey, pose: Pose, side_px: float = 60.0, markers: int = 2) -> Seen:
    return Seen(thing, pose, square(side_px), markers)


def doubt(why: Why, pose: Pose, thing: ThingKey | None = None) -> Unread:
    return Unread(why, square(40.0), pose, thing)


def scene(*items: Seen | Unread, time: float = 1.0, tray: bool = True) -> Scene:
    things = [item for item in items if isinstance(item, Seen)]
    if tray:
        things.append(seen(TrayKey("red"), TRAY_AT, 300.0))
    unread = tuple(item for item in items if isinstance(item, Unread))
    return Scene(7, time, (640, 480), MatKey("4x4"), tuple(things), unread, (), settled=True)


def merged(*scenes: Scene) -> Scene:
    return merge([CameraScene(f"camera {number}", item) for number, item in enumerate(scenes)])


def in_lane(lane: int, slot: int = 1, off: Point = HERE) -> Pose:
    place = TRAY_AT.place(TRAY.slot_centre(lane, slot) + off)
    return Pose(place.x, place.y, 0.0)


@pytest.mark.parametrize("seed", range(20))
def test_the_place_lies_between_the_cameras_nearer_to_the_one_that_sees_it_larger(seed: int) -> None:
    chance = random.Random(seed)
    one = Pose(chance.uniform(-300, 300), chance.uniform(-300, 300), chance.uniform(-180, 180))
    other = Pose(one.x + chance.uniform(-8, 8), one.y + chance.uniform(-8, 8), one.heading + chance.uniform(-9, 9))
    large, small = seen(CARD, one, 80.0), seen(CARD, other, 40.0)
    found = merged(scene(large), scene(small)).find(CARD)
    assert found is not None and found.outline == large.outline
    # Four times the pixels: four times the weight.
    assert found.pose.point.distance(one.point) == pytest.approx(one.point.distance(other.point) / 5)
    back = merged(scene(small), scene(large)).find(CARD)
    assert back is not None and back.pose.point.distance(found.pose.point) < 1e-9
    assert abs((back.pose.heading - found.pose.heading + 180) % 360 - 180) < 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_cameras_does_not_matter(seed: int) -> None:
    chance = random.Random(seed)
    places = [in_lane(lane, slot) for lane in range(4) for slot in range(3)]
    cards = [CardKey("red", CardKind.FORWARD, number) for number in range(1, 5)]
    scenes = []
    for number in range(3):
        items: list[Seen | Unread] = [seen(card, chance.choice(places[:6]), 30.0 + number) for card in cards[:2]]
        items += [doubt(chance.choice([*Why]), place, chance.choice([None, *cards])) for place in places[6:9]]
        scenes.append(scene(*items))
    results = [merged(*order) for order in permutations(scenes)]
    for result in results:
        assert {item.thing for item in result.things} == {item.thing for item in results[0].things}
        assert {(item.why, item.thing) for item in result.unread} == {(i.why, i.thing) for i in results[0].unread}
        # Nothing is both read and in doubt of itself.
        assert not {i.thing for i in result.unread if i.why is Why.CAMERAS} & {i.thing for i in result.things}


@pytest.mark.parametrize("off", [Pose(AGREE_MM + 1, 0.0, 0.0), Pose(300.0, 10.0, 0.0), Pose(0.0, 0.0, 90.0)])
def test_one_thing_at_two_places_is_unread(off: Pose) -> None:
    elsewhere = Pose(50.0 + off.x, 50.0 + off.y, off.heading)
    for thing in (CARD, GolemKey("red"), TrayKey("red"), TokenKey("barrel", 1)):
        result = merged(
            scene(seen(thing, Pose(50.0, 50.0, 0.0)), tray=False), scene(seen(thing, elsewhere), tray=False)
        )
        assert result.find(thing) is None
        assert [(item.why, item.thing) for item in result.unread] == [(Why.CAMERAS, thing)]


def test_two_cards_at_one_spot_are_unread_both_unless_one_camera_sees_both() -> None:
    one, other = seen(CARD, in_lane(0)), seen(OTHER, in_lane(0, off=Point(3.0, 2.0)))
    result = merged(scene(one), scene(other))
    assert {(item.why, item.thing) for item in result.unread} == {(Why.CAMERAS, CARD), (Why.CAMERAS, OTHER)}
    assert [item.thing for item in result.things] == [TrayKey("red")]
    assert {item.thing for item in merged(scene(one, other), scene()).things} == {TrayKey("red"), CARD, OTHER}


def test_cards_that_are_many_alike_are_told_apart_by_where_they_lie() -> None:
    places = [Pose(100.0 * number, 10.0, 0.0) for number in range(4)]
    one = scene(*(seen(StepKey("forward", number), place) for number, place in enumerate(places[:3], start=1)))
    shifted = [Pose(place.x + 4.0, place.y, place.heading) for place in places[1:]]
    other = scene(*(seen(StepKey("forward", number), place) for number, place in enumerate(shifted, start=1)))
    result = merged(one, other)
    found = {item.thing: item.pose.x for item in result.things if isinstance(item.thing, StepKey)}
    assert found == pytest.approx(
        {StepKey("forward", number + 1): x for number, x in enumerate((0.0, 102.0, 202.0, 304.0))}
    )
    assert result.unread == () and set(merged(other, one).things) == set(result.things)


def test_a_die_that_shows_two_faces_is_unread() -> None:
    faces = [seen(DieKey("red", face), Pose(10.0, 10.0, 0.0)) for face in ("if", "blank")]
    result = merged(scene(faces[0]), scene(faces[1]))
    assert [item.why for item in result.unread] == [Why.CAMERAS] and result.find(DieKey("red", "if")) is None
    cocked = merged(scene(faces[0]), scene(doubt(Why.COCKED, Pose(10.0, 10.0, 0.0), DieKey("red", "blank"))))
    assert [item.why for item in cocked.unread] == [Why.COCKED] and cocked.find(DieKey("red", "if")) is None
    hidden = merged(scene(faces[0]), scene(doubt(Why.COVERED, Pose(10.0, 10.0, 0.0), DieKey("red", "blank"))))
    assert hidden.unread == () and hidden.find(DieKey("red", "if")) is not None


@pytest.mark.parametrize(
    "why", [Why.GLARE, Why.COVERED, Why.BLURRED, Why.SHAKEN, Why.DARK, Why.TOO_SMALL, Why.CUT_OFF, Why.UNPLACED]
)
def test_what_one_camera_sees_badly_and_another_well_is_read(why: Why) -> None:
    card = seen(CARD, in_lane(2))
    for item in (doubt(why, in_lane(2, off=Point(20.0, 0.0)), CARD), doubt(why, in_lane(2, off=Point(9.0, 5.0)))):
        result = merged(scene(card), scene(item))
        assert result.find(CARD) is not None and result.unread == ()
    # A lane in which another camera sees nothing at all is empty; where it has a doubt itself, or does not look, not.
    bare = doubt(why, in_lane(1, 3))
    assert merged(scene(card), scene(bare)).unread == ()
    assert merged(scene(card, doubt(Why.GLARE, in_lane(1, 3))), scene(bare)).unread != ()
    assert merged(scene(card, tray=False), scene(bare)).unread == (bare,)
    assert merged(scene(), scene(doubt(why, Pose(300.0, 0.0, 0.0)))).unread != (), "outside the lanes"


@pytest.mark.parametrize("why", [Why.DUPLICATE, Why.DISAGREE, Why.MOVING, Why.COCKED])
def test_a_doubt_about_the_thing_itself_outweighs_whoever_does_not_have_it(why: Why) -> None:
    result = merged(scene(seen(CARD, in_lane(0))), scene(doubt(why, in_lane(0), CARD)))
    assert result.find(CARD) is None and [item.why for item in result.unread] == [why]


def test_a_doubt_of_both_is_told_once() -> None:
    items = [doubt(Why.GLARE, in_lane(0, off=Point(step, 0.0))) for step in (0.0, 6.0)]
    assert merged(scene(items[0]), scene(items[1])).unread == (items[0],)


def test_lanes_that_are_cut_off_are_not_whole() -> None:
    middle = TRAY_AT.place(TRAY.lane(3).centre)
    cut = scene(doubt(Why.CUT_OFF, Pose(middle.x, middle.y, 0.0)))
    assert complete_lanes(scene()) == {(TrayKey("red"), lane) for lane in range(4)}
    assert complete_lanes(cut) == {(TrayKey("red"), lane) for lane in range(3)}
    assert complete_lanes(merged(cut, scene())) == complete_lanes(scene())


def test_time_trouble_rest_and_mats() -> None:
    early, late = scene(time=1.0), replace(scene(time=2.0), trouble=(Trouble.WRONG_SCALE,), camera_moved=True)
    both = merged(early, late)
    assert both.time == 2.0 and both.trouble == (Trouble.WRONG_SCALE,) and both.camera_moved and both.settled
    assert not merged(early, replace(late, settled=False)).settled
    other = merged(early, replace(early, mat=MatKey("6x6")))
    assert other.trouble == (Trouble.OTHER_MAT,) and other.things == () and not other.settled
