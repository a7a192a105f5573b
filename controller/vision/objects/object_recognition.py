"""Recognise printed things from placed markers; name what is not surely read, with the cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from boards.geometry import Pixel, Pose
from boards.kit.kit import Kit
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, DieKey, MatKey, ReadyKey, StepKey, ThingKey, TrayKey
from calibration.camera_model import View
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.image_patches import inside_picture
from controller.vision.markers.occlusion import occlusion_cause
from controller.vision.objects.card_faces import CardFaces, PrintedSide
from controller.vision.objects.card_pairs import CardCandidates, pair_markers, scaled_pair, single_poses
from controller.vision.objects.deck_sorting import DeckSorter
from controller.vision.objects.die_sides import DieSides
from controller.vision.objects.level_faces import face_on_top, levelness, lies_flat
from controller.vision.objects.other_deck import Print
from controller.vision.objects.recognised_object import RecognisedObject
from controller.vision.objects.screen_frame import shows_frame
from controller.vision.pose.camera_pose import PosedFrame
from controller.vision.pose.joint_pose import JointPose
from controller.vision.pose.placement import (
    PlacedMarker,
    local_corners,
    outline_px,
    outlines_px,
    rigid_fit,
    to_mat_frame,
    to_pixels,
)
from controller.vision.scene import Seen, Unread, Why

MOST_UNSURE_MM = 8.0
"""Largest uncertainty of a place, mm, at :data:`SIGMAS` standard deviations."""
SIGMAS = 2.6
"""No place in the measured pictures was farther off."""

_COUNTING_SLOPE = 0.3719
"""Slope of the line along which copies of a card are counted: no row or column of cards is perpendicular to it."""

TRAY_RMS_MM = 6.0
"""Largest residual of one tray's markers, mm; a sheet that is folded or cut apart has more."""


@dataclass(frozen=True)
class Recognition:
    """What one picture shows."""

    read: tuple[RecognisedObject, ...]
    unread: tuple[Unread, ...]
    """Things of which a marker was read, but which are not surely read."""

    def seen(self, view: View) -> list[Seen]:
        """Return what was read, with its outlines in the picture (px)."""
        outlines = outlines_px(view, [(item.thing, item.pose) for item in self.read])
        return [
            Seen(item.thing.key, item.pose, outline, item.markers)
            for item, outline in zip(self.read, outlines, strict=True)
        ]

    def trays(self) -> list[tuple[TrayKey, Pose]]:
        """Return the trays that were read, and where they lie."""
        return [(item.thing.key, item.pose) for item in self.read if isinstance(item.thing.key, TrayKey)]


def recognise_objects(
    posed: PosedFrame, placed: Sequence[PlacedMarker], recogniser: ObjectRecogniser | None = None
) -> Recognition:
    """Sort placed markers into printed things surely read and things that are not (stage 4).

    The mat is the last of the things read. ``recogniser`` keeps what cards' prints say while they lie still; without it
    every print is compared.
    """
    recogniser = recogniser or ObjectRecogniser(posed.kit)
    found = recogniser.recognise(posed, placed)
    if posed.joint is not None:
        found = _without_unsure(found, posed.view, posed.joint)
    mat = RecognisedObject(posed.kit.things[posed.mat.key], Pose(0.0, 0.0, 0.0), len(posed.mat.seen))
    return replace(found, read=(*found.read, mat))


def _without_unsure(found: Recognition, view: View, joint: JointPose) -> Recognition:
    """Drop what lies where the table's place is not sure: it has no sure place itself."""
    if not found.read:
        return found
    places = np.array([(item.pose.x, item.pose.y) for item in found.read])
    sigmas = joint.sigma_mm(places, [item.thing.height_mm for item in found.read])
    read: list[RecognisedObject] = []
    unread = list(found.unread)
    for item, sigma in zip(found.read, sigmas.tolist(), strict=True):
        if SIGMAS * sigma < MOST_UNSURE_MM:
            read.append(item)
        else:
            unread.append(Unread(Why.UNPLACED, outline_px(view, item.thing, item.pose), item.pose, item.thing.key))
    return Recognition(tuple(read), tuple(unread))


@dataclass
class _Findings:
    """What one picture shows, while it is gathered."""

    read: list[RecognisedObject] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    strangers: list[tuple[PrintedItem, Pose]] = field(default_factory=list)
    """Cards of another deck, as the things that their ids mean in ours."""


