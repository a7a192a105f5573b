"""Scenes of several cameras put together: what one reads surely is read, what two contradict is not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from boards.geometry import Pixel, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, MatKey, ReadyKey, StepKey, ThingKey, TokenKey, TrayKey
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


@pytest.mark.parametrize(
    ("one", "other", "mean"),
    [
        (178.0, -178.0, 180.0),
        (-178.0, 178.0, 180.0),
        (179.0, -173.0, -177.0),
        (-179.0, 173.0, 177.0),
        (180.0, -180.0, 180.0),
        (-4.0, 6.0, 1.0),
        (86.0, 96.0, 91.0),
        (-84.0, -96.0, -90.0),
    ],
)
def test_headings_are_averaged_the_short_way_round(one: float, other: float, mean: float) -> None:
    """Two cameras that see a golem face west see it face west together, and not east."""
    poses = [Pose(100.0, 100.0, heading) for heading in (one, other)]
    found = merged(*(scene(seen(GolemKey("red"), pose)) for pose in poses)).find(GolemKey("red"))
    assert found is not None and found.pose.point == Point(100.0, 100.0)
    assert abs((found.pose.heading - mean + 180.0) % 360.0 - 180.0) < 1e-9
    assert -180.0 <= found.pose.heading <= 180.0


@pytest.mark.parametrize("about", [0.0, 90.0, 180.0, -90.0, 37.0])
@pytest.mark.parametrize(("off", "agree"), [(15.0, True), (-15.0, True), (15.5, False), (-15.5, False), (180.0, False)])
def test_headings_agree_within_fifteen_degrees_either_way_round(about: float, off: float, agree: bool) -> None:
    def turned(by: float) -> Pose:
        return Pose(100.0, 100.0, (about + by + 180.0) % 360.0 - 180.0)

    result = merged(scene(seen(CARD, turned(-off / 2))), scene(seen(CARD, turned(off / 2))))
    assert (result.find(CARD) is not None) is agree
    assert [item.why for item in result.unread] == ([] if agree else [Why.CAMERAS])


@pytest.mark.parametrize(("off", "agree"), [((15.0, 0.0), True), ((0.0, -15.0), True), ((11.0, 11.0), False)])
def test_places_agree_within_fifteen_mm(off: tuple[float, float], agree: bool) -> None:
    result = merged(scene(seen(CARD, Pose(0.0, 0.0, 0.0))), scene(seen(CARD, Pose(*off, 0.0))))
    assert (result.find(CARD) is not None) is agree
    # All pairs of three cameras must agree, not only neighbours.
    chain = [scene(seen(CARD, Pose(off[0] * part, off[1] * part, 0.0))) for part in (0.0, 1.0, 2.0)]
    assert merged(*chain).find(CARD) is None


def test_all_that_is_known_of_a_thing_is_kept() -> None:
    one = seen(CARD, Pose(0.0, 0.0, 0.0), 80.0, markers=1)
    other = seen(CARD, Pose(4.0, 0.0, 0.0), 40.0, markers=2)
    for order in ((one, other), (other, one)):
        found = merged(*map(scene, order)).find(CARD)
        assert found is not None and found.markers == 2 and found.outline == one.outline
    # The one that contradicts is told where it is seen largest.
    away = seen(CARD, Pose(400.0, 0.0, 0.0), 40.0)
    assert merged(scene(away), scene(one)).unread == (Unread(Why.CAMERAS, one.outline, one.pose, CARD),)


def test_an_outline_without_an_area_has_no_weight() -> None:
    flat = Seen(CARD, Pose(0.0, 0.0, 0.0), (Pixel(0.0, 0.0), Pixel(9.0, 0.0)), 1)
    endless = Seen(CARD, Pose(0.0, 0.0, 0.0), (*square(60.0)[:3], Pixel(float("nan"), 0.0)), 1)
    for nothing in (flat, endless):
        found = merged(scene(nothing), scene(seen(CARD, Pose(8.0, 0.0, 4.0)))).find(CARD)
        assert found is not None and (found.pose.x, found.pose.heading) == (8.0, 4.0)
        # Where none has any, each counts the same.
        alike = merged(scene(nothing), scene(replace(nothing, pose=Pose(8.0, 0.0, 4.0)))).find(CARD)
        assert alike is not None and (alike.pose.x, alike.pose.heading) == (4.0, 2.0)


def test_three_corners_have_an_area() -> None:
    corner = Seen(CARD, Pose(0.0, 0.0, 0.0), square(60.0)[:3], 1)
    found = merged(scene(corner), scene(seen(CARD, Pose(9.0, 0.0, 0.0), 60.0))).find(CARD)
    assert found is not None and found.pose.x == pytest.approx(6.0), "half the area, half the weight"


def test_what_one_camera_says_of_the_mat_is_said_of_the_table() -> None:
    for trouble in ((Trouble.WRONG_SCALE,), ()):
        older, newer = replace(scene(), trouble=trouble), scene(time=2.0)
        assert merged(older, newer).trouble == trouble and merged(newer, older).trouble == trouble
        older = replace(scene(), camera_moved=bool(trouble))
        assert merged(older, newer).camera_moved is merged(newer, older).camera_moved is bool(trouble)


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


def test_of_many_alike_each_camera_sees_each_once() -> None:
    """Cards within reach of one another, seen by one camera, are two cards; another camera's is one of them."""
    near = [Pose(0.0, 0.0, 0.0), Pose(10.0, 0.0, 0.0)]
    one = scene(*(seen(StepKey("F", number), pose) for number, pose in enumerate(near, start=1)))
    steps = [item for item in merged(one, scene()).things if isinstance(item.thing, StepKey)]
    assert [(str(item.thing), item.pose.x) for item in steps] == [("step:F:1", 0.0), ("step:F:2", 10.0)]
    # The same place above another: numbered from left to right, then from below.
    column = [Pose(0.0, 90.0, 0.0), Pose(0.0, 0.0, 0.0), Pose(-70.0, 50.0, 0.0)]
    stacked = scene(*(seen(StepKey("F", number), pose) for number, pose in enumerate(column, start=1)))
    steps = [item for item in merged(stacked, scene()).things if isinstance(item.thing, StepKey)]
    assert [(item.pose.x, item.pose.y) for item in steps] == [(-70.0, 50.0), (0.0, 0.0), (0.0, 90.0)]
    assert [str(item.thing) for item in steps] == ["step:F:1", "step:F:2", "step:F:3"]
    # Another kind at the same place is another thing.
    kinds = merged(scene(seen(StepKey("F", 1), near[0])), scene(seen(StepKey("B", 1), near[0])))
    assert {str(item.thing) for item in kinds.things} == {"step:F:1", "step:B:1", "tray:red"}
    # 15 mm apart is the same card, a little more is another.
    for off, cards in ((15.0, 1), (16.0, 2)):
        both = merged(scene(seen(StepKey("F", 1), near[0])), scene(seen(StepKey("F", 1), Pose(off, 0.0, 0.0))))
        assert sum(isinstance(item.thing, StepKey) for item in both.things) == cards


