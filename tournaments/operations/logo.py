"""The picture of a house: PNG or JPEG, looked at byte by byte, with nothing in it but the picture."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from dataclasses import dataclass
from hashlib import blake2b

from rules.refusals import N_, Refused

MOST_BYTES = 200 * 1024
MOST_PIXELS = 2048
FEWEST_PIXELS = 16
# of a picture in base64
MOST_LETTERS = MOST_BYTES * 4 // 3 + 4

_PNG = b"\x89PNG\r\n\x1a\n"
# what a picture is made of; all else (places, names, programs' notes) is left out
_PNG_KEPT = {
    b"IHDR",
    b"PLTE",
    b"IDAT",
    b"IEND",
    b"tRNS",
    b"gAMA",
    b"cHRM",
    b"sRGB",
    b"iCCP",
    b"sBIT",
    b"pHYs",
}
_JPEG_SIZES = {0xC0, 0xC1, 0xC2}
_JPEG_KEPT_APPS = {0xE0, 0xE2, 0xEE}  # JFIF, colour profile, Adobe's colour transform
_LONE = {0x01, *range(0xD0, 0xD8)}


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture that may be shown. media: "image/png" or "image/jpeg". width, height: pixels."""

    media: str
    width: int
    height: int
    content: bytes

    @property
    def name(self) -> str:
        """Part of the address of the picture: another one for another content."""
        return blake2b(self.content, digest_size=8).hexdigest()


def read_letters(picture: str) -> Logo:
    """Return the picture that was sent in base64. Refusals: those of `read`."""
    if len(picture) > MOST_LETTERS:
        raise Refused(
            "logo_too_large", N_("The picture may have %(kilobytes)s KB."), kilobytes=MOST_BYTES // 1024
        )
    try:
        content = base64.b64decode(picture, validate=True)
    except (binascii.Error, ValueError):
        raise _no_picture() from None
    return read(content)


def read(content: bytes) -> Logo:
    """Read a picture without notes that cameras and programs leave in it.

    Refusals: ``logo_too_large`` (above MOST_BYTES or MOST_PIXELS), ``logo_too_small``, ``not_a_picture`` (no PNG or
    JPEG, or a broken one).
    """
    if len(content) > MOST_BYTES:
        raise Refused(
            "logo_too_large", N_("The picture may have %(kilobytes)s KB."), kilobytes=MOST_BYTES // 1024
        )
    try:
        found = _png(content) if content.startswith(_PNG) else _jpeg(content)
    except (struct.error, IndexError):
        raise _no_picture() from None
    if max(found.width, found.height) > MOST_PIXELS:
        raise Refused(
            "logo_too_large",
            N_("The picture may be %(pixels)s pixels wide and high."),
            pixels=MOST_PIXELS,
        )
    if min(found.width, found.height) < FEWEST_PIXELS:
        raise Refused(
            "logo_too_small",
            N_("The picture must be at least %(pixels)s pixels wide and high."),
            pixels=FEWEST_PIXELS,
        )
    return found


def _no_picture() -> Refused:
    return Refused("not_a_picture", N_("This is no PNG or JPEG picture. Choose another file."))


def _png(content: bytes) -> Logo:
    kept, place, size = [_PNG], len(_PNG), (0, 0)
    kinds: list[bytes] = []
    while not kinds or kinds[-1] != b"IEND":
        length, kind = struct.unpack_from(">I4s", content, place)
        end = place + 12 + length
        (checksum,) = struct.unpack_from(">I", content, end - 4)
        if end > len(content) or zlib.crc32(content[place + 4 : end - 4]) != checksum:
            raise _no_picture()
        if kind == b"IHDR":
            if length != 13 or kinds:
                raise _no_picture()
            size = struct.unpack_from(">II", content, place + 8)
        if kind in _PNG_KEPT:
            kept.append(content[place:end])
        kinds.append(kind)
        place = end
    if kinds[0] != b"IHDR" or b"IDAT" not in kinds:
        raise _no_picture()
    return Logo("image/png", size[0], size[1], b"".join(kept))


def _jpeg(content: bytes) -> Logo:
    if content[:2] != b"\xff\xd8":
        raise _no_picture()
    kept, place, size = [b"\xff\xd8"], 2, (0, 0)
    while True:
        if content[place] != 0xFF:
            raise _no_picture()
        kind = content[place + 1]
        if kind in _LONE:
            place += 2
            continue
        (length,) = struct.unpack_from(">H", content, place + 2)
        end = place + 2 + length
        if length < 2 or end > len(content):
            raise _no_picture()
        if kind in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            size = (width, height)
        if kind == 0xDA:  # the picture itself, to the end mark
            last = content.rfind(b"\xff\xd9")
            if last < end or size == (0, 0):
                raise _no_picture()
            kept.append(content[place : last + 2])
            return Logo("image/jpeg", size[0], size[1], b"".join(kept))
        if (not 0xE0 <= kind <= 0xEF and kind != 0xFE) or kind in _JPEG_KEPT_APPS:
            kept.append(content[place:end])
        place = end
