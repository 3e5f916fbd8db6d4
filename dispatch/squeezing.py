"""The texts of a pack as bytes, a third of what the database makes of them: it knows no code that counts how often each letter comes."""

from __future__ import annotations

import hashlib
import lzma
from typing import NamedTuple

# no pack is larger; a larger one would ask for as much memory each time
_WINDOW = 1 << 20
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": _WINDOW, "pb": 0}]
# stands in no JSON
_BETWEEN = "\x1f"


class Squeezed(NamedTuple):
    """Two texts as bytes, and their digest as the database makes it."""

    squeezed: bytes
    digest: bytes


def squeeze(facts: str, *, commands: str) -> Squeezed:
    """Squeeze two texts, and read them again before anybody trusts in it. ValueError where they do not come back."""
    text = (facts + _BETWEEN + commands).encode()
    made = Squeezed(
        lzma.compress(text, format=lzma.FORMAT_RAW, filters=_FILTERS), hashlib.sha256(text).digest()
    )
    if unsqueeze(made.squeezed, digest=made.digest) != (facts, commands):
        raise ValueError("what was squeezed does not come back")
    return made


def unsqueeze(squeezed: bytes, *, digest: bytes) -> tuple[str, str]:
    """Return two texts that were squeezed. ValueError where the bytes, or what they tell, are not what they were."""
    try:
        text = lzma.decompress(bytes(squeezed), format=lzma.FORMAT_RAW, filters=_FILTERS)
    except lzma.LZMAError as broken:
        raise ValueError("what was squeezed is broken") from broken
    if hashlib.sha256(text).digest() != bytes(digest):
        raise ValueError("what was squeezed is not what it was")
    facts, _between, commands = text.decode().partition(_BETWEEN)
    return facts, commands
