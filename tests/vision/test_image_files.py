"""Picture files of any kind: depth, orientation, size, cut off anywhere, no pictures."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from boards.base.reasons import Reason
from boards.kit.kit import kit
from calibration.camera_frames import (
    BadPicture,
    CameraMissing,
    Frame,
    FramesEnded,
)
from controller.vision.cameras.camera_registry import camera_for, kind_of
from controller.vision.cameras.image_files import load, load_picture, pictures_in
from controller.vision.cameras.sources import as_picture
from controller.vision.reader import Reader
from hardware.simulated.virtual_clock import run
from tests.vision.test_cameras import SIZE, gradient, number_of


def save(path: Path, mode: str, **options: Any) -> Path:
    picture = Pillow.fromarray(gradient()[:, :, ::-1])
    if mode == "I;16":
        Pillow.fromarray(np.asarray(picture.convert("L")).astype(np.uint16) * 257).save(path)
    elif mode == "RGBA":
        picture.putalpha(Pillow.linear_gradient("L").resize(SIZE))
        picture.save(path, **options)
    else:
        picture.convert(mode).save(path, **options)
    return path


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "LA", "P", "1", "I;16", "CMYK"])
def test_pictures_of_any_depth(mode: str, tmp_path: Path) -> None:
    path = save(tmp_path / ("x.tif" if mode == "CMYK" else "x.png"), mode)
    picture = load_picture(path)
    assert picture.shape == (SIZE[1], SIZE[0], 3) and picture.dtype == np.uint8
    assert picture.flags["C_CONTIGUOUS"]
    if mode == "RGB":
        assert np.array_equal(picture, gradient())
    if mode == "I;16":
        assert np.abs(picture[..., 0].astype(int) - cv2.cvtColor(gradient(), cv2.COLOR_BGR2GRAY)).max() <= 2


def test_a_jpeg_in_the_inks_of_print_has_its_colours(tmp_path: Path) -> None:
    picture = load_picture(save(tmp_path / "x.jpg", "CMYK", quality=95))
    assert np.abs(picture.astype(np.int16) - gradient()).mean() < 3


def test_a_photograph_lying_on_its_side_is_set_upright(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    path = save(tmp_path / "x.jpg", "RGB", exif=exif, quality=95)
    assert load_picture(path).shape == (SIZE[0], SIZE[1], 3)


def test_a_picture_of_100_megapixels_is_made_smaller(tmp_path: Path) -> None:
    Pillow.new("L", (12_000, 8_400), 77).save(tmp_path / "huge.jpg")
    loaded = load(tmp_path / "huge.jpg")
    assert loaded.size == (12_000, 8_400) and loaded.image.shape[1] == 4096 and loaded.image.shape[0] in (2867, 2868)
    assert int(np.abs(loaded.image.astype(np.int16) - 77).max()) <= 1


def test_a_picture_that_claims_an_absurd_size_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    header = b"IHDR" + struct.pack(">IIBBBBB", 20_000, 15_000, 1, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))
    # Nothing follows: what is read beyond the header would be cut off.
    (tmp_path / "absurd.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IDAT")
    with pytest.raises(BadPicture, match="larger than 200 megapixels"):
        load_picture(tmp_path / "absurd.png")


def test_of_an_animated_picture_the_first_is_taken(tmp_path: Path) -> None:
    films = [Pillow.new("RGB", SIZE, colour) for colour in ("red", "green", "blue")]
    for name in ("film.gif", "film.png", "film.webp"):
        films[0].save(tmp_path / name, save_all=True, append_images=films[1:])
        loaded = load(tmp_path / name)
        assert loaded.frames == 3 and loaded.image.shape == (SIZE[1], SIZE[0], 3)
        assert loaded.image[20, 20, 2] > 240 and loaded.image[20, 20, :2].max() < 16


def test_other_things_in_a_folder_and_animated_pictures_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    films = [Pillow.new("RGB", SIZE, colour) for colour in ("red", "green")]
    for name in ("a.gif", "c.gif"):
        films[0].save(tmp_path / name, save_all=True, append_images=films[1:])
    cv2.imwrite(str(tmp_path / "b.png"), gradient())
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "deeper").mkdir()
    heard: list[Reason] = []

    async def main(text: str) -> int:
        camera = camera_for(text, on_warning=heard.append)
        await camera.open(number_of)
        count = 0
        with pytest.raises(FramesEnded):
            while count < 5:
                await camera.next()
                count += 1
        return count

    assert run(main(str(tmp_path))) == 3
    animated = "is animated; the first of its 2 pictures is read"
    assert [*map(str, heard)] == [
        f"{tmp_path}: no pictures by their names, passed over: deeper, notes.txt",
        f"{tmp_path}: a.gif {animated}",
        f"{tmp_path}: c.gif {animated}",
    ]
    heard.clear()
    camera = camera_for(str(tmp_path / "a.gif"), on_warning=heard.append)
    run(camera.open(number_of))
    assert [*map(str, heard)] == [f"{tmp_path}/a.gif: {animated}"]


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (1, 2000), (2000, 1), (7, 7), (31, 33)])
@pytest.mark.parametrize("live", [False, True])
def test_pictures_of_any_size_are_read(shape: tuple[int, int], live: bool) -> None:
    reader = Reader(kit(), live=live)
    for level in (0, 128, 255):
        scene = reader.read(Frame(np.full((*shape, 3), level, np.uint8), 1, 0.0, "test")).scene
        assert scene.trouble and scene.things == () and scene.size == (shape[1], shape[0])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_flag_is_followed(orientation: int, tmp_path: Path) -> None:
    upright = Pillow.fromarray(gradient()[:, :, ::-1])
    # What a camera stores, so that the flag sets it upright: the inverse of what a viewer does (Exif 2.3, tag 274).
    flip, turn = Pillow.Transpose, Pillow.Transpose
    stored = {
        1: [],
        2: [flip.FLIP_LEFT_RIGHT],
        3: [turn.ROTATE_180],
        4: [flip.FLIP_TOP_BOTTOM],
        5: [turn.ROTATE_270, flip.FLIP_LEFT_RIGHT],
        6: [turn.ROTATE_90],
        7: [turn.ROTATE_90, flip.FLIP_LEFT_RIGHT],
        8: [turn.ROTATE_270],
    }[orientation]
    picture = upright
    for step in stored:
        picture = picture.transpose(step)
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    picture.save(tmp_path / "x.png", exif=exif)
    assert np.array_equal(load_picture(tmp_path / "x.png"), gradient())


@pytest.mark.parametrize("suffix", ["png", "jpg", "bmp", "tif", "webp"])
@pytest.mark.parametrize("keep", [0, 1, 20, 200, 0.5, 0.97])
def test_a_file_cut_off_anywhere_is_refused_by_name(suffix: str, keep: float, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (120, 160, 3), dtype=np.uint8)
    whole = tmp_path / f"whole.{suffix}"
    Pillow.fromarray(noise).save(whole)
    data = whole.read_bytes()
    path = tmp_path / f"cut.{suffix}"
    path.write_bytes(data[: round(keep * len(data)) if isinstance(keep, float) else keep])
    with pytest.raises(BadPicture) as caught:
        load_picture(path)
    assert str(path) in str(caught.value)


def test_what_is_no_picture_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_text("%PDF-1.4 certainly not")
    with pytest.raises(BadPicture, match="is not a picture"):
        load_picture(tmp_path / "x.png")
    with pytest.raises(BadPicture, match="folder"):
        load_picture(tmp_path)
    with pytest.raises(CameraMissing, match="no such file"):
        load_picture(tmp_path / "y.png")
    with pytest.raises(CameraMissing, match="no such file, folder or camera"):
        kind_of(str(tmp_path / "z"))


def test_an_empty_folder_has_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    assert pictures_in(tmp_path) == ()

    async def main() -> None:
        with pytest.raises(CameraMissing, match="no pictures"):
            await camera_for(str(tmp_path)).open(number_of)

    run(main())


def test_a_video_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.mp4").write_text("no film")

    async def main() -> None:
        with pytest.raises(CameraMissing, match="is not a video"):
            await camera_for(str(tmp_path / "x.mp4")).open(number_of)

    run(main())


@pytest.mark.parametrize("kind", ["uint8", "uint16"])
@pytest.mark.parametrize("shape", [(9, 16), (9, 16, 1), (9, 16, 3), (9, 16, 4)])
def test_frames_of_any_depth_become_pictures(shape: tuple[int, ...], kind: str) -> None:
    level = 40000 if kind == "uint16" else 156
    picture = as_picture(np.full(shape, level, kind))
    assert picture.shape == (9, 16, 3) and picture.dtype == np.uint8
    assert abs(int(picture[0, 0, 0]) - 156) <= 1
