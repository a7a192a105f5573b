"""What is said of a broker's user and secret, in four languages."""

from __future__ import annotations

from boards.base.languages import LANGUAGES, Language

TEXTS: dict[str, dict[Language, str]] = {
    "half-environment": {
        "en": "missing in the environment; user and password belong together",
        "ru": "нет в окружении; имя и пароль нужны вместе",
        "pl": "brak w środowisku; użytkownik i hasło idą w parze",
        "fr": "manque dans l’environnement ; l’utilisateur et le mot de passe vont ensemble",
    },
    "half": {
        "en": "missing; user and password belong together",
        "ru": "отсутствует; имя и пароль нужны вместе",
        "pl": "brakuje; użytkownik i hasło idą w parze",
        "fr": "manque ; l’utilisateur et le mot de passe vont ensemble",
    },
    "no-authority": {
        "en": "there is no such file of a certificate authority",
        "ru": "такого файла удостоверяющего центра нет",
        "pl": "nie ma takiego pliku urzędu certyfikacji",
        "fr": "ce fichier d’autorité de certification n’existe pas",
    },
    "not-private": {
        "en": "other people can read or change this file (mode {0}); run `chmod 600 {1}`",
        "ru": "этот файл могут читать или менять другие (права {0}); выполните `chmod 600 {1}`",
        "pl": "ten plik mogą czytać lub zmieniać inni (prawa {0}); wykonaj `chmod 600 {1}`",
        "fr": "d’autres peuvent lire ou changer ce fichier (droits {0}) ; tapez `chmod 600 {1}`",
    },
    "not-here": {
        "en": "a secret does not belong here; put it into the environment ({0}, {1}) or a file of mode 600 (secrets:)",
        "ru": "секрету здесь не место; ему место в окружении ({0}, {1}) или в файле с правами 600 (secrets:)",
        "pl": "to nie miejsce na sekret; wpisz go do środowiska ({0}, {1}) albo do pliku o prawach 600 (secrets:)",
        "fr": "un secret n’a pas sa place ici ; mettez-le dans l’environnement ({0}, {1}) ou un fichier 600 (secrets:)",
    },
}


def words(key: str, *values: object) -> dict[Language, str]:
    """A sentence in every language."""
    return {language: TEXTS[key][language].format(*values) for language in LANGUAGES}
