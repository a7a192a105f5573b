"""What the lens wizard says, and why a lens is refused, in four languages."""

from __future__ import annotations

from boards.kit.kit_messages import Words

WANT_WORDS: dict[str, Words] = {
    "near": {
        "en": "hold the board nearer, so that it fills the picture",
        "ru": "поднесите доску ближе, чтобы она заполнила кадр",
        "pl": "przysuń planszę bliżej, żeby wypełniła obraz",
        "fr": "approchez le damier, qu’il remplisse l’image",
    },
    "left": {"en": "more to the left", "ru": "левее в кадре", "pl": "bardziej w lewo", "fr": "plus à gauche"},
    "right": {"en": "more to the right", "ru": "правее в кадре", "pl": "bardziej w prawo", "fr": "plus à droite"},
    "top": {"en": "higher in the picture", "ru": "выше в кадре", "pl": "wyżej w obrazie", "fr": "plus haut"},
    "bottom": {"en": "lower in the picture", "ru": "ниже в кадре", "pl": "niżej w obrazie", "fr": "plus bas"},
    "upper-left": {
        "en": "into the upper left corner of the picture",
        "ru": "в левый верхний угол кадра",
        "pl": "w lewy górny róg obrazu",
        "fr": "dans le coin en haut à gauche",
    },
    "upper-right": {
        "en": "into the upper right corner of the picture",
        "ru": "в правый верхний угол кадра",
        "pl": "w prawy górny róg obrazu",
        "fr": "dans le coin en haut à droite",
    },
    "lower-right": {
        "en": "into the lower right corner of the picture",
        "ru": "в правый нижний угол кадра",
        "pl": "w prawy dolny róg obrazu",
        "fr": "dans le coin en bas à droite",
    },
    "lower-left": {
        "en": "into the lower left corner of the picture",
        "ru": "в левый нижний угол кадра",
        "pl": "w lewy dolny róg obrazu",
        "fr": "dans le coin en bas à gauche",
    },
    "lean-left": {
        "en": "lean its left side away from the camera",
        "ru": "отклоните левый край от камеры",
        "pl": "odchyl lewy bok od kamery",
        "fr": "éloignez le bord gauche de la caméra",
    },
    "lean-right": {
        "en": "lean its right side away from the camera",
        "ru": "отклоните правый край от камеры",
        "pl": "odchyl prawy bok od kamery",
        "fr": "éloignez le bord droit de la caméra",
    },
    "lean-up": {
        "en": "lean its upper side away from the camera",
        "ru": "отклоните верхний край от камеры",
        "pl": "odchyl górny bok od kamery",
        "fr": "éloignez le bord supérieur de la caméra",
    },
    "lean-down": {
        "en": "lean its lower side away from the camera",
        "ru": "отклоните нижний край от камеры",
        "pl": "odchyl dolny bok od kamery",
        "fr": "éloignez le bord inférieur de la caméra",
    },
    "far": {
        "en": "once farther away",
        "ru": "один раз подальше",
        "pl": "raz z większej odległości",
        "fr": "une fois de plus loin",
    },
}
"""The view that is wanted next (calibration.view_coverage.Want)."""

