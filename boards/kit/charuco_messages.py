"""What is printed or shown beside the board for the camera's lens, in four languages."""

from __future__ import annotations

from boards.kit.kit_messages import Words

TITLE: Words = {
    "en": "For the camera’s lens",
    "ru": "Для объектива камеры",
    "pl": "Dla obiektywu kamery",
    "fr": "Pour l’objectif de la caméra",
}
SHEET_HINT: Words = {
    "en": "Glue it flat on stiff card. Then: golem calibrate",
    "ru": "Наклейте ровно на жёсткий картон. Затем: golem calibrate",
    "pl": "Naklej płasko na sztywny karton. Potem: golem calibrate",
    "fr": "Coller bien à plat sur du carton rigide. Puis : golem calibrate",
}
SCREEN_HINT: Words = {
    "en": "Show this full screen, unscaled, brightness half up. The board is {px} px wide; measure it with a ruler for"
    " --board-mm.",
    "ru": "Покажите во весь экран без масштаба, яркость наполовину. Доска шириной {px} px; измерьте её линейкой для"
    " --board-mm.",
    "pl": "Pokaż na całym ekranie bez skalowania, jasność do połowy. Plansza ma {px} px szerokości; zmierz ją linijką"
    " dla --board-mm.",
    "fr": "Afficher en plein écran, sans mise à l’échelle, luminosité à mi-course. Le damier a {px} px de large ;"
    " mesurez-le à la règle pour --board-mm.",
}