class ObjectRecogniser:
    """Recognises the printed things of one kit in the pictures of one camera. What is not sure is unread."""

    def __init__(self, kit: Kit) -> None:
        self._faces, self._dice = CardFaces(kit), DieSides(kit)
        self._decks = DeckSorter(kit, self._faces)

    def recognise(self, posed: PosedFrame, placed: Sequence[PlacedMarker]) -> Recognition:
        """Recognise all things but the mat."""
        grey, view, blur_modules = posed.grey, posed.view, posed.blur_modules
        findings = _Findings()
        by_thing: dict[ThingKey, list[PlacedMarker]] = {}
        for item in placed:
            by_thing.setdefault(item.thing.key, []).append(item)
        for key in sorted(by_thing, key=str):
            items = by_thing[key]
            match key:
                case CardKey() | ReadyKey():
                    self._card(findings, posed, items)
                case TrayKey():
                    self._tray(findings, items)
                case StepKey():
                    self._copies(findings, grey, view, key, items)
                case DieKey() | MatKey():
                    pass
                case _:
                    self._single(findings, items)
        findings.read, strange = self._decks.sort(posed, findings.read, findings.strangers)
        findings.unread += strange
        dice: dict[str, list[PlacedMarker]] = {}
        for item in placed:
            if isinstance(item.thing.key, DieKey):
                dice.setdefault(item.thing.key.colour, []).append(item)
        for _colour, faces in sorted(dice.items()):
            top = face_on_top(grey, view, self._dice, faces, blur_modules)
            if isinstance(top, Why):
                findings.unread.append(_around(top, [max(faces, key=levelness)], faces[0].thing.key))
            else:
                self._single(findings, [top])
        _reject_screens(findings, grey, view)
        return Recognition(tuple(findings.read), tuple(findings.unread))

    def _card(self, findings: _Findings, posed: PosedFrame, items: list[PlacedMarker]) -> None:
        thing, grey, view = items[0].thing, posed.grey, posed.view
        places = pair_markers(thing, items)
        groups = places.groups()
        if len(groups) > 1:
            self._doubled_card(findings, posed, thing, places)
        elif places.pairs:
            findings.read.append(RecognisedObject(thing, places.pairs[0].pose, 2))
        elif len(places.singles) == 1:
            self._half_card(findings, grey, view, places.singles[0], posed.blur_modules)
        else:
            findings.unread.append(_around(Why.DISAGREE, places.singles, thing.key))

    def _doubled_card(self, findings: _Findings, posed: PosedFrame, thing: PrintedItem, places: CardCandidates) -> None:
        """Recognise a card whose id lies in several places: one alone may be ours.

        Then all others are on screens, or show another card's print: backs of two owners may differ by their ink alone.
        """
        grey, view = posed.grey, posed.view
        on_screens = [group for group in places.groups() if _on_screen(grey, view, thing, group)]
        shown = [marker for group in on_screens for marker in group]
        cards = [(thing, pair.pose) for pair in places.pairs if pair.markers[0] not in shown]
        sides = self._faces.classify_prints(grey, view, cards)
        prints = self._faces.printed_sides(grey, posed.image, view, cards)
        other = [
            side is PrintedSide.OTHER or (side is PrintedSide.BACK and bool(seen) and _back_of(thing) not in seen)
            for side, seen in zip(sides, prints, strict=True)
        ]
        ours = [nth for nth, strange in enumerate(other) if not strange]
        loose = any(single not in shown for single in places.singles)
        if loose or len(ours) > 1 or any(sides[nth] is PrintedSide.UNSURE for nth in ours):
            findings.unread += [self._doubled(view, thing, places, group) for group in places.groups()]
            return
        findings.strangers += [card for card, strange in zip(cards, other, strict=True) if strange]
        findings.read += [RecognisedObject(thing, cards[nth][1], 2) for nth in ours]
        findings.unread += [_around(Why.SCREEN, group, None) for group in on_screens]

    def _copies(self, findings: _Findings, grey: Grey, view: View, key: StepKey, items: list[PlacedMarker]) -> None:
        """Recognise cards of one kind, all with the same id: as many as there are pairs of markers.

        They are numbered from one end of the table to the other, so that each keeps its number while all lie still.
        """
        thing = items[0].thing
        places = pair_markers(thing, items)
        poses = [(pair.pose, 2) for pair in places.pairs]
        for single in places.singles:
            # One marker alone, where the other is hidden: the print beside it says where the card is.
            either = single_poses(thing, single)
            which = self._faces.identify_corner(grey, view, thing, either)
            if which is None:
                findings.unread.append(_around(Why.DISAGREE, [single], thing.key))
            else:
                poses.append((either[which], 1))
        for number, (pose, markers) in enumerate(sorted(poses, key=_along), start=1):
            copy = replace(thing, key=replace(key, number=number))
            findings.read.append(RecognisedObject(copy, pose, markers))

    def _half_card(self, findings: _Findings, grey: Grey, view: View, item: PlacedMarker, blur_modules: float) -> None:
        """Recognise a card by one marker, if the print says which and the rest is hidden."""
        thing = item.thing
        poses = single_poses(thing, item)
        which = self._faces.identify_corner(grey, view, thing, poses)
        # Where the other marker must be in either case, and why it is not read there.
        missing = [view.project_plane(to_mat_frame(poses[c], local_corners(thing.markers[1 - c]))) for c in (0, 1)]
        causes = [occlusion_cause(grey, corners, blur_modules) for corners in missing]
        if which is None:
            telling = next((why for why in causes if why is not Why.COVERED), Why.COVERED)
            findings.unread.append(_around(telling, [item], thing.key))
            return
        pose, why = poses[which], causes[which]
        outline = outline_px(view, thing, pose)
        corners = np.array([(p.u, p.v) for p in outline])
        if why is Why.CUT_OFF or not inside_picture(corners, grey.shape):
            findings.unread.append(Unread(Why.CUT_OFF, outline, pose, thing.key))
        else:
            findings.read.append(RecognisedObject(thing, pose, 1))

    def _doubled(self, view: View, thing: PrintedItem, places: CardCandidates, group: list[PlacedMarker]) -> Unread:
        for pair in places.pairs:
            if pair.markers[0] in group:
                return Unread(Why.DUPLICATE, outline_px(view, thing, pair.pose), pair.pose, thing.key)
        return _around(Why.DUPLICATE, group, thing.key)

    def _tray(self, findings: _Findings, items: list[PlacedMarker]) -> None:
        thing = items[0].thing
        by_id: dict[int, list[PlacedMarker]] = {}
        for item in items:
            by_id.setdefault(_nth_marker(thing, item), []).append(item)
        if any(len(same) > 1 for same in by_id.values()):
            findings.unread += [_around(Why.DUPLICATE, [item], thing.key) for item in items]
            return
        chosen = [same[0] for _nth, same in sorted(by_id.items())]
        local = np.concatenate([local_corners(thing.markers[nth]) for nth in sorted(by_id)])
        pose, rms = rigid_fit(local, np.concatenate([item.corners for item in chosen]))
        if rms > TRAY_RMS_MM:
            findings.unread.append(_around(Why.DISAGREE, chosen, thing.key))
        else:
            findings.read.append(RecognisedObject(thing, pose, len(chosen)))

    def _single(self, findings: _Findings, items: list[PlacedMarker]) -> None:
        """Recognise a thing with one marker."""
        thing = items[0].thing
        if len(items) > 1:
            findings.unread += [_around(Why.DUPLICATE, [item], thing.key) for item in items]
        elif not lies_flat(items[0]):
            findings.unread.append(_around(Why.DISAGREE, items, thing.key))
        else:
            pose = rigid_fit(local_corners(thing.markers[0]), items[0].corners)[0]
            findings.read.append(RecognisedObject(thing, pose, 1))


