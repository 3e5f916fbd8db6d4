"""What may stand as the picture of a house, and what is left of it."""

from __future__ import annotations

import struct
import zlib

import pytest

from rules.refusals import Refused
from tournaments.operations import logo


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int = 40, height: int = 30, *more: bytes) -> bytes:
    rows = zlib.compress((b"\0" + b"\x0b\x5d\x4e" * width) * height)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def segment(kind: int, body: bytes) -> bytes:
    return bytes([0xFF, kind]) + struct.pack(">H", len(body) + 2) + body


def jpeg(width: int = 40, height: int = 30, *more: bytes) -> bytes:
    return (
        b"\xff\xd8"
        + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
        + b"".join(more)
        + segment(0xDB, b"\0" + bytes(64))
        + segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
        + segment(0xDA, b"\1\1\0\0\x3f\0")
        + b"\x12\x34\xff\x00\x56\xff\xd9"
    )


def test_a_png_and_a_jpeg_are_kept_as_they_are():
    assert logo.read(png()) == logo.Logo("image/png", 40, 30, png())
    assert logo.read(jpeg(200, 90)) == logo.Logo("image/jpeg", 200, 90, jpeg(200, 90))


def test_where_it_was_taken_and_by_whom_is_left_out():
    noted = png(
        40, 30, chunk(b"tEXt", b"Author\0Ana"), chunk(b"eXIf", b"MM\0*"), chunk(b"gAMA", b"\0\0\xb1\x8f")
    )
    assert logo.read(noted + b"<script>").content == png(40, 30, chunk(b"gAMA", b"\0\0\xb1\x8f"))
    noted = jpeg(40, 30, segment(0xE1, b"Exif\0\0GPS"), segment(0xFE, b"made by Ana"))
    assert logo.read(noted + b"<?php").content == jpeg()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_a_picture"),
        (b"GIF89a" + bytes(40), "not_a_picture"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "not_a_picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "not_a_picture"),
        (png()[:40], "not_a_picture"),
        (png()[:-4], "not_a_picture"),
        (png().replace(b"IHDR", b"IHDX"), "not_a_picture"),
        (png()[:20] + b"\x7f" + png()[21:], "not_a_picture"),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b""), "not_a_picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\xff\xff\xff\xffIHDR", "not_a_picture"),
        (jpeg()[:30], "not_a_picture"),
        (jpeg()[:-2], "not_a_picture"),
        (b"\xff\xd8\xff\xd9", "not_a_picture"),
        (b"\xff\xd8" + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\xff\xd9", "not_a_picture"),
        (png(8, 8), "logo_too_small"),
        (jpeg(40, 3), "logo_too_small"),
        (jpeg(60_000, 60_000), "logo_too_large"),
        (png() + bytes(logo.MOST_BYTES), "logo_too_large"),
    ],
)  # fmt: skip
def test_what_is_no_logo_is_refused(content, code):
    with pytest.raises(Refused) as no:
        logo.read(content)
    assert no.value.code == code


def test_every_cut_of_a_picture_is_refused_and_never_an_error():
    for whole in (png(), jpeg()):
        for end in range(len(whole)):
            with pytest.raises(Refused):
                logo.read(whole[:end])
