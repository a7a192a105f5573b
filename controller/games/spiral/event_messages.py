"""The sentences of the dice race in four languages: data for :mod:`controller.games.spiral.event_text`.

A player's name stands before a colon, so that any name fits.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

Words = Mapping[Language, str]

PLAYERS: Mapping[str, Words] = {
    "red": {"en": "Red", "ru": "Красные", "pl": "Czerwone", "fr": "Rouges"},
    "blue": {"en": "Blue", "ru": "Синие", "pl": "Niebieskie", "fr": "Bleus"},
    "yellow": {"en": "Yellow", "ru": "Жёлтые", "pl": "Żółte", "fr": "Jaunes"},
    "green": {"en": "Green", "ru": "Зелёные", "pl": "Zielone", "fr": "Verts"},
    "violet": {"en": "Violet", "ru": "Фиолетовые", "pl": "Fioletowe", "fr": "Violets"},
    "orange": {"en": "Orange", "ru": "Оранжевые", "pl": "Pomarańczowe", "fr": "Oranges"},
}
"""The chips' colours; players of other names are called by them."""

FIGURES: Mapping[str, Words] = {
    "king": {"en": "King", "ru": "Король", "pl": "Król", "fr": "Roi"},
    "dragon": {"en": "Dragon", "ru": "Дракон", "pl": "Smok", "fr": "Dragon"},
    "heart": {"en": "Heart", "ru": "Сердце", "pl": "Serce", "fr": "Cœur"},
    "shop": {"en": "Shop", "ru": "Магазин", "pl": "Sklep", "fr": "Magasin"},
    "ace": {"en": "Ace of Spades", "ru": "Туз Пик", "pl": "As Pik", "fr": "As de pique"},
    "spider": {"en": "Spider", "ru": "Паук", "pl": "Pająk", "fr": "Araignée"},
    "chess": {"en": "Chess", "ru": "Шахматы", "pl": "Szachy", "fr": "Échecs"},
}