def _reject_screens(findings: _Findings, grey: Grey, view: View) -> None:
    """Reject ready cards and dice that a phone shows; cards in lanes are looked at with their lanes."""
    shown = [
        item
        for item in findings.read
        if isinstance(item.thing.key, ReadyKey | DieKey) and shows_frame(grey, view, item.thing, item.pose)
    ]
    findings.read = [item for item in findings.read if item not in shown]
    findings.unread += [
        Unread(Why.SCREEN, outline_px(view, item.thing, item.pose), item.pose, item.thing.key) for item in shown
    ]


def _on_screen(grey: Grey, view: View, thing: PrintedItem, group: Sequence[PlacedMarker]) -> bool:
    """Tell whether two markers of a card's id are on a display."""
    placed = scaled_pair(thing, group)
    return placed is not None and shows_frame(grey, view, thing, *placed)


def _back_of(thing: PrintedItem) -> Print | None:
    """Return the back that a card has."""
    return (thing.key.colour, None) if isinstance(thing.key, CardKey) else None


def _along(placed: tuple[Pose, int]) -> float:
    """Return the position of a card along the line on which copies are counted."""
    return placed[0].x + _COUNTING_SLOPE * placed[0].y


def _nth_marker(thing: PrintedItem, item: PlacedMarker) -> int:
    return next(nth for nth, marker in enumerate(thing.markers) if marker.id == item.id)


def _around(why: Why, items: Sequence[PlacedMarker], key: ThingKey | None) -> Unread:
    """Report something unread with the outline of its markers: the thing's own outline is not known."""
    if len(items) == 1:
        corners = items[0].corners_px
    else:
        every = np.concatenate([item.corners_px for item in items])
        low, high = every.min(axis=0), every.max(axis=0)
        corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    middle = np.concatenate([item.corners for item in items]).mean(axis=0)
    pose = Pose(float(middle[0]), float(middle[1]), items[0].pose.heading)
    outline: tuple[Pixel, ...] = to_pixels(corners)
    return Unread(why, outline, pose, key)
