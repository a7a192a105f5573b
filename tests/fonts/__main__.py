"""``make fonts``: make the typeface of the pages anew, after its rules in the theme or Andika itself changed."""

from __future__ import annotations

from tests.fonts.web_fonts import FOLDER, font_parts, made


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.woff2"):
        old.unlink()
    for part in font_parts():
        body = made(part)
        (FOLDER / part.file).write_bytes(body)
        print(f"{len(body):7,} bytes  {part.file}")


if __name__ == "__main__":
    main()
