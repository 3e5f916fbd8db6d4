"""A row that is read by a statement made for it is the row that the ORM reads, whatever its fields make of a column."""

from __future__ import annotations

import pytest

from dispatch.rows import read_one
from play.models import DealtHand
from tests import cast
from tests.play.worded import with_words


@pytest.mark.django_db
def test_what_a_field_reads_in_its_own_way_is_read_so() -> None:
    table = with_words(cast.house(), seats=(2, 5), seed=3)
    table.play(3)
    for number in (1, 3):
        as_usual = DealtHand.objects.get(table_id=table.table_id, number=number)
        made = read_one(
            DealtHand, where="WHERE table_id = %s AND number = %s", values=[table.table_id, number]
        )
        assert made is not None
        names = [field.attname for field in DealtHand._meta.concrete_fields]
        assert [getattr(made, name) for name in names] == [getattr(as_usual, name) for name in names]
    assert as_usual.words and {kept[0] for kept in as_usual.words} <= {2, 5}
    assert all(len(word) == 64 and steps >= 1 for _seat, word, steps in as_usual.words)
