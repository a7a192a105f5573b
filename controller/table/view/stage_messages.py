"""What is said of the golems of a small fleet that acts out a game of pieces, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

NOT_SEEN = "the camera does not see the mat at rest"
NO_WAY = "there is no free way"
STILL_OFF = "it is still off after it was corrected"
NOT_MOVING = "it does not get on"
HOW: Mapping[str, Mapping[str, str]] = {
    NOT_SEEN: {
        "en": NOT_SEEN,
        "ru": "камера не видит спокойного поля",
        "pl": "kamera nie widzi planszy w spoczynku",
        "fr": "la caméra ne voit pas le tapis au repos",
    },
    NO_WAY: {"en": NO_WAY, "ru": "нет свободного пути", "pl": "nie ma wolnej drogi", "fr": "aucun passage n’est libre"},
    NOT_MOVING: {"en": NOT_MOVING, "ru": "он не сдвигается", "pl": "nie rusza z miejsca", "fr": "il n’avance pas"},
    STILL_OFF: {
        "en": STILL_OFF,
        "ru": "и после поправки стоит неточно",
        "pl": "po poprawce nadal stoi niedokładnie",
        "fr": "il reste décalé après correction",
    },
}
"""Why a row of such a fleet ends early, where no robot says why."""

STAGE_TEXTS: Mapping[str, Mapping[str, str]] = {
    "stage-astray": {
        "en": "The {golem} golem ({piece}) is not where it was left. Put it on {cell}, direction {direction}, and "
        "press Go on; or only press Go on, and it drives there.",
        "ru": "Голем ({golem}; {piece}) стоит не там, где его оставили. Поставьте его на {cell}, направление "
        "{direction}, и нажмите «Дальше»; или только нажмите «Дальше» — он доедет сам.",
        "pl": "Golem ({golem}; {piece}) nie stoi tam, gdzie został. Postaw go na {cell}, kierunek {direction}, "
        "i naciśnij Dalej; albo tylko naciśnij Dalej, a sam tam dojedzie.",
        "fr": "Le golem {golem} ({piece}) n’est plus où on l’a laissé. Posez-le sur {cell}, direction {direction}, et "
        "appuyez sur Continuer ; ou appuyez seulement sur Continuer, et il y va.",
    },
    "stage-stuck": {
        "en": "The {golem} golem does not stand as it should ({how}). Put it right, or take it off the mat, and press "
        "Go on.",
        "ru": "Голем ({golem}) стоит не так, как нужно ({how}). Поправьте его или уберите с поля и нажмите «Дальше».",
        "pl": "Golem ({golem}) nie stoi tak, jak powinien ({how}). Popraw go albo zdejmij z planszy i naciśnij Dalej.",
        "fr": "Le golem {golem} n’est pas comme il faut ({how}). Corrigez-le ou retirez-le du tapis, et appuyez sur "
        "Continuer.",
    },
    "stage-who": {
        "en": "The {golem} golem is {piece}.",
        "ru": "Голем ({golem}) — это {piece}.",
        "pl": "Golem ({golem}) to {piece}.",
        "fr": "Le golem {golem}, c’est {piece}.",
    },
}
