"""What is printed for Robots on hexagons, in four languages."""

from __future__ import annotations

from boards.kit.kit_messages import Words

TITLES: dict[str, Words] = {
    "deck": {
        "en": "Robots on hexagons: steps",
        "ru": "Роботы на шестиугольниках: шаги",
        "pl": "Roboty na sześciokątach: kroki",
        "fr": "Robots sur hexagones : pas",
    },
    "questions": {
        "en": "Robots on hexagons: questions",
        "ru": "Роботы на шестиугольниках: вопросы",
        "pl": "Roboty na sześciokątach: pytania",
        "fr": "Robots sur hexagones : questions",
    },
    "sheet": {
        "en": "Robots on hexagons: program",
        "ru": "Роботы на шестиугольниках: программа",
        "pl": "Roboty na sześciokątach: program",
        "fr": "Robots sur hexagones : programme",
    },
}

LEGEND: dict[str, Words] = {
    "lake": {"en": "Lake: deadly", "ru": "Озеро: гибель", "pl": "Jezioro: zguba", "fr": "Lac : mortel"},
    "lightning": {
        "en": "Lightning: a step is lost",
        "ru": "Молния: шаг пропадает",
        "pl": "Piorun: krok przepada",
        "fr": "Éclair : un pas est perdu",
    },
    "shape": {"en": "Shape: obstacle", "ru": "Фигура: преграда", "pl": "Figura: przeszkoda", "fr": "Forme : obstacle"},
    "computer": {
        "en": "Central computer",
        "ru": "Центральный компьютер",
        "pl": "Komputer centralny",
        "fr": "Ordinateur central",
    },
    "start": {"en": "Start", "ru": "Старт", "pl": "Start", "fr": "Départ"},
}

STEPS: dict[str, Words] = {
    "D+1": {"en": "1 cell ahead", "ru": "на 1 клетку вперёд", "pl": "1 pole naprzód", "fr": "1 case en avant"},
    "D+2": {"en": "2 cells ahead", "ru": "на 2 клетки вперёд", "pl": "2 pola naprzód", "fr": "2 cases en avant"},
    "D-1": {"en": "1 cell back", "ru": "на 1 клетку назад", "pl": "1 pole wstecz", "fr": "1 case en arrière"},
    "D-2": {"en": "2 cells back", "ru": "на 2 клетки назад", "pl": "2 pola wstecz", "fr": "2 cases en arrière"},
    "R+1": {"en": "1 side to the right", "ru": "на 1 грань вправо", "pl": "1 bok w prawo", "fr": "1 côté à droite"},
    "R+2": {"en": "2 sides to the right", "ru": "на 2 грани вправо", "pl": "2 boki w prawo", "fr": "2 côtés à droite"},
    "R-1": {"en": "1 side to the left", "ru": "на 1 грань влево", "pl": "1 bok w lewo", "fr": "1 côté à gauche"},
    "R-2": {"en": "2 sides to the left", "ru": "на 2 грани влево", "pl": "2 boki w lewo", "fr": "2 côtés à gauche"},
    "T": {"en": "Shot", "ru": "Выстрел", "pl": "Strzał", "fr": "Tir"},
    "*": {"en": "Blows itself up", "ru": "Взрывается сам", "pl": "Sam wybucha", "fr": "Explose lui-même"},
    "RAZ": {"en": "Back to step 1", "ru": "К шагу 1", "pl": "Do kroku 1", "fr": "Retour au pas 1"},
    "?": {
        "en": "yes: go on · no: skip one",
        "ru": "да: дальше · нет: через один",
        "pl": "tak: dalej · nie: pomiń jeden",
        "fr": "oui : suite · non : sauter un",
    },
    "->": {"en": "Go to this step", "ru": "К этому шагу", "pl": "Do tego kroku", "fr": "Aller à ce pas"},
}
"""What a step does, on its card and on the sheet."""

SHEET: dict[str, Words] = {
    "robot": {"en": "Robot", "ru": "Робот", "pl": "Robot", "fr": "Robot"},
    "side": {"en": "Side", "ru": "Сторона", "pl": "Strona", "fr": "Camp"},
    "steps": {"en": "Steps", "ru": "Шаги", "pl": "Kroki", "fr": "Pas"},
    "lost": {
        "en": "Strike out a step that is destroyed.",
        "ru": "Уничтоженный шаг зачеркните.",
        "pl": "Zniszczony krok przekreśl.",
        "fr": "Barrez un pas détruit.",
    },
    "tests": {
        "en": "Tests: a question, yes or no",
        "ru": "Проверки: вопрос, да или нет",
        "pl": "Testy: pytanie, tak lub nie",
        "fr": "Tests : une question, oui ou non",
    },
    "shots": {"en": "Shots", "ru": "Выстрелы", "pl": "Strzały", "fr": "Tirs"},
    "signals": {"en": "Signals", "ru": "Сигналы", "pl": "Sygnały", "fr": "Signaux"},
}
