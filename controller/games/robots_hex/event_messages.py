"""The sentences of the story, in four languages: data for :mod:`controller.games.robots_hex.event_text`.

`{who}` is the robot or side, `{by}` the robot that caused it; the rest are values of the event.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import Language

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "signalled": {
        "en": "{who} gets a signal: this turn it carries out step {step}, and its pointer stays.",
        "ru": "{who} получает сигнал: в этот ход выполняется шаг {step}, указатель не двигается.",
        "pl": "{who} dostaje sygnał: w tej turze wykonuje krok {step}, wskaźnik stoi.",
        "fr": "{who} reçoit un signal : ce tour-ci il exécute le pas {step}, le pointeur ne bouge pas.",
    },
    "spent": {
        "en": "The signal of {who} (step {step}) is spent: its robot is gone.",
        "ru": "Сигнал стороны {who} (шаг {step}) потрачен зря: робота больше нет.",
        "pl": "Sygnał strony {who} (krok {step}) przepada: robota już nie ma.",
        "fr": "Le signal de {who} (pas {step}) est perdu : son robot n’est plus là.",
    },
    "read": {
        "en": "{who} reads step {step}: {text}",
        "ru": "{who} читает шаг {step}: {text}",
        "pl": "{who} czyta krok {step}: {text}",
        "fr": "{who} lit le pas {step} : {text}",
    },
    "answered yes": {
        "en": "{who} answers test {test} with yes and goes on with the next step. {why}",
        "ru": "{who} отвечает на тест {test}: да, дальше следующий шаг. {why}",
        "pl": "{who} odpowiada na test {test}: tak, dalej następny krok. {why}",
        "fr": "{who} répond oui au test {test} et passe au pas suivant. {why}",
    },
    "answered no": {
        "en": "{who} answers test {test} with no and skips one step. {why}",
        "ru": "{who} отвечает на тест {test}: нет, один шаг пропускается. {why}",
        "pl": "{who} odpowiada na test {test}: nie, jeden krok jest pominięty. {why}",
        "fr": "{who} répond non au test {test} et saute un pas. {why}",
    },
    "moved": {
        "en": "{who} goes from {from} to {to}.",
        "ru": "{who} идёт с {from} на {to}.",
        "pl": "{who} idzie z {from} na {to}.",
        "fr": "{who} va de {from} à {to}.",
    },
    "turned": {
        "en": "{who} turns and now looks in direction {facing}.",
        "ru": "{who} поворачивается и смотрит в направлении {facing}.",
        "pl": "{who} obraca się i patrzy w kierunku {facing}.",
        "fr": "{who} tourne et regarde dans la direction {facing}.",
    },
    "blocked robot": {
        "en": "{who} stays: on its way, on {at}, stands a robot.",
        "ru": "{who} остаётся на месте: на пути, на {at}, стоит робот.",
        "pl": "{who} zostaje: na drodze, na {at}, stoi robot.",
        "fr": "{who} reste sur place : sur son chemin, en {at}, se trouve un robot.",
    },
    "blocked shape": {
        "en": "{who} stays: on its way, on {at}, is a shape, and shapes are obstacles.",
        "ru": "{who} остаётся на месте: на пути, на {at}, фигура, а фигуры непроходимы.",
        "pl": "{who} zostaje: na drodze, na {at}, jest figura, a figury są przeszkodami.",
        "fr": "{who} reste sur place : sur son chemin, en {at}, une forme fait obstacle.",
    },
    "blocked computer": {
        "en": "{who} stays: on its way, on {at}, is a central computer.",
        "ru": "{who} остаётся на месте: на пути, на {at}, центральный компьютер.",
        "pl": "{who} zostaje: na drodze, na {at}, jest komputer centralny.",
        "fr": "{who} reste sur place : sur son chemin, en {at}, se trouve un ordinateur central.",
    },
    "shot": {
        "en": "{who} shoots along its column of fire; shots left: {shots}.",
        "ru": "{who} стреляет по линии огня; осталось выстрелов: {shots}.",
        "pl": "{who} strzela wzdłuż linii ognia; zostało strzałów: {shots}.",
        "fr": "{who} tire dans sa colonne de tir ; tirs restants : {shots}.",
    },
    "no-shots": {
        "en": "{who} has no shot left: the step does nothing.",
        "ru": "{who}: выстрелов не осталось, шаг ничего не делает.",
        "pl": "{who} nie ma już strzałów: krok nic nie robi.",
        "fr": "{who} n’a plus de tir : le pas ne fait rien.",
    },
    "exploded": {
        "en": "{who} blows itself up on {at}.",
        "ru": "{who} взрывает себя на {at}.",
        "pl": "{who} wysadza się na {at}.",
        "fr": "{who} se fait exploser en {at}.",
    },
    "lost-step shot": {
        "en": "{who} loses step {step} for good: {by} shot it from two cells away.",
        "ru": "{who} теряет шаг {step} насовсем: выстрел робота {by} с двух клеток.",
        "pl": "{who} traci krok {step} na zawsze: strzał robota {by} z dwóch pól.",
        "fr": "{who} perd le pas {step} pour de bon : {by} a tiré à deux cases.",
    },
    "lost-step explosion": {
        "en": "{who} loses step {step} for good: {by} blew up two cells away.",
        "ru": "{who} теряет шаг {step} насовсем: {by} взорвался в двух клетках.",
        "pl": "{who} traci krok {step} na zawsze: {by} wybuchł dwa pola dalej.",
        "fr": "{who} perd le pas {step} pour de bon : {by} a explosé à deux cases.",
    },
    "lost-step lightning": {
        "en": "{who} loses step {step} for good: it entered lightning while reading it.",
        "ru": "{who} теряет шаг {step} насовсем: с ним он вошёл на молнию.",
        "pl": "{who} traci krok {step} na zawsze: wykonując go, wszedł na błyskawicę.",
        "fr": "{who} perd le pas {step} pour de bon : en le lisant il est entré sur l’éclair.",
    },
    "died edge": {
        "en": "{who} is out: from {at} it left the board.",
        "ru": "{who} выбывает: с {at} он вышел за край поля.",
        "pl": "{who} odpada: z {at} wyszedł poza planszę.",
        "fr": "{who} est éliminé : depuis {at} il est sorti du plateau.",
    },
    "died lake": {
        "en": "{who} is lost in the lake on {at}.",
        "ru": "{who} тонет в озере на {at}.",
        "pl": "{who} tonie w jeziorze na {at}.",
        "fr": "{who} se perd dans le lac en {at}.",
    },
    "died shot": {
        "en": "{who} is destroyed on {at}: {by} shot it from the next cell.",
        "ru": "{who} уничтожен на {at}: выстрел робота {by} с соседней клетки.",
        "pl": "{who} ginie na {at}: strzał robota {by} z sąsiedniego pola.",
        "fr": "{who} est détruit en {at} : {by} a tiré de la case voisine.",
    },
    "died explosion": {
        "en": "{who} is destroyed on {at}: {by} blew up on the next cell.",
        "ru": "{who} уничтожен на {at}: {by} взорвался на соседней клетке.",
        "pl": "{who} ginie na {at}: {by} wybuchł na sąsiednim polu.",
        "fr": "{who} est détruit en {at} : {by} a explosé sur la case voisine.",
    },
    "died self": {
        "en": "{who} is gone: it blew itself up.",
        "ru": "{who} исчез: он взорвал себя.",
        "pl": "{who} znika: wysadził się.",
        "fr": "{who} disparaît : il s’est fait exploser.",
    },
    "computer": {
        "en": "{who} hits the central computer of the {camp} camp on {at}, from inside that camp: it is destroyed.",
        "ru": "{who} попадает в центральный компьютер на {at} ({camp} лагерь) изнутри лагеря: он уничтожен.",
        "pl": "{who} trafia komputer centralny na {at} ({camp} obóz) z wnętrza obozu: jest zniszczony.",
        "fr": "{who} touche l’ordinateur central en {at} (camp {camp}) depuis ce camp : il est détruit.",
    },
    "nothing destroyed": {
        "en": "{who} stops on step {step}, which is destroyed: its turn is over.",
        "ru": "{who} останавливается на уничтоженном шаге {step}: ход окончен.",
        "pl": "{who} staje na zniszczonym kroku {step}: koniec tury.",
        "fr": "{who} s’arrête au pas {step}, qui est détruit : son tour est fini.",
    },
    "nothing empty": {
        "en": "{who} does nothing: the signal names step {step}, which is empty.",
        "ru": "{who} ничего не делает: сигнал называет пустой шаг {step}.",
        "pl": "{who} nic nie robi: sygnał wskazuje pusty krok {step}.",
        "fr": "{who} ne fait rien : le signal désigne le pas {step}, qui est vide.",
    },
    "nothing program": {
        "en": "{who} does nothing: step {step} steers the program, and a signal only orders deeds on the field.",
        "ru": "{who} ничего не делает: шаг {step} управляет программой, а сигнал приказывает лишь действия на поле.",
        "pl": "{who} nic nie robi: krok {step} steruje programem, a sygnał każe tylko działać na polu.",
        "fr": "{who} ne fait rien : le pas {step} règle le programme, un signal n’ordonne que des actions.",
    },
    "forfeited": {
        "en": "{who} forfeits its turn: its program came back to step {step} without doing anything.",
        "ru": "{who} пропускает ход: программа вернулась к шагу {step}, ничего не сделав.",
        "pl": "{who} traci turę: program wrócił do kroku {step}, nic nie robiąc.",
        "fr": "{who} perd son tour : son programme est revenu au pas {step} sans rien faire.",
    },
    "idle": {
        "en": "{who} stands idle: its program is at its end.",
        "ru": "{who} стоит: программа закончилась.",
        "pl": "{who} stoi: program się skończył.",
        "fr": "{who} reste inactif : son programme est terminé.",
    },
    "placed": {
        "en": "{who} is placed on {at} and looks in direction {facing}.",
        "ru": "{who} поставлен на {at} и смотрит в направлении {facing}.",
        "pl": "{who} staje na {at} i patrzy w kierunku {facing}.",
        "fr": "{who} est posé en {at} et regarde dans la direction {facing}.",
    },
    "signal-laid": {
        "en": "{who} lays a folded paper on the table: a signal.",
        "ru": "{who} кладёт на стол сложенную бумажку: сигнал.",
        "pl": "{who} kładzie na stole złożoną karteczkę: sygnał.",
        "fr": "{who} pose un papier plié sur la table : un signal.",
    },
    "rolled": {
        "en": "{who} rolls {face} for the start; the highest begins, and if it is not alone, all roll again.",
        "ru": "{who} бросает за первый ход: {face}; начинает старший, а если он не один, бросают снова.",
        "pl": "{who} rzuca o początek: {face}; zaczyna najwyższy, a jeśli nie jest sam, wszyscy rzucają znowu.",
        "fr": "{who} tire {face} pour commencer ; le plus haut commence, à égalité tous relancent.",
    },
}

FOUND: Mapping[Language, str] = {
    "en": "“{question}”: {yes}, counted {count}{cells}.",
    "ru": "«{question}»: {yes}, найдено {count}{cells}.",
    "pl": "„{question}”: {yes}, policzono {count}{cells}.",
    "fr": "« {question} » : {yes}, compté {count}{cells}.",
}
"""What a clause found that counts things."""

FACED: Mapping[Language, str] = {
    "en": "“{question}”: {yes}, it faces direction {value}.",
    "ru": "«{question}»: {yes}, направление {value}.",
    "pl": "„{question}”: {yes}, kierunek {value}.",
    "fr": "« {question} » : {yes}, sa direction est {value}.",
}
"""What a clause found about the facing."""

STANDS: Mapping[Language, str] = {
    "en": "“{question}”: {yes}, it stands on {cell}.",
    "ru": "«{question}»: {yes}, он стоит на {cell}.",
    "pl": "„{question}”: {yes}, stoi na {cell}.",
    "fr": "« {question} » : {yes}, il se trouve en {cell}.",
}
"""What a clause found about the camp."""

LOADED: Mapping[Language, str] = {
    "en": "“{question}”: {yes}, shots left: {value}.",
    "ru": "«{question}»: {yes}, осталось выстрелов: {value}.",
    "pl": "„{question}”: {yes}, zostało strzałów: {value}.",
    "fr": "« {question} » : {yes}, tirs restants : {value}.",
}
"""What a clause found about the shots."""

LOOKED: Mapping[Language, str] = {
    "en": "“{question}”: {yes}, it looked at {cell}.",
    "ru": "«{question}»: {yes}, он посмотрел на {cell}.",
    "pl": "„{question}”: {yes}, popatrzył na {cell}.",
    "fr": "« {question} » : {yes}, il a regardé {cell}.",
}
"""What a clause found about a cell ahead."""

OFF_BOARD: Mapping[Language, str] = {
    "en": "a place off the board",
    "ru": "место за краем поля",
    "pl": "miejsce poza planszą",
    "fr": "un endroit hors du plateau",
}

CAMP_NAMES: Mapping[str, Mapping[Language, str]] = {
    "green": {"en": "green", "ru": "зелёный", "pl": "zielony", "fr": "vert"},
    "violet": {"en": "violet", "ru": "фиолетовый", "pl": "fioletowy", "fr": "violet"},
}
