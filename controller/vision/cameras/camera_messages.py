"""What cameras and picture files say of themselves, as they say it in English -> in four languages.

Whoever changes a sentence in `controller/vision/cameras`, or in `calibration/camera_frames.py`, must change it here.
"""

from __future__ import annotations

from boards.base.languages import LANGUAGES, Language
from boards.base.sentences import Told, finder
from calibration.camera_frames import CameraError
from controller.vision.recording.file_messages import FILE_SENTENCES

SENTENCES: tuple[Told, ...] = (
    # Every camera
    {
        "en": "is there but cannot be opened; close other programs that show the camera's picture",
        "ru": "на месте, но не открывается; закройте другие программы, которые показывают её изображение",
        "pl": "jest, ale nie daje się otworzyć; zamknij inne programy, które pokazują jej obraz",
        "fr": "est là mais ne s’ouvre pas ; fermez les autres programmes qui montrent son image",
    },
    {
        "en": "gives no pictures; unplug it and plug it in again",
        "ru": "не даёт изображения; отсоедините её и подключите снова",
        "pl": "nie daje obrazu; odłącz ją i podłącz ponownie",
        "fr": "ne donne pas d’images ; débranchez-la et rebranchez-la",
    },
    {
        "en": "gave no picture for {0} s; unplug it and plug it in again",
        "ru": "не даёт изображения уже {0} с; отсоедините её и подключите снова",
        "pl": "nie daje obrazu od {0} s; odłącz ją i podłącz ponownie",
        "fr": "n’a donné aucune image pendant {0} s ; débranchez-la et rebranchez-la",
    },
    {
        "en": "has no more pictures",
        "ru": "изображения кончились",
        "pl": "nie ma już więcej obrazów",
        "fr": "n’a plus d’images",
    },
    {
        "en": "has no pictures",
        "ru": "изображений нет",
        "pl": "nie ma obrazów",
        "fr": "n’a pas d’images",
    },
    {
        "en": "gives {0} x {1} px, not {2} x {3}; choose a size that it has",
        "ru": "даёт {0} x {1} пикселей, а не {2} x {3}; выберите размер, который у неё есть",
        "pl": "daje {0} x {1} pikseli, a nie {2} x {3}; wybierz rozmiar, który ma",
        "fr": "donne {0} x {1} pixels, et non {2} x {3} ; choisissez une taille qu’elle a",
    },
    {
        "en": "gives {0} x {1} px, not {2} x {3}",
        "ru": "даёт {0} x {1} пикселей, а не {2} x {3}",
        "pl": "daje {0} x {1} pikseli, a nie {2} x {3}",
        "fr": "donne {0} x {1} pixels, et non {2} x {3}",
    },
    {
        "en": "is not open",
        "ru": "не открыта",
        "pl": "nie jest otwarta",
        "fr": "n’est pas ouverte",
    },
    {
        "en": "no camera sees the mat. {0}",
        "ru": "ни одна камера не видит поля. {0}",
        "pl": "żadna kamera nie widzi maty. {0}",
        "fr": "aucune caméra ne voit le tapis. {0}",
    },
    {
        "en": "this computer shows none; name one in table.yaml under camera:",
        "ru": "этот компьютер не показывает ни одной; назовите её в table.yaml после camera:",
        "pl": "ten komputer nie pokazuje żadnej; podaj ją w table.yaml po camera:",
        "fr": "cet ordinateur n’en montre aucune ; nommez-en une dans table.yaml après camera:",
    },
    {
        "en": "nothing is at rest",
        "ru": "ничего не стоит спокойно",
        "pl": "nic nie stoi w miejscu",
        "fr": "rien n’est au repos",
    },
    # Which one is meant
    {
        "en": "an empty name is no camera; name a picture, a folder, a video or a camera",
        "ru": "пустое имя ничего не называет; назовите картинку, папку, видео или камеру",
        "pl": "pusta nazwa to nie kamera; podaj obraz, folder, film albo kamerę",
        "fr": "un nom vide n’est pas une caméra ; nommez une image, un dossier, une vidéo ou une caméra",
    },
    {
        "en": "there is no such file, folder or camera; the cameras here are {0}",
        "ru": "нет такого файла, папки или камеры; здесь есть камеры: {0}",
        "pl": "nie ma takiego pliku, folderu ani kamery; kamery tutaj: {0}",
        "fr": "il n’y a ni fichier, ni dossier, ni caméra de ce nom ; les caméras d’ici : {0}",
    },
    {
        "en": "there is no such file, folder or camera",
        "ru": "нет такого файла, папки или камеры",
        "pl": "nie ma takiego pliku, folderu ani kamery",
        "fr": "il n’y a ni fichier, ni dossier, ni caméra de ce nom",
    },
    {
        "en": "is no address; write it like {0}",
        "ru": "не адрес; пишите его так: {0}",
        "pl": "to nie adres; pisz go tak: {0}",
        "fr": "n’est pas une adresse ; écrivez-la comme {0}",
    },
    {
        "en": "says no computer; write it like {0}",
        "ru": "не называет компьютера; пишите адрес так: {0}",
        "pl": "nie podaje komputera; pisz adres tak: {0}",
        "fr": "ne nomme pas d’ordinateur ; écrivez l’adresse comme {0}",
    },
    # On a cable
    {
        "en": "is not plugged in (there is no such device)",
        "ru": "не подключена (такого устройства нет)",
        "pl": "nie jest podłączona (nie ma takiego urządzenia)",
        "fr": "n’est pas branchée (il n’y a pas cet appareil)",
    },
    {
        "en": "may not be used by you; on Linux: sudo usermod -aG video $USER, log in anew",
        "ru": "вам её использовать нельзя; в Linux: sudo usermod -aG video $USER, затем войдите заново",
        "pl": "nie wolno ci jej używać; w Linuksie: sudo usermod -aG video $USER, potem zaloguj się ponownie",
        "fr": "vous n’y avez pas droit ; sous Linux : sudo usermod -aG video $USER, puis rouvrez la session",
    },
    {
        "en": "there is no such camera; `golem doctor` lists those that are there",
        "ru": "такой камеры нет; какие есть, покажет `golem doctor`",
        "pl": "nie ma takiej kamery; `golem doctor` wymieni te, które są",
        "fr": "cette caméra n’existe pas ; `golem doctor` nomme celles qui sont là",
    },
    {
        "en": "this computer has no rpicam-vid; on a Raspberry Pi: sudo apt install rpicam-apps. "
        "Another camera is named by its path, number or address",
        "ru": "на этом компьютере нет rpicam-vid; на Raspberry Pi: sudo apt install rpicam-apps. "
        "Другую камеру называют по пути, номеру или адресу",
        "pl": "ten komputer nie ma rpicam-vid; na Raspberry Pi: sudo apt install rpicam-apps. "
        "Inną kamerę podaje się ścieżką, numerem albo adresem",
        "fr": "cet ordinateur n’a pas rpicam-vid ; sur un Raspberry Pi : sudo apt install rpicam-apps. "
        "Une autre caméra se nomme par son chemin, son numéro ou son adresse",
    },
    {
        "en": "{0} cannot be started: {1}",
        "ru": "{0} не запускается: {1}",
        "pl": "{0} nie daje się uruchomić: {1}",
        "fr": "{0} ne peut être lancé : {1}",
    },
    {
        "en": "no camera is connected; push its flat cable in while the power is off",
        "ru": "камера не подключена; вставьте её шлейф при выключенном питании",
        "pl": "żadna kamera nie jest podłączona; wsuń jej taśmę przy wyłączonym zasilaniu",
        "fr": "aucune caméra n’est branchée ; enfoncez sa nappe, courant coupé",
    },
    {
        "en": "its program ended (it said nothing)",
        "ru": "её программа завершилась (и ничего не сказала)",
        "pl": "jej program się zakończył (nic nie powiedział)",
        "fr": "son programme s’est arrêté (sans rien dire)",
    },
    {
        "en": "its program ended ({0})",
        "ru": "её программа завершилась ({0})",
        "pl": "jej program się zakończył ({0})",
        "fr": "son programme s’est arrêté ({0})",
    },
    # In the network
    {
        "en": "sends no pictures; check the camera and the network",
        "ru": "не шлёт изображений; проверьте камеру и сеть",
        "pl": "nie wysyła obrazów; sprawdź kamerę i sieć",
        "fr": "n’envoie pas d’images ; vérifiez la caméra et le réseau",
    },
    {
        "en": "sends damaged pictures only",
        "ru": "шлёт только повреждённые изображения",
        "pl": "wysyła tylko uszkodzone obrazy",
        "fr": "n’envoie que des images abîmées",
    },
    {
        "en": "sends no JPEG pictures",
        "ru": "не шлёт изображений JPEG",
        "pl": "nie wysyła obrazów JPEG",
        "fr": "n’envoie pas d’images JPEG",
    },
    {
        "en": "sends a film ({0})",
        "ru": "шлёт фильм ({0})",
        "pl": "wysyła film ({0})",
        "fr": "envoie un film ({0})",
    },
    {
        "en": "the stream broke off",
        "ru": "поток оборвался",
        "pl": "strumień się urwał",
        "fr": "le flux s’est interrompu",
    },
    {
        "en": "the stream broke off, or nothing came for {0} s",
        "ru": "поток оборвался, или {0} с ничего не было",
        "pl": "strumień się urwał albo nic nie przyszło przez {0} s",
        "fr": "le flux s’est interrompu, ou rien n’est venu pendant {0} s",
    },
    {
        "en": "wants a user and a password; write {0} in the address",
        "ru": "просит имя и пароль; напишите в адресе {0}",
        "pl": "chce użytkownika i hasła; wpisz w adresie {0}",
        "fr": "demande un utilisateur et un mot de passe ; écrivez {0} dans l’adresse",
    },
    {
        "en": "does not take this user and password",
        "ru": "не принимает эти имя и пароль",
        "pl": "nie przyjmuje tego użytkownika i hasła",
        "fr": "n’accepte pas cet utilisateur et ce mot de passe",
    },
    {
        "en": "there is nothing at this address of the camera; its manual or its page says the right one",
        "ru": "по этому адресу у камеры ничего нет; верный укажет её руководство или её страница",
        "pl": "pod tym adresem kamera nic nie ma; dobry poda jej instrukcja albo strona",
        "fr": "il n’y a rien à cette adresse de la caméra ; son manuel ou sa page dit la bonne",
    },
    {
        "en": "answers with an error ({0})",
        "ru": "отвечает ошибкой ({0})",
        "pl": "odpowiada błędem ({0})",
        "fr": "répond par une erreur ({0})",
    },
    {
        "en": "answers with a web page, not with JPEG pictures; look there for the address of the pictures "
        "themselves; it often ends in {0}",
        "ru": "отвечает веб-страницей, а не изображениями JPEG; найдите на ней адрес самих изображений; он часто "
        "кончается на {0}",
        "pl": "odpowiada stroną WWW, a nie obrazami JPEG; poszukaj na niej adresu samych obrazów; często kończy się "
        "na {0}",
        "fr": "répond par une page web, et non par des images JPEG ; cherchez-y l’adresse des images ; elle finit "
        "souvent par {0}",
    },
    {
        "en": "answers with {0}, not with JPEG pictures; the address of the pictures often ends in {1}",
        "ru": "отвечает данными {0}, а не изображениями JPEG; адрес изображений часто кончается на {1}",
        "pl": "odpowiada danymi {0}, a nie obrazami JPEG; adres obrazów często kończy się na {1}",
        "fr": "répond par {0}, et non par des images JPEG ; l’adresse des images finit souvent par {1}",
    },
    {
        "en": "answers, but gives no stream, or does not take this user and password; check the address",
        "ru": "отвечает, но потока не даёт или не принимает эти имя и пароль; проверьте адрес",
        "pl": "odpowiada, ale nie daje strumienia albo nie przyjmuje tego użytkownika i hasła; sprawdź adres",
        "fr": "répond, mais ne donne pas de flux, ou refuse cet utilisateur et ce mot de passe ; vérifiez l’adresse",
    },
    {
        "en": "answers, but gives no stream; check the address",
        "ru": "отвечает, но потока не даёт; проверьте адрес",
        "pl": "odpowiada, ale nie daje strumienia; sprawdź adres",
        "fr": "répond, mais ne donne pas de flux ; vérifiez l’adresse",
    },
    {
        "en": "there is no computer of this name in the network; check the address",
        "ru": "в сети нет компьютера с этим именем; проверьте адрес",
        "pl": "w sieci nie ma komputera o tej nazwie; sprawdź adres",
        "fr": "il n’y a pas d’ordinateur de ce nom dans le réseau ; vérifiez l’adresse",
    },
    {
        "en": "there is no computer of this name in the network",
        "ru": "в сети нет компьютера с этим именем",
        "pl": "w sieci nie ma komputera o tej nazwie",
        "fr": "il n’y a pas d’ordinateur de ce nom dans le réseau",
    },
    {
        "en": "answers, but who it is can't be checked (its certificate); in your own network http:// will do",
        "ru": "отвечает, но кто это, не проверить (сертификат); в своей сети хватит http://",
        "pl": "odpowiada, ale nie da się sprawdzić, kto to (certyfikat); we własnej sieci wystarczy http://",
        "fr": "répond, mais rien ne prouve qui c’est (son certificat) ; dans votre propre réseau http:// suffit",
    },
    {
        "en": "the computer is there, but no camera program answers on this port; start it, and check the address",
        "ru": "компьютер на месте, но на этом порту программа камеры не отвечает; запустите её и проверьте адрес",
        "pl": "komputer jest, ale na tym porcie nie odpowiada program kamery; uruchom go i sprawdź adres",
        "fr": "l’ordinateur est là, mais aucun programme de caméra ne répond à ce port ; lancez-le, vérifiez l’adresse",
    },
    {
        "en": "does not answer; check the address and the network",
        "ru": "не отвечает; проверьте адрес и сеть",
        "pl": "nie odpowiada; sprawdź adres i sieć",
        "fr": "ne répond pas ; vérifiez l’adresse et le réseau",
    },
)
"""Cameras' own. {0}, {1}... stand for their values."""

_find = finder((*FILE_SENTENCES, *SENTENCES))


def said_by_camera(said: str) -> Told:
    """What a camera or a file says of itself, in every language; as it is where only the device has words for it.

    A place before it (``calibration/17.png: ...``) is kept.
    """
    found = _find(said)
    if found is not None:
        return found
    place, colon, rest = said.partition(": ")
    if not colon:
        return dict.fromkeys(LANGUAGES, said)
    return {language: f"{place}: {words}" for language, words in said_by_camera(rest).items()}


def camera_words(error: CameraError, language: Language) -> str:
    """What is wrong with a camera, without its name, in this language."""
    return said_by_camera(str(error).removeprefix(f"{error.camera}: "))[language]


def camera_line(error: CameraError, language: Language) -> str:
    """The same with its name before it."""
    return f"{error.camera}: {camera_words(error, language)}"
