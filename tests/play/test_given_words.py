"""The words of a hand lie as bytes, and those that were JSON before say the same."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from django.db import connection

from play.models.given_words import GivenWords

WORDS = [[2, "ab" * 32, 1], [7, "0f" * 32, 70_000], [10, "cd" * 32, 3]]


def test_they_come_back_as_they_were() -> None:
    field = GivenWords(default=list)
    for words in ([], WORDS):
        kept = field.get_prep_value(words)
        assert kept is not None and len(kept) == 37 * len(words)
        assert field.from_db_value(memoryview(kept), None, None) == words


@pytest.mark.django_db
def test_words_of_before_are_read_by_the_migration() -> None:
    """[seat, word, end of its chain, steps, command that told it, command that gave it]."""
    forward = import_module("play.migrations.0024_words_as_bytes").FORWARD
    made, _, _rest = forward.partition("-- what a row holds")
    ids = ["6e0f8a4e-55d2-5d0c-9f35-3f1f9d4b1c07"] * 2
    before = [[seat, word, "ee" * 32, steps, *ids] for seat, word, steps in reversed(WORDS)]
    with connection.cursor() as cursor:
        cursor.execute(made)
        for words, now in ((before, WORDS), ([], [])):
            cursor.execute("SELECT play_words_as_bytes(%s::jsonb)", [json.dumps(words)])
            [(kept,)] = cursor.fetchall()
            assert GivenWords().from_db_value(kept, None, None) == now
