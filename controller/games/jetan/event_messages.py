"""The sentences of Jetan in four languages: data for :mod:`controller.games.jetan.event_text`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

Words = Mapping[Language, str]

SIDES: tuple[Words, ...] = (
    {"en": "Black", "ru": "Чёрные", "pl": "Czarne", "fr": "Noirs"},
    {"en": "Orange", "ru": "Оранжевые", "pl": "Pomarańczowe", "fr": "Oranges"},
)
"""A side before a colon, by number."""

PIECES: tuple[Words, ...] = (
    {"en": "warrior", "ru": "воин", "pl": "wojownik", "fr": "le guerrier"},
    {"en": "padwar", "ru": "падвар", "pl": "padwar", "fr": "le padwar"},
    {"en": "dwar", "ru": "двар", "pl": "dwar", "fr": "le dwar"},
    {"en": "flier", "ru": "лётчик", "pl": "lotnik", "fr": "l’aviateur"},
    {"en": "chief", "ru": "вождь", "pl": "wódz", "fr": "le chef"},
    {"en": "princess", "ru": "принцесса", "pl": "księżniczka", "fr": "la princesse"},
    {"en": "thoat", "ru": "тот", "pl": "thoat", "fr": "le thoat"},
    {"en": "panthan", "ru": "пантан", "pl": "panthan", "fr": "le panthan"},
)
"""A piece as the subject of a sentence, by kind."""

STEPS: tuple[Words, ...] = (
    {
        "en": "exactly two straight steps",
        "ru": "ровно два прямых шага",
        "pl": "dokładnie dwa kroki prosto",
        "fr": "exactement deux pas droits",
    },
    {
        "en": "exactly two diagonal steps",
        "ru": "ровно два шага по диагонали",
        "pl": "dokładnie dwa kroki na ukos",
        "fr": "exactement deux pas en diagonale",
    },
    {
        "en": "exactly three straight steps",
        "ru": "ровно три прямых шага",
        "pl": "dokładnie trzy kroki prosto",
        "fr": "exactement trois pas droits",
    },
    {
        "en": "exactly three diagonal steps, with jumps",
        "ru": "ровно три шага по диагонали, с прыжками",
        "pl": "dokładnie trzy kroki na ukos, ze skokami",
        "fr": "exactement trois pas en diagonale, sauts permis",
    },
    {
        "en": "exactly three steps in any direction",
        "ru": "ровно три шага в любую сторону",
        "pl": "dokładnie trzy kroki w dowolną stronę",
        "fr": "exactement trois pas dans toutes les directions",
    },
    {
        "en": "exactly three steps in any direction, with jumps",
        "ru": "ровно три шага в любую сторону, с прыжками",
        "pl": "dokładnie trzy kroki w dowolną stronę, ze skokami",
        "fr": "exactement trois pas dans toutes les directions, sauts permis",
    },
    {
        "en": "one straight step and one diagonal step",
        "ru": "один прямой шаг и один по диагонали",
        "pl": "jeden krok prosto i jeden na ukos",
        "fr": "un pas droit et un pas en diagonale",
    },
    {
        "en": "one step, but not backward",
        "ru": "один шаг, но не назад",
        "pl": "jeden krok, ale nie wstecz",
        "fr": "un pas, mais jamais en arrière",
    },
)
"""How a kind goes."""

EVENTS: Mapping[str, Words] = {
    "begun": {
        "en": "A new game begins: {side} to move.",
        "ru": "Новая партия. Первый ход: {side}.",
        "pl": "Nowa partia. Pierwszy ruch: {side}.",
        "fr": "Nouvelle partie. Premier coup : {side}.",
    },
    "moved": {
        "en": "{side}: {piece} from {from} to {to}.",
        "ru": "{side}: {piece} идёт с {from} на {to}.",
        "pl": "{side}: {piece} idzie z {from} na {to}.",
        "fr": "{side} : {piece} va de {from} à {to}.",
    },
    "escaped": {
        "en": "{side}: the princess escapes from {from} to {to}. She can do so once in a game.",
        "ru": "{side}: принцесса бежит с {from} на {to}. Это можно раз за партию.",
        "pl": "{side}: księżniczka ucieka z {from} na {to}. Wolno to raz w partii.",
        "fr": "{side} : la princesse s’échappe de {from} à {to}. C’est permis une fois par partie.",
    },
    "taken": {
        "en": "{side} loses a piece on {at}: {piece}.",
        "ru": "{side} теряют фигуру на {at}: {piece}.",
        "pl": "{side} tracą figurę na {at}: {piece}.",
        "fr": "{side} : une pièce est perdue en {at}, {piece}.",
    },
    "counting": {
        "en": "Both sides have three pieces or fewer: move {count} of 10; after the tenth the game is drawn.",
        "ru": "У обеих сторон не больше трёх фигур: ход {count} из 10; после десятого ничья.",
        "pl": "Obie strony mają najwyżej trzy figury: ruch {count} z 10; po dziesiątym jest remis.",
        "fr": "Chaque camp a trois pièces ou moins : coup {count} sur 10 ; après le dixième, la partie est nulle.",
    },
    "offered": {
        "en": "{side} offers a draw.",
        "ru": "{side} предлагают ничью.",
        "pl": "{side} proponują remis.",
        "fr": "{side} : proposition de partie nulle.",
    },
    "resigned": {
        "en": "{side} resigns.",
        "ru": "{side} сдаются.",
        "pl": "{side} poddają się.",
        "fr": "{side} : abandon.",
    },
    "paid": {
        "en": "{side} wins the stakes: {amount}.",
        "ru": "{side} выигрывают ставку: {amount}.",
        "pl": "{side} wygrywają stawkę: {amount}.",
        "fr": "{side} : mise gagnée, {amount}.",
    },
    "ended princess": {
        "en": "{side} wins: the opponent's princess is taken.",
        "ru": "{side} выиграли: принцесса противника взята.",
        "pl": "{side} wygrywają: księżniczka przeciwnika została zbita.",
        "fr": "{side} : victoire, la princesse adverse est prise.",
    },
    "ended chief": {
        "en": "{side} wins: chief takes chief.",
        "ru": "{side} выиграли: вождь взял вождя.",
        "pl": "{side} wygrywają: wódz zbił wodza.",
        "fr": "{side} : victoire, le chef prend le chef.",
    },
    "ended resigned": {
        "en": "{side} wins: the opponent resigned.",
        "ru": "{side} выиграли: противник сдался.",
        "pl": "{side} wygrywają: przeciwnik się poddał.",
        "fr": "{side} : victoire par abandon.",
    },
    "drawn chief": {
        "en": "A draw: a chief was taken by a piece that is not a chief.",
        "ru": "Ничья: вождя взяла фигура, которая не вождь.",
        "pl": "Remis: wodza zbiła figura, która nie jest wodzem.",
        "fr": "Partie nulle : un chef a été pris par une pièce qui n’est pas un chef.",
    },
    "drawn ten-moves": {
        "en": "A draw: ten moves with three pieces a side or fewer, and nobody has won.",
        "ru": "Ничья: десять ходов при трёх фигурах и меньше, и никто не выиграл.",
        "pl": "Remis: dziesięć ruchów przy trzech figurach lub mniej i nikt nie wygrał.",
        "fr": "Partie nulle : dix coups avec trois pièces ou moins par camp, sans vainqueur.",
    },
    "drawn no-move": {
        "en": "A draw: {side} has no legal move.",
        "ru": "Ничья, нет ни одного хода: {side}.",
        "pl": "Remis, żadnego ruchu nie ma tu strona: {side}.",
        "fr": "Partie nulle, aucun coup permis : {side}.",
    },
    "drawn agreed": {
        "en": "A draw: both sides agreed.",
        "ru": "Ничья по согласию сторон.",
        "pl": "Remis za zgodą obu stron.",
        "fr": "Partie nulle d’un commun accord.",
    },
}
"""An event's name, for ends with the reason, -> its sentence."""