def test_cards_of_two_cameras_lie_on_each_other_within_25_mm() -> None:
    for off, apart in ((24.0, False), (25.0, True)):
        places = (in_lane(0), in_lane(0, off=Point(off, 0.0)))
        result = merged(scene(seen(CARD, places[0])), scene(seen(OTHER, places[1])))
        assert (result.find(CARD) is not None, result.find(OTHER) is not None) == (apart, apart)
        assert [item.thing for item in result.unread] == ([] if apart else [CARD, OTHER])
    ready = merged(scene(seen(CARD, in_lane(0))), scene(seen(ReadyKey("red"), in_lane(0))))
    assert {item.thing for item in ready.unread} == {CARD, ReadyKey("red")}
    golem = merged(scene(seen(CARD, in_lane(0))), scene(seen(GolemKey("red"), in_lane(0))))
    assert golem.unread == (), "a golem may stand above a card"


def test_a_thing_that_one_camera_half_sees_is_the_one_that_another_sees_within_60_mm() -> None:
    card = seen(CARD, in_lane(2))
    for off, same in ((59.0, True), (60.0, False)):
        half = doubt(Why.COVERED, in_lane(2, off=Point(-off, 0.0)), CARD)
        assert (merged(scene(card), scene(half)).unread == ()) is same
    # Another thing at that place does not explain it, nor a card that nobody sees.
    other = doubt(Why.COVERED, in_lane(2), OTHER)
    assert merged(scene(card), scene(other)).unread == (other,)
    # What has no place is not explained by anything.
    nowhere = Unread(Why.GLARE, square(40.0), None, CARD)
    assert merged(scene(card), scene(nowhere)).unread == (nowhere,)


def test_an_unnamed_doubt_is_explained_by_a_card_within_25_mm_outside_a_lane() -> None:
    place = Pose(300.0, 0.0, 0.0)
    for off, same in ((24.0, True), (25.0, False)):
        item = doubt(Why.GLARE, Pose(place.x + off, 0.0, 0.0))
        assert (merged(scene(seen(CARD, place)), scene(item)).unread == ()) is same
    item = doubt(Why.GLARE, place)
    assert merged(scene(seen(CARD, place), item), scene()).unread == (item,), "its own card does not explain it"
    token = merged(scene(seen(TokenKey("barrel", 1), place)), scene(doubt(Why.GLARE, place)))
    assert len(token.unread) == 1, "only cards are looked for"


