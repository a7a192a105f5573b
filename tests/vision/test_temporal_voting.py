"""What a vote over frames says of things that rest, flicker, move, hide and go; frame by frame, without pictures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey, ThingKey
from controller.vision.fusion.temporal_voting import AT_REST_PX, FRAMES, GOLEM_GONE_AFTER, MOVING_AFTER, VOTES, Voting
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why
from tests.support.scenes import doubt_at, frame_scene, seen_at

CARD, OTHER = CardKey("red", CardKind.TAKE, 1), CardKey("red", CardKind.FORWARD, 1)
GOLEM = GolemKey("red")


def votes(*frames: Sequence[Seen | Unread], voting: Voting | None = None) -> list[Scene | None]:
    voting = voting or Voting()
    return [voting.add(frame_scene(number, *items)) for number, items in enumerate(frames)]


def last(answers: Sequence[Scene | None]) -> Scene:
    assert answers[-1] is not None
    return answers[-1]


def settled(voting: Voting, *items: Seen | Unread) -> Scene:
    """A new vote in which every frame shows the same."""
    voting.begin()
    return last(votes(*[items] * VOTES, voting=voting))


@pytest.mark.parametrize("seed", range(30))
def test_read_in_three_of_five_frames_or_unread(seed: int) -> None:
    chance = random.Random(seed)
    frames = [chance.random() < 0.5 for _ in range(FRAMES)]
    frames[0] = frames[0] or not any(frames[:VOTES])
    answers = votes(*([seen_at(CARD, 500.0, 500.0)] if there else [] for there in frames))
    at = next(number for number, answer in enumerate(answers) if answer is not None)
    found = answers[at]
    assert found is not None and found.settled
    counted = sum(frames[: at + 1])
    if at < FRAMES - 1:
        assert counted in (0, 3), "decided early only where nothing is left to decide"
    assert (found.find(CARD) is not None) is (counted >= 3), frames
    assert [item.thing for item in found.unread] == ([] if counted in (0, 3, 4, 5) else [CARD]), frames


def test_the_vote_is_told_no_sooner_than_with_the_third_frame_and_no_later_than_with_the_fifth() -> None:
    assert (FRAMES, VOTES) == (5, 3)
    still = [seen_at(CARD, 500.0, 500.0)]
    assert [answer is None for answer in votes(*[still] * 3)] == [True, True, False]
    # Read first, then never again: five frames settle that it is no longer there for sure.
    assert [answer is None for answer in votes(still, [], [], [], [])] == [True, True, True, True, False]
    # Only the last five count.
    voting = Voting()
    answers = votes(*[still] * 3, [], [], [], voting=voting)
    found = last(answers)
    assert found.find(CARD) is None and [item.thing for item in found.unread] == [CARD]


@pytest.mark.parametrize(
    ("step", "rests"), [((3.0, 0.0), True), ((0.0, -3.0), True), ((2.2, 2.2), False), ((0.0, 3.1), False)]
)
def test_rest_is_within_three_pixels_in_any_direction(step: tuple[float, float], rests: bool) -> None:
    places = [(500.0, 500.0), (500.0, 500.0), (500.0 + step[0], 500.0 + step[1])]
    answers = votes(*([seen_at(CARD, *place)] for place in places))
    assert AT_REST_PX == 3.0
    assert (answers[-1] is not None) is rests


@pytest.mark.parametrize(("thing", "rests"), [(GolemKey("red"), False), (CARD, True)])
def test_a_golem_that_turns_on_the_spot_does_not_rest_and_a_cards_heading_says_nothing(
    thing: ThingKey, rests: bool
) -> None:
    """A card's heading flickers; nobody turns it on the spot."""
    seen = [replace(seen_at(thing, 500.0, 500.0), pose=Pose(500.0, 500.0, 4.0 * number)) for number in range(3)]
    assert (votes(*([one] for one in seen))[-1] is not None) is rests


def test_the_reading_with_most_markers_counts_and_of_equals_the_newest() -> None:
    frames = [[seen_at(CARD, 500.0 + number, 500.0, markers)] for number, markers in enumerate((1, 2, 2))]
    assert last(votes(*frames)).things == (seen_at(CARD, 502.0, 500.0, 2),)
    frames = [[seen_at(CARD, 500.0 + number, 500.0, markers)] for number, markers in enumerate((2, 1, 1))]
    assert last(votes(*frames)).things == (seen_at(CARD, 500.0, 500.0, 2),)


def test_things_are_sorted_by_key() -> None:
    items = [seen_at(key, 100.0 * number, 100.0) for number, key in enumerate((GOLEM, CARD, OTHER), start=1)]
    assert [str(seen.thing) for seen in settled(Voting(), *items).things] == sorted(map(str, (CARD, OTHER, GOLEM)))


# -- what flickers -----------------------------------------------------------------------------------------


