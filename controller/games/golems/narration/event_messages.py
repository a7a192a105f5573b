"""The sentences of the story, in four languages: data for :mod:`controller.games.golems.narration.event_text`.

A phrase is known by the event's name and what sets it apart. `{who}` is the golem, `{card}` the word on its
card, `{other}` and `{whom}` (accusative) the other golem; the rest are values of the event.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

GOLEMS: Mapping[str, Mapping[Language, str]] = {
    "red": {"en": "Red", "ru": "Красный", "pl": "Czerwony", "fr": "Rouge"},
    "blue": {"en": "Blue", "ru": "Синий", "pl": "Niebieski", "fr": "Bleu"},
    "yellow": {"en": "Yellow", "ru": "Жёлтый", "pl": "Żółty", "fr": "Jaune"},
    "green": {"en": "Green", "ru": "Зелёный", "pl": "Zielony", "fr": "Vert"},
}
"""A golem as the subject of a sentence."""

ACCUSATIVES: Mapping[str, Mapping[Language, str]] = {
    "red": {"en": "Red", "ru": "Красного", "pl": "Czerwonego", "fr": "Rouge"},
    "blue": {"en": "Blue", "ru": "Синего", "pl": "Niebieskiego", "fr": "Bleu"},
    "yellow": {"en": "Yellow", "ru": "Жёлтого", "pl": "Żółtego", "fr": "Jaune"},
    "green": {"en": "Green", "ru": "Зелёного", "pl": "Zielonego", "fr": "Vert"},
}
"""A golem as the object; in Russian and Polish the genitive is the same word."""

FACINGS: Mapping[str, Mapping[Language, str]] = {
    "N": {"en": "north", "ru": "на север", "pl": "na północ", "fr": "au nord"},
    "E": {"en": "east", "ru": "на восток", "pl": "na wschód", "fr": "à l’est"},
    "S": {"en": "south", "ru": "на юг", "pl": "na południe", "fr": "au sud"},
    "W": {"en": "west", "ru": "на запад", "pl": "na zachód", "fr": "à l’ouest"},
}

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "moved": {
        "en": "{who} ({card}) goes from {from} to {to}: the cell is free.",
        "ru": "{who} ({card}) идёт с {from} на {to}: клетка свободна.",
        "pl": "{who} ({card}) idzie z {from} na {to}: pole jest wolne.",
        "fr": "{who} ({card}) va de {from} à {to} : la case est libre.",
    },
    "carried": {
        "en": "{who} ({card}) enters the stream at {from} and comes out at {to}.",
        "ru": "{who} ({card}) входит в поток с {from}, и его выносит на {to}.",
        "pl": "{who} ({card}) wchodzi w nurt z {from} i wypływa na {to}.",
        "fr": "{who} ({card}) entre dans le courant depuis {from} et ressort en {to}.",
    },
    "turned": {
        "en": "{who} ({card}) turns and now looks {facing}: a turn always succeeds.",
        "ru": "{who} ({card}) поворачивается и смотрит {facing}: поворот удаётся всегда.",
        "pl": "{who} ({card}) obraca się i patrzy {facing}: obrót zawsze się udaje.",
        "fr": "{who} ({card}) tourne et regarde {facing} : tourner réussit toujours.",
    },
    "stood": {
        "en": "{who} ({card}) stays in place.",
        "ru": "{who} ({card}) стоит на месте.",
        "pl": "{who} ({card}) stoi w miejscu.",
        "fr": "{who} ({card}) reste sur place.",
    },
    "blocked edge": {
        "en": "{who} ({card}) does not move: the board ends here.",
        "ru": "{who} ({card}) не двигается: здесь край поля.",
        "pl": "{who} ({card}) nie rusza się: tu kończy się plansza.",
        "fr": "{who} ({card}) ne bouge pas : le plateau s’arrête ici.",
    },
    "blocked wall": {
        "en": "{who} ({card}) does not move: a wall stands in {to}.",
        "ru": "{who} ({card}) не двигается: на {to} стена.",
        "pl": "{who} ({card}) nie rusza się: na {to} stoi mur.",
        "fr": "{who} ({card}) ne bouge pas : il y a un mur en {to}.",
    },
    "blocked barrel": {
        "en": "{who} ({card}) does not move: a barrel stands in {to}.",
        "ru": "{who} ({card}) не двигается: на {to} бочка.",
        "pl": "{who} ({card}) nie rusza się: na {to} stoi beczka.",
        "fr": "{who} ({card}) ne bouge pas : il y a un tonneau en {to}.",
    },
    "blocked water": {
        "en": "{who} ({card}) does not move: {to} is water, and nobody walks on water.",
        "ru": "{who} ({card}) не двигается: на {to} вода, а по воде не ходят.",
        "pl": "{who} ({card}) nie rusza się: na {to} jest woda, a po wodzie się nie chodzi.",
        "fr": "{who} ({card}) ne bouge pas : {to} est de l’eau, et on ne marche pas sur l’eau.",
    },
    "blocked swap": {
        "en": "{who} ({card}) does not move: {other} in {to} wants to come the other way, and nobody swaps.",
        "ru": "{who} ({card}) не двигается: {other} с {to} идёт навстречу, а меняться местами нельзя.",
        "pl": "{who} ({card}) nie rusza się: {other} z {to} idzie naprzeciw, a zamiana miejsc jest zabroniona.",
        "fr": "{who} ({card}) ne bouge pas : {other} en {to} vient en face, et on n’échange pas sa place.",
    },
    "blocked contested": {
        "en": "{who} ({card}) does not move: {other} aimed at the same cell {to}, so nobody gets it.",
        "ru": "{who} ({card}) не двигается: {other} метит на ту же клетку {to}, и она не достаётся никому.",
        "pl": "{who} ({card}) nie rusza się: {other} mierzy w to samo pole {to}, więc nikt go nie zajmuje.",
        "fr": "{who} ({card}) ne bouge pas : {other} vise la même case {to}, donc personne ne l’obtient.",
    },
    "blocked golem": {
        "en": "{who} ({card}) does not move: {other} stands in {to} and does not leave it.",
        "ru": "{who} ({card}) не двигается: на {to} стоит {other} и не уходит.",
        "pl": "{who} ({card}) nie rusza się: na {to} stoi {other} i nie odchodzi.",
        "fr": "{who} ({card}) ne bouge pas : {other} occupe {to} et n’en part pas.",
    },
    "lost-life strike": {
        "en": "{who} loses a life: {other} strikes, and nothing protects {who} (lives left: {lives}).",
        "ru": "{who} теряет жизнь: {other} бьёт, а защиты нет (осталось жизней: {lives}).",
        "pl": "{who} traci życie: {other} uderza, a obrony nie ma (pozostało żyć: {lives}).",
        "fr": "{who} perd une vie : {other} frappe, et rien ne protège {who} (vies restantes : {lives}).",
    },
    "lost-life water": {
        "en": "{who} ({card}) loses a life: water costs one (lives left: {lives}).",
        "ru": "{who} ({card}) теряет жизнь: такова цена воды (осталось жизней: {lives}).",
        "pl": "{who} ({card}) traci życie: taka jest cena wody (pozostało żyć: {lives}).",
        "fr": "{who} ({card}) perd une vie : c’est le prix de l’eau (vies restantes : {lives}).",
    },
    "lost-life stream": {
        "en": "{who} ({card}) loses a life: a stream costs one (lives left: {lives}).",
        "ru": "{who} ({card}) теряет жизнь: такова цена потока (осталось жизней: {lives}).",
        "pl": "{who} ({card}) traci życie: taka jest cena nurtu (pozostało żyć: {lives}).",
        "fr": "{who} ({card}) perd une vie : c’est le prix du courant (vies restantes : {lives}).",
    },
    "condition enemy golem": {
        "en": "{who} ({card}): yes, {other} stands ahead.",
        "ru": "{who} ({card}): да, впереди {other}.",
        "pl": "{who} ({card}): tak, z przodu stoi {other}.",
        "fr": "{who} ({card}) : oui, {other} est devant.",
    },
    "condition enemy barrel": {
        "en": "{who} ({card}): yes, a barrel stands ahead, and a barrel counts as an enemy.",
        "ru": "{who} ({card}): да, впереди бочка, а бочка считается противником.",
        "pl": "{who} ({card}): tak, z przodu stoi beczka, a beczka liczy się jak przeciwnik.",
        "fr": "{who} ({card}) : oui, un tonneau est devant, et un tonneau compte comme un adversaire.",
    },
    "condition enemy ally": {
        "en": "{who} ({card}): no, {other} ahead is on the same side.",
        "ru": "{who} ({card}): нет, {other} впереди — на той же стороне.",
        "pl": "{who} ({card}): nie, {other} z przodu jest po tej samej stronie.",
        "fr": "{who} ({card}) : non, {other} devant est du même camp.",
    },
    "condition enemy nobody": {
        "en": "{who} ({card}): no, neither a golem nor a barrel stands ahead.",
        "ru": "{who} ({card}): нет, впереди ни голема, ни бочки.",
        "pl": "{who} ({card}): nie, z przodu nie ma ani golema, ani beczki.",
        "fr": "{who} ({card}) : non, ni golem ni tonneau devant.",
    },
    "condition attacked yes": {
        "en": "{who} ({card}): yes, {other} is about to strike {who}.",
        "ru": "{who} ({card}): да, {other} сейчас ударит.",
        "pl": "{who} ({card}): tak, {other} zaraz uderzy.",
        "fr": "{who} ({card}) : oui, {other} va frapper {who}.",
    },
    "condition attacked no": {
        "en": "{who} ({card}): no, nobody is known to strike {who} in this row.",
        "ru": "{who} ({card}): нет, в этом ряду никто заведомо не бьёт.",
        "pl": "{who} ({card}): nie, w tym rzędzie na pewno nikt nie uderza.",
        "fr": "{who} ({card}) : non, personne n’est sûr de frapper {who} dans cette rangée.",
    },
    "guarded": {
        "en": "{who} ({card}) guards against every strike of this row.",
        "ru": "{who} ({card}) закрывается от всех ударов этого ряда.",
        "pl": "{who} ({card}) osłania się przed każdym ciosem w tym rzędzie.",
        "fr": "{who} ({card}) se protège de tous les coups de cette rangée.",
    },
    "struck": {
        "en": "{who} ({card}) strikes {whom}, who stands in the cell ahead.",
        "ru": "{who} ({card}) бьёт {whom}: он стоит прямо впереди.",
        "pl": "{who} ({card}) uderza {whom}, który stoi tuż przed nim.",
        "fr": "{who} ({card}) frappe {other}, qui est juste devant.",
    },
    "parried": {
        "en": "{who} ({card}) strikes at {whom} in vain: {other} defends.",
        "ru": "{who} ({card}) бьёт {whom} напрасно: {other} защищается.",
        "pl": "{who} ({card}) uderza {whom} na próżno: {other} się broni.",
        "fr": "{who} ({card}) frappe {other} en vain : {other} se défend.",
    },
    "defended": {
        "en": "{who} ({card}) wards off the strike of {whom}: defence works on every side.",
        "ru": "{who} ({card}) отбивает удар {whom}: защита действует со всех сторон.",
        "pl": "{who} ({card}) odpiera cios {whom}: obrona działa z każdej strony.",
        "fr": "{who} ({card}) pare le coup de {other} : la défense vaut de tous côtés.",
    },
    "missed": {
        "en": "{who} ({card}) strikes the air: neither a golem nor a barrel is in the cell ahead.",
        "ru": "{who} ({card}) бьёт мимо: впереди нет ни голема, ни бочки.",
        "pl": "{who} ({card}) uderza w powietrze: z przodu nie ma ani golema, ani beczki.",
        "fr": "{who} ({card}) frappe dans le vide : ni golem ni tonneau devant.",
    },
    "destroyed": {
        "en": "{who} ({card}) destroys the barrel in {at}.",
        "ru": "{who} ({card}) разбивает бочку на {at}.",
        "pl": "{who} ({card}) rozbija beczkę na {at}.",
        "fr": "{who} ({card}) détruit le tonneau en {at}.",
    },
    "took": {
        "en": "{who} ({card}) picks up the barrel from {from}.",
        "ru": "{who} ({card}) берёт бочку с {from}.",
        "pl": "{who} ({card}) podnosi beczkę z {from}.",
        "fr": "{who} ({card}) prend le tonneau en {from}.",
    },
    "not-taken nothing": {
        "en": "{who} ({card}) takes nothing: there is no barrel ahead.",
        "ru": "{who} ({card}) ничего не берёт: впереди нет бочки.",
        "pl": "{who} ({card}) nic nie bierze: z przodu nie ma beczki.",
        "fr": "{who} ({card}) ne prend rien : pas de tonneau devant.",
    },
    "not-taken carrying": {
        "en": "{who} ({card}) takes nothing: a golem carries one barrel at most.",
        "ru": "{who} ({card}) ничего не берёт: голем несёт не больше одной бочки.",
        "pl": "{who} ({card}) nic nie bierze: golem niesie najwyżej jedną beczkę.",
        "fr": "{who} ({card}) ne prend rien : un golem porte au plus un tonneau.",
    },
    "not-taken struck": {
        "en": "{who} ({card}) takes nothing: {other} strikes the barrel at the same moment.",
        "ru": "{who} ({card}) ничего не берёт: {other} в тот же миг бьёт по бочке.",
        "pl": "{who} ({card}) nic nie bierze: {other} w tej samej chwili uderza w beczkę.",
        "fr": "{who} ({card}) ne prend rien : {other} frappe le tonneau au même moment.",
    },
    "not-taken contested": {
        "en": "{who} ({card}) takes nothing: {other} reaches for the same barrel, so nobody gets it.",
        "ru": "{who} ({card}) ничего не берёт: {other} тянется к той же бочке, и она не достаётся никому.",
        "pl": "{who} ({card}) nic nie bierze: {other} sięga po tę samą beczkę, więc nikt jej nie dostaje.",
        "fr": "{who} ({card}) ne prend rien : {other} vise le même tonneau, donc personne ne l’obtient.",
    },
    "dropped struck": {
        "en": "{who} drops the barrel to {to}: it takes the strike of {whom}, and no life is lost.",
        "ru": "{who} роняет бочку на {to}: она принимает удар {whom}, жизнь цела.",
        "pl": "{who} upuszcza beczkę na {to}: to ona przyjmuje cios {whom}, życie zostaje.",
        "fr": "{who} lâche le tonneau en {to} : il encaisse le coup de {other}, aucune vie n’est perdue.",
    },
    "dropped home": {
        "en": "{who} has brought the barrel home and sets it down in {to}.",
        "ru": "{who} принёс бочку домой и ставит её на {to}.",
        "pl": "{who} przyniósł beczkę do domu i stawia ją na {to}.",
        "fr": "{who} a rapporté le tonneau et le pose en {to}.",
    },
    "dropped fallen": {
        "en": "{who} falls, and the barrel stays behind in {to}.",
        "ru": "{who} падает, и бочка остаётся на {to}.",
        "pl": "{who} pada, a beczka zostaje na {to}.",
        "fr": "{who} tombe, et le tonneau reste en {to}.",
    },
    "lost-barrel struck": {
        "en": "{who} loses the barrel to the strike of {whom}; there is no room for it, so it is destroyed.",
        "ru": "{who} теряет бочку от удара {whom}; поставить её некуда, и она разбита.",
        "pl": "{who} traci beczkę od ciosu {whom}; nie ma dla niej miejsca, więc jest zniszczona.",
        "fr": "{who} perd le tonneau sous le coup de {other} ; faute de place, il est détruit.",
    },
    "lost-barrel home": {
        "en": "{who} has brought the barrel home; there is no room to set it down, so it is destroyed.",
        "ru": "{who} принёс бочку домой; поставить её некуда, и она разбита.",
        "pl": "{who} przyniósł beczkę do domu; nie ma gdzie jej postawić, więc jest zniszczona.",
        "fr": "{who} a rapporté le tonneau ; faute de place pour le poser, il est détruit.",
    },
    "died": {
        "en": "{who} has no lives left and leaves the board at {at}.",
        "ru": "У {whose} не осталось жизней: он покидает поле с {at}.",
        "pl": "{who} nie ma już żyć i schodzi z planszy z {at}.",
        "fr": "{who} n’a plus de vie et quitte le plateau en {at}.",
    },
}
