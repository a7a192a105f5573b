"""What is wrong with a picture's, film's or recording's file, as it is said in English -> in four languages.

Whoever changes a sentence in `controller/vision/cameras` must change it here.
"""

from __future__ import annotations

from boards.base.sentences import Told

FILE_SENTENCES: tuple[Told, ...] = (
    {
        "en": "there is no such file",
        "ru": "такого файла нет",
        "pl": "nie ma takiego pliku",
        "fr": "ce fichier n’existe pas",
    },
    {
        "en": "is a folder, not a picture",
        "ru": "это папка, а не картинка",
        "pl": "to folder, a nie obraz",
        "fr": "est un dossier, et non une image",
    },
    {
        "en": "may not be read; check the file's permissions",
        "ru": "читать нельзя; проверьте права на файл",
        "pl": "nie wolno czytać; sprawdź prawa do pliku",
        "fr": "ne peut être lu ; vérifiez les droits du fichier",
    },
    {
        "en": "is not a picture (PNG, JPEG, BMP, TIFF and WebP are)",
        "ru": "это не картинка (годятся PNG, JPEG, BMP, TIFF и WebP)",
        "pl": "to nie obraz (nadają się PNG, JPEG, BMP, TIFF i WebP)",
        "fr": "n’est pas une image (PNG, JPEG, BMP, TIFF et WebP en sont)",
    },
    {
        "en": "is larger than {0} megapixels",
        "ru": "больше {0} мегапикселей",
        "pl": "ma ponad {0} megapikseli",
        "fr": "dépasse {0} mégapixels",
    },
    {
        "en": "is larger than {0} megapixels ({1} x {2})",
        "ru": "больше {0} мегапикселей ({1} x {2})",
        "pl": "ma ponad {0} megapikseli ({1} x {2})",
        "fr": "dépasse {0} mégapixels ({1} x {2})",
    },
    {
        "en": "is damaged or cut off ({0}); copy the file again",
        "ru": "повреждён или обрезан ({0}); скопируйте файл ещё раз",
        "pl": "jest uszkodzony albo ucięty ({0}); skopiuj plik jeszcze raz",
        "fr": "est abîmé ou coupé ({0}) ; copiez le fichier de nouveau",
    },
    {
        "en": "the folder cannot be read: {0}",
        "ru": "папка не читается: {0}",
        "pl": "folderu nie da się odczytać: {0}",
        "fr": "le dossier ne peut être lu : {0}",
    },
    {
        "en": "there are no pictures in this folder",
        "ru": "в этой папке нет картинок",
        "pl": "w tym folderze nie ma obrazów",
        "fr": "il n’y a pas d’images dans ce dossier",
    },
    {
        "en": "is animated; the first of its {0} pictures is read",
        "ru": "анимация; читается первая из картинок ({0})",
        "pl": "jest animowany; czytany jest pierwszy z obrazów ({0})",
        "fr": "est animé ; la première de ses {0} images est lue",
    },
    {
        "en": "no pictures by their names, passed over: {0}",
        "ru": "судя по именам, не картинки, пропущены: {0}",
        "pl": "sądząc po nazwach, nie są to obrazy, pominięte: {0}",
        "fr": "pas des images d’après leurs noms, laissés de côté : {0}",
    },
    {
        "en": "is not a video",
        "ru": "это не видео",
        "pl": "to nie film",
        "fr": "n’est pas une vidéo",
    },
    {
        "en": "nothing is recorded here yet",
        "ru": "здесь ещё ничего не записано",
        "pl": "nic tu jeszcze nie nagrano",
        "fr": "rien n’est encore enregistré ici",
    },
    {
        "en": "does not lie in a picture of {0} x {1} px, as the index says",
        "ru": "не умещается в изображение {0} x {1} пикселей, как сказано в указателе",
        "pl": "nie mieści się w obrazie {0} x {1} pikseli, jak podaje spis",
        "fr": "ne tient pas dans une image de {0} x {1} pixels, comme le dit l’index",
    },
    {
        "en": "cannot be read; is this a recording?",
        "ru": "не читается; это запись?",
        "pl": "nie da się odczytać; czy to nagranie?",
        "fr": "ne peut être lu ; est-ce un enregistrement ?",
    },
    {
        "en": "is no recording of version {0}",
        "ru": "это не запись версии {0}",
        "pl": "to nie nagranie w wersji {0}",
        "fr": "n’est pas un enregistrement de version {0}",
    },
    {
        "en": "does not say where and when a picture was taken",
        "ru": "не говорит, где и когда снята картинка",
        "pl": "nie mówi, gdzie i kiedy zrobiono obraz",
        "fr": "ne dit pas où et quand une image a été prise",
    },
    {
        "en": "cannot be used for a recording: {0}",
        "ru": "не годится для записи: {0}",
        "pl": "nie nadaje się na nagranie: {0}",
        "fr": "ne peut servir à un enregistrement : {0}",
    },
    {
        "en": "nothing is recorded any more: {0}",
        "ru": "больше ничего не записывается: {0}",
        "pl": "nic już się nie nagrywa: {0}",
        "fr": "plus rien n’est enregistré : {0}",
    },
    {
        "en": "holds other things; name a new folder for the recording",
        "ru": "в ней лежит другое; назовите для записи новую папку",
        "pl": "zawiera inne rzeczy; podaj na nagranie nowy folder",
        "fr": "contient autre chose ; nommez un nouveau dossier pour l’enregistrement",
    },
)
"""{0}, {1}... stand for their values."""