EVENTS: Mapping[str, Words] = {
    "begun": {
        "en": "Round {game} begins. {who}: the first turn.",
        "ru": "Игра {game} начинается. {who}: первый ход.",
        "pl": "Runda {game} się zaczyna. {who}: pierwszy ruch.",
        "fr": "La manche {game} commence. {who} : premier tour.",
    },
    "rolled": {
        "en": "{who}: the die shows {roll}.",
        "ru": "{who}: на кубике {roll}.",
        "pl": "{who}: na kostce {roll}.",
        "fr": "{who} : le dé montre {roll}.",
    },
    "moved": {
        "en": "{who}: a chip goes from {from} to {to}.",
        "ru": "{who}: фишка идёт с {from} на {to}.",
        "pl": "{who}: pionek idzie z {from} na {to}.",
        "fr": "{who} : un pion va de {from} à {to}.",
    },
    "set": {
        "en": "{who}: a new chip stands on cell {to}.",
        "ru": "{who}: новая фишка встаёт на клетку {to}.",
        "pl": "{who}: nowy pionek staje na polu {to}.",
        "fr": "{who} : un nouveau pion est posé en case {to}.",
    },
    "took": {
        "en": "{who}: another player's chip on {at} was met and leaves the board ({whose}).",
        "ru": "{who}: чужая фишка на {at} встретилась по пути и снимается с поля ({whose}).",
        "pl": "{who}: cudzy pionek na {at} stał na drodze i schodzi z planszy ({whose}).",
        "fr": "{who} : un pion adverse en {at} était sur le chemin et quitte le plateau ({whose}).",
    },
    "king": {
        "en": "{who}: the King on {at} sets one more chip.",
        "ru": "{who}: Король на {at} ставит ещё одну фишку.",
        "pl": "{who}: Król na {at} stawia jeszcze jeden pionek.",
        "fr": "{who} : le Roi en {at} pose un pion de plus.",
    },
    "dragon": {
        "en": "{who}: the Dragon on {from} carries the chip forward six, to {to}.",
        "ru": "{who}: Дракон на {from} несёт фишку вперёд на шесть клеток, на {to}.",
        "pl": "{who}: Smok na {from} niesie pionek sześć pól naprzód, na {to}.",
        "fr": "{who} : le Dragon en {from} porte le pion six cases en avant, en {to}.",
    },
    "shop": {
        "en": "{who}: the purse was forgotten, the Shop on {from} sends the chip back six, to {to}.",
        "ru": "{who}: кошелёк забыт, Магазин на {from} отправляет фишку назад на шесть, на {to}.",
        "pl": "{who}: portfel został w domu, Sklep na {from} cofa pionek o sześć, na {to}.",
        "fr": "{who} : bourse oubliée, le Magasin en {from} renvoie le pion six cases en arrière, en {to}.",
    },
    "chess": {
        "en": "{who}: Chess on {from}, a knight's move to {to}.",
        "ru": "{who}: Шахматы на {from}, ход конём на {to}.",
        "pl": "{who}: Szachy na {from}, ruch skoczka na {to}.",
        "fr": "{who} : Échecs en {from}, saut de cavalier en {to}.",
    },
    "heart": {
        "en": "{who}: the Heart on {at} gives an extra turn.",
        "ru": "{who}: Сердце на {at} дарит дополнительный ход.",
        "pl": "{who}: Serce na {at} daje dodatkowy ruch.",
        "fr": "{who} : le Cœur en {at} offre un tour de plus.",
    },
    "ace": {
        "en": "{who}: the Ace of Spades on {at} takes the chip off the board.",
        "ru": "{who}: Туз Пик на {at} снимает фишку с поля.",
        "pl": "{who}: As Pik na {at} zdejmuje pionek z planszy.",
        "fr": "{who} : l’As de pique en {at} retire le pion du plateau.",
    },
    "spider": {
        "en": "{who}: caught in the Spider's web on {at}, the next turn is missed.",
        "ru": "{who}: паутина Паука на {at}, следующий ход пропускается.",
        "pl": "{who}: sieć Pająka na {at}, następna kolejka przepada.",
        "fr": "{who} : toile de l’Araignée en {at}, le prochain tour est perdu.",
    },
    "idle": {
        "en": "{who}: the {figure} on {at} can do nothing.",
        "ru": "{who}: {figure} на {at} ничего не может сделать.",
        "pl": "{who}: {figure} na {at} nie może nic zrobić.",
        "fr": "{who} : {figure} en {at}, sans effet possible.",
    },
    "home": {
        "en": "{who}: the chip stops exactly on the last free base cell, {at}, and is home.",
        "ru": "{who}: фишка встаёт точно на последнюю свободную клетку базы, {at}, и она дома.",
        "pl": "{who}: pionek staje dokładnie na ostatnim wolnym polu bazy, {at}, i jest w domu.",
        "fr": "{who} : le pion s’arrête juste sur la dernière case libre de la base, {at}, il est arrivé.",
    },
    "passed": {
        "en": "{who}: nothing is legal, the turn passes.",
        "ru": "{who}: допустимых ходов нет, ход пропускается.",
        "pl": "{who}: nie ma dozwolonego ruchu, kolejka przechodzi dalej.",
        "fr": "{who} : aucun coup permis, le tour passe.",
    },
    "again": {
        "en": "{who}: one more turn.",
        "ru": "{who}: ещё один ход.",
        "pl": "{who}: jeszcze jeden ruch.",
        "fr": "{who} : encore un tour.",
    },
    "misses": {
        "en": "{who}: a turn is missed, as the Spider would have it.",
        "ru": "{who}: ход пропущен, так велел Паук.",
        "pl": "{who}: kolejka stracona, tak chciał Pająk.",
        "fr": "{who} : un tour est perdu, l’Araignée l’a voulu.",
    },
    "base-full": {
        "en": "The base is full. {who}: most of its cells ({cells}), this round is won.",
        "ru": "База заполнена. {who}: больше всего её клеток ({cells}), победа в этой игре.",
        "pl": "Baza jest pełna. {who}: najwięcej jej pól ({cells}), runda wygrana.",
        "fr": "La base est pleine. {who} : le plus de cases ({cells}), manche gagnée.",
    },
    "scored": {
        "en": "{who}: {sum} in this round, {total} in all.",
        "ru": "{who}: {sum} за эту игру, всего {total}.",
        "pl": "{who}: {sum} w tej rundzie, razem {total}.",
        "fr": "{who} : {sum} pour cette manche, {total} en tout.",
    },
}
"""An event's name -> its sentence."""

