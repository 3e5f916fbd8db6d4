"""The words of a hand's players as bytes: as JSON they were half of what a hand leaves."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from django.db import models

# seat, steps, the word
_WORD = struct.Struct(">BI32s")

# Django's own field takes no types when it runs
if TYPE_CHECKING:
    _Bytes = models.BinaryField[Any, Any]
else:
    _Bytes = models.BinaryField


class GivenWords(_Bytes):
    """A list of [seat, word, steps from the end of its chain], the word as text: as the record of a table tells it."""

    def get_prep_value(self, value: Any) -> bytes | None:
        """Return the words as the database keeps them."""
        if value is None or isinstance(value, bytes):
            return value
        return b"".join(_WORD.pack(seat, steps, bytes.fromhex(word)) for seat, word, steps in value)

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> list[list[Any]] | None:
        """Return the words of a row."""
        if value is None:
            return None
        return [[seat, word.hex(), steps] for seat, steps, word in _WORD.iter_unpack(bytes(value))]
