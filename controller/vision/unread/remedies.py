"""What is the matter, and what to do: for each reason and each trouble, in four languages, for children of eight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.vision.scene import Trouble, Why

Words = Mapping[str, str]

WHY_WORDS: dict[Why, Words] = {
    Why.GLARE: {"en": "glare", "ru": "блик", "pl": "odblask", "fr": "reflet"},
    Why.COVERED: {"en": "covered", "ru": "закрыто", "pl": "zasłonięte", "fr": "caché"},
    Why.BLURRED: {"en": "blurred", "ru": "нерезко", "pl": "nieostre", "fr": "flou"},
    Why.SHAKEN: {"en": "shaken", "ru": "картинка дрожит", "pl": "obraz drży", "fr": "tremblé"},
    Why.DARK: {"en": "too dark", "ru": "слишком темно", "pl": "za ciemno", "fr": "trop sombre"},
    Why.TOO_SMALL: {"en": "too small", "ru": "слишком мелко", "pl": "za małe", "fr": "trop petit"},
    Why.CUT_OFF: {"en": "cut off", "ru": "не видно целиком", "pl": "ucięte", "fr": "coupé"},
    Why.DISAGREE: {"en": "markers disagree", "ru": "метки спорят", "pl": "znaczniki niezgodne", "fr": "en désaccord"},
    Why.DUPLICATE: {"en": "twice on the table", "ru": "лежит дважды", "pl": "leży dwa razy", "fr": "en double"},
    Why.UNKNOWN: {"en": "not of this game", "ru": "не из этой игры", "pl": "nie z tej gry", "fr": "pas de ce jeu"},
    Why.NOT_OURS: {"en": "not our face", "ru": "не наша сторона", "pl": "nie nasza strona", "fr": "pas notre face"},
    Why.OTHER_DECK: {
        "en": "of another deck",
        "ru": "из другой колоды",
        "pl": "z innej talii",
        "fr": "d’un autre paquet",
    },
    Why.MOVING: {"en": "moving", "ru": "движется", "pl": "rusza się", "fr": "bouge"},
    Why.UNPLACED: {
        "en": "place not sure",
        "ru": "место неточно",
        "pl": "miejsce niepewne",
        "fr": "place incertaine",
    },
    Why.COCKED: {"en": "cocked", "ru": "стоит косо", "pl": "stoi krzywo", "fr": "penché"},
    Why.CAMERAS: {
        "en": "cameras disagree",
        "ru": "камеры спорят",
        "pl": "kamery niezgodne",
        "fr": "caméras en désaccord",
    },
}
"""One or two words for a label in the picture."""

WHY_ADVICE: dict[Why, Words] = {
    Why.GLARE: {
        "en": "Light shines on it too brightly. Turn the lamp away or move the card a little.",
        "ru": "На неё слишком ярко светит. Отверни лампу или немного подвинь карту.",
        "pl": "Światło odbija się za mocno. Odwróć lampę albo przesuń trochę kartę.",
        "fr": "La lumière brille trop fort dessus. Tourne la lampe ou déplace un peu la carte.",
    },
    Why.COVERED: {
        "en": "Something lies on it. Take your hand away, and don't put cards on top of each other.",
        "ru": "На ней что-то лежит. Убери руку и не клади карты друг на друга.",
        "pl": "Coś na tym leży. Zabierz rękę i nie kładź kart jedna na drugiej.",
        "fr": "Quelque chose est posé dessus. Enlève ta main et ne mets pas les cartes l’une sur l’autre.",
    },
    Why.BLURRED: {
        "en": "The camera sees it blurred. Ask a grown-up to focus the camera and wipe its lens.",
        "ru": "Камера видит её нерезко. Попроси взрослого навести резкость и протереть объектив.",
        "pl": "Kamera widzi to nieostro. Poproś dorosłego, żeby ustawił ostrość i przetarł obiektyw.",
        "fr": "La caméra la voit floue. Demande à un adulte de régler la netteté et d’essuyer l’objectif.",
    },
    Why.SHAKEN: {
        "en": "The picture shook. Don't touch the table and the camera's stand for a moment.",
        "ru": "Картинка задрожала. Немного не трогай стол и штатив камеры.",
        "pl": "Obraz zadrżał. Przez chwilę nie dotykaj stołu ani statywu kamery.",
        "fr": "L’image a tremblé. Ne touche ni la table ni le pied de la caméra un instant.",
    },
    Why.DARK: {
        "en": "It is too dark for the camera, it sees grain. Switch on more light.",
        "ru": "Для камеры слишком темно, картинка зернистая. Включи больше света.",
        "pl": "Dla kamery jest za ciemno, obraz jest ziarnisty. Włącz więcej światła.",
        "fr": "Il fait trop sombre pour la caméra, l’image a du grain. Allume plus de lumière.",
    },
    Why.TOO_SMALL: {
        "en": "It is too far away for the camera. Put the camera lower or the card nearer.",
        "ru": "Для камеры она слишком далеко. Опусти камеру или положи карту ближе.",
        "pl": "Dla kamery jest za daleko. Opuść kamerę albo połóż kartę bliżej.",
        "fr": "Elle est trop loin pour la caméra. Baisse la caméra ou rapproche la carte.",
    },
    Why.CUT_OFF: {
        "en": "It sticks out of the picture. Move it nearer to the middle of the table.",
        "ru": "Она не помещается в кадр. Подвинь её ближе к середине стола.",
        "pl": "Wystaje poza obraz. Przesuń to bliżej środka stołu.",
        "fr": "Elle dépasse de l’image. Rapproche-la du milieu de la table.",
    },
    Why.DISAGREE: {
        "en": "Its markers don't fit together. Lay it flat, and check that it is not torn or bent.",
        "ru": "Её метки не сходятся. Положи её ровно и проверь, не порвана и не согнута ли она.",
        "pl": "Jej znaczniki do siebie nie pasują. Połóż ją płasko i sprawdź, czy nie jest podarta lub zgięta.",
        "fr": "Ses marques ne vont pas ensemble. Pose-la à plat et vérifie qu’elle n’est ni déchirée ni pliée.",
    },
    Why.DUPLICATE: {
        "en": "The very same thing is on the table twice. Take one away; maybe two kits got mixed.",
        "ru": "Одно и то же лежит на столе дважды. Убери одно; может быть, смешались два набора.",
        "pl": "Dokładnie to samo leży na stole dwa razy. Zabierz jedno; może pomieszały się dwa zestawy.",
        "fr": "La même chose est deux fois sur la table. Enlèves-en une ; deux jeux se sont peut-être mélangés.",
    },
    Why.UNKNOWN: {
        "en": "This does not belong to this game. Take it off the table.",
        "ru": "Это не из этой игры. Убери это со стола.",
        "pl": "To nie jest z tej gry. Zabierz to ze stołu.",
        "fr": "Ceci n’appartient pas à ce jeu. Enlève-le de la table.",
    },
    Why.NOT_OURS: {
        "en": "No side of a card of ours. Turn it over if its blank side is up, or take it away.",
        "ru": "Это не сторона нашей карты. Переверни её, если она лежит чистой стороной вверх, или убери.",
        "pl": "To nie jest strona naszej karty. Odwróć ją, jeśli leży czystą stroną do góry, albo zabierz.",
        "fr": "Ce n’est pas un côté d’une de nos cartes. Retourne-la si son côté blanc est dessus, ou enlève-la.",
    },
    Why.OTHER_DECK: {
        "en": "Its deck has another number than this game; it is at the foot of the sheets. Use the right deck.",
        "ru": "У её колоды другой номер, чем у этой игры; он напечатан внизу листов. Возьми нужную колоду.",
        "pl": "Jej talia ma inny numer niż ta gra; numer jest na dole arkuszy. Weź właściwą talię.",
        "fr": "Son paquet a un autre numéro que cette partie ; il est au bas des feuilles. Prends le bon paquet.",
    },
    Why.MOVING: {
        "en": "It moves. Let everything lie still for a moment.",
        "ru": "Оно движется. Пусть всё немного полежит спокойно.",
        "pl": "To się rusza. Niech wszystko przez chwilę leży spokojnie.",
        "fr": "Ça bouge. Laisse tout immobile un instant.",
    },
    Why.UNPLACED: {
        "en": "Too little of the mat is seen to say where it lies. Uncover the mat's corners.",
        "ru": "Поля видно слишком мало, чтобы сказать, где она лежит. Открой углы поля.",
        "pl": "Widać za mało maty, żeby powiedzieć, gdzie to leży. Odsłoń rogi maty.",
        "fr": "On voit trop peu du tapis pour dire où elle est. Dégage les coins du tapis.",
    },
    Why.COCKED: {
        "en": "The die leans on something, no face is on top. Roll it again where there is room.",
        "ru": "Кубик стоит косо, ни одна грань не сверху. Брось его ещё раз на свободном месте.",
        "pl": "Kostka stoi krzywo, żadna ścianka nie jest na górze. Rzuć ją jeszcze raz na wolnym miejscu.",
        "fr": "Le dé est penché, aucune face n’est dessus. Relance-le là où il y a de la place.",
    },
    Why.CAMERAS: {
        "en": "Two cameras see it differently. Let it lie still; if that lasts, ask a grown-up to look at the cameras.",
        "ru": "Две камеры видят это по-разному. Не трогай; если не поможет, пусть взрослый проверит камеры.",
        "pl": "Dwie kamery widzą to inaczej. Nie ruszaj; jeśli to nie pomoże, poproś dorosłego, by sprawdził kamery.",
        "fr": "Deux caméras la voient autrement. N’y touche pas ; si ça dure, un adulte doit regarder les caméras.",
    },
}
"""What it is and what to do."""

TROUBLE_ADVICE: dict[Trouble, Words] = {
    Trouble.BLACK: {
        "en": "The picture is black. Take off the lens cap and switch on the light.",
        "ru": "Картинка чёрная. Сними крышку с объектива и включи свет.",
        "pl": "Obraz jest czarny. Zdejmij osłonę obiektywu i włącz światło.",
        "fr": "L’image est noire. Enlève le cache de l’objectif et allume la lumière.",
    },
    Trouble.OVEREXPOSED: {
        "en": "The picture is too bright. Turn the lamp away from the camera or make it dimmer.",
        "ru": "Картинка слишком светлая. Отверни лампу от камеры или сделай свет слабее.",
        "pl": "Obraz jest za jasny. Odwróć lampę od kamery albo ją przyciemnij.",
        "fr": "L’image est trop claire. Tourne la lampe ailleurs ou baisse la lumière.",
    },
    Trouble.FROZEN: {
        "en": "The picture has frozen. Unplug the camera and plug it in again.",
        "ru": "Картинка застыла. Отключи камеру и подключи снова.",
        "pl": "Obraz się zatrzymał. Odłącz kamerę i podłącz ją znowu.",
        "fr": "L’image est figée. Débranche la caméra et rebranche-la.",
    },
    Trouble.BLURRED: {
        "en": "The picture is blurred. Focus the camera and wipe its lens.",
        "ru": "Картинка нерезкая. Наведи резкость и протри объектив.",
        "pl": "Obraz jest nieostry. Ustaw ostrość i przetrzyj obiektyw.",
        "fr": "L’image est floue. Règle la netteté et essuie l’objectif.",
    },
    Trouble.DARK: {
        "en": "It is too dark: the picture is all grain. Switch on more light.",
        "ru": "Слишком темно: картинка вся зернистая. Включи больше света.",
        "pl": "Jest za ciemno: obraz jest cały ziarnisty. Włącz więcej światła.",
        "fr": "Il fait trop sombre : l’image n’est que du grain. Allume plus de lumière.",
    },
    Trouble.NO_MAT: {
        "en": "I don't see the mat. Point the camera at the table; at least two corners of the mat must be free.",
        "ru": "Я не вижу поля. Направь камеру на стол; хотя бы два угла поля должны быть открыты.",
        "pl": "Nie widzę maty. Skieruj kamerę na stół; co najmniej dwa rogi maty muszą być odsłonięte.",
        "fr": "Je ne vois pas le tapis. Vise la table ; au moins deux coins du tapis doivent être libres.",
    },
    Trouble.WARPED_MAT: {
        "en": "The mat's corners don't fit together. Lay the mat flat, and don't shake the table or the camera.",
        "ru": "Углы поля не сходятся. Положи поле ровно и не качай стол и камеру.",
        "pl": "Rogi maty do siebie nie pasują. Połóż matę płasko i nie trząś stołem ani kamerą.",
        "fr": "Les coins du tapis ne vont pas ensemble. Pose-le à plat et ne secoue ni la table ni la caméra.",
    },
    Trouble.TOO_SMALL: {
        "en": "The table is too small in the picture. Put the camera lower, or let it send larger pictures.",
        "ru": "Стол на картинке слишком маленький. Опусти камеру или включи картинку побольше.",
        "pl": "Stół na obrazie jest za mały. Opuść kamerę albo ustaw większy obraz.",
        "fr": "La table est trop petite sur l’image. Baisse la caméra ou choisis une image plus grande.",
    },
    Trouble.OTHER_MAT: {
        "en": "Another mat lies here. Put down the mat of this game, or start the game for this mat.",
        "ru": "Здесь лежит другое поле. Положи поле этой игры или начни игру для этого поля.",
        "pl": "Leży tu inna mata. Połóż matę tej gry albo zacznij grę dla tej maty.",
        "fr": "C’est un autre tapis. Mets le tapis de ce jeu, ou lance le jeu pour ce tapis.",
    },
    Trouble.CAMERA_MOVED: {
        "en": "The camera was bumped. Make it stand firmly, then go on.",
        "ru": "Камеру толкнули. Закрепи её и продолжай.",
        "pl": "Kamera została potrącona. Ustaw ją pewnie i graj dalej.",
        "fr": "La caméra a bougé. Fixe-la bien, puis continue.",
    },
    Trouble.NO_FRAMES: {
        "en": "The camera sends no picture. Unplug it and plug it in again.",
        "ru": "Камера не присылает картинку. Отключи её и подключи снова.",
        "pl": "Kamera nie przesyła obrazu. Odłącz ją i podłącz znowu.",
        "fr": "La caméra n’envoie pas d’image. Débranche-la et rebranche-la.",
    },
    Trouble.WRONG_SCALE: {
        "en": "Cards or trays are printed at another size than the mat. Print them again at 100 %.",
        "ru": "Карты или лотки напечатаны не в том масштабе, что поле. Напечатай их ещё раз в 100 %.",
        "pl": "Karty lub tacki wydrukowano w innej skali niż matę. Wydrukuj je jeszcze raz w 100 %.",
        "fr": "Les cartes ou les plateaux n’ont pas la taille du tapis. Imprime-les de nouveau à 100 %.",
    },
}
"""What it is and what to do."""


@dataclass(frozen=True)
class Advice:
    """A reason in people's words."""

    label: Words
    advice: Words


def why_words(why: Why) -> Advice:
    """Why something is unread, as a label, and what to do."""
    return Advice(WHY_WORDS[why], WHY_ADVICE[why])


def trouble_words(trouble: Trouble) -> Words:
    """What is wrong with the picture, and what to do."""
    return TROUBLE_ADVICE[trouble]
