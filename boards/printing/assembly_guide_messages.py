"""The words of the page that says how the kit is put together."""

from __future__ import annotations

from boards.kit.kit_messages import Words

STEPS: dict[str, tuple[Words, Words]] = {
    "scale": (
        {
            "en": "Print at 100 %",
            "ru": "Печать в масштабе 100 %",
            "pl": "Drukuj w skali 100 %",
            "fr": "Imprimer à 100 %",
        },
        {
            "en": "Choose “actual size”, never “fit to page”. Matt paper of 160 g or more is best; no colour needed."
            " Then measure: the line at the foot of every sheet is exactly 100 mm long.",
            "ru": "Выберите «реальный размер», а не «по размеру страницы». Лучше всего матовая бумага от 160 г;"
            " цвет не обязателен. Проверьте линейкой: линия внизу каждого листа — ровно 100 мм.",
            "pl": "Wybierz „rozmiar rzeczywisty”, nie „dopasuj do strony”. Najlepszy jest matowy papier od 160 g;"
            " kolor nie jest konieczny. Zmierz: linia na dole każdego arkusza ma dokładnie 100 mm.",
            "fr": "Choisir « taille réelle », jamais « ajuster à la page ». Papier mat de 160 g ou plus ; la couleur"
            " n’est pas nécessaire. Puis mesurer : la ligne au bas de chaque feuille fait exactement 100 mm.",
        },
    ),
    "tiles": (
        {"en": "Mat and trays", "ru": "Поле и планшеты", "pl": "Plansza i tacki", "fr": "Plateau et supports"},
        {
            "en": "Cut off the left and the lower edge of a tile and glue it onto its neighbour’s strip, between the"
            " hatched marks. The little plan on each sheet shows its place. Cardboard below keeps everything flat.",
            "ru": "Отрежьте у листа левый и нижний край и приклейте его на полосу соседнего листа между метками."
            " Маленький план на листе показывает его место. Основа из картона сохранит всё ровным.",
            "pl": "Odetnij lewy i dolny brzeg arkusza i przyklej go na pasek sąsiedniego między znakami. Mały plan na"
            " arkuszu pokazuje jego miejsce. Tektura pod spodem utrzyma wszystko płasko.",
            "fr": "Couper le bord gauche et le bord inférieur d’une feuille et la coller sur la bande de sa"
            " voisine, entre les repères. Le petit plan montre sa place. Un carton dessous garde le tout bien plat.",
        },
    ),
    "cards": (
        {"en": "Cards", "ru": "Карты", "pl": "Karty", "fr": "Cartes"},
        {
            "en": "Print on both sides, flipped along the long edge, and cut along the lines. Matt sleeves of"
            " 63 × 88 mm fit; glossy ones dazzle the camera. The extra card says that you are ready.",
            "ru": "Печатайте с двух сторон с переворотом по длинному краю и режьте по линиям. Подходят матовые"
            " протекторы 63 × 88 мм; глянцевые слепят камеру. Лишняя карта говорит, что вы готовы.",
            "pl": "Drukuj dwustronnie, odwracając wzdłuż długiej krawędzi, i tnij po liniach. Pasują matowe koszulki"
            " 63 × 88 mm; błyszczące oślepiają kamerę. Dodatkowa karta mówi, że jesteś gotów.",
            "fr": "Imprimer recto verso, retourné sur le bord long, et couper le long des lignes. Des pochettes mates"
            " de 63 × 88 mm conviennent ; les brillantes éblouissent la caméra. La carte en plus dit : « prêt ».",
        },
    ),
    "golems": (
        {"en": "Golems", "ru": "Големы", "pl": "Golemy", "fr": "Golems"},
        {
            "en": "Cut out the discs and glue them flat on the golems’ heads, the arrow to the front.",
            "ru": "Вырежьте круги и приклейте их ровно на головы големов, стрелкой вперёд.",
            "pl": "Wytnij krążki i przyklej je płasko na głowy golemów, strzałką do przodu.",
            "fr": "Découper les disques et les coller bien à plat sur la tête des golems, la flèche vers l’avant.",
        },
    ),
    "dice": (
        {"en": "Dice and tokens", "ru": "Кубики и жетоны", "pl": "Kostki i żetony", "fr": "Dés et jetons"},
        {
            "en": "Fold the dice along the dashed lines and glue the tabs. Glue the tokens on cardboard.",
            "ru": "Сложите кубики по штриховым линиям и склейте за клапаны. Жетоны наклейте на картон.",
            "pl": "Złóż kostki wzdłuż linii przerywanych i sklej zakładki. Żetony naklej na tekturę.",
            "fr": "Plier les dés selon les pointillés et coller les languettes. Coller les jetons sur du carton.",
        },
    ),
    "table": (
        {"en": "The table", "ru": "Стол", "pl": "Stół", "fr": "La table"},
        {
            "en": "Mat in the middle, a tray for each player beside it, the camera above so that it sees every sheet."
            " Light from the side, so that no lamp shines back from the paper. Keep the black squares uncovered.",
            "ru": "Поле в середине, рядом планшет каждого игрока, камера сверху — так, чтобы видеть все листы."
            " Свет сбоку, чтобы лампа не отражалась в бумаге. Не закрывайте чёрные квадраты.",
            "pl": "Plansza na środku, obok tacka każdego gracza, kamera nad stołem tak, by widziała każdy arkusz."
            " Światło z boku, żeby lampa nie odbijała się w papierze. Nie zasłaniaj czarnych kwadratów.",
            "fr": "Le plateau au milieu, un support par joueur à côté, la caméra au-dessus, qui voit chaque feuille."
            " Lumière de côté, pour qu’aucune lampe ne se reflète. Ne pas couvrir les carrés noirs.",
        },
    ),
}
"""A heading and what to do, step by step."""

CONTENTS: Words = {"en": "In this kit", "ru": "В наборе", "pl": "W zestawie", "fr": "Dans ce jeu"}
PAGES: Words = {"en": "pages", "ru": "страниц", "pl": "stron", "fr": "pages"}