def flicker(*doubts: Sequence[Unread]) -> Scene:
    """A card that is read in two of five frames; beside it what the frames doubt."""
    read = [seen_at(CARD, 500.0, 500.0)]
    frames = [[*(read if number in (0, 4) else []), *items] for number, items in enumerate(doubts)]
    return last(votes(*frames))


def test_a_card_that_flickers_without_a_doubt_is_blurred_at_its_place() -> None:
    found = flicker(*[[]] * FRAMES)
    where = seen_at(CARD, 500.0, 500.0)
    assert found.unread == (Unread(Why.BLURRED, where.outline, where.pose, CARD),)


def test_a_card_that_flickers_has_the_commonest_doubt_at_its_place() -> None:
    glare, covered = doubt_at(Why.GLARE, 520.0, 500.0), doubt_at(Why.COVERED, 500.0, 521.0)
    found = flicker([], [glare], [covered], [glare], [])
    where = seen_at(CARD, 500.0, 500.0)
    assert found.unread == (Unread(Why.GLARE, where.outline, where.pose, CARD),)
    found = flicker([], [glare], [covered], [covered], [])
    assert [item.why for item in found.unread] == [Why.COVERED]
    # 30 px is its place; farther away only a doubt that names it.
    assert [i.why for i in flicker([], [doubt_at(Why.GLARE, 530.0, 500.0)], [], [], []).unread] == [Why.GLARE]
    assert [i.why for i in flicker([], [doubt_at(Why.GLARE, 532.0, 500.0)], [], [], []).unread] == [Why.BLURRED]
    assert [i.why for i in flicker([], [doubt_at(Why.DARK, 900.0, 500.0, CARD)], [], [], []).unread] == [Why.DARK]
    assert [i.why for i in flicker([], [doubt_at(Why.DARK, 900.0, 500.0, OTHER)], [], [], []).unread] == [Why.BLURRED]


def test_a_thing_that_is_unread_by_name_in_most_frames_is_told_once() -> None:
    named = doubt_at(Why.GLARE, 500.0, 500.0, CARD)
    assert flicker([], [named], [named], [named], [named]).unread == (named,)
    # The doubt of another thing is no word on this one.
    other = doubt_at(Why.GLARE, 700.0, 500.0, OTHER)
    found = flicker([other], [other], [other], [other], [other])
    assert [(item.why, item.thing) for item in found.unread] == [(Why.GLARE, OTHER), (Why.BLURRED, CARD)]


def test_a_doubt_lasts_within_twelve_pixels_in_three_of_five_frames() -> None:
    for off, lasts in ((12.0, True), (13.0, False)):
        frames = [[doubt_at(Why.GLARE, 400.0 + off, 400.0)], [doubt_at(Why.GLARE, 400.0 + off, 400.0)]]
        found = last(votes(*frames, [doubt_at(Why.GLARE, 400.0, 400.0)]))
        assert (len(found.unread) == 1) is lasts
    read = [seen_at(CARD, 900.0, 900.0)]
    doubt = doubt_at(Why.GLARE, 400.0, 400.0)
    twice = last(votes(read, [], read, [], [doubt, *read]))
    assert twice.unread == (), "what one frame of five doubts"


# -- what moves ----------------------------------------------------------------------------------------------


def test_a_card_that_moves_is_waited_for_and_then_unread_where_it_is() -> None:
    frames = [[seen_at(CARD, 500.0 + 10.0 * number, 500.0)] for number in range(MOVING_AFTER)]
    answers = votes(*frames)
    assert MOVING_AFTER == 10
    assert answers[:-1] == [None] * (MOVING_AFTER - 1)
    where = seen_at(CARD, 500.0 + 10.0 * (MOVING_AFTER - 1), 500.0)
    assert last(answers).unread == (Unread(Why.MOVING, where.outline, where.pose, CARD),)
    assert last(answers).things == ()
    # A doubt beside it does not make it rest.
    glare = doubt_at(Why.GLARE, 590.0, 500.0)
    answers = votes(*([*items, glare] for items in frames))
    assert Why.MOVING in {item.why for item in last(answers).unread}


def test_a_golem_that_drives_is_waited_for_however_long_and_a_card_beside_it_as_well() -> None:
    frames = [
        [seen_at(GOLEM, 500.0 + 10.0 * number, 500.0), seen_at(CARD, 50.0 + 10.0 * number, 90.0)]
        for number in range(4 * MOVING_AFTER)
    ]
    assert votes(*frames) == [None] * (4 * MOVING_AFTER)


def test_a_card_at_rest_that_is_read_too_seldom_is_not_waited_for() -> None:
    answers = votes([seen_at(CARD, 500.0, 500.0)], [], [], [], [seen_at(CARD, 501.0, 500.0)])
    assert [item.why for item in last(answers).unread] == [Why.BLURRED]


def test_a_new_vote_waits_anew_for_what_moves() -> None:
    voting = Voting()
    frames = [[seen_at(CARD, 500.0 + 10.0 * number, 500.0)] for number in range(MOVING_AFTER)]
    assert votes(*frames[:-1], voting=voting)[-1] is None
    voting.begin()
    assert votes(*frames[:-1], voting=voting)[-1] is None


