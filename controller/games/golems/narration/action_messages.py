"""What golems do to each other and to barrels, and who does nothing, in four languages: data for the account.

Clauses without a subject; :mod:`controller.games.golems.narration.sentence_parts` says how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

DEEDS: Mapping[str, Mapping[Language, str]] = {
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
"""Clauses about strikes, guards, lives, barrels, and about golems that have nothing to do."""
