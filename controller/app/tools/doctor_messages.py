"""What `golem doctor` says, in four languages."""

from __future__ import annotations

from collections.abc import Callable

from boards.base.languages import Language

TEXTS: dict[str, dict[Language, str]] = {
    "program": {"en": "program", "ru": "программа", "pl": "program", "fr": "programme"},
    "camera": {"en": "camera", "ru": "камера", "pl": "kamera", "fr": "caméra"},
    "cameras": {"en": "cameras", "ru": "камеры", "pl": "kamery", "fr": "caméras"},
    "port": {"en": "serial port", "ru": "последовательный порт", "pl": "port szeregowy", "fr": "port série"},
    "ports": {"en": "serial ports", "ru": "последовательные порты", "pl": "porty szeregowe", "fr": "ports série"},
    "broker": {"en": "MQTT broker", "ru": "брокер MQTT", "pl": "broker MQTT", "fr": "courtier MQTT"},
    "robot": {"en": "robot", "ru": "робот", "pl": "robot", "fr": "robot"},
    "page": {"en": "page", "ru": "страница", "pl": "strona", "fr": "page"},
    "records": {"en": "records", "ru": "записи", "pl": "zapisy", "fr": "enregistrements"},
    "other-opencv": {
        "en": "set up anew with `make install`: other versions of OpenCV read markers worse",
        "ru": "установите заново через `make install`: другие версии OpenCV хуже читают маркеры",
        "pl": "zainstaluj od nowa przez `make install`: inne wersje OpenCV gorzej czytają znaczniki",
        "fr": "réinstallez avec `make install` : les autres versions d’OpenCV lisent moins bien les marqueurs",
    },
    "no-cameras": {
        "en": "this computer shows none",
        "ru": "этот компьютер не показывает ни одной",
        "pl": "ten komputer nie pokazuje żadnej",
        "fr": "cet ordinateur n’en montre aucune",
    },
    "plug-camera": {
        "en": "plug one in; a picture, a folder, a video or an address serves as well",
        "ru": "подключите камеру; подойдёт и картинка, папка, видео или адрес",
        "pl": "podłącz kamerę; może też być obraz, folder, film albo adres",
        "fr": "branchez-en une ; une image, un dossier, une vidéo ou une adresse convient aussi",
    },
    "no-ports": {"en": "none", "ru": "нет ни одного", "pl": "nie ma żadnego", "fr": "aucun"},
    "plug-robot": {
        "en": "plug a robot in (USB) or pair it (Bluetooth); golems can also be moved by hand",
        "ru": "подключите робота (USB) или свяжите его (Bluetooth); големов можно двигать и рукой",
        "pl": "podłącz robota (USB) albo sparuj go (Bluetooth); golemy można też przesuwać ręką",
        "fr": "branchez un robot (USB) ou appairez-le (Bluetooth) ; les golems se déplacent aussi à la main",
    },
    "port-closed": {
        "en": "{0}, but you may not open it",
        "ru": "{0}, но у вас нет права его открыть",
        "pl": "{0}, ale nie wolno ci go otworzyć",
        "fr": "{0}, mais vous n’avez pas le droit de l’ouvrir",
    },
    "dialout": {
        "en": "sudo usermod -aG dialout $USER, then log out and in again",
        "ru": "sudo usermod -aG dialout $USER, затем выйдите и войдите снова",
        "pl": "sudo usermod -aG dialout $USER, potem wyloguj się i zaloguj",
        "fr": "sudo usermod -aG dialout $USER, puis reconnectez-vous",
    },
    "mosquitto": {
        "en": "mosquitto at {0}",
        "ru": "mosquitto: {0}",
        "pl": "mosquitto: {0}",
        "fr": "mosquitto : {0}",
    },
    "no-mosquitto": {
        "en": "the built-in one (amqtt); mosquitto is not installed",
        "ru": "встроенный (amqtt); mosquitto не установлен",
        "pl": "wbudowany (amqtt); mosquitto nie jest zainstalowane",
        "fr": "celui du programme (amqtt) ; mosquitto n’est pas installé",
    },
    "get-mosquitto": {
        "en": "for many robots over MQTT: sudo apt-get install mosquitto",
        "ru": "для многих роботов по MQTT: sudo apt-get install mosquitto",
        "pl": "dla wielu robotów przez MQTT: sudo apt-get install mosquitto",
        "fr": "pour beaucoup de robots par MQTT : sudo apt-get install mosquitto",
    },
    "name-camera": {
        "en": "plug it in, or name another one in table.yaml under camera:",
        "ru": "подключите её или назовите другую в table.yaml, ключ camera:",
        "pl": "podłącz ją albo wpisz inną w table.yaml pod camera:",
        "fr": "branchez-la, ou nommez-en une autre dans table.yaml sous camera:",
    },
    "ask-size": {
        "en": "ask for that size: camera: {{at: ..., size: ...}}",
        "ru": "попросите этот размер: camera: {{at: ..., size: ...}}",
        "pl": "poproś o ten rozmiar: camera: {{at: ..., size: ...}}",
        "fr": "demandez cette taille : camera: {{at: ..., size: ...}}",
    },
    "size-but": {
        "en": "{0} x {1} px, but: {2}",
        "ru": "{0} x {1} пикселей, но: {2}",
        "pl": "{0} x {1} pikseli, ale: {2}",
        "fr": "{0} x {1} px, mais : {2}",
    },
    "sees": {
        "en": "{0} x {1} px, sees {2}; {3}",
        "ru": "{0} x {1} пикселей, видит {2}; {3}",
        "pl": "{0} x {1} pikseli, widzi {2}; {3}",
        "fr": "{0} x {1} px, voit {2} ; {3}",
    },
    "nothing-on-it": {
        "en": "nothing on it",
        "ru": "на нём ничего нет",
        "pl": "nic na niej nie ma",
        "fr": "rien dessus",
    },
    "unread": {
        "en": "{0} things lie there that it cannot read",
        "ru": "не может прочитать, что там лежит (предметов: {0})",
        "pl": "nie może odczytać, co tam leży (rzeczy: {0})",
        "fr": "choses posées là qu’elle ne peut pas lire : {0}",
    },
    "say-unread": {
        "en": "golem read says which and why",
        "ru": "golem read скажет, какие и почему",
        "pl": "golem read powie, które i dlaczego",
        "fr": "golem read dit lesquelles et pourquoi",
    },
    "settled": {
        "en": "its exposure is set by the markers",
        "ru": "выдержка установлена по маркерам",
        "pl": "naświetlanie ustawione według znaczników",
        "fr": "son exposition est réglée sur les marqueurs",
    },
    "too-dark": {
        "en": "there is too little light for robots that move",
        "ru": "для движущихся роботов слишком мало света",
        "pl": "dla jeżdżących robotów jest za mało światła",
        "fr": "il y a trop peu de lumière pour des robots qui bougent",
    },
    "lamp": {"en": "bring a lamp", "ru": "поставьте лампу", "pl": "postaw lampę", "fr": "apportez une lampe"},
    "too-bright": {
        "en": "there is too much light",
        "ru": "слишком много света",
        "pl": "jest za dużo światła",
        "fr": "il y a trop de lumière",
    },
    "dimmer": {
        "en": "turn the lamp away or make it dimmer",
        "ru": "отверните лампу или убавьте свет",
        "pl": "odwróć lampę albo przygaś ją",
        "fr": "détournez la lampe ou baissez-la",
    },
    "ignored": {
        "en": "its driver does not let its exposure be set",
        "ru": "её драйвер не даёт установить выдержку",
        "pl": "jej sterownik nie pozwala ustawić naświetlania",
        "fr": "son pilote ne laisse pas régler l’exposition",
    },
    "keep-light": {
        "en": "keep the light as it is while you play",
        "ru": "не меняйте свет во время игры",
        "pl": "nie zmieniaj światła w czasie gry",
        "fr": "gardez la même lumière pendant la partie",
    },
    "lens": {
        "en": "the lens of {0}, measured {1} in {2} views",
        "ru": "объектив ({0}) измерен {1}, снимков: {2}",
        "pl": "obiektyw ({0}) zmierzony {1}, ujęć: {2}",
        "fr": "l’objectif de {0}, mesuré {1} en {2} vues",
    },
    "nameless": {
        "en": "a camera without a name",
        "ru": "камера без имени",
        "pl": "kamera bez nazwy",
        "fr": "une caméra sans nom",
    },
    "residual": {
        "en": ", residual {0} px",
        "ru": ", остаток {0} пикселя",
        "pl": ", reszta {0} piksela",
        "fr": ", résidu {0} px",
    },
    "expected": {
        "en": ", expected error {0} px",
        "ru": ", ожидаемая ошибка {0} пикселя",
        "pl": ", spodziewany błąd {0} piksela",
        "fr": ", erreur attendue {0} px",
    },
    "some-day": {
        "en": "on a day unknown",
        "ru": "неизвестно когда",
        "pl": "nie wiadomo kiedy",
        "fr": "un jour inconnu",
    },
    "yesterday": {
        "en": "on {0} (1 day ago)",
        "ru": "{0} (1 день назад)",
        "pl": "{0} (1 dzień temu)",
        "fr": "le {0} (il y a 1 jour)",
    },
    "days-ago": {
        "en": "on {0} ({1} days ago)",
        "ru": "{0} (дней назад: {1})",
        "pl": "{0} (dni temu: {1})",
        "fr": "le {0} (il y a {1} jours)",
    },
    "by-hand": {
        "en": "none; this golem is moved by hand",
        "ru": "нет; этого голема двигают рукой",
        "pl": "nie ma; tego golema porusza się ręką",
        "fr": "aucun ; ce golem est déplacé à la main",
    },
    "ghosts": {
        "en": "none; its pieces are ghosts",
        "ru": "нет; его фигуры остаются призраками",
        "pl": "nie ma; jego pionki są duchami",
        "fr": "aucun ; ses pièces sont des fantômes",
    },
    "answers": {
        "en": "answers on {0}, firmware {1}",
        "ru": "отвечает на {0}, прошивка {1}",
        "pl": "odpowiada na {0}, oprogramowanie {1}",
        "fr": "répond sur {0}, micrologiciel {1}",
    },
    "battery": {
        "en": ", battery {0} V",
        "ru": ", батарея {0} В",
        "pl": ", bateria {0} V",
        "fr": ", batterie {0} V",
    },
    "page-off": {
        "en": "switched off in the table file",
        "ru": "выключена в файле стола",
        "pl": "wyłączona w pliku stołu",
        "fr": "désactivée dans le fichier de la table",
    },
    "page-taken": {
        "en": "port {1} on {0} is taken by another program (another `golem`, perhaps)",
        "ru": "порт {1} на {0} занят другой программой (может быть, ещё одним `golem`)",
        "pl": "port {1} na {0} zajmuje inny program (może drugi `golem`)",
        "fr": "le port {1} de {0} est pris par un autre programme (un autre `golem`, peut-être)",
    },
    "other-port": {
        "en": "choose another port in table.yaml under page: port:",
        "ru": "выберите другой порт в table.yaml, ключ page: port:",
        "pl": "wybierz inny port w table.yaml pod page: port:",
        "fr": "choisissez un autre port dans table.yaml sous page: port:",
    },
    "page-free": {
        "en": "port {1} on {0} is free",
        "ru": "порт {1} на {0} свободен",
        "pl": "port {1} na {0} jest wolny",
        "fr": "le port {1} de {0} est libre",
    },
    "no-writing": {
        "en": "{0} can't be written",
        "ru": "в {0} нельзя писать",
        "pl": "w {0} nie można zapisywać",
        "fr": "on ne peut pas écrire dans {0}",
    },
    "other-folder": {
        "en": "choose another folder in table.yaml under journals:",
        "ru": "выберите другую папку в table.yaml, ключ journals:",
        "pl": "wybierz inny folder w table.yaml pod journals:",
        "fr": "choisissez un autre dossier dans table.yaml sous journals:",
    },
    "no-room": {
        "en": "only {0} MB are free in {1}",
        "ru": "в {1} свободно только {0} МБ",
        "pl": "w {1} jest wolne tylko {0} MB",
        "fr": "seulement {0} Mo libres dans {1}",
    },
    "remove-files": {
        "en": "remove old files",
        "ru": "удалите старые файлы",
        "pl": "usuń stare pliki",
        "fr": "supprimez de vieux fichiers",
    },
    "room": {
        "en": "{0} GB free in {1}",
        "ru": "в {1} свободно {0} ГБ",
        "pl": "w {1} jest wolne {0} GB",
        "fr": "{0} Go libres dans {1}",
    },
    "no-table": {
        "en": "No table.yaml here: looking at what any table needs. docs/facilitator.md shows one to start from.",
        "ru": "Здесь нет table.yaml: смотрю, что нужно любому столу. Образец есть в docs/facilitator.md.",
        "pl": "Nie ma tu table.yaml: sprawdzam, czego potrzebuje każdy stół. Wzór jest w docs/facilitator.md.",
        "fr": "Pas de table.yaml ici : voici ce qu’il faut à toute table. docs/facilitator.md en montre un modèle.",
    },
    "good": {"en": "All is there.", "ru": "Всё на месте.", "pl": "Wszystko jest.", "fr": "Tout est là."},
    "warning": {
        "en": "Nothing is broken. Look at the lines marked !! before you play.",
        "ru": "Ничего не сломано. Перед игрой посмотрите на строки с пометкой !!.",
        "pl": "Nic nie jest zepsute. Przed grą spójrz na wiersze oznaczone !!.",
        "fr": "Rien n’est cassé. Regardez les lignes marquées !! avant de jouer.",
    },
    "bad": {
        "en": "Mend what is marked NO, then ask again.",
        "ru": "Исправьте то, что помечено NO, и спросите снова.",
        "pl": "Napraw to, co oznaczono NO, i zapytaj ponownie.",
        "fr": "Réparez ce qui est marqué NO, puis redemandez.",
    },
}

