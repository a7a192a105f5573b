"""The drawing of every printed thing: THE drawing that is printed, shown on the screen and simulated."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.errors import GolemError
from boards.base.message import _
from boards.drawing.card_art import card_back, card_face, ready_card
from boards.drawing.mat_art import mat_drawing, tray_drawing
from boards.drawing.primitives import Drawing
from boards.drawing.token_art import die_face, energy_chip, energy_track, golem_top, token
from boards.kit.kit import Kit
from boards.kit.thing_keys import CardKey, DieKey, EnergyKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey
from boards.mats import mat


class UnknownThing(GolemError):
    """No thing of this key is in the kit."""

    def __init__(self, key: ThingKey) -> None:
        super().__init__(_("there is no {key} in the kit", key=repr(str(key))))
        self.key = key


def drawing_of(key: ThingKey, kit: Kit, language: Language, face_up: bool = True) -> Drawing:
    """Return a thing's print, in the thing's own frame.

    Only cards and ready cards have another side; what else lies face down is drawn as its face. Raises
    UnknownThing.
    """
    if key not in kit.things:
        raise UnknownThing(key)
    if kit.draw is not None:
        return kit.draw(key, language, face_up)
    thing = kit.things[key]
    match key:
        case CardKey():
            return card_face(key, thing, language) if face_up else card_back(key.colour, thing)
        case ReadyKey():
            return ready_card(key.colour, thing, language, face_up)
        case GolemKey():
            return golem_top(thing, key.colour)
        case MatKey():
            return mat_drawing(mat(key), language)
        case TrayKey():
            return tray_drawing(thing, key.colour, language)
        case DieKey():
            return die_face(thing, key.colour, key.face, language)
        case TokenKey():
            return token(thing, key.kind, language)
        case EnergyKey():
            return energy_track(thing, language) if key.part == "track" else energy_chip(thing)
        case _:
            raise UnknownThing(key)
