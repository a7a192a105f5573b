"""The drawing of every printed thing: THE drawing that is printed, shown on the screen and simulated."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.errors import GolemError
from boards.drawing.card_art import card_back, card_face, ready_card
from boards.drawing.mat_art import mat_drawing, tray_drawing
from boards.drawing.primitives import Drawing
from boards.drawing.token_art import die_face, energy_chip, energy_track, golem_top, token
from boards.kit.cards import Card
from boards.kit.kit import Kit
from boards.mats import mat


class UnknownThing(GolemError):
    """No thing of this key is in the kit."""

    def __init__(self, key: str) -> None:
        super().__init__(f"there is no {key!r} in the kit")
        self.key = key


def drawing_of(key: str, kit: Kit, language: Language, face_up: bool = True) -> Drawing:
    """A thing's print, in the thing's own frame. Only cards and ready cards have another side; what else lies
    face down is drawn as its face. Raises UnknownThing."""
    if key not in kit.things:
        raise UnknownThing(key)
    if kit.draw is not None:
        return kit.draw(key, language, face_up)
    thing = kit.things[key]
    _, _, rest = key.partition(":")
    owner, _, face = rest.partition(":")
    match thing.kind:
        case "card":
            return card_face(Card.parse(key), thing, language) if face_up else card_back(owner, thing)
        case "ready":
            return ready_card(owner, thing, language, face_up)
        case "golem":
            return golem_top(thing, owner)
        case "mat":
            return mat_drawing(mat(key), language)
        case "tray":
            return tray_drawing(thing, owner, language)
        case "die":
            return die_face(thing, owner, face, language)
        case "token":
            return token(thing, owner, language)
        case "energy":
            return energy_track(thing, language) if rest == "track" else energy_chip(thing)
        case _:
            raise UnknownThing(key)