KINDS: dict[str, dict[Language, str]] = {
    "card": {"en": "card", "ru": "карты", "pl": "karty", "fr": "cartes"},
    "die": {"en": "die", "ru": "кубики", "pl": "kostki", "fr": "dés"},
    "energy": {"en": "energy", "ru": "энергия", "pl": "energia", "fr": "énergie"},
    "golem": {"en": "golem", "ru": "големы", "pl": "golemy", "fr": "golems"},
    "mat": {"en": "mat", "ru": "поле", "pl": "mata", "fr": "tapis"},
    "piece": {"en": "piece", "ru": "фигуры", "pl": "pionki", "fr": "pièces"},
    "ready": {"en": "ready", "ru": "карты готовности", "pl": "karty gotowości", "fr": "cartes « prêt »"},
    "step": {"en": "step", "ru": "карты шагов", "pl": "karty kroków", "fr": "cartes de pas"},
    "token": {"en": "token", "ru": "жетоны", "pl": "żetony", "fr": "jetons"},
    "tray": {"en": "tray", "ru": "лотки", "pl": "tacki", "fr": "plateaux"},
}
"""Kinds of printed things, by the first word of their keys."""

Tell = Callable[..., str]


def teller(language: Language) -> Tell:
    """Says sentences of this language, by their keys."""
    return lambda key, *values: TEXTS[key][language].format(*values)


def kind_words(kind: str, language: Language) -> str:
    """What things of a kind are called; its key for one that has no word yet."""
    return KINDS.get(kind, {}).get(language, kind)
