"""Picture files, of any kind people have: grey, with alpha, 16 bit, turned by EXIF, huge, truncated, not pictures."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from calibration.camera_frames import BadPicture, CameraMissing, Image
from controller.vision.recording.file_messages import FileReason

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp", ".ppm", ".pgm"})
"""Suffixes of picture files, in lower case."""

LARGEST_PX = 200_000_000
"""Largest picture; a file that claims more is refused before it is decoded."""

LONGEST_SIDE_PX = 4096
"""Longest side; larger pictures are made smaller: markers need no more, and time counts."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """A picture file, unpacked."""

    image: Image
    """Upright, H x W x 3 blue-green-red; made smaller if it was very large."""
    size: tuple[int, int]
    """Width and height of the whole picture, upright, px."""
    frames: int
    """Frames of an animated picture, of which the first is taken; else 1."""


def load_picture(path: Path) -> Image:
    """Read a picture, upright, H x W x 3 blue-green-red. Raises :class:`CameraMissing` or :class:`BadPicture`."""
    return load(path).image


def load(path: Path) -> Loaded:
    """Read a picture and its facts. Raises :class:`CameraMissing` or :class:`BadPicture`."""
    try:
        with warnings.catch_warnings():
            # What Pillow warns of is refused below, or harmless.
            warnings.simplefilter("ignore")
            with Pillow.open(path) as opened:
                return _unpack(str(path), opened)
    except FileNotFoundError:
        raise CameraMissing(str(path), FileReason.MISSING()) from None
    except IsADirectoryError:
        raise BadPicture(str(path), FileReason.IS_FOLDER()) from None
    except PermissionError:
        raise CameraMissing(str(path), FileReason.UNREADABLE()) from None
    except UnidentifiedImageError:
        raise BadPicture(str(path), FileReason.NO_PICTURE()) from None
    except Pillow.DecompressionBombError:
        raise BadPicture(str(path), FileReason.TOO_LARGE(most=LARGEST_PX // 1_000_000)) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise BadPicture(str(path), FileReason.DAMAGED(reason=str(error))) from None


def _unpack(name: str, opened: Pillow.Image) -> Loaded:
    width, height = opened.size
    if width * height > LARGEST_PX:
        most = LARGEST_PX // 1_000_000
        raise BadPicture(name, FileReason.TOO_LARGE_BY_SIZE(most=most, width=width, height=height))
    frames = int(getattr(opened, "n_frames", 1))
    opened.draft("RGB", (LONGEST_SIDE_PX, LONGEST_SIDE_PX))
    opened.load()
    wide = opened.width > opened.height
    ImageOps.exif_transpose(opened, in_place=True)
    lies = (opened.width > opened.height) != wide
    opened.thumbnail((LONGEST_SIDE_PX, LONGEST_SIDE_PX))
    return Loaded(_bgr(opened), (height, width) if lies else (width, height), frames)


def _bgr(upright: Pillow.Image) -> Image:
    if upright.mode.startswith("I") or upright.mode == "F":
        wide = np.nan_to_num(np.asarray(upright, dtype=np.float64), posinf=0.0, neginf=0.0)
        grey = np.clip(np.rint(wide * _scale(float(wide.max(initial=0.0)))), 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if "A" in upright.mode or "transparency" in upright.info:
        # Transparent parts are shown white, as paper.
        layer = upright.convert("RGBA")
        upright = Pillow.alpha_composite(Pillow.new("RGBA", layer.size, "white"), layer)
    # Pillow copies what is converted to its own mode; numpy takes ten times as long to exchange red and blue.
    rgb = upright if upright.mode == "RGB" else upright.convert("RGB")
    return np.asarray(cv2.cvtColor(np.asarray(rgb), cv2.COLOR_RGB2BGR), np.uint8)


def _scale(largest: float) -> float:
    """Return the factor from the levels of a picture of more than 8 bits to 0..255: shares, 8, 12 or 16 bits."""
    for top in (1.0, 255.0, 4095.0):
        if largest <= top:
            return 255.0 / top
    return 255.0 / 65535.0


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """List the files of a folder that look like pictures by their names, sorted."""
    return tuple(sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() in SUFFIXES))