# -- what was there before ----------------------------------------------------------------------------------


def test_what_lies_where_a_thing_was_is_that_thing_hidden_as_long_as_it_lies_there() -> None:
    voting = Voting()
    card = seen_at(CARD, 500.0, 500.0)
    assert settled(voting, card).find(CARD) is not None
    over = doubt_at(Why.COVERED, 510.0, 500.0)
    for _ in range(3):
        assert settled(voting, over).unread == (Unread(over.why, over.outline, over.pose, CARD),)
    # A large doubt whose middle is elsewhere covers it as well; a small one far away, or another thing's, does not.
    large = Unread(
        Why.COVERED,
        doubt_at(Why.COVERED, 500.0, 500.0).outline[:1]
        + doubt_at(Why.COVERED, 700.0, 500.0).outline[1:3]
        + doubt_at(Why.COVERED, 500.0, 500.0).outline[3:],
        None,
        None,
    )
    assert [item.thing for item in settled(voting, large).unread] == [CARD]
    named = doubt_at(Why.COVERED, 500.0, 500.0, OTHER)
    assert [item.thing for item in settled(voting, named).unread] == [OTHER]
    # It was not there in that vote, and nothing hid it: it is forgotten.
    assert [item.thing for item in settled(voting, over).unread] == [None]


def test_what_lies_elsewhere_is_not_what_was_there() -> None:
    voting = Voting()
    settled(voting, seen_at(CARD, 500.0, 500.0))
    assert [item.thing for item in settled(voting, doubt_at(Why.COVERED, 560.0, 500.0)).unread] == [None]


def test_what_stays_where_it_was_is_settled_as_soon_as_the_first_time() -> None:
    voting = Voting()
    for _ in range(3):
        assert settled(voting, seen_at(GOLEM, 500.0, 500.0), seen_at(CARD, 100.0, 100.0)).unread == ()
    # Nor is a golem that flickers a golem that is missed: in five frames it is clear that it is not surely read.
    voting.begin()
    answers = votes([seen_at(GOLEM, 500.0, 500.0)], [], [], [], [], voting=voting)
    assert [item.thing for item in last(answers).unread] == [GOLEM]


def test_a_golem_is_missed_for_ten_frames_a_card_is_not() -> None:
    voting = Voting()
    settled(voting, seen_at(CARD, 500.0, 500.0))
    voting.begin()
    assert [answer is None for answer in votes([], [], [], voting=voting)] == [True, True, False]
    settled(voting, seen_at(GOLEM, 500.0, 500.0), seen_at(CARD, 100.0, 100.0))
    voting.begin()
    assert GOLEM_GONE_AFTER == 10
    assert [answer is None for answer in votes(*[[]] * 10, voting=voting)] == [True] * 9 + [False]
    voting.begin()
    assert votes([], [], [], voting=voting)[-1] is not None, "once it is gone it is not missed again"


# -- the picture as a whole ---------------------------------------------------------------------------------


def test_trouble_and_another_mat_begin_the_vote_anew() -> None:
    card = seen_at(CARD, 500.0, 500.0)
    good = frame_scene(0, card)
    for bad in (
        frame_scene(1, card, trouble=(Trouble.DARK,)),
        frame_scene(1, card, mat=None),
        frame_scene(1, trouble=(Trouble.BLACK,), mat=None),
    ):
        voting = Voting()
        answers = [voting.add(scene) for scene in (good, good, bad, good, good, good)]
        assert [answer is None for answer in answers] == [True, True, True, True, True, False], bad
    voting = Voting()
    other = frame_scene(1, card, mat=MatKey("6x6"))
    answers = [voting.add(scene) for scene in (good, good, other, other, other)]
    assert [answer is None for answer in answers] == [True, True, True, True, False]
    assert last(answers).mat == MatKey("6x6")


def test_a_bumped_camera_begins_the_vote_anew_forgets_places_and_is_told_once() -> None:
    voting = Voting()
    card = seen_at(CARD, 500.0, 500.0)
    assert not settled(voting, card).camera_moved
    voting.begin()
    covered = doubt_at(Why.COVERED, 500.0, 500.0)
    moved = frame_scene(1, covered, moved=True)
    answers = [
        voting.add(scene)
        for scene in (frame_scene(0, covered), frame_scene(0, covered), moved, *[frame_scene(2, covered)] * 2)
    ]
    assert [answer is None for answer in answers] == [True, True, True, True, False]
    assert last(answers).camera_moved
    # What was accepted before was elsewhere in the picture.
    assert [item.thing for item in last(answers).unread] == [None]
    assert not settled(voting, covered).camera_moved, "told once"
    # Trouble in the frame that shows the bump does not hide it.
    voting.begin()
    voting.add(frame_scene(1, moved=True, trouble=(Trouble.BLURRED,)))
    assert settled(voting, card).camera_moved
