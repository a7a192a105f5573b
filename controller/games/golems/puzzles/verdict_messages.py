"""The sentences of the judge of puzzles, in four languages: data for :mod:`controller.games.golems.puzzles.judge`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

PLACE: Mapping[Language, str] = {
    "en": "Round {round}, row {row}",
    "ru": "Раунд {round}, ряд {row}",
    "pl": "Runda {round}, rząd {row}",
    "fr": "Manche {round}, rangée {row}",
}

VERDICTS: Mapping[str, Mapping[Language, str]] = {
    "solved": {
        "en": "Solved! Rounds: {rounds}, cards: {cards}.",
        "ru": "Решено! Раундов: {rounds}, карт: {cards}.",
        "pl": "Rozwiązane! Rundy: {rounds}, karty: {cards}.",
        "fr": "Résolu ! Manches : {rounds}, cartes : {cards}.",
    },
    "shortest": {
        "en": "Nobody can do it with less.",
        "ru": "Короче не бывает.",
        "pl": "Krócej się nie da.",
        "fr": "On ne peut pas faire plus court.",
    },
    "shorter": {
        "en": "It can be done with less: rounds: {rounds}, cards: {cards}.",
        "ru": "Можно и короче: раундов: {rounds}, карт: {cards}.",
        "pl": "Da się krócej: rundy: {rounds}, karty: {cards}.",
        "fr": "On peut faire plus court : manches : {rounds}, cartes : {cards}.",
    },
    "empty": {
        "en": "There is no program yet.",
        "ru": "Программы ещё нет.",
        "pl": "Programu jeszcze nie ma.",
        "fr": "Il n’y a pas encore de programme.",
    },
    "no-golem": {
        "en": "{golem}: you do not program this golem. Yours: {mine}.",
        "ru": "{golem}: этого голема программируешь не ты. Твои: {mine}.",
        "pl": "{golem}: tego golema nie programujesz. Twoje: {mine}.",
        "fr": "{golem} : tu ne programmes pas ce golem. Les tiens : {mine}.",
    },
    "no-program": {
        "en": "Round {round}: {golem} has no program.",
        "ru": "Раунд {round}: у этого голема нет программы: {golem}.",
        "pl": "Runda {round}: ten golem nie ma programu: {golem}.",
        "fr": "Manche {round} : {golem} n’a pas de programme.",
    },
    "once": {
        "en": "Here the program is laid once and repeats by itself; rounds laid: {rounds}.",
        "ru": "Здесь программа выкладывается один раз и повторяется сама; выложено раундов: {rounds}.",
        "pl": "Tutaj program układa się raz i sam się powtarza; ułożone rundy: {rounds}.",
        "fr": "Ici le programme est posé une seule fois et se répète ; manches posées : {rounds}.",
    },
    "rows": {
        "en": "Round {round}, {golem}: a program has {wanted} rows, this one has {rows}.",
        "ru": "Раунд {round}, {golem}: рядов в программе должно быть {wanted}, а здесь {rows}.",
        "pl": "Runda {round}, {golem}: program ma mieć rzędów: {wanted}, a ten ma {rows}.",
        "fr": "Manche {round}, {golem} : un programme a {wanted} rangées, celui-ci en a {rows}.",
    },
    "unreadable": {
        "en": "{place}: “{text}” is no row. A row is an action, repeat 2 or 3 with an action, or "
        "if enemy ... else ..., if attacked ... else ... . Actions: {actions}.",
        "ru": "{place}: «{text}» — это не ряд. Ряд — это действие, repeat 2 или 3 с действием или "
        "if enemy ... else ..., if attacked ... else ... . Действия: {actions}.",
        "pl": "{place}: „{text}” to nie rząd. Rząd to akcja, repeat 2 lub 3 z akcją albo "
        "if enemy ... else ..., if attacked ... else ... . Akcje: {actions}.",
        "fr": "{place} : « {text} » n’est pas une rangée. Une rangée est une action, repeat 2 ou 3 avec une action, ou "
        "if enemy ... else ..., if attacked ... else ... . Actions : {actions}.",
    },
    "nested": {
        "en": "{place}: a Repeat inside a condition is for autonomous golems only.",
        "ru": "{place}: повтор внутри условия — только для автономных големов.",
        "pl": "{place}: Powtórz wewnątrz warunku jest tylko dla golemów autonomicznych.",
        "fr": "{place} : un Répéter dans une condition est réservé aux golems autonomes.",
    },
    "deck": {
        "en": "{place}: too many cards “{card}”. Used in this round: {count}; in the deck: {have}.",
        "ru": "{place}: карта «{card}» в этом раунде уже {count}-я; в колоде таких: {have}.",
        "pl": "{place}: karta „{card}” jest tu w tej rundzie po raz {count}.; w talii: {have}.",
        "fr": "{place} : la carte « {card} » sert ici pour la {count}e fois dans la manche ; dans le paquet : {have}.",
    },
    "forbidden": {
        "en": "{place}: the card “{card}” is not allowed in this puzzle.",
        "ru": "{place}: карту «{card}» в этой задаче брать нельзя.",
        "pl": "{place}: karta „{card}” jest w tej zagadce zabroniona.",
        "fr": "{place} : la carte « {card} » est interdite dans ce casse-tête.",
    },
    "too-many-rounds": {
        "en": "You laid rounds: {rounds}. {limit}",
        "ru": "Выложено раундов: {rounds}. {limit}",
        "pl": "Ułożone rundy: {rounds}. {limit}",
        "fr": "Manches posées : {rounds}. {limit}",
    },
    "wrong-round": {
        "en": "The goal was reached in round {rounds}. {limit}",
        "ru": "Цель достигнута в раунде {rounds}. {limit}",
        "pl": "Cel osiągnięty w rundzie {rounds}. {limit}",
        "fr": "Le but est atteint à la manche {rounds}. {limit}",
    },
    "cards": {
        "en": "The goal was reached, but with this number of cards: {cards}. {limit}",
        "ru": "Цель достигнута, но карт выложено: {cards}. {limit}",
        "pl": "Cel osiągnięty, ale liczba kart to: {cards}. {limit}",
        "fr": "Le but est atteint, mais avec ce nombre de cartes : {cards}. {limit}",
    },
    "unused": {
        "en": "The goal was reached, but these cards were not used on the way: {cards}.",
        "ru": "Цель достигнута, но по пути не использованы карты: {cards}.",
        "pl": "Cel osiągnięty, ale po drodze nie użyto kart: {cards}.",
        "fr": "Le but est atteint, mais ces cartes n’ont pas servi en chemin : {cards}.",
    },
    "row": {
        "en": "{place}: {why}",
        "ru": "{place}: {why}",
        "pl": "{place}: {why}",
        "fr": "{place} : {why}",
    },
    "too-late": {
        "en": "After this the puzzle can no longer be solved. The goal: {goal}.",
        "ru": "После этого задачу уже не решить. Цель: {goal}.",
        "pl": "Po tym zagadki już nie da się rozwiązać. Cel: {goal}.",
        "fr": "Après cela, le casse-tête ne peut plus être résolu. Le but : {goal}.",
    },
    "too-late-there": {
        "en": "Round {last_round}, row {last_row}: after this the puzzle can no longer be solved. The goal: {goal}.",
        "ru": "Раунд {last_round}, ряд {last_row}: после этого задачу уже не решить. Цель: {goal}.",
        "pl": "Runda {last_round}, rząd {last_row}: po tym zagadki już nie da się rozwiązać. Cel: {goal}.",
        "fr": "Manche {last_round}, rangée {last_row} : après cela, le casse-tête ne peut plus être résolu. "
        "Le but : {goal}.",
    },
    "lost": {
        "en": "The game is over, and the goal was not reached: {goal}.",
        "ru": "Игра окончена, а цель не достигнута: {goal}.",
        "pl": "Gra skończona, a cel nieosiągnięty: {goal}.",
        "fr": "La partie est finie, et le but n’est pas atteint : {goal}.",
    },
    "not-yet": {
        "en": "So far nothing went wrong, but the goal is not reached yet: {goal}. Lay another round.",
        "ru": "Пока всё верно, но цель ещё не достигнута: {goal}. Выложи ещё один раунд.",
        "pl": "Jak dotąd wszystko dobrze, ale cel jeszcze nieosiągnięty: {goal}. Ułóż następną rundę.",
        "fr": "Jusqu’ici rien de faux, mais le but n’est pas encore atteint : {goal}. Pose une autre manche.",
    },
    "impossible": {
        "en": "This puzzle has no solution at all: the mistake is not yours.",
        "ru": "У этой задачи вообще нет решения: ошибка не твоя.",
        "pl": "Ta zagadka w ogóle nie ma rozwiązania: to nie twój błąd.",
        "fr": "Ce casse-tête n’a aucune solution : l’erreur n’est pas la tienne.",
    },
}
