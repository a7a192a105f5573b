"""Another deck's card makes the backs on its own tray doubtful, and no others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.printed_items import PrintedItem
from boards.kit.thing_keys import CardKey, MatKey, ThingKey
from calibration.camera_frames import Frame
from calibration.camera_model import View
from controller.vision.markers.greyscale import Grey
from controller.vision.objects.card_faces import CardFaces, PrintedSide
from controller.vision.reader import Reader
from controller.vision.scene import Why
from tests.support.tables import KIT, bare_table, lay, picture, renderer

STRANGER = CardKey("red", CardKind.STAND, 1)
BACKS = {colour: CardKey(colour, CardKind.FORWARD, 1) for colour in ("red", "blue")}


@pytest.mark.parametrize("beside", [False, True])
def test_backs_on_other_trays_stay_read(beside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger lies on red's tray, or beside all trays."""
    world = bare_table()
    for colour, back in BACKS.items():
        lay(world, back, colour, 1, 1, face_up=False)
    pose = lay(world, STRANGER, "red", 0, 0)
    if beside:
        world.lying[STRANGER] = world.lying[STRANGER].__class__(STRANGER, Pose(pose.x, pose.y + 125.0, pose.heading))
    classify = CardFaces.classify_prints

    def of_another_deck(
        faces: CardFaces, grey: Grey, view: View, asked: Sequence[tuple[PrintedItem, Pose]]
    ) -> list[PrintedSide]:
        sides = classify(faces, grey, view, asked)
        stranger = [thing.key == STRANGER for thing, _pose in asked]
        return [PrintedSide.OTHER if strange else side for strange, side in zip(stranger, sides, strict=True)]

    monkeypatch.setattr(CardFaces, "classify_prints", of_another_deck)
    eye = renderer()
    scene = Reader(KIT, MatKey("4x4"), eye.view.camera, live=False).read(Frame(picture(world, eye), 1, 0.0, "")).scene
    unread: set[ThingKey | None] = {item.thing for item in scene.unread if item.why is Why.OTHER_DECK}
    assert unread == ({STRANGER} if beside else {STRANGER, BACKS["red"]})
    assert scene.find(BACKS["blue"]) is not None
