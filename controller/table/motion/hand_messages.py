"""What hands are asked to do, in four languages: pieces to be moved, programs laid as cards, golems pushed."""

from __future__ import annotations

from collections.abc import Mapping

HAND_TEXTS: Mapping[str, Mapping[str, str]] = {
    "hand-move": {
        "en": "Move the {piece} from {origin} to {target}.",
        "ru": "Переставьте с {origin} на {target}: {piece}.",
        "pl": "Przestaw z {origin} na {target}: {piece}.",
        "fr": "Déplacez de {origin} à {target} : {piece}.",
    },
    "hand-turn": {
        "en": "Turn the {piece} on the spot: {target}.",
        "ru": "Поверните на месте ({target}): {piece}.",
        "pl": "Obróć w miejscu ({target}): {piece}.",
        "fr": "Tournez sur place ({target}) : {piece}.",
    },
    "hand-off": {
        "en": "Take the {piece} off {origin}.",
        "ru": "Снимите с {origin}: {piece}.",
        "pl": "Zdejmij z {origin}: {piece}.",
        "fr": "Retirez de {origin} : {piece}.",
    },
    "hand-on": {
        "en": "Put the {piece} on {target}.",
        "ru": "Поставьте на {target}: {piece}.",
        "pl": "Postaw na {target}: {piece}.",
        "fr": "Posez en {target} : {piece}.",
    },
    "hand-in-air": {
        "en": "The {piece} is off its place. Set it down on its new one.",
        "ru": "Нет на месте: {piece}. Поставьте на новое место.",
        "pl": "Nie stoi na miejscu: {piece}. Postaw na nowym.",
        "fr": "Pas à sa place : {piece}. Posez sur la nouvelle.",
    },
    "hand-illegal": {
        "en": "The {piece} may not go from {origin} to {target}.",
        "ru": "Нельзя ходить с {origin} на {target}: {piece}.",
        "pl": "Nie wolno iść z {origin} na {target}: {piece}.",
        "fr": "On ne peut pas aller de {origin} à {target} : {piece}.",
    },
    "hand-not-yours": {
        "en": "It is the turn of: {player}. The other side’s pieces stay where they are.",
        "ru": "Сейчас ход: {player}. Чужие фигуры остаются на местах.",
        "pl": "Teraz ruch: {player}. Cudze pionki zostają na miejscu.",
        "fr": "C’est au tour de : {player}. Les pièces de l’autre camp restent en place.",
    },
    "hand-several": {
        "en": "{player}: more was moved than one move allows. Put it back, then move again.",
        "ru": "{player}: сдвинуто больше, чем за один ход. Верните на места и ходите снова.",
        "pl": "{player}: przestawiono więcej niż jeden ruch. Odstaw i rusz jeszcze raz.",
        "fr": "{player} : plus d’un coup a été joué. Remettez en place, puis rejouez.",
    },
    "hand-which": {
        "en": "More than one move ends so: {moves}. Say on the page which one it is.",
        "ru": "Так кончается не один ход: {moves}. Укажите нужный на странице.",
        "pl": "Tak kończy się więcej niż jeden ruch: {moves}. Wskaż właściwy na stronie.",
        "fr": "Plusieurs coups finissent ainsi : {moves}. Indiquez lequel sur la page.",
    },
    "hand-between": {
        "en": "The {piece} stands between two places near {spot}. Set it in the middle of one.",
        "ru": "Стоит между клетками у {spot}: {piece}. Поставьте на середину клетки.",
        "pl": "Stoi między polami przy {spot}: {piece}. Postaw na środku pola.",
        "fr": "Entre deux cases près de {spot} : {piece}. Posez au milieu d’une case.",
    },
    "hand-unread": {
        "en": "The {piece} can’t be read ({why}). Let it lie flat and alone on its place, its marker free.",
        "ru": "Не читается ({why}): {piece}. Пусть лежит ровно и одна на клетке, метка открыта.",
        "pl": "Nie można odczytać ({why}): {piece}. Niech leży płasko i sam na polu, znacznik odsłonięty.",
        "fr": "Illisible ({why}) : {piece}. À plat et seule sur sa case, le marqueur libre.",
    },
    "hand-ghosts": {
        "en": "The camera does not see these pieces; they stay on the screen only: {pieces}.",
        "ru": "Камера не видит этих фигур, они есть только на экране: {pieces}.",
        "pl": "Kamera nie widzi tych pionków, są tylko na ekranie: {pieces}.",
        "fr": "La caméra ne voit pas ces pièces, elles restent à l’écran : {pieces}.",
    },
    "piece-die-unread": {
        "en": "The die lies there, but it can’t be read ({why}). Throw it again, on a free place.",
        "ru": "Кубик не читается ({why}). Бросьте снова, на свободное место.",
        "pl": "Nie można odczytać kostki ({why}). Rzuć jeszcze raz, na wolne miejsce.",
        "fr": "Le dé est illisible ({why}). Relancez-le, à un endroit libre.",
    },
    "piece-die-old": {
        "en": "{player}: throw the die. It still lies as it did before.",
        "ru": "{player}: бросьте кубик. Он лежит, как прежде.",
        "pl": "{player}: rzuć kostką. Leży jak przedtem.",
        "fr": "{player} : lancez le dé. Il n’a pas bougé.",
    },
    "steps-lay": {
        "en": "Lay the program of the {piece} on the field, in rows as one reads, face up or down; or write it here.",
        "ru": "Выложите программу на поле, рядами, как читают, можно рубашкой вверх, или напишите здесь: {piece}.",
        "pl": "Ułóż program na planszy, rzędami jak tekst, może być zakryty, albo napisz go tutaj: {piece}.",
        "fr": "Posez le programme sur le plateau, en lignes comme un texte, même caché, ou écrivez-le ici : {piece}.",
    },
    "steps-count": {
        "en": "Cards read for the {piece}: {count}. If that is all of them, lock the program.",
        "ru": "Прочитано карт: {count} ({piece}). Если это все, закройте программу.",
        "pl": "Odczytane karty: {count} ({piece}). Jeśli to wszystkie, zamknij program.",
        "fr": "Cartes lues : {count} ({piece}). Si elles y sont toutes, verrouillez le programme.",
    },
    "steps-left": {
        "en": "Take up the cards that were locked. Then it is the turn of the {piece}.",
        "ru": "Уберите карты закрытой программы. Затем очередь: {piece}.",
        "pl": "Zbierz karty zamkniętego programu. Potem kolej: {piece}.",
        "fr": "Ramassez les cartes verrouillées. Ensuite, au tour de : {piece}.",
    },
    "steps-over": {
        "en": "All programs are locked. Take up the cards: the field must be free.",
        "ru": "Все программы закрыты. Уберите карты: поле должно быть свободно.",
        "pl": "Wszystkie programy są zamknięte. Zbierz karty: plansza musi być wolna.",
        "fr": "Tous les programmes sont verrouillés. Ramassez les cartes : le plateau doit être libre.",
    },
    "steps-unread": {
        "en": "A card of the {piece} can’t be read. Keep hands and light off it, and lay it flat. Cards read: {count}.",
        "ru": "Карта не читается ({piece}). Уберите руку и блик, положите ровно. Прочитано: {count}.",
        "pl": "Karty nie da się odczytać ({piece}). Zabierz rękę i odblask, połóż płasko. Odczytane: {count}.",
        "fr": "Une carte est illisible ({piece}). Ni main ni reflet, bien à plat. Cartes lues : {count}.",
    },
    "steps-turned": {
        "en": "Turn all cards of the {piece} the same way up. Cards read: {count}.",
        "ru": "Поверните все карты одинаково: {piece}. Прочитано: {count}.",
        "pl": "Obróć wszystkie karty w tę samą stronę: {piece}. Odczytane: {count}.",
        "fr": "Tournez toutes les cartes dans le même sens : {piece}. Cartes lues : {count}.",
    },
    "steps-overlap": {
        "en": "Cards of the {piece} lie on each other. Lay them side by side. Cards read: {count}.",
        "ru": "Карты лежат друг на друге: {piece}. Положите рядом. Прочитано: {count}.",
        "pl": "Karty leżą jedna na drugiej: {piece}. Połóż obok siebie. Odczytane: {count}.",
        "fr": "Des cartes se chevauchent : {piece}. Posez-les côte à côte. Cartes lues : {count}.",
    },
    "steps-gap": {
        "en": "There is room for a card between those of the {piece}. Close the rows; only the last row of the steps, "
        "or of a question, may be short. Cards read: {count}.",
        "ru": "Между картами есть место ещё для одной: {piece}. Сдвиньте ряды; короче только последний ряд шагов или "
        "вопроса. Прочитано: {count}.",
        "pl": "Między kartami jest miejsce na jeszcze jedną: {piece}. Zsuń rzędy; krótszy tylko ostatni rząd kroków "
        "albo pytania. Odczytane: {count}.",
        "fr": "Il reste la place d’une carte : {piece}. Serrez les lignes ; seule la dernière ligne des pas, ou d’une "
        "question, est plus courte. Cartes lues : {count}.",
    },
    "hand-ahead": {
        "en": "The {golem} golem: push it {mm} mm straight ahead, then press Done.",
        "ru": "Голем ({golem}): подвиньте на {mm} мм прямо вперёд и нажмите «Готово».",
        "pl": "Golem ({golem}): przesuń o {mm} mm prosto do przodu i naciśnij „Gotowe”.",
        "fr": "Le golem {golem} : poussez-le de {mm} mm tout droit, puis « C’est fait ».",
    },
    "hand-back": {
        "en": "The {golem} golem: push it {mm} mm straight back, then press Done.",
        "ru": "Голем ({golem}): подвиньте на {mm} мм прямо назад и нажмите «Готово».",
        "pl": "Golem ({golem}): przesuń o {mm} mm prosto do tyłu i naciśnij „Gotowe”.",
        "fr": "Le golem {golem} : reculez-le de {mm} mm tout droit, puis « C’est fait ».",
    },
    "hand-left": {
        "en": "The {golem} golem: turn it to its left by {degrees}°, then press Done.",
        "ru": "Голем ({golem}): поверните влево на {degrees}° и нажмите «Готово».",
        "pl": "Golem ({golem}): obróć w lewo o {degrees}° i naciśnij „Gotowe”.",
        "fr": "Le golem {golem} : tournez-le à sa gauche de {degrees}°, puis « C’est fait ».",
    },
    "hand-right": {
        "en": "The {golem} golem: turn it to its right by {degrees}°, then press Done.",
        "ru": "Голем ({golem}): поверните вправо на {degrees}° и нажмите «Готово».",
        "pl": "Golem ({golem}): obróć w prawo o {degrees}° i naciśnij „Gotowe”.",
        "fr": "Le golem {golem} : tournez-le à sa droite de {degrees}°, puis « C’est fait ».",
    },
    "hand-still": {
        "en": "The camera still sees this otherwise:",
        "ru": "Камера пока видит другое:",
        "pl": "Kamera wciąż widzi co innego:",
        "fr": "La caméra voit encore autre chose :",
    },
    "hand-set-up": {
        "en": "Set up the board as it is shown here ({count} pieces), then press Done.",
        "ru": "Расставьте фигуры, как здесь показано ({count}), и нажмите «Готово».",
        "pl": "Ustaw pionki tak, jak tu pokazano ({count}), i naciśnij „Gotowe”.",
        "fr": "Placez les pièces comme montré ici ({count}), puis appuyez sur « C’est fait ».",
    },
}
"""Sentences of :func:`controller.table.view.table_messages.say` by their code."""
