"""How golems move, and what keeps them from it, in four languages: data for the account.

Clauses without a subject; :mod:`controller.games.golems.narration.sentence_parts` says how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

MOVES: Mapping[str, Mapping[Language, str]] = {
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
}
"""Clauses about going, turning, standing, streams, and what is in the way."""