SAY_WORDS: dict[str, Words] = {
    "show": {
        "en": "Show the board to the camera; at least a third of it must be in the picture.",
        "ru": "Покажите доску камере; в кадре должна быть хотя бы треть.",
        "pl": "Pokaż planszę kamerze; w obrazie musi być co najmniej jedna trzecia.",
        "fr": "Montrez le damier à la caméra ; au moins un tiers doit être visible.",
    },
    "sharper": {
        "en": "Blurred: hold it still, give more light, or focus the camera.",
        "ru": "Нерезко: держите неподвижно, добавьте света или наведите резкость.",
        "pl": "Nieostro: trzymaj nieruchomo, dodaj światła albo ustaw ostrość.",
        "fr": "Flou : ne bougez plus, ajoutez de la lumière ou réglez la netteté.",
    },
    "hold-still": {
        "en": "Good. Hold it still.",
        "ru": "Хорошо. Держите неподвижно.",
        "pl": "Dobrze. Trzymaj nieruchomo.",
        "fr": "Bien. Ne bougez plus.",
    },
    "go-on": {
        "en": "This view is there already.",
        "ru": "Такой вид уже есть.",
        "pl": "Taki widok już jest.",
        "fr": "Cette vue est déjà prise.",
    },
    "taken": {"en": "Taken: {count}.", "ru": "Снято: {count}.", "pl": "Zrobione: {count}.", "fr": "Prises : {count}."},
    "done": {
        "en": "Enough: {count} views.",
        "ru": "Достаточно, видов: {count}.",
        "pl": "Wystarczy, widoków: {count}.",
        "fr": "C’est assez : {count} vues.",
    },
    "next": {"en": "Next: {want}.", "ru": "Теперь: {want}.", "pl": "Teraz: {want}.", "fr": "Ensuite : {want}."},
    "more": {
        "en": "any other place and lean",
        "ru": "любое другое место и наклон",
        "pl": "dowolne inne miejsce i nachylenie",
        "fr": "un autre endroit, une autre inclinaison",
    },
}
"""What the wizard says (calibration.wizard.Say)."""

POOR_WORDS: dict[str, Words] = {
    "no-board": {
        "en": "No picture shows the board. Print it (golem print calibration) or show it on a screen, whole and lit.",
        "ru": "Доски нет ни на одном снимке. Напечатайте её (golem print calibration) или покажите на экране.",
        "pl": "Na żadnym zdjęciu nie ma planszy. Wydrukuj ją (golem print calibration) albo pokaż na ekranie.",
        "fr": "Aucune image ne montre le damier. Imprimez-le (golem print calibration) ou affichez-le sur un écran.",
    },
    "sizes": {
        "en": "The pictures have different sizes ({sizes} px); take all with one camera at one resolution.",
        "ru": "Снимки разного размера ({sizes} px); снимайте одной камерой с одним разрешением.",
        "pl": "Zdjęcia mają różne rozmiary ({sizes} px); rób je jedną kamerą w jednej rozdzielczości.",
        "fr": "Les images ont des tailles différentes ({sizes} px) ; gardez une caméra et une résolution.",
    },
    "too-few": {
        "en": "Too few views: {count} are usable, at least {least} are needed. Wanted: {wants}.",
        "ru": "Мало видов: годится {count}, нужно не меньше {least}. Нужно: {wants}.",
        "pl": "Za mało widoków: nadaje się {count}, trzeba co najmniej {least}. Potrzeba: {wants}.",
        "fr": "Trop peu de vues : {count} utilisables, il en faut {least}. Il manque : {wants}.",
    },
    "frontal": {
        "en": "All views face the camera: {count} lean by 10 degrees or more, {least} are needed. Wanted: {wants}.",
        "ru": "Все виды прямо в камеру: с наклоном от 10 градусов {count}, нужно {least}. Нужно: {wants}.",
        "pl": "Wszystkie widoki są na wprost: pochylonych o 10 stopni jest {count}, trzeba {least}. Potrzeba: {wants}.",
        "fr": "Toutes les vues sont de face : {count} penchées de 10 degrés, il en faut {least}. Il manque : {wants}.",
    },
    "corners": {
        "en": "The board was not in the corners of the picture, where a lens bends most. Wanted: {wants}.",
        "ru": "Доски не было в углах кадра, где объектив искажает сильнее всего. Нужно: {wants}.",
        "pl": "Plansza nie była w rogach obrazu, gdzie obiektyw zniekształca najmocniej. Potrzeba: {wants}.",
        "fr": "Le damier n’est pas allé dans les coins, où l’objectif déforme le plus. Il manque : {wants}.",
    },
    "blurred": {
        "en": "{count} of {of} views are blurred. Focus the camera, give more light, hold the board still.",
        "ru": "Нерезких видов: {count} из {of}. Наведите резкость, добавьте света, держите доску неподвижно.",
        "pl": "Nieostrych widoków: {count} z {of}. Ustaw ostrość, dodaj światła, trzymaj planszę nieruchomo.",
        "fr": "{count} vues sur {of} sont floues. Réglez la netteté, ajoutez de la lumière, tenez le damier immobile.",
    },
    "moved": {
        "en": "{count} of {of} views contradict the others: the board moved or is bent. Glue it on stiff card. {names}",
        "ru": "Спорят с другими {count} из {of}: доска двигалась или согнута. Наклейте её на картон. {names}",
        "pl": "{count} z {of} widoków przeczy innym: plansza się ruszała lub jest wygięta. Naklej na tekturę. {names}",
        "fr": "{count} vues sur {of} contredisent les autres : damier bougé ou plié. Collez-le sur du carton. {names}",
    },
    "disagree": {
        "en": "The views do not show one flat board through one lens ({rms:.1f} px off). Keep zoom and focus.",
        "ru": "Виды не сходятся (ошибка {rms:.1f} px): доска должна быть плоской, зум и фокус нельзя менять.",
        "pl": "Widoki się nie zgadzają (błąd {rms:.1f} px): plansza ma być płaska, zoom i ostrość bez zmian.",
        "fr": "Les vues ne s’accordent pas (écart {rms:.1f} px) : damier plat, zoom et mise au point fixes.",
    },
    "unsure": {
        "en": "The lens may still be wrong by {error:.1f} px. Take more views: {wants}.",
        "ru": "Объектив измерен неточно: до {error:.1f} px. Добавьте виды: {wants}.",
        "pl": "Obiektyw może być zmierzony z błędem {error:.1f} px. Dodaj widoki: {wants}.",
        "fr": "L’objectif peut être faux de {error:.1f} px. Ajoutez des vues : {wants}.",
    },
}
"""What is wrong with a set of views (calibration.lens_quality.Poor)."""

