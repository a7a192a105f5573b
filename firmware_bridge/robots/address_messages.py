"""What is said of a robot's address that cannot be right, in four languages."""

from __future__ import annotations

from boards.base.languages import LANGUAGES, Language

TEXTS: dict[str, dict[Language, str]] = {
    "unknown": {
        "en": "{0} is no robot's address; write {1}",
        "ru": "{0} не адрес робота; пишите {1}",
        "pl": "{0} to nie adres robota; pisz {1}",
        "fr": "{0} n’est pas l’adresse d’un robot ; écrivez {1}",
    },
    "wrong": {
        "en": "{0}: {1}; write {2}",
        "ru": "{0}: {1}; пишите {2}",
        "pl": "{0}: {1}; pisz {2}",
        "fr": "{0} : {1} ; écrivez {2}",
    },
    "unparsed": {
        "en": "this cannot be taken apart (a bracket is missing, or too many are there)",
        "ru": "это не разобрать (скобки не хватает или она лишняя)",
        "pl": "tego nie da się rozłożyć (brakuje nawiasu albo jest zbędny)",
        "fr": "cela ne se décompose pas (un crochet manque, ou est de trop)",
    },
    "no-port": {
        "en": "no port is named",
        "ru": "порт не назван",
        "pl": "nie podano portu",
        "fr": "aucun port n’est nommé",
    },
    "setting": {
        "en": "there is no setting {0}; there are {1}",
        "ru": "настройки {0} нет; есть {1}",
        "pl": "nie ma ustawienia {0}; są {1}",
        "fr": "il n’y a pas de réglage {0} ; il y a {1}",
    },
    "after": {
        "en": "{0} at its end belongs to no address",
        "ru": "{0} в конце к адресу не относится",
        "pl": "{0} na końcu nie należy do adresu",
        "fr": "{0} à la fin n’appartient à aucune adresse",
    },
    "baud": {
        "en": "baud is {0}; it can be {1}",
        "ru": "скорость (baud) {0}; возможны {1}",
        "pl": "prędkość (baud) to {0}; może być {1}",
        "fr": "baud vaut {0} ; il peut être {1}",
    },
    "secret": {
        "en": "a user and password do not belong into an address; put them into the environment ({0}, {1})",
        "ru": "имени и паролю не место в адресе; им место в окружении ({0}, {1})",
        "pl": "użytkownik i hasło nie należą do adresu; wpisz je do środowiska ({0}, {1})",
        "fr": "l’utilisateur et le mot de passe n’ont rien à faire dans une adresse ; mettez-les dans l’environnement "
        "({0}, {1})",
    },
    "names": {
        "en": "it must name a broker, a table and a robot (letters, digits, - and _)",
        "ru": "нужны брокер, стол и робот (буквы латиницы, цифры, - и _)",
        "pl": "ma podać brokera, stół i robota (litery, cyfry, - i _)",
        "fr": "il faut un courtier, une table et un robot (lettres, chiffres, - et _)",
    },
    "port": {
        "en": "Port out of range; it can be 1 to 65535",
        "ru": "порт может быть от 1 до 65535",
        "pl": "port może być od 1 do 65535",
        "fr": "le port peut être de 1 à 65535",
    },
    "hands": {
        "en": "it must name the golem that people move (letters, digits, - and _)",
        "ru": "нужно имя голема, которого двигают люди (буквы латиницы, цифры, - и _)",
        "pl": "ma podać golema, którego poruszają ludzie (litery, cyfry, - i _)",
        "fr": "il faut le nom du golem que des gens déplacent (lettres, chiffres, - et _)",
    },
}


def words(key: str, *values: object) -> dict[Language, str]:
    """A sentence in every language; a value may be one itself."""
    return {
        language: TEXTS[key][language].format(
            *(value[language] if isinstance(value, dict) else value for value in values)
        )
        for language in LANGUAGES
    }
