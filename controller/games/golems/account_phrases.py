"""The parts of a golem's sentence, in four languages: data for :mod:`controller.games.golems.account_words`.

A clause has a verb and no subject: the golem at the head of the sentence is the subject of all of them. `{other}` is
another golem as a subject, `{whom}` the same in the accusative (in Russian and Polish also the genitive). Forms that
depend on a number are avoided: numbers follow a colon.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.languages import Language

Words = Mapping[Language, str]

HEADS: Mapping[str, str] = {
    "card": "{who} ({card})",
    "if": "{who} ({test} {answer} → {card})",
    "nothing": "{who}",
}
"""How a sentence begins, in every language: the golem and its cards; with what an If found and the card that counts;
without cards."""

JOINT: Words = {"en": "; ", "ru": "; ", "pl": "; ", "fr": " ; "}
"""What stands between clauses."""

ANSWERS: Mapping[str, Words] = {
    "enemy golem": {
        "en": "yes, {other} in {cell}",
        "ru": "да, {other} на {cell}",
        "pl": "tak, {other} na {cell}",
        "fr": "oui, {other} en {cell}",
    },
    "enemy barrel": {
        "en": "yes, a barrel in {cell} counts as one",
        "ru": "да, бочка на {cell} тоже считается",
        "pl": "tak, beczka na {cell} też się liczy",
        "fr": "oui, un tonneau en {cell} en est un",
    },
    "enemy ally": {
        "en": "no, {other} in {cell} is on the same side",
        "ru": "нет, {other} на {cell} — свой",
        "pl": "nie, {other} na {cell} jest po tej samej stronie",
        "fr": "non, {other} en {cell} est du même camp",
    },
    "enemy nobody": {
        "en": "no, {cell} is empty",
        "ru": "нет, на {cell} пусто",
        "pl": "nie, pole {cell} jest puste",
        "fr": "non, {cell} est vide",
    },
    "enemy wall": {
        "en": "no, only a wall in {cell}",
        "ru": "нет, на {cell} только стена",
        "pl": "nie, na {cell} jest tylko mur",
        "fr": "non, seulement un mur en {cell}",
    },
    "enemy water": {
        "en": "no, only water in {cell}",
        "ru": "нет, на {cell} только вода",
        "pl": "nie, na {cell} jest tylko woda",
        "fr": "non, seulement de l’eau en {cell}",
    },
    "enemy edge": {
        "en": "no, the board ends ahead",
        "ru": "нет, впереди край поля",
        "pl": "nie, z przodu kończy się plansza",
        "fr": "non, le plateau s’arrête devant",
    },
    "attacked yes": {
        "en": "yes, {other} in {cell} is about to strike",
        "ru": "да, {other} с {cell} сейчас ударит",
        "pl": "tak, {other} z {cell} zaraz uderzy",
        "fr": "oui, {other} en {cell} va frapper",
    },
    "attacked no": {
        "en": "no, nobody is sure to strike",
        "ru": "нет, заведомо никто не бьёт",
        "pl": "nie, na pewno nikt nie uderza",
        "fr": "non, personne n’est sûr de frapper",
    },
}
"""What an If found."""

CLAUSES: Mapping[str, Words] = {
    # --- moving
    "go": {
        "en": "goes from {from} to {to}: the cell is free",
        "ru": "идёт с {from} на {to}: клетка свободна",
        "pl": "idzie z {from} na {to}: pole jest wolne",
        "fr": "va de {from} à {to} : la case est libre",
    },
    "go on": {
        "en": "goes {path}: the way is free",
        "ru": "идёт {path}: путь свободен",
        "pl": "idzie {path}: droga jest wolna",
        "fr": "va {path} : la voie est libre",
    },
    "go follow": {
        "en": "goes from {from} to {to}: {other} leaves that cell at the same moment",
        "ru": "идёт с {from} на {to}: {other} в тот же миг уходит с этой клетки",
        "pl": "idzie z {from} na {to}: {other} w tej samej chwili schodzi z tego pola",
        "fr": "va de {from} à {to} : {other} quitte cette case au même moment",
    },
    "go ring": {
        "en": "goes from {from} to {to} after {whom}: all in this ring move on at once",
        "ru": "идёт с {from} на {to}: {other} и все остальные в кольце шагают разом",
        "pl": "idzie z {from} na {to}: {other} i wszyscy pozostali w kole ruszają naraz",
        "fr": "va de {from} à {to} derrière {other} : tous ceux de cette ronde avancent ensemble",
    },
    "stream": {
        "en": "enters the stream from {from} and comes out at {to}",
        "ru": "входит в поток с {from} и выходит на {to}",
        "pl": "wchodzi w nurt z {from} i wypływa na {to}",
        "fr": "entre dans le courant depuis {from} et ressort en {to}",
    },
    "stream follow": {
        "en": "enters the stream from {from} and comes out at {to}, which {other} leaves at the same moment",
        "ru": "входит в поток с {from} и выходит на {to}: {other} в тот же миг уходит оттуда",
        "pl": "wchodzi w nurt z {from} i wypływa na {to}: {other} w tej samej chwili stamtąd odchodzi",
        "fr": "entre dans le courant depuis {from} et ressort en {to}, que {other} quitte au même moment",
    },
    "stream ring": {
        "en": "enters the stream from {from} and comes out at {to} after {whom}: all in this ring move on at once",
        "ru": "входит в поток с {from} и выходит на {to}: {other} и все остальные в кольце шагают разом",
        "pl": "wchodzi w nurt z {from} i wypływa na {to}: {other} i wszyscy pozostali w kole ruszają naraz",
        "fr": "entre dans le courant depuis {from} et ressort en {to} derrière {other} : "
        "tous ceux de cette ronde avancent ensemble",
    },
    "stream back": {
        "en": "enters the stream, which brings it back to its own cell {to}",
        "ru": "входит в поток, и тот выносит его обратно на {to}",
        "pl": "wchodzi w nurt, który wynosi go z powrotem na {to}",
        "fr": "entre dans le courant, qui le ramène à sa propre case {to}",
    },
    "turn": {
        "en": "turns and now looks {facing}: a turn always succeeds",
        "ru": "поворачивается и смотрит {facing}: поворот удаётся всегда",
        "pl": "obraca się i patrzy {facing}: obrót zawsze się udaje",
        "fr": "tourne et regarde {facing} : tourner réussit toujours",
    },
    "stand": {
        "en": "stays in {at}",
        "ru": "стоит на {at}",
        "pl": "stoi na {at}",
        "fr": "reste en {at}",
    },
    # --- blocked
    "blocked edge": {
        "en": "does not move: {facing} of {at} the board ends",
        "ru": "не двигается с {at}: дальше {facing} — край поля",
        "pl": "nie rusza się z {at}: dalej {facing} kończy się plansza",
        "fr": "ne bouge pas : {facing} de {at}, le plateau s’arrête",
    },
    "blocked wall": {
        "en": "does not move: a wall stands in {to}",
        "ru": "не двигается: на {to} стена",
        "pl": "nie rusza się: na {to} stoi mur",
        "fr": "ne bouge pas : il y a un mur en {to}",
    },
    "blocked barrel": {
        "en": "does not move: a barrel stands in {to}, and golems push no barrels",
        "ru": "не двигается: на {to} бочка, а бочки големы не толкают",
        "pl": "nie rusza się: na {to} stoi beczka, a golemy beczek nie pchają",
        "fr": "ne bouge pas : il y a un tonneau en {to}, et les golems ne poussent pas les tonneaux",
    },
    "blocked water": {
        "en": "does not move: {to} is water, and nobody walks on water",
        "ru": "не двигается: на {to} вода, а по воде не ходят",
        "pl": "nie rusza się: na {to} jest woda, a po wodzie się nie chodzi",
        "fr": "ne bouge pas : {to} est de l’eau, et on ne marche pas sur l’eau",
    },
    "blocked bank": {
        "en": "does not move: {to} is a stream, but from this side a bank bars it, and it is plain water",
        "ru": "не двигается: на {to} поток, но с этой стороны берег, и это просто вода",
        "pl": "nie rusza się: na {to} jest nurt, ale z tej strony jest brzeg, więc to zwykła woda",
        "fr": "ne bouge pas : {to} est un courant, mais de ce côté il y a la rive, et c’est de l’eau ordinaire",
    },
    "blocked swap": {
        "en": "does not move: {other} in {to} comes the other way, and nobody swaps cells",
        "ru": "не двигается: {other} с {to} идёт навстречу, а меняться местами нельзя",
        "pl": "nie rusza się: {other} z {to} idzie naprzeciw, a zamiana miejsc jest zabroniona",
        "fr": "ne bouge pas : {other} en {to} vient en face, et on n’échange pas sa place",
    },
    "blocked contested": {
        "en": "does not move: {other} aims at the same cell {to}, so nobody gets it",
        "ru": "не двигается: {other} метит на ту же клетку {to}, и она не достаётся никому",
        "pl": "nie rusza się: {other} mierzy w to samo pole {to}, więc nikt go nie zajmuje",
        "fr": "ne bouge pas : {other} vise la même case {to}, donc personne ne l’obtient",
    },
    "blocked golem": {
        "en": "does not move: {other} stands in {to} and does not leave it",
        "ru": "не двигается: на {to} стоит {other} и не уходит",
        "pl": "nie rusza się: na {to} stoi {other} i nie odchodzi",
        "fr": "ne bouge pas : {other} occupe {to} et n’en part pas",
    },
    "blocked held": {
        "en": "does not move: {other} in {to} wants to leave, but is stopped as well",
        "ru": "не двигается: {other} на {to} хочет уйти, но тоже не может",
        "pl": "nie rusza się: {other} na {to} chce odejść, ale też nie może",
        "fr": "ne bouge pas : {other} en {to} veut partir, mais ne le peut pas non plus",
    },
    "stream blocked wall": {
        "en": "is not carried by the stream: a wall stands at its exit {to}",
        "ru": "не уносится потоком: на выходе {to} стена",
        "pl": "nie zostaje uniesiony przez nurt: u wylotu, na {to}, stoi mur",
        "fr": "n’est pas emporté par le courant : un mur occupe la sortie {to}",
    },
    "stream blocked barrel": {
        "en": "is not carried by the stream: a barrel stands at its exit {to}",
        "ru": "не уносится потоком: на выходе {to} бочка",
        "pl": "nie zostaje uniesiony przez nurt: u wylotu, na {to}, stoi beczka",
        "fr": "n’est pas emporté par le courant : un tonneau occupe la sortie {to}",
    },
    "stream blocked swap": {
        "en": "is not carried by the stream: {other} comes from its exit {to} the other way, and nobody swaps cells",
        "ru": "не уносится потоком: {other} с выхода {to} идёт навстречу, а меняться местами нельзя",
        "pl": "nie zostaje uniesiony przez nurt: {other} z wylotu {to} idzie naprzeciw, "
        "a zamiana miejsc jest zabroniona",
        "fr": "n’est pas emporté par le courant : {other} vient en face de la sortie {to}, "
        "et on n’échange pas sa place",
    },
    "stream blocked contested": {
        "en": "is not carried by the stream: {other} aims at the same cell {to}, its exit, so nobody gets it",
        "ru": "не уносится потоком: {other} метит на ту же клетку {to}, и она не достаётся никому",
        "pl": "nie zostaje uniesiony przez nurt: {other} mierzy w to samo pole {to}, więc nikt go nie zajmuje",
        "fr": "n’est pas emporté par le courant : {other} vise la même case {to}, donc personne ne l’obtient",
    },
    "stream blocked golem": {
        "en": "is not carried by the stream: {other} stands at its exit {to} and does not leave it",
        "ru": "не уносится потоком: на выходе {to} стоит {other} и не уходит",
        "pl": "nie zostaje uniesiony przez nurt: u wylotu, na {to}, stoi {other} i nie odchodzi",
        "fr": "n’est pas emporté par le courant : {other} occupe la sortie {to} et n’en part pas",
    },
    "stream blocked held": {
        "en": "is not carried by the stream: {other} at its exit {to} wants to leave, but is stopped as well",
        "ru": "не уносится потоком: {other} на выходе {to} хочет уйти, но тоже не может",
        "pl": "nie zostaje uniesiony przez nurt: {other} u wylotu, na {to}, chce odejść, ale też nie może",
        "fr": "n’est pas emporté par le courant : {other} en {to}, à la sortie, veut partir, "
        "mais ne le peut pas non plus",
    },
    # --- striking and being struck
    "struck life": {
        "en": "strikes {whom} in {cell}, which costs a life",
        "ru": "бьёт {whom} на {cell} и отнимает жизнь",
        "pl": "uderza {whom} na {cell} i odbiera życie",
        "fr": "frappe {other} en {cell}, ce qui lui coûte une vie",
    },
    "struck barrel": {
        "en": "strikes {whom} in {cell}: the barrel takes it, and no life is lost",
        "ru": "бьёт {whom} на {cell}: удар принимает бочка, жизнь цела",
        "pl": "uderza {whom} na {cell}: cios przyjmuje beczka, życie zostaje",
        "fr": "frappe {other} en {cell} : le tonneau encaisse, aucune vie n’est perdue",
    },
    "struck fell": {
        "en": "strikes {whom} in {cell}, who falls under other strikes already",
        "ru": "бьёт {whom} на {cell}: тот падает уже от других ударов",
        "pl": "uderza {whom} na {cell}, który pada już od innych ciosów",
        "fr": "frappe {other} en {cell}, qui tombe déjà sous d’autres coups",
    },
    "parried": {
        "en": "strikes at {whom} in {cell} in vain: {other} defends",
        "ru": "бьёт {whom} на {cell} напрасно: {other} защищается",
        "pl": "uderza {whom} na {cell} na próżno: {other} się broni",
        "fr": "frappe {other} en {cell} en vain : {other} se défend",
    },
    "missed": {
        "en": "strikes the air: neither a golem nor a barrel is in {cell}",
        "ru": "бьёт мимо: на {cell} ни голема, ни бочки",
        "pl": "uderza w powietrze: na {cell} nie ma ani golema, ani beczki",
        "fr": "frappe dans le vide : ni golem ni tonneau en {cell}",
    },
    "missed left": {
        "en": "strikes the air: {other} has left {cell} in this very row",
        "ru": "бьёт мимо: {other} в этом же ряду уходит с {cell}",
        "pl": "uderza w powietrze: {other} w tym samym rzędzie schodzi z {cell}",
        "fr": "frappe dans le vide : {other} a quitté {cell} dans cette même rangée",
    },
    "missed wall": {
        "en": "strikes the wall in {cell}: nothing happens",
        "ru": "бьёт в стену на {cell}: ничего не происходит",
        "pl": "uderza w mur na {cell}: nic się nie dzieje",
        "fr": "frappe le mur en {cell} : il ne se passe rien",
    },
    "missed water": {
        "en": "strikes the water in {cell}: nothing happens",
        "ru": "бьёт по воде на {cell}: ничего не происходит",
        "pl": "uderza w wodę na {cell}: nic się nie dzieje",
        "fr": "frappe l’eau en {cell} : il ne se passe rien",
    },
    "missed edge": {
        "en": "strikes the air: beyond {at} the board ends",
        "ru": "бьёт мимо: за {at} поле кончается",
        "pl": "uderza w powietrze: za {at} kończy się plansza",
        "fr": "frappe dans le vide : après {at}, le plateau s’arrête",
    },
    "destroyed": {
        "en": "destroys the barrel in {cell}",
        "ru": "разбивает бочку на {cell}",
        "pl": "rozbija beczkę na {cell}",
        "fr": "détruit le tonneau en {cell}",
    },
    "guard": {
        "en": "guards in {at} against every strike of this row",
        "ru": "закрывается на {at} от всех ударов этого ряда",
        "pl": "osłania się na {at} przed każdym ciosem w tym rzędzie",
        "fr": "se protège en {at} de tous les coups de cette rangée",
    },
    "defended": {
        "en": "wards off the strike of {whom}",
        "ru": "отбивает удар {whom}",
        "pl": "odpiera cios {whom}",
        "fr": "pare le coup de {other}",
    },
    "lost life strike": {
        "en": "loses a life to the strike of {whom} (lives left: {lives})",
        "ru": "теряет жизнь от удара {whom} (осталось жизней: {lives})",
        "pl": "traci życie od ciosu {whom} (pozostało żyć: {lives})",
        "fr": "perd une vie sous le coup de {other} (vies restantes : {lives})",
    },
    "lost life water": {
        "en": "loses a life, the price of water (lives left: {lives})",
        "ru": "теряет жизнь: такова цена воды (осталось жизней: {lives})",
        "pl": "traci życie: taka jest cena wody (pozostało żyć: {lives})",
        "fr": "perd une vie, le prix de l’eau (vies restantes : {lives})",
    },
    "lost life stream": {
        "en": "loses a life, the price of a stream (lives left: {lives})",
        "ru": "теряет жизнь: такова цена потока (осталось жизней: {lives})",
        "pl": "traci życie: taka jest cena nurtu (pozostało żyć: {lives})",
        "fr": "perd une vie, le prix du courant (vies restantes : {lives})",
    },
    "died": {
        "en": "has no lives left and leaves the board at {at}",
        "ru": "остаётся без жизней и покидает поле с {at}",
        "pl": "nie ma już żyć i schodzi z planszy z {at}",
        "fr": "n’a plus de vie et quitte le plateau en {at}",
    },
    # --- barrels
    "took": {
        "en": "picks up the barrel from {cell}",
        "ru": "берёт бочку с {cell}",
        "pl": "podnosi beczkę z {cell}",
        "fr": "prend le tonneau en {cell}",
    },
    "not taken nothing": {
        "en": "takes nothing: no barrel stands in {cell}",
        "ru": "ничего не берёт: на {cell} нет бочки",
        "pl": "nic nie bierze: na {cell} nie ma beczki",
        "fr": "ne prend rien : il n’y a pas de tonneau en {cell}",
    },
    "not taken edge": {
        "en": "takes nothing: beyond {at} the board ends",
        "ru": "ничего не берёт: за {at} поле кончается",
        "pl": "nic nie bierze: za {at} kończy się plansza",
        "fr": "ne prend rien : après {at}, le plateau s’arrête",
    },
    "not taken carrying": {
        "en": "takes nothing: a golem carries one barrel at most",
        "ru": "ничего не берёт: голем несёт не больше одной бочки",
        "pl": "nic nie bierze: golem niesie najwyżej jedną beczkę",
        "fr": "ne prend rien : un golem porte au plus un tonneau",
    },
    "not taken struck": {
        "en": "takes nothing: {other} strikes the barrel in {cell} at the same moment",
        "ru": "ничего не берёт: {other} в тот же миг бьёт по бочке на {cell}",
        "pl": "nic nie bierze: {other} w tej samej chwili uderza w beczkę na {cell}",
        "fr": "ne prend rien : {other} frappe le tonneau en {cell} au même moment",
    },
    "not taken contested": {
        "en": "takes nothing: {other} reaches for the same barrel in {cell}, so nobody gets it",
        "ru": "ничего не берёт: {other} тянется к той же бочке на {cell}, и она не достаётся никому",
        "pl": "nic nie bierze: {other} sięga po tę samą beczkę na {cell}, więc nikt jej nie dostaje",
        "fr": "ne prend rien : {other} vise le même tonneau en {cell}, donc personne ne l’obtient",
    },
    "dropped struck": {
        "en": "drops the barrel to {cell}: it takes the strike of {whom}, and no life is lost",
        "ru": "роняет бочку на {cell}: она принимает удар {whom}, жизнь цела",
        "pl": "upuszcza beczkę na {cell}: to ona przyjmuje cios {whom}, życie zostaje",
        "fr": "lâche le tonneau en {cell} : il encaisse le coup de {other}, aucune vie n’est perdue",
    },
    "dropped home": {
        "en": "has brought the barrel home and sets it down in {cell}",
        "ru": "доставляет бочку домой и ставит её на {cell}",
        "pl": "przynosi beczkę do domu i stawia ją na {cell}",
        "fr": "a rapporté le tonneau et le pose en {cell}",
    },
    "dropped fallen": {
        "en": "leaves the barrel behind in {cell}",
        "ru": "оставляет бочку на {cell}",
        "pl": "zostawia beczkę na {cell}",
        "fr": "laisse le tonneau en {cell}",
    },
    "lost-barrel struck": {
        "en": "loses the barrel to the strike of {whom}; there is no room for it around {cell}, so it is destroyed",
        "ru": "теряет бочку от удара {whom}; вокруг {cell} нет для неё места, и она разбита",
        "pl": "traci beczkę od ciosu {whom}; wokół {cell} nie ma dla niej miejsca, więc jest zniszczona",
        "fr": "perd le tonneau sous le coup de {other} ; faute de place autour de {cell}, il est détruit",
    },
    "lost-barrel home": {
        "en": "has brought the barrel home to {cell}; there is no room to set it down, so it is destroyed",
        "ru": "доставляет бочку домой на {cell}; поставить её некуда, и она разбита",
        "pl": "przynosi beczkę do domu na {cell}; nie ma gdzie jej postawić, więc jest zniszczona",
        "fr": "a rapporté le tonneau en {cell} ; faute de place pour le poser, il est détruit",
    },
    # --- nothing to do
    "no program": {
        "en": "stays in {at}: it has no program",
        "ru": "стоит на {at}: программы нет",
        "pl": "stoi na {at}: nie ma programu",
        "fr": "reste en {at} : il n’a pas de programme",
    },
    "no card": {
        "en": "stays in {at}: the program is over, and no card lies in this row",
        "ru": "стоит на {at}: программа кончилась, карты в этом ряду нет",
        "pl": "stoi na {at}: program się skończył, w tym rzędzie nie ma karty",
        "fr": "reste en {at} : le programme est fini, aucune carte n’est dans cette rangée",
    },
    "fallen": {
        "en": "does not act: it has no lives left and is out of the game",
        "ru": "не действует: жизней нет, он выбыл из игры",
        "pl": "nie działa: nie ma już żyć i odpadł z gry",
        "fr": "n’agit pas : il n’a plus de vie et n’est plus en jeu",
    },
    "fallen in": {
        "en": "does not act: it lost its last life in row {row}",
        "ru": "не действует: последняя жизнь потеряна в ряду {row}",
        "pl": "nie działa: stracił ostatnie życie w rzędzie {row}",
        "fr": "n’agit pas : il a perdu sa dernière vie à la rangée {row}",
    },
    "over": {
        "en": "does not act: the game ended in row {row}",
        "ru": "не действует: игра окончена в ряду {row}",
        "pl": "nie działa: gra skończyła się w rzędzie {row}",
        "fr": "n’agit pas : la partie s’est terminée à la rangée {row}",
    },
}
"""What a golem did, and what was done to it."""

REMARKS: Mapping[str, Words] = {
    "die blank": {
        "en": "{who} rolls a blank: no bonus card in this round.",
        "ru": "{who} бросает кубик: пусто, бонусной карты в этом раунде нет.",
        "pl": "{who} rzuca kostką: pusto, w tej rundzie bez karty bonusowej.",
        "fr": "{who} lance le dé : rien, pas de carte bonus à cette manche.",
    },
    "die card": {
        "en": "{who} rolls the bonus die: one of these cards may be laid in this round: {cards}.",
        "ru": "{who} бросает кубик: в этом раунде можно положить одну такую карту: {cards}.",
        "pl": "{who} rzuca kostką: w tej rundzie wolno położyć jedną taką kartę: {cards}.",
        "fr": "{who} lance le dé : une de ces cartes peut être posée à cette manche : {cards}.",
    },
    "dice": {
        "en": "The bonus dice of this round: {dice}.",
        "ru": "Бонусные кубики этого раунда: {dice}.",
        "pl": "Kostki bonusowe tej rundy: {dice}.",
        "fr": "Les dés bonus de cette manche : {dice}.",
    },
    "energy": {
        "en": "The round costs one unit of energy: {before} → {after}.",
        "ru": "Раунд стоит единицу энергии: {before} → {after}.",
        "pl": "Runda kosztuje jednostkę energii: {before} → {after}.",
        "fr": "La manche coûte une unité d’énergie : {before} → {after}.",
    },
    "energy out": {
        "en": "The round costs one unit of energy: {before} → {after}, and the golems are out of charge.",
        "ru": "Раунд стоит единицу энергии: {before} → {after}, и заряд у големов кончился.",
        "pl": "Runda kosztuje jednostkę energii: {before} → {after}, i golemy są rozładowane.",
        "fr": "La manche coûte une unité d’énergie : {before} → {after}, et les golems sont déchargés.",
    },
    "recharge": {
        "en": "The golems are recharged and play on: {before} → {after}.",
        "ru": "Големы заряжены снова, игра идёт дальше: {before} → {after}.",
        "pl": "Golemy są naładowane i gra toczy się dalej: {before} → {after}.",
        "fr": "Les golems sont rechargés et la partie continue : {before} → {after}.",
    },
}
"""What is about a whole round: dice, energy, a recharge. Whole sentences."""

BLANK_DIE: Words = {"en": "blank", "ru": "пусто", "pl": "pusto", "fr": "rien"}
"""A die that allows no card."""