UNFIT_WORDS: dict[str, Words] = {
    "old-format": {
        "en": "{file}: made by another version ({found}; this one reads {wanted}). Measure the lens again:"
        " golem calibrate.",
        "ru": "{file}: сделан другой версией ({found}; нужен {wanted}). Измерьте объектив заново: golem calibrate.",
        "pl": "{file}: zapisała to inna wersja ({found}; potrzebny {wanted}). Zmierz obiektyw znowu: golem calibrate.",
        "fr": "{file} : vient d’une autre version ({found} ; il faut {wanted}). Mesurez l’objectif de nouveau :"
        " golem calibrate.",
    },
    "other-camera": {
        "en": "{file}: this lens is of another camera ({theirs}); here is {ours}. Measure this one: golem calibrate.",
        "ru": "{file}: объектив другой камеры ({theirs}); здесь {ours}. Измерьте эту: golem calibrate.",
        "pl": "{file}: obiektyw innej kamery ({theirs}); tu jest {ours}. Zmierz tę: golem calibrate.",
        "fr": "{file} : objectif d’une autre caméra ({theirs}) ; ici : {ours}. Mesurez celle-ci : golem calibrate.",
    },
    "other-size": {
        "en": "{file}: this lens was measured at {theirs} px; the picture has {ours} px and may show another part of"
        " what the camera sees. Set that size, or measure again: golem calibrate.",
        "ru": "{file}: объектив измерен при {theirs} px, а в кадре {ours} px: это может быть другая часть картины."
        " Верните тот размер или измерьте заново: golem calibrate.",
        "pl": "{file}: obiektyw zmierzono przy {theirs} px, a obraz ma {ours} px i może pokazywać inny wycinek. Ustaw"
        " tamten rozmiar albo zmierz znowu: golem calibrate.",
        "fr": "{file} : objectif mesuré à {theirs} px ; l’image a {ours} px et montre peut-être un autre cadrage."
        " Remettez cette taille ou mesurez de nouveau : golem calibrate.",
    },
    "other-zoom": {
        "en": "{file}: the table does not look as through this lens; by what is printed, the focal length is off by"
        " {percent:+.0f} %. Zoom or focus was changed. Measure again: golem calibrate.",
        "ru": "{file}: стол виден не так, как через этот объектив; фокусное расстояние отличается на {percent:+.0f} %."
        " Зум или фокус изменён. Измерьте заново: golem calibrate.",
        "pl": "{file}: stół nie wygląda jak przez ten obiektyw; ogniskowa różni się o {percent:+.0f} %. Zmieniono zoom"
        " albo ostrość. Zmierz znowu: golem calibrate.",
        "fr": "{file} : la table n’apparaît pas comme à travers cet objectif ; la focale diffère de {percent:+.0f} %."
        " Zoom ou mise au point ont changé. Mesurez de nouveau : golem calibrate.",
    },
    "aged": {
        "en": "{file}: this lens was measured {days} days ago. If the camera was focused or dropped since, measure"
        " again: golem calibrate.",
        "ru": "{file}: объектив измерен {days} дн. назад. Если камеру с тех пор настраивали или роняли, измерьте"
        " заново: golem calibrate.",
        "pl": "{file}: obiektyw zmierzono {days} dni temu. Jeśli od tego czasu zmieniano ostrość albo kamera upadła,"
        " zmierz znowu: golem calibrate.",
        "fr": "{file} : objectif mesuré il y a {days} jours. Si la caméra a été réglée ou est tombée depuis, mesurez de"
        " nouveau : golem calibrate.",
    },
}
"""Why a lens file does not fit (calibration.lens_match.Unfit)."""

