"""Why the system says that a broker or a port cannot be had, in four languages: its commonest words."""

from __future__ import annotations

from boards.base.languages import Language
from boards.base.sentences import Told, finder

SENTENCES: tuple[Told, ...] = (
    {
        "en": "Connection refused",
        "ru": "там никто не слушает",
        "pl": "nikt tam nie słucha",
        "fr": "personne n’y écoute",
    },
    {
        "en": "Name or service not known",
        "ru": "такое имя неизвестно",
        "pl": "ta nazwa jest nieznana",
        "fr": "ce nom est inconnu",
    },
    {
        "en": "Temporary failure in name resolution",
        "ru": "имя сейчас узнать нельзя",
        "pl": "nazwy nie da się teraz ustalić",
        "fr": "ce nom ne peut être cherché pour l’instant",
    },
    {
        "en": "No route to host",
        "ru": "дороги туда нет",
        "pl": "nie ma tam drogi",
        "fr": "aucun chemin n’y mène",
    },
    {
        "en": "Network is unreachable",
        "ru": "сеть недоступна",
        "pl": "sieć jest nieosiągalna",
        "fr": "le réseau est hors d’atteinte",
    },
    {
        "en": "Permission denied",
        "ru": "нет прав",
        "pl": "brak uprawnień",
        "fr": "accès interdit",
    },
    {
        "en": "Cannot assign requested address",
        "ru": "такого адреса здесь нет",
        "pl": "nie ma tu takiego adresu",
        "fr": "cette adresse n’est pas d’ici",
    },
    {
        "en": "it does not answer",
        "ru": "он не отвечает",
        "pl": "nie odpowiada",
        "fr": "il ne répond pas",
    },
    {
        "en": "it does not answer; mqtts: is with TLS",
        "ru": "он не отвечает; с TLS пишут mqtts:",
        "pl": "nie odpowiada; z TLS pisze się mqtts:",
        "fr": "il ne répond pas ; avec TLS, c’est mqtts:",
    },
    {
        "en": "TLS did not come about; mqtt: is without it",
        "ru": "TLS не состоялся; без него пишут mqtt:",
        "pl": "TLS nie doszedł do skutku; bez niego pisze się mqtt:",
        "fr": "TLS n’a pas abouti ; sans lui, c’est mqtt:",
    },
    {
        "en": "Not authorized",
        "ru": "нет разрешения",
        "pl": "brak zezwolenia",
        "fr": "pas autorisé",
    },
    {
        "en": "Bad user name or password",
        "ru": "неверные имя или пароль",
        "pl": "zły użytkownik albo hasło",
        "fr": "mauvais utilisateur ou mot de passe",
    },
    {
        "en": "certificate has expired",
        "ru": "срок его истёк",
        "pl": "jego ważność minęła",
        "fr": "il a expiré",
    },
    {
        "en": "certificate is not yet valid",
        "ru": "он ещё не действует",
        "pl": "jeszcze nie jest ważny",
        "fr": "il n’est pas encore valable",
    },
    {
        "en": "Hostname mismatch, certificate is not valid for {0}.",
        "ru": "он выдан не на имя {0}",
        "pl": "nie jest wystawiony na nazwę {0}",
        "fr": "il n’est pas fait au nom de {0}",
    },
    {
        "en": "IP address mismatch, certificate is not valid for {0}.",
        "ru": "он выдан не на адрес {0}",
        "pl": "nie jest wystawiony na adres {0}",
        "fr": "il n’est pas fait pour l’adresse {0}",
    },
    {
        "en": "self-signed certificate in certificate chain",
        "ru": "подписавший его центр неизвестен",
        "pl": "urząd, który go podpisał, jest nieznany",
        "fr": "l’autorité qui l’a signé est inconnue",
    },
    {
        "en": "self-signed certificate",
        "ru": "он подписан сам собой",
        "pl": "podpisał się sam",
        "fr": "il est signé par lui-même",
    },
    {
        "en": "unable to get local issuer certificate",
        "ru": "подписавший его центр неизвестен",
        "pl": "urząd, który go podpisał, jest nieznany",
        "fr": "l’autorité qui l’a signé est inconnue",
    },
    {
        "en": "the authority's file cannot be read: {0}",
        "ru": "файл центра не читается: {0}",
        "pl": "pliku urzędu nie da się odczytać: {0}",
        "fr": "le fichier de l’autorité est illisible : {0}",
    },
)
"""{0} stands for a value."""

_find = finder(SENTENCES)


def system_words(said: str, language: Language) -> str:
    """The system's word in this language; as it is where it is not a common one."""
    found = _find(said)
    return said if found is None else found[language]