REASONS: Mapping[str, Words] = {
    "compulsory": {
        "en": "moving is compulsory, and something is legal: {first}",
        "ru": "ходить обязательно, а допустимый ход есть: {first}",
        "pl": "ruch jest obowiązkowy, a dozwolony ruch istnieje: {first}",
        "fr": "jouer est obligatoire, et un coup est permis : {first}",
    },
    "not-a-six": {
        "en": "a new chip is set on a six only, and this is a {roll}",
        "ru": "новую фишку ставят только на шестёрку, а выпало {roll}",
        "pl": "nowy pionek stawia się tylko po szóstce, a wypadło {roll}",
        "fr": "un nouveau pion n’entre que sur un six, et c’est un {roll}",
    },
    "own-on-first": {
        "en": "an own chip stands on cell {cell}",
        "ru": "на клетке {cell} стоит своя фишка",
        "pl": "na polu {cell} stoi własny pionek",
        "fr": "un de vos pions est sur la case {cell}",
    },
    "all-chips": {
        "en": "there are {most} chips of this player on the board already",
        "ru": "на доске уже {most} фишки этого игрока",
        "pl": "na planszy są już {most} pionki tego gracza",
        "fr": "ce joueur a déjà {most} pions sur le plateau",
    },
    "is-home": {
        "en": "a chip of {who} on cell {cell} is home, and moves no more",
        "ru": "{who}: фишка на клетке {cell} уже дома и больше не ходит",
        "pl": "{who}: pionek na polu {cell} jest już w domu i więcej się nie rusza",
        "fr": "{who} : le pion de la case {cell} est arrivé et ne bouge plus",
    },
    "not-there": {
        "en": "a chip of {who} on cell {cell} is not there",
        "ru": "{who}: на клетке {cell} фишки нет",
        "pl": "{who}: na polu {cell} nie ma pionka",
        "fr": "{who} : il n’y a pas de pion sur la case {cell}",
    },
    "own": {
        "en": "the chip on cell {cell} would land on an own chip",
        "ru": "фишка с клетки {cell} попала бы на свою фишку",
        "pl": "pionek z pola {cell} stanąłby na własnym pionku",
        "fr": "le pion de la case {cell} arriverait sur un de vos pions",
    },
    "no-chess": {
        "en": "no Chess works here for the knight cell {cell}",
        "ru": "здесь не действуют Шахматы, и клетка {cell} для хода коня лишняя",
        "pl": "nie działają tu Szachy, więc pole {cell} dla skoczka jest zbędne",
        "fr": "aucune case Échecs n’agit ici, la case {cell} du cavalier est de trop",
    },
    "not-offered": {
        "en": "a Chess works here: `knight` must name one of the cells {cells}; {cell} is not one of them",
        "ru": "здесь действуют Шахматы: `knight` называет одну из клеток {cells}; {cell} среди них нет",
        "pl": "działają tu Szachy: `knight` podaje jedno z pól {cells}; {cell} do nich nie należy",
        "fr": "une case Échecs agit ici : `knight` nomme une des cases {cells} ; {cell} n’en est pas une",
    },
    "no-knight": {
        "en": "a Chess works here: `knight` must name one of the cells {cells}; none is chosen",
        "ru": "здесь действуют Шахматы: `knight` называет одну из клеток {cells}; не выбрана ни одна",
        "pl": "działają tu Szachy: `knight` podaje jedno z pól {cells}; nie wybrano żadnego",
        "fr": "une case Échecs agit ici : `knight` nomme une des cases {cells} ; aucune n’est choisie",
    },
}
"""A broken rule -> its sentence."""