REPORT_WORDS: dict[str, Words] = {
    "saved": {
        "en": "{file}: {views} views, residual {rms:.2f} px, expected error {error:.2f} px, distortion {terms}.",
        "ru": "{file}: видов {views}, остаток {rms:.2f} px, ожидаемая ошибка {error:.2f} px, дисторсия {terms}.",
        "pl": "{file}: widoków {views}, reszta {rms:.2f} px, spodziewany błąd {error:.2f} px, dystorsja {terms}.",
        "fr": "{file} : {views} vues, résidu {rms:.2f} px, erreur attendue {error:.2f} px, distorsion {terms}.",
    },
    "rejected": {
        "en": "Left out, as the board moved or was bent: {count} ({names}).",
        "ru": "Не учтены, так как доска двигалась или согнута: {count} ({names}).",
        "pl": "Pominięte, bo plansza się ruszała lub była wygięta: {count} ({names}).",
        "fr": "Écartées, car le damier bougeait ou était plié : {count} ({names}).",
    },
    "picture": {
        "en": "{file} shows where it is weak.",
        "ru": "{file} показывает слабые места.",
        "pl": "{file} pokazuje, gdzie jest słaby.",
        "fr": "{file} montre où il est faible.",
    },
    "unnamed": {
        "en": "The camera is not known by name; --camera NAME writes it into the file.",
        "ru": "Имя камеры неизвестно; --camera ИМЯ запишет его в файл.",
        "pl": "Nazwa kamery jest nieznana; --camera NAZWA wpisze ją do pliku.",
        "fr": "Le nom de la caméra est inconnu ; --camera NOM l’inscrit dans le fichier.",
    },
    "corners": {
        "en": "{file}: {count} corners, blur {blur:.1f} px.",
        "ru": "{file}: углов {count}, размытие {blur:.1f} px.",
        "pl": "{file}: rogów {count}, rozmycie {blur:.1f} px.",
        "fr": "{file} : {count} coins, flou {blur:.1f} px.",
    },
}
"""What `golem calibrate` says."""

PICTURE_WORDS: dict[str, Words] = {
    "title": {
        "en": "Lens of {camera}, {date}: {views} views, residual {rms:.2f} px",
        "ru": "Объектив {camera}, {date}: видов {views}, остаток {rms:.2f} px",
        "pl": "Obiektyw {camera}, {date}: widoków {views}, błąd {rms:.2f} px",
        "fr": "Objectif de {camera}, {date} : {views} vues, résidu {rms:.2f} px",
    },
    "legend": {
        "en": "Each field: corners seen, residual and expected error in px. Hatched: no board was there.",
        "ru": "В клетке: углов доски, остаток и ожидаемая ошибка в px. Штриховка: доски там не было.",
        "pl": "W polu: rogów planszy, reszta i spodziewany błąd w px. Kreskowane: planszy tam nie było.",
        "fr": "Par case : coins vus, résidu et erreur attendue en px. Hachuré : le damier n’y est pas allé.",
    },
}
"""In the picture of where a lens is weak."""