REASONS: Mapping[str, Words] = {
    "over": {
        "en": "the game is over, there is nothing to move",
        "ru": "партия окончена, ходов больше нет",
        "pl": "partia jest skończona, nie ma już ruchów",
        "fr": "la partie est finie, il n’y a plus de coup",
    },
    "empty": {
        "en": "no piece stands on {start}",
        "ru": "на {start} нет фигуры",
        "pl": "na {start} nie ma figury",
        "fr": "il n’y a pas de pièce en {start}",
    },
    "foreign": {
        "en": "the piece on {start} is the opponent's",
        "ru": "фигура на {start} чужая",
        "pl": "figura na {start} należy do przeciwnika",
        "fr": "la pièce en {start} est à l’adversaire",
    },
    "sign": {
        "en": "this move is written {start}{where}{end}",
        "ru": "этот ход пишется {start}{where}{end}",
        "pl": "ten ruch zapisuje się {start}{where}{end}",
        "fr": "ce coup s’écrit {start}{where}{end}",
    },
    "same": {
        "en": "a move never ends where it began",
        "ru": "ход не кончается там, где начался",
        "pl": "ruch nigdy nie kończy się tam, gdzie się zaczął",
        "fr": "un coup ne finit jamais là où il a commencé",
    },
    "own": {
        "en": "a piece of the same side stands on {end}",
        "ru": "на {end} стоит своя фигура",
        "pl": "na {end} stoi własna figura",
        "fr": "une pièce du même camp est en {end}",
    },
    "only-princess": {
        "en": "only a princess escapes; this is: {piece}",
        "ru": "бежать может только принцесса, а это {piece}",
        "pl": "uciekać może tylko księżniczka, a to jest {piece}",
        "fr": "seule la princesse s’échappe, et c’est {piece}",
    },
    "escaped": {
        "en": "this princess may not escape any more",
        "ru": "эта принцесса бежать больше не может",
        "pl": "ta księżniczka nie może już uciekać",
        "fr": "cette princesse ne peut plus s’échapper",
    },
    "far": {
        "en": "{piece}: {steps}; none of its ways leads from {start} to {end}",
        "ru": "{piece}: {steps}; с {start} на {end} так не попасть",
        "pl": "{piece}: {steps}; z {start} na {end} tak się nie dojdzie",
        "fr": "{piece} : {steps} ; aucun chemin ne mène de {start} à {end}",
    },
    "blocked": {
        "en": "{piece}: other pieces stand in every way from {start} to {end}, and it does not jump",
        "ru": "{piece}: все пути с {start} на {end} заняты, а прыгать нельзя",
        "pl": "{piece}: wszystkie drogi z {start} na {end} są zajęte, a skakać nie wolno",
        "fr": "{piece} : tous les chemins de {start} à {end} sont occupés, et les sauts sont interdits",
    },
    "takes-nothing": {
        "en": "a princess takes no piece, and {end} is the opponent's",
        "ru": "принцесса не берёт фигур, а на {end} чужая",
        "pl": "księżniczka nie bije, a na {end} stoi figura przeciwnika",
        "fr": "la princesse ne prend pas, et {end} est à l’adversaire",
    },
    "attacked": {
        "en": "a princess may not go where she can be taken: {end} is attacked from {where} ({other})",
        "ru": "принцессе нельзя под бой: {end} под ударом с {where} ({other})",
        "pl": "księżniczce nie wolno pod bicie: {end} jest atakowane z {where} ({other})",
        "fr": "la princesse ne va pas là où elle serait prise : {end} est attaqué depuis {where} ({other})",
    },
}
"""A broken rule -> its sentence."""
