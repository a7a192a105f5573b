"""What the table says to people, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import LANGUAGES
from controller.table.motion.hand_messages import HAND_TEXTS
from controller.table.view.stage_messages import STAGE_TEXTS
from controller.table.view.view import Words

COLOUR_WORDS: dict[str, dict[str, str]] = {
    "red": {"en": "red", "ru": "красный", "pl": "czerwony", "fr": "rouge"},
    "blue": {"en": "blue", "ru": "синий", "pl": "niebieski", "fr": "bleu"},
    "yellow": {"en": "yellow", "ru": "жёлтый", "pl": "żółty", "fr": "jaune"},
    "green": {"en": "green", "ru": "зелёный", "pl": "zielony", "fr": "vert"},
}
FACING_WORDS: dict[str, dict[str, str]] = {
    "N": {"en": "north", "ru": "на север", "pl": "na północ", "fr": "le nord"},
    "E": {"en": "east", "ru": "на восток", "pl": "na wschód", "fr": "l’est"},
    "S": {"en": "south", "ru": "на юг", "pl": "na południe", "fr": "le sud"},
    "W": {"en": "west", "ru": "на запад", "pl": "na zachód", "fr": "l’ouest"},
}
TOKEN_WORDS: dict[str, dict[str, str]] = {
    "barrel": {"en": "barrel", "ru": "бочка", "pl": "beczka", "fr": "tonneau"},
    "wall": {"en": "wall", "ru": "стена", "pl": "mur", "fr": "mur"},
    "water": {"en": "water", "ru": "вода", "pl": "woda", "fr": "eau"},
}

_TEXTS: dict[str, Mapping[str, str]] = {
    **HAND_TEXTS,
    **STAGE_TEXTS,
    "golem-missing": {
        "en": "The {golem} golem is not in view. Put it on {cell}, facing {facing}.",
        "ru": "Не вижу голема ({golem}). Поставьте его на {cell}, лицом {facing}.",
        "pl": "Nie widzę golema ({golem}). Postaw go na {cell}, przodem {facing}.",
        "fr": "Le golem {golem} n’est pas visible. Posez-le sur {cell}, face vers {facing}.",
    },
    "golem-astray": {
        "en": "The {golem} golem is not where it should be. Put it on {cell}, facing {facing}.",
        "ru": "Голем ({golem}) стоит не там. Поставьте его на {cell}, лицом {facing}.",
        "pl": "Golem ({golem}) nie stoi tam, gdzie powinien. Postaw go na {cell}, przodem {facing}.",
        "fr": "Le golem {golem} n’est pas à sa place. Posez-le sur {cell}, face vers {facing}.",
    },
    "golem-fallen": {
        "en": "The {golem} golem has no lives left. Take it off the board.",
        "ru": "У голема ({golem}) больше нет жизней. Уберите его с поля.",
        "pl": "Golem ({golem}) nie ma już żyć. Zdejmij go z planszy.",
        "fr": "Le golem {golem} n’a plus de vies. Retirez-le du plateau.",
    },
    "golem-absent": {
        "en": "The {golem} golem does not play here. Take it off the board.",
        "ru": "Голем ({golem}) здесь не играет. Уберите его с поля.",
        "pl": "Golem ({golem}) tu nie gra. Zdejmij go z planszy.",
        "fr": "Le golem {golem} ne joue pas ici. Retirez-le du plateau.",
    },
    "token-off": {
        "en": "Take the token off {cell}: {token}.",
        "ru": "Уберите жетон с {cell}: {token}.",
        "pl": "Zdejmij żeton z {cell}: {token}.",
        "fr": "Retirez le jeton de {cell} : {token}.",
    },
    "token-on": {
        "en": "Put a token on {cell}: {token}.",
        "ru": "Положите жетон на {cell}: {token}.",
        "pl": "Połóż żeton na {cell}: {token}.",
        "fr": "Posez un jeton sur {cell} : {token}.",
    },
    "robot-failed": {
        "en": "The {golem} robot did not do its part ({how}). The camera is looking where it stands.",
        "ru": "Робот ({golem}) не выполнил команду ({how}). Камера проверяет, где он стоит.",
        "pl": "Robot ({golem}) nie wykonał polecenia ({how}). Kamera sprawdza, gdzie stoi.",
        "fr": "Le robot {golem} n’a pas exécuté l’ordre ({how}). La caméra regarde où il est.",
    },
    "robot-lost": {
        "en": "The {golem} robot does not answer ({how}). Check its power and its cable or radio.",
        "ru": "Робот ({golem}) не отвечает ({how}). Проверьте питание и связь.",
        "pl": "Robot ({golem}) nie odpowiada ({how}). Sprawdź zasilanie i połączenie.",
        "fr": "Le robot {golem} ne répond pas ({how}). Vérifiez son alimentation et sa liaison.",
    },
    "record-failed": {
        "en": "The game’s record can’t be written ({how}). Nothing moves. Free some space, then press Go on.",
        "ru": "Запись игры не сохраняется ({how}). Всё стоит. Освободите место и нажмите «Дальше».",
        "pl": "Nie można zapisać gry ({how}). Nic się nie rusza. Zwolnij miejsce i naciśnij „Dalej”.",
        "fr": "La partie ne peut pas être enregistrée ({how}). Rien ne bouge. Libérez de la place, puis « Continuer ».",
    },
    # No word about which card it is: the page shows this to everybody.
    "program-refused": {
        "en": "Row {row}: the deck or this round’s die does not allow these cards. Count them, and look at the die.",
        "ru": "Ряд {row}: колода или кубик этого раунда не разрешают эти карты. Пересчитай их и посмотри на кубик.",
        "pl": "Rząd {row}: talia albo kostka tej rundy nie pozwala na te karty. Policz je i spójrz na kostkę.",
        "fr": "Rangée {row} : le paquet ou le dé de cette manche interdit ces cartes. Compte-les et regarde le dé.",
    },
    "ready-left": {
        "en": "{golem}: take up your ready card of the last round; lay it again when you are done.",
        "ru": "{golem}: уберите карту «Готов» прошлого раунда; положите её снова, когда закончите.",
        "pl": "{golem}: zabierz kartę „Gotowe” z poprzedniej rundy; połóż ją znowu, gdy skończysz.",
        "fr": "{golem} : reprenez votre carte « Prêt » de la manche passée ; reposez-la quand vous aurez fini.",
    },
    "card-moved": {
        "en": "The {golem} tray, row {row}, card {place}: it was moved after the lock. Put it back.",
        "ru": "Лоток ({golem}), ряд {row}, карта {place}: её сдвинули, когда программы были закрыты. Верните её.",
        "pl": "Tacka ({golem}), rząd {row}, karta {place}: ruszono ją po zamknięciu programów. Odłóż ją na miejsce.",
        "fr": "Plateau {golem}, rangée {row}, carte {place} : elle a bougé après le verrouillage. Remettez-la.",
    },
    "card-added": {
        "en": "The {golem} tray, row {row}, card {place}: it was added after the lock. Take it away.",
        "ru": "Лоток ({golem}), ряд {row}, карта {place}: её добавили, когда программы были закрыты. Уберите её.",
        "pl": "Tacka ({golem}), rząd {row}, karta {place}: dołożono ją po zamknięciu programów. Zabierz ją.",
        "fr": "Plateau {golem}, rangée {row}, carte {place} : ajoutée après le verrouillage. Retirez-la.",
    },
    "card-swapped": {
        "en": "The {golem} tray, row {row}, card {place}: another card lies there now. Put the first one back.",
        "ru": "Лоток ({golem}), ряд {row}, карта {place}: теперь там лежит другая карта. Верните прежнюю.",
        "pl": "Tacka ({golem}), rząd {row}, karta {place}: teraz leży tam inna karta. Odłóż poprzednią.",
        "fr": "Plateau {golem}, rangée {row}, carte {place} : c’est une autre carte à présent. Remettez la première.",
    },
    "card-gone": {
        "en": "The {golem} tray, row {row}, card {place}: it is gone since the lock. Put it back.",
        "ru": "Лоток ({golem}), ряд {row}, карта {place}: её больше нет. Верните её.",
        "pl": "Tacka ({golem}), rząd {row}, karta {place}: zniknęła po zamknięciu programów. Odłóż ją.",
        "fr": "Plateau {golem}, rangée {row}, carte {place} : elle a disparu. Remettez-la.",
    },
    "die-unread": {
        "en": "The {golem} die can't be read",
        "ru": "Кубик не читается: {golem}",
        "pl": "Nie można odczytać kostki: {golem}",
        "fr": "Dé {golem} illisible",
    },
    "eye-bumped": {
        "en": "The camera was bumped. The table is found again; see that the camera stands firmly.",
        "ru": "Камеру толкнули. Стол снова найден; проверьте, твёрдо ли стоит камера.",
        "pl": "Kamera została potrącona. Stół jest znów odnaleziony; sprawdź, czy kamera stoi pewnie.",
        "fr": "La caméra a bougé. La table est retrouvée ; vérifiez que la caméra tient bien.",
    },
    "camera-out": {
        "en": "One camera shows nothing: {camera}. The others see all trays, so the game goes on. Look at it.",
        "ru": "Одна камера ничего не показывает: {camera}. Остальные видят все лотки, игра продолжается. Проверьте её.",
        "pl": "Jedna kamera nic nie pokazuje: {camera}. Inne widzą wszystkie tacki, gra trwa. Sprawdź ją.",
        "fr": "Une caméra ne montre rien : {camera}. Les autres voient tous les plateaux, on continue. Vérifiez-la.",
    },
    "intrusion": {
        "en": "A hand or something else is over the field. The robots wait; take it away, and they go on.",
        "ru": "Над полем рука или что-то ещё. Роботы ждут; уберите — и они продолжат.",
        "pl": "Nad planszą jest ręka albo coś innego. Roboty czekają; zabierz to, a ruszą dalej.",
        "fr": "Une main ou autre chose est au-dessus du terrain. Les robots attendent ; retirez-la, et ils continuent.",
    },
    "stray": {
        "en": "The {golem} golem moves, and the table has not told it to. The robots wait until it stands still.",
        "ru": "Голем ({golem}) движется, хотя стол этого не велел. Роботы ждут, пока он не остановится.",
        "pl": "Golem ({golem}) jedzie, choć stół mu nie kazał. Roboty czekają, aż stanie.",
        "fr": "Le golem {golem} bouge sans que la table le lui ait dit. Les robots attendent qu’il s’arrête.",
    },
    "seat-child": {
        "en": "{golem}: a child plays, with cards.",
        "ru": "{golem}: играет ребёнок, картами.",
        "pl": "{golem}: gra dziecko, kartami.",
        "fr": "{golem} : un enfant joue, avec des cartes.",
    },
    "seat-computer": {
        "en": "{golem}: the computer plays.",
        "ru": "{golem}: играет компьютер.",
        "pl": "{golem}: gra komputer.",
        "fr": "{golem} : l’ordinateur joue.",
    },
    "taken-up": {
        "en": "Back to the start. Put the tokens on their cells; the golems drive there by themselves.",
        "ru": "С начала. Положите жетоны на места; големы вернутся сами.",
        "pl": "Od początku. Połóż żetony na miejsca; golemy wrócą same.",
        "fr": "Au début. Remettez les jetons en place ; les golems y vont seuls.",
    },
    "halted": {
        "en": "The game has paused: {how}. Mend it, then press Go on.",
        "ru": "Игра на паузе: {how}. Исправьте и нажмите «Дальше».",
        "pl": "Gra wstrzymana: {how}. Napraw to i naciśnij „Dalej”.",
        "fr": "La partie est en pause : {how}. Réparez, puis « Continuer ».",
    },
    "undo-move": {
        "en": "The last step is undone; the game is paused. Press Go on, and put the pieces back.",
        "ru": "Последний шаг отменён; игра на паузе. Нажмите «Дальше» и верните фигуры.",
        "pl": "Ostatni krok cofnięty; gra wstrzymana. Naciśnij „Dalej” i odstaw pionki.",
        "fr": "Dernier coup annulé ; partie en pause. « Continuer », puis remettez les pièces.",
    },
    "seat-hand": {
        "en": "{player}: people play.",
        "ru": "{player}: играют люди.",
        "pl": "{player}: grają ludzie.",
        "fr": "{player} : joué par des personnes.",
    },
    "seat-mind": {
        "en": "{player}: the computer plays.",
        "ru": "{player}: играет компьютер.",
        "pl": "{player}: gra komputer.",
        "fr": "{player} : joué par l’ordinateur.",
    },
    "pairing": {
        "en": "One robot after another turns a little and back; the camera looks. Keep your hands off the table.",
        "ru": "Роботы по очереди немного поворачиваются и возвращаются; камера смотрит. Уберите руки со стола.",
        "pl": "Roboty po kolei obracają się trochę i wracają; kamera patrzy. Zabierzcie ręce ze stołu.",
        "fr": "Les robots tournent un peu, l’un après l’autre, et reviennent ; la caméra regarde. Ôtez les mains.",
    },
    "robot-carries": {
        "en": "The robot on {port} carries the {golem} golem. In the table file: {golem}.",
        "ru": "Робот на {port} везёт голема ({golem}). В файле стола: {golem}.",
        "pl": "Robot na {port} wozi golema ({golem}). W pliku stołu: {golem}.",
        "fr": "Le robot sur {port} porte le golem {golem}. Dans le fichier de table : {golem}.",
    },
    "robots-exchanged": {
        "en": "Each robot plays the golem that it carries, until the table is closed. Correct the table file.",
        "ru": "Каждый робот играет за голема, которого везёт, пока стол не закрыт. Исправьте файл стола.",
        "pl": "Każdy robot gra golemem, którego wozi, aż do zamknięcia stołu. Popraw plik stołu.",
        "fr": "Chaque robot joue le golem qu’il porte, jusqu’à la fermeture. Corrigez le fichier de table.",
    },
    "robots-crossed": {
        "en": "Not all robots were seen, so nothing is exchanged. Put it right and look again, or exchange the cables.",
        "ru": "Видны не все роботы, поэтому ничего не поменяно. Исправьте и проверьте снова или поменяйте кабели.",
        "pl": "Nie widziano wszystkich robotów, więc nic nie zamieniono. Popraw i sprawdź znowu albo zamień kable.",
        "fr": "Tous les robots n’ont pas été vus : rien n’est échangé. Réessayez, ou échangez les câbles.",
    },
    "robot-unpaired": {
        "en": "The robot of the {golem} golem: {why}",
        "ru": "Робот голема ({golem}): {why}",
        "pl": "Robot golema ({golem}): {why}",
        "fr": "Le robot du golem {golem} : {why}",
    },
    "robots-right": {
        "en": "Every robot carries its own golem.",
        "ru": "Каждый робот везёт своего голема.",
        "pl": "Każdy robot wozi swojego golema.",
        "fr": "Chaque robot porte son golem.",
    },
    "robots-none": {
        "en": "No robot answers, so nobody turned.",
        "ru": "Ни один робот не отвечает, никто не повернулся.",
        "pl": "Żaden robot nie odpowiada, nikt się nie obrócił.",
        "fr": "Aucun robot ne répond : personne n’a tourné.",
    },
    "not-now": {
        "en": "That does not fit now.",
        "ru": "Сейчас это нельзя сделать.",
        "pl": "Teraz nie można tego zrobić.",
        "fr": "Ce n’est pas possible maintenant.",
    },
    "done": {"en": "Done.", "ru": "Готово.", "pl": "Gotowe.", "fr": "C’est fait."},
    "undo": {
        "en": "Round {round}, row {row} is undone; the game is paused. Press Go on, and the golems drive back.",
        "ru": "Раунд {round}, ряд {row} отменён; игра на паузе. Нажмите «Дальше», и големы вернутся.",
        "pl": "Runda {round}, rząd {row} cofnięty; gra wstrzymana. Naciśnij „Dalej”, a golemy wrócą.",
        "fr": "Manche {round}, rangée {row} annulée ; partie en pause. « Continuer », et les golems reviennent.",
    },
}

_SPOKEN = {"golem": COLOUR_WORDS, "facing": FACING_WORDS, "token": TOKEN_WORDS}


def say(code: str, **facts: str | Words) -> Words:
    """The sentence of this code in all languages; colours, facings and tokens among the facts are translated, and so
    is what comes in all languages."""
    return {
        language: _TEXTS[code][language].format(**{key: _told(key, fact, language) for key, fact in facts.items()})
        for language in LANGUAGES
    }


def _told(key: str, fact: str | Words, language: str) -> str:
    if not isinstance(fact, str):
        return fact[language]
    return _SPOKEN[key][fact][language] if key in _SPOKEN else fact