def test_a_lane_is_bare_up_to_its_edges_unless_the_other_camera_doubts_within_40_mm() -> None:
    low, high = TRAY.lane(1).low, TRAY.lane(1).high
    for local, inside in (
        (Point(low.x, low.y), True),
        (Point(high.x, high.y), True),
        (Point(TRAY.lane(0).low.x - 1.0, low.y + 1.0), False),
        (Point(TRAY.lane(0).high.x + 1.0, low.y + 1.0), False),
    ):
        at = TRAY_AT.place(local)
        item = doubt(Why.GLARE, Pose(at.x, at.y, 0.0))
        assert (merged(scene(), scene(item)).unread == ()) is inside, local
    # The outer edges of the outer lanes, which are no other lane's.
    for y, by, inside in (
        (min(TRAY.lane(lane).low.y for lane in range(4)), -0.5, True),
        (min(TRAY.lane(lane).low.y for lane in range(4)), 0.5, False),
        (max(TRAY.lane(lane).high.y for lane in range(4)), 0.5, True),
        (max(TRAY.lane(lane).high.y for lane in range(4)), -0.5, False),
    ):
        at = TRAY_AT.place(Point((low.x + high.x) / 2, y - by))
        item = doubt(Why.GLARE, Pose(at.x, at.y, 0.0))
        assert (merged(scene(), scene(item)).unread == ()) is inside, (y, by)
    middle = in_lane(1, 1)
    for off, doubted in ((39.0, True), (40.0, False)):
        far = doubt(Why.DARK, in_lane(1, 1, off=Point(off, 0.0)), OTHER)
        result = merged(scene(far), scene(doubt(Why.GLARE, middle)))
        assert ([item.why for item in result.unread] == [Why.DARK, Why.GLARE]) is doubted
    # A doubt without a place is near nothing.
    nowhere = Unread(Why.NOT_OURS, square(40.0), None, None)
    assert merged(scene(nowhere), scene(doubt(Why.GLARE, middle))).unread == (nowhere,)


def test_a_lane_is_cut_off_by_what_is_cut_within_40_mm_of_its_middle() -> None:
    middle = TRAY.lane(2).centre
    for why, off, lanes in ((Why.CUT_OFF, 39.0, 3), (Why.CUT_OFF, 40.0, 4), (Why.GLARE, 0.0, 4)):
        at = TRAY_AT.place(middle + Point(off, 0.0))
        assert len(complete_lanes(scene(doubt(why, Pose(at.x, at.y, 0.0))))) == lanes
    assert len(complete_lanes(scene(Unread(Why.CUT_OFF, square(40.0), None, None)))) == 4
    assert complete_lanes(scene(tray=False)) == frozenset()


def test_two_doubts_are_one_if_place_and_cause_and_thing_are_the_same() -> None:
    place = Pose(300.0, 0.0, 0.0)
    first = doubt(Why.GLARE, place, CARD)
    for other, same in (
        (doubt(Why.GLARE, Pose(314.0, 0.0, 0.0), CARD), True),
        (doubt(Why.GLARE, Pose(315.0, 0.0, 0.0), CARD), False),
        (doubt(Why.DARK, place, CARD), False),
        (doubt(Why.GLARE, place, OTHER), False),
        (doubt(Why.GLARE, place), False),
        (replace(first, pose=None), False),
    ):
        assert merged(scene(first), scene(other)).unread == ((first,) if same else (first, other)), other
    nowhere = replace(first, pose=None)
    assert merged(scene(nowhere), scene(nowhere)).unread == (nowhere, nowhere), "who knows whether it is one thing"


def test_a_camera_is_blind_by_what_is_wrong_with_its_own_picture() -> None:
    for trouble in Trouble:
        blind = CameraScene("left", replace(scene(), trouble=(trouble,))).blind
        assert blind is (trouble not in (Trouble.OTHER_MAT, Trouble.WRONG_SCALE)), trouble
    assert not CameraScene("left", scene()).blind
    assert CameraScene("left", replace(scene(), trouble=(Trouble.WRONG_SCALE, Trouble.DARK))).blind


def test_trouble_of_all_cameras_is_told_once_and_a_bump_of_any() -> None:
    both = [replace(scene(time=time), trouble=(Trouble.WRONG_SCALE,)) for time in (2.0, 1.0)]
    assert merged(*both).trouble == (Trouble.WRONG_SCALE,)
    assert merged(*both).time == 2.0
    assert not merged(*both).camera_moved
    assert merged(replace(scene(), camera_moved=True), scene()).camera_moved
