"""What is said of mistakes in YAML files, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.errors import Problem
from boards.base.languages import LANGUAGES, Language

Words = Mapping[Language, str]

TEXTS: dict[str, dict[Language, str]] = {
    "missing": {"en": "missing", "ru": "отсутствует", "pl": "brakuje", "fr": "manque"},
    "unknown": {
        "en": "unknown key; known here are {0}",
        "ru": "неизвестный ключ; здесь известны {0}",
        "pl": "nieznany klucz; tu znane są {0}",
        "fr": "clé inconnue ; on connaît ici {0}",
    },
    "choice": {
        "en": "{0} is not one of {1}",
        "ru": "{0} не подходит; можно: {1}",
        "pl": "{0} nie pasuje; możliwe: {1}",
        "fr": "{0} ne convient pas ; possibles : {1}",
    },
    "again": {"en": "{0} again", "ru": "{0} ещё раз", "pl": "{0} jeszcze raz", "fr": "{0} une deuxième fois"},
    "outside": {
        "en": "{0} is outside the range {1} to {2}",
        "ru": "{0} вне пределов от {1} до {2}",
        "pl": "{0} jest poza zakresem od {1} do {2}",
        "fr": "{0} est hors des limites, de {1} à {2}",
    },
    "count": {
        "en": "{0} values where {1} are wanted",
        "ru": "значений {0}, а нужно {1}",
        "pl": "wartości: {0}, a potrzeba: {1}",
        "fr": "{0} valeurs, il en faut {1}",
    },
    "too-many": {
        "en": "more than {0} values, aliases followed; nothing here has as many",
        "ru": "больше {0} значений вместе с псевдонимами; столько здесь не бывает",
        "pl": "ponad {0} wartości razem z aliasami; tyle tu nigdy nie ma",
        "fr": "plus de {0} valeurs, alias suivis ; rien ici n’en a autant",
    },
    "unreadable": {
        "en": "cannot be read: {0}",
        "ru": "не читается: {0}",
        "pl": "nie da się odczytać: {0}",
        "fr": "illisible : {0}",
    },
    "too-large": {
        "en": "larger than {0} KiB; no such file is that large",
        "ru": "больше {0} КиБ; такие файлы столь большими не бывают",
        "pl": "większy niż {0} KiB; takie pliki nie są tak duże",
        "fr": "plus de {0} Kio ; aucun fichier de ce genre n’est si gros",
    },
    "not-utf8": {
        "en": "not UTF-8 (byte 0x{0:02x}); save the file as UTF-8",
        "ru": "не UTF-8 (байт 0x{0:02x}); сохраните файл в UTF-8",
        "pl": "to nie UTF-8 (bajt 0x{0:02x}); zapisz plik jako UTF-8",
        "fr": "pas de l’UTF-8 (octet 0x{0:02x}) ; enregistrez le fichier en UTF-8",
    },
    "not-yaml": {
        "en": "not YAML: {0}",
        "ru": "это не YAML: {0}",
        "pl": "to nie YAML: {0}",
        "fr": "pas du YAML : {0}",
    },
    "character": {
        "en": "a character that YAML does not allow",
        "ru": "символ, которого YAML не допускает",
        "pl": "znak, na który YAML nie pozwala",
        "fr": "un caractère que YAML n’admet pas",
    },
    "deep": {
        "en": "nested too deeply",
        "ru": "слишком глубокая вложенность",
        "pl": "za głęboko zagnieżdżone",
        "fr": "trop profondément imbriqué",
    },
    "empty": {"en": "the file is empty", "ru": "файл пуст", "pl": "plik jest pusty", "fr": "le fichier est vide"},
    "plain-key": {
        "en": "a key must be a plain word",
        "ru": "ключ должен быть простым словом",
        "pl": "klucz musi być zwykłym słowem",
        "fr": "une clé doit être un simple mot",
    },
    "given-again": {
        "en": "given again; first on line {0}",
        "ru": "указано снова; впервые в строке {0}",
        "pl": "podano ponownie; pierwszy raz w wierszu {0}",
        "fr": "donné de nouveau ; d’abord à la ligne {0}",
    },
    "endless": {
        "en": "an alias that contains itself",
        "ru": "псевдоним, который содержит сам себя",
        "pl": "alias, który zawiera sam siebie",
        "fr": "un alias qui se contient lui-même",
    },
    "instead": {
        "en": "{0} where {1} is wanted",
        "ru": "{0}, а нужно: {1}",
        "pl": "{0}, a potrzeba: {1}",
        "fr": "{0} ; il faut : {1}",
    },
    "instead-keys": {
        "en": "{0} where {1} are wanted",
        "ru": "{0}, а нужно: {1}",
        "pl": "{0}, a potrzeba: {1}",
        "fr": "{0} ; il faut : {1}",
    },
    "keys": {
        "en": "keys with values",
        "ru": "ключи со значениями",
        "pl": "klucze z wartościami",
        "fr": "des clés avec des valeurs",
    },
    "list": {"en": "a list", "ru": "список", "pl": "lista", "fr": "une liste"},
    "nothing": {"en": "nothing", "ru": "ничего", "pl": "nic", "fr": "rien"},
    "something-else": {"en": "something else", "ru": "что-то другое", "pl": "coś innego", "fr": "autre chose"},
    "quoted": {
        "en": "a text (in quotes, as it looks like something else)",
        "ru": "текст (в кавычках: он похож на что-то другое)",
        "pl": "tekst (w cudzysłowie, bo wygląda na coś innego)",
        "fr": "un texte (entre guillemets, car il ressemble à autre chose)",
    },
    "text": {"en": "a text", "ru": "текст", "pl": "tekst", "fr": "un texte"},
    "number": {"en": "a number", "ru": "число", "pl": "liczba", "fr": "un nombre"},
    "whole": {"en": "a whole number", "ru": "целое число", "pl": "liczba całkowita", "fr": "un nombre entier"},
    "whole-short": {
        "en": "a whole number of reasonable length",
        "ru": "целое число разумной длины",
        "pl": "liczba całkowita rozsądnej długości",
        "fr": "un nombre entier de longueur raisonnable",
    },
    "wholes": {
        "en": "a list of {0} whole numbers",
        "ru": "список целых чисел ({0})",
        "pl": "lista liczb całkowitych ({0})",
        "fr": "une liste de {0} nombres entiers",
    },
    "single": {
        "en": "a single value",
        "ru": "одно значение",
        "pl": "pojedyncza wartość",
        "fr": "une seule valeur",
    },
    "truth": {"en": "true or false", "ru": "true или false", "pl": "true albo false", "fr": "true ou false"},
    "plain": {
        "en": "a text or a number",
        "ru": "текст или число",
        "pl": "tekst albo liczba",
        "fr": "un texte ou un nombre",
    },
}


def words(key: str, *values: object) -> Words:
    """A sentence in every language; values that are words themselves are told in the same."""
    return {
        language: TEXTS[key][language].format(
            *(value[language] if isinstance(value, Mapping) else value for value in values)
        )
        for language in LANGUAGES
    }


def fault(at: str, said: Words) -> Problem:
    """A mistake at its place, told in every language."""
    return Problem(at, said["en"], {language: f"{at}: {text}" for language, text in said.items()})


def instead(found: Words | str, wanted: Words) -> Words:
    """Something else is there than what is wanted."""
    return words("instead-keys" if wanted == words("keys") else "instead", found, wanted)


def veiled(problem: Problem) -> Problem:
    """The same without what is there instead of what is wanted: for files that hold secrets."""
    told = {language: problem.told(language).removeprefix(f"{problem.at}: ") for language in LANGUAGES}
    hidden: dict[Language, str] = {}
    for language, text in told.items():
        between = TEXTS["instead"][language].removeprefix("{0}").partition("{1}")[0]
        _, where, wanted = text.rpartition(between)
        hidden[language] = f"{TEXTS['something-else'][language]}{where}{wanted if where else ''}"
    return fault(problem.at, hidden) if " where " in told["en"] else problem
