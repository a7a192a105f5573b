"""Sort cards by their decks: cards of another deck have the same ids on other cards.

The print of a card is compared with the drawing that its id stands for. Where it is clearly another card's, that card
is of another deck; and cards that show their backs, and may be of that deck too, are none of ours either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.geometry import Pose
from boards.kit.kit import Kit
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_model import View
from controller.vision.markers.greyscale import Grey
from controller.vision.objects.card_faces import CardFaces, PrintedSide
from controller.vision.objects.other_deck import Deck, possible_decks
from controller.vision.objects.recognised_object import RecognisedObject
from controller.vision.pose.camera_pose import PosedFrame
from controller.vision.pose.placement import outline_px
from controller.vision.scene import Unread, Why

ON_TRAY_MM = 20.0
"""Distance of a card's middle from a tray within which it lies partly on it."""

STILL_MM = 1.5
"""Largest motion of a card that lies still, mm."""


class DeckSorter:
    """Tells the cards of one kit from those of other decks, in the pictures of one camera."""

    def __init__(self, kit: Kit, faces: CardFaces) -> None:
        self._kit, self._faces = kit, faces
        self._prints: dict[ThingKey, tuple[Pose, PrintedSide]] = {}
        """For each card, its pose when its print was last compared, and the result."""

    def sort(
        self, posed: PosedFrame, read: Sequence[RecognisedObject], strangers: Sequence[tuple[PrintedItem, Pose]]
    ) -> tuple[list[RecognisedObject], list[Unread]]:
        """Return what is ours of the things read, and the cards whose print is not what their markers say.

        ``strangers``: cards that are known to be of another deck, as the things that their ids mean in ours. Where
        there is one, cards that show their backs and may be of that deck too are rejected as well. If it is not known
        which deck it is, these are all on the same tray (beside all trays, if it lies there).
        """
        grey, view = posed.grey, posed.view
        prints = self._prints_of(read, grey, view)
        self._prints = {key: known for key, known in self._prints.items() if key in prints}
        others = [item for item in read if prints.get(item.thing.key) is PrintedSide.OTHER]
        ours = [item for item in read if item not in others]
        strange = [*strangers, *((item.thing, item.pose) for item in others)]
        if not strange:
            return ours, []
        trays = {item.thing.key: item.pose for item in ours if isinstance(item.thing.key, TrayKey)}
        mixed = {_tray_of(pose, trays) for _thing, pose in strange}
        shown = self._faces.printed_sides(grey, posed.image, view, strange)
        ids = [thing.markers[0].id for thing, _pose in strange]
        possible = possible_decks(self._kit, list(zip(ids, shown, strict=True)))
        kept: list[RecognisedObject] = []
        for item in ours:
            side = prints.get(item.thing.key, PrintedSide.FACE)
            on_mixed = _tray_of(item.pose, trays) in mixed
            if side is PrintedSide.FACE or not self._may_be_strange(posed, item, side, possible, on_mixed=on_mixed):
                kept.append(item)
            else:
                strange.append((item.thing, item.pose))
        return kept, [Unread(Why.OTHER_DECK, outline_px(view, thing, pose), pose, thing.key) for thing, pose in strange]

    def _may_be_strange(
        self,
        posed: PosedFrame,
        item: RecognisedObject,
        side: PrintedSide,
        possible: Sequence[Deck],
        *,
        on_mixed: bool,
    ) -> bool:
        """Tell whether a card that does not show its face may be of one of the other decks that may lie there."""
        key = item.thing.key
        if not possible or side is not PrintedSide.BACK or item.markers < 2 or not isinstance(key, CardKey):
            return on_mixed
        there = {card.colour for deck in possible if (card := deck.get(item.thing.markers[0].id)) is not None}
        alike = [colour for colour in there if self._faces.backs_alike(key.colour, colour)]
        return any(
            colour == key.colour or not self._faces.back_is_of(posed.image, posed.view, item.pose, key.colour, colour)
            for colour in alike
        )

    def _prints_of(self, read: Sequence[RecognisedObject], grey: Grey, view: View) -> dict[ThingKey, PrintedSide]:
        """Classify the prints of cards; those that lie still are not compared again."""
        # A card with one marker was read because its print matched one of its sides; which one is not known.
        prints: dict[ThingKey, PrintedSide] = {
            i.thing.key: PrintedSide.BACK for i in read if isinstance(i.thing.key, CardKey)
        }
        asked: list[tuple[PrintedItem, Pose]] = []
        for item in read:
            thing, pose = item.thing, item.pose
            if not isinstance(thing.key, CardKey) or item.markers < 2:
                continue
            known = self._prints.get(thing.key)
            if known is None or known[1] is PrintedSide.UNSURE or known[0].point.distance(pose.point) >= STILL_MM:
                asked.append((thing, pose))
            else:
                prints[thing.key] = known[1]
        for (thing, pose), found in zip(asked, self._faces.classify_prints(grey, view, asked), strict=True):
            self._prints[thing.key] = pose, found
            prints[thing.key] = found
        return prints


def _tray_of(pose: Pose, trays: Mapping[TrayKey, Pose]) -> TrayKey | None:
    """Return the tray on which the middle of a card lies; None beside all of them."""
    width, height = TRAY.size_mm
    for key, tray in trays.items():
        local = tray.local(pose.point)
        if abs(local.x) <= width / 2 + ON_TRAY_MM and abs(local.y) <= height / 2 + ON_TRAY_MM:
            return key
    return None
