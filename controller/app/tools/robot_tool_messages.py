"""What `golem robots` says, in four languages."""

from __future__ import annotations

from boards.base.languages import Language
from controller.table.motion.identification_messages import WHY_UNPAIRED

TEXTS: dict[str, dict[Language, str]] = {
    **WHY_UNPAIRED,
    "nobody": {
        "en": "No golem answers on any port. Is a robot plugged in and switched on?",
        "ru": "Ни на одном порту голем не отвечает. Робот подключён и включён?",
        "pl": "Na żadnym porcie nie odpowiada golem. Czy robot jest podłączony i włączony?",
        "fr": "Aucun golem ne répond sur aucun port. Un robot est-il branché et allumé ?",
    },
    "no-port": {
        "en": "There is no serial port. Is a robot plugged in and switched on?",
        "ru": "Нет ни одного последовательного порта. Робот подключён и включён?",
        "pl": "Nie ma żadnego portu szeregowego. Czy robot jest podłączony i włączony?",
        "fr": "Il n’y a aucun port série. Un robot est-il branché et allumé ?",
    },
    "interrupted": {
        "en": "interrupted; the robots were told to stop",
        "ru": "прервано; роботам приказано остановиться",
        "pl": "przerwane; robotom kazano stanąć",
        "fr": "interrompu ; les robots ont reçu l’ordre de s’arrêter",
    },
    "gone": {"en": "it is gone", "ru": "отключён", "pl": "odłączony", "fr": "il n’est plus là"},
    "ready": {"en": "ready", "ru": "готов", "pl": "gotowy", "fr": "prêt"},
    "lost": {
        "en": "lost (switched off, out of reach, or its gateway has ended)",
        "ru": "потерян (выключен, вне связи или его шлюз завершён)",
        "pl": "utracony (wyłączony, poza zasięgiem albo jego bramka zakończyła pracę)",
        "fr": "perdu (éteint, hors de portée, ou sa passerelle est arrêtée)",
    },
    "untold": {
        "en": "does not say whether it is there",
        "ru": "не сообщает, здесь ли он",
        "pl": "nie mówi, czy jest na miejscu",
        "fr": "ne dit pas s’il est là",
    },
    "host-here": {
        "en": "the table is connected ($host)",
        "ru": "стол на связи ($host)",
        "pl": "stół jest połączony ($host)",
        "fr": "la table est reliée ($host)",
    },
    "host-away": {
        "en": "no table is connected ($host)",
        "ru": "стола на связи нет ($host)",
        "pl": "żaden stół nie jest połączony ($host)",
        "fr": "aucune table n’est reliée ($host)",
    },
    "broker-back": {
        "en": "the broker is there again",
        "ru": "брокер снова на связи",
        "pl": "broker znów jest",
        "fr": "le courtier est revenu",
    },
    "none-announced": {
        "en": "no golem announces itself here. Is one switched on, and set (or its gateway) to this broker and table?",
        "ru": "ни один голем здесь о себе не объявил. Он включён, у него (или у его шлюза) эти брокер и стол?",
        "pl": "żaden golem się tu nie ogłasza. Czy jest włączony, czy on (lub jego bramka) ma tego brokera i ten stół?",
        "fr": "aucun golem ne s’annonce ici. Est-il allumé, a-t-il (lui ou sa passerelle) ce courtier et cette table ?",
    },
    "seen-as": {
        "en": "Where robots have users of their own, as with `golem broker`, only the table's user may see them. This "
        "was asked as {0}.",
        "ru": "Где у роботов свои пользователи, как у `golem broker`, видеть их может только пользователь стола. "
        "Спрошено от имени {0}.",
        "pl": "Gdzie roboty mają własnych użytkowników, jak przy `golem broker`, widzi je tylko użytkownik stołu. "
        "Zapytano jako {0}.",
        "fr": "Où les robots ont leurs propres utilisateurs, comme avec `golem broker`, seul celui de la table les "
        "voit. On a demandé en tant que {0}.",
    },
    "seen-as-nobody": {
        "en": "A broker may show robots only to the table's user. This was asked without a user; set GOLEM_MQTT_USER "
        "and GOLEM_MQTT_PASSWORD, or GOLEM_MQTT_FILE.",
        "ru": "Брокер может показывать роботов только пользователю стола. Спрошено без пользователя; задайте "
        "GOLEM_MQTT_USER и GOLEM_MQTT_PASSWORD или GOLEM_MQTT_FILE.",
        "pl": "Broker może pokazywać roboty tylko użytkownikowi stołu. Zapytano bez użytkownika; ustaw "
        "GOLEM_MQTT_USER i GOLEM_MQTT_PASSWORD albo GOLEM_MQTT_FILE.",
        "fr": "Un courtier peut ne montrer les robots qu’à l’utilisateur de la table. On a demandé sans utilisateur ; "
        "posez GOLEM_MQTT_USER et GOLEM_MQTT_PASSWORD, ou GOLEM_MQTT_FILE.",
    },
    "robots-user": {
        "en": "{0} is a robot's own user: it sees no robot but itself, and who comes as it throws that robot out. Come "
        "as the table's user",
        "ru": "{0} пользователь самого робота: других он не видит, а вход от его имени выбросит этого робота. "
        "Войдите как пользователь стола",
        "pl": "{0} to użytkownik samego robota: innych nie widzi, a wejście jako on wyrzuci tego robota. Wejdź jako "
        "użytkownik stołu",
        "fr": "{0} est l’utilisateur d’un robot : il ne voit aucun autre robot, et venir sous ce nom met ce robot "
        "dehors. Venez comme l’utilisateur de la table",
    },
    "firmware": {"en": "firmware {0}", "ru": "прошивка {0}", "pl": "oprogramowanie {0}", "fr": "micrologiciel {0}"},
    "unnamed": {
        "en": "a golem without a name",
        "ru": "голем без имени",
        "pl": "golem bez nazwy",
        "fr": "un golem sans nom",
    },
    "battery": {"en": "battery {0} V", "ru": "батарея {0} В", "pl": "bateria {0} V", "fr": "batterie {0} V"},
    "no-battery": {
        "en": "battery not measured",
        "ru": "батарея не измеряется",
        "pl": "bateria niemierzona",
        "fr": "batterie non mesurée",
    },
    "quality": {
        "en": "{0} asked, {1} lost, round trip {2} ms (median), {3} ms (worst)",
        "ru": "запросов {0}, потеряно {1}, туда и обратно {2} мс (медиана), {3} мс (худшее)",
        "pl": "pytań {0}, straconych {1}, tam i z powrotem {2} ms (mediana), {3} ms (najgorszy)",
        "fr": "{0} questions, {1} perdues, aller-retour {2} ms (médiane), {3} ms (pire)",
    },
    "all-lost": {
        "en": "{0} asked, all lost",
        "ru": "запросов {0}, все потеряны",
        "pl": "pytań {0}, wszystkie stracone",
        "fr": "{0} questions, toutes perdues",
    },
    "blinks": {
        "en": "it blinks and wiggles now",
        "ru": "сейчас мигает и покачивается",
        "pl": "teraz miga i się kołysze",
        "fr": "il clignote et se dandine",
    },
    "jogged": {
        "en": "done: {0} mm, {1} degrees",
        "ru": "готово: {0} мм, {1} градусов",
        "pl": "gotowe: {0} mm, {1} stopni",
        "fr": "fait : {0} mm, {1} degrés",
    },
    "stopped": {"en": "it stands", "ru": "стоит", "pl": "stoi", "fr": "il est arrêté"},
    "goes-on": {
        "en": "it does not stand yet; `golem robots estop` cuts its motors",
        "ru": "всё ещё не стоит; `golem robots estop` отключит моторы",
        "pl": "jeszcze nie stoi; `golem robots estop` odetnie silniki",
        "fr": "il n’est pas encore arrêté ; `golem robots estop` coupe ses moteurs",
    },
    "estopped": {
        "en": "emergency stop is on, until `golem robots release`",
        "ru": "аварийный останов включён, до `golem robots release`",
        "pl": "zatrzymanie awaryjne włączone, do `golem robots release`",
        "fr": "arrêt d’urgence actif, jusqu’à `golem robots release`",
    },
    "released": {
        "en": "emergency stop is released",
        "ru": "аварийный останов снят",
        "pl": "zatrzymanie awaryjne zwolnione",
        "fr": "arrêt d’urgence levé",
    },
    "kept": {
        "en": "a newer emergency stop came; release that one too if all is well",
        "ru": "пришёл новый аварийный останов; снимите и его, если всё в порядке",
        "pl": "przyszło nowsze zatrzymanie awaryjne; zwolnij i je, jeśli wszystko w porządku",
        "fr": "un arrêt d’urgence plus récent est venu ; levez-le aussi si tout va bien",
    },
    "flashed": {
        "en": "the golem's program is on it; `golem robots conform {0}` tests it",
        "ru": "программа голема записана; проверка: `golem robots conform {0}`",
        "pl": "program golema jest wgrany; sprawdza go `golem robots conform {0}`",
        "fr": "le programme du golem y est ; `golem robots conform {0}` le teste",
    },
    "has-name": {
        "en": "its name is {0} already",
        "ru": "его уже зовут {0}",
        "pl": "już nazywa się {0}",
        "fr": "il s’appelle déjà {0}",
    },
    "how-to-name": {
        "en": "its name is {0}. A golem's name is built into its program, the wire cannot change it. Write it with:",
        "ru": "сейчас его зовут {0}. Имя голема вшито в его программу, по линии его не сменить. Запишите его так:",
        "pl": "teraz nazywa się {0}. Nazwa golema jest częścią jego programu; łącze jej nie zmieni. Zapisz ją tak:",
        "fr": "son nom est {0}. Le nom d’un golem est dans son programme, la ligne ne le change pas. Écrivez-le :",
    },
    "turning": {
        "en": "{0} turns a little and back",
        "ru": "{0} немного поворачивается и возвращается",
        "pl": "{0} obraca się trochę i wraca",
        "fr": "{0} tourne un peu et revient",
    },
    "is-golem": {"en": "{0} is {1}", "ru": "{0}: это {1}", "pl": "{0} to {1}", "fr": "{0} est {1}"},
    "for-the-file": {
        "en": "For table.yaml:",
        "ru": "Для table.yaml:",
        "pl": "Do table.yaml:",
        "fr": "Pour table.yaml :",
    },
    "none-in-view": {
        "en": "no golem is in view: put the golems with their markers on the mat",
        "ru": "големов не видно: поставьте големов с маркерами на поле",
        "pl": "nie widać golema: ustaw golemy ze znacznikami na macie",
        "fr": "aucun golem n’est en vue : posez les golems avec leurs marqueurs sur le tapis",
    },
    "one-thing": {
        "en": "say how far: --mm or --degrees, one of them",
        "ru": "укажите, на сколько: --mm или --degrees, одно из двух",
        "pl": "podaj, ile: --mm albo --degrees, jedno z dwóch",
        "fr": "dites de combien : --mm ou --degrees, l’un des deux",
    },
    "outside": {
        "en": "{0} is outside the range {1} to {2}",
        "ru": "{0} вне пределов от {1} до {2}",
        "pl": "{0} jest poza zakresem od {1} do {2}",
        "fr": "{0} est hors des limites, de {1} à {2}",
    },
    "needs-cable": {
        "en": "a golem is flashed over its USB cable, not over MQTT",
        "ru": "прошивка голема записывается по его кабелю USB, а не через MQTT",
        "pl": "program golema zapisuje się przez jego kabel USB, a nie przez MQTT",
        "fr": "le programme d’un golem s’écrit par son câble USB, et non par MQTT",
    },
    "by-people": {
        "en": "people move this golem: there is no robot here",
        "ru": "этого голема двигают люди: робота здесь нет",
        "pl": "tego golema poruszają ludzie: nie ma tu robota",
        "fr": "ce golem est déplacé par des gens : il n’y a pas de robot ici",
    },
    "no-name": {
        "en": "{0} can be no golem's own name: at most {1} of the letters A-Z, digits, - and _",
        "ru": "{0} не может быть именем голема: не больше {1} букв A-Z, цифр, - и _",
        "pl": "{0} nie może być nazwą golema: najwyżej {1} liter A-Z, cyfr, - i _",
        "fr": "{0} ne peut être le nom d’un golem : au plus {1} lettres A-Z, chiffres, - et _",
    },
    "name-built-in": {
        "en": "a name is built in; it cannot be put into a file that is built already",
        "ru": "имя вшивается при сборке; в готовый файл его не вписать",
        "pl": "nazwa jest wbudowana; nie da się jej wpisać do gotowego pliku",
        "fr": "un nom se met à la construction ; il ne peut être mis dans un fichier déjà construit",
    },
    "no-avrdude": {
        "en": "avrdude writes the program and is not installed; run `sudo apt-get install avrdude`",
        "ru": "программу записывает avrdude, а его нет; выполните `sudo apt-get install avrdude`",
        "pl": "program wgrywa avrdude, a nie jest zainstalowany; wykonaj `sudo apt-get install avrdude`",
        "fr": "avrdude écrit le programme et n’est pas installé ; tapez `sudo apt-get install avrdude`",
    },
    "not-written": {
        "en": "{0}: avrdude could not write: {1}. Is it an Arduino Nano, is a Bluetooth module unplugged, does no "
        "other program have the port open?",
        "ru": "{0}: avrdude не смог записать: {1}. Это Arduino Nano, модуль Bluetooth отсоединён, порт не занят другой "
        "программой?",
        "pl": "{0}: avrdude nie mógł zapisać: {1}. Czy to Arduino Nano, czy moduł Bluetooth jest odłączony, czy inny "
        "program nie zajmuje portu?",
        "fr": "{0} : avrdude n’a pas pu écrire : {1}. Est-ce un Arduino Nano, le module Bluetooth est-il débranché, "
        "aucun autre programme n’a-t-il ouvert le port ?",
    },
    "said-nothing": {
        "en": "it said nothing",
        "ru": "он ничего не сказал",
        "pl": "nic nie powiedział",
        "fr": "il n’a rien dit",
    },
    "build-first": {
        "en": "the golem's program must be built first; run `sudo apt-get install {0}`",
        "ru": "сначала программу голема надо собрать; выполните `sudo apt-get install {0}`",
        "pl": "najpierw trzeba zbudować program golema; wykonaj `sudo apt-get install {0}`",
        "fr": "il faut d’abord construire le programme du golem ; tapez `sudo apt-get install {0}`",
    },
    "not-built": {
        "en": "the golem's program could not be built:\n{0}",
        "ru": "программу голема не удалось собрать:\n{0}",
        "pl": "nie udało się zbudować programu golema:\n{0}",
        "fr": "le programme du golem n’a pas pu être construit :\n{0}",
    },
    "no-device": {
        "en": "this is no serial port",
        "ru": "это не последовательный порт",
        "pl": "to nie port szeregowy",
        "fr": "ce n’est pas un port série",
    },
    "no-file": {
        "en": "there is no file {0}",
        "ru": "файла {0} нет",
        "pl": "nie ma pliku {0}",
        "fr": "il n’y a pas de fichier {0}",
    },
}


def phrase(key: str, language: Language, *values: object) -> str:
    """A sentence in this language."""
    return TEXTS[key][language].format(*values)
