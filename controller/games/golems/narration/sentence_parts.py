"""The parts of a golem's sentence, in four languages: data for :mod:`controller.games.golems.narration.account_text`.

A clause has a verb and no subject: the golem at the head of the sentence is the subject of all of them. `{other}` is
another golem as a subject, `{whom}` the same in the accusative (in Russian and Polish also the genitive). Forms that
depend on a number are avoided: numbers follow a colon.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language
from controller.games.golems.narration.action_messages import DEEDS
from controller.games.golems.narration.movement_messages import MOVES

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

CLAUSES: Mapping[str, Words] = {**MOVES, **DEEDS}
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
