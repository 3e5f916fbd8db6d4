"""Who had money sent to one account: told of pairs, with nothing of the account."""

from __future__ import annotations

import pytest

from payouts.queries.one_account import sent_to_one_account
from tests import cast
from tests.payouts.bank import know, open_house, withdrawal

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

IBAN = "PT50 0002 0123 1234 5678 9015 4"


def sends(home, name, destination):
    """Somebody with money asks to be paid there; the number of the player."""
    person = cast.person(name)
    know(home, person)
    home.deposit(person.player_id, 10_000)
    withdrawal(home, by=person, player_id=person.player_id, destination=destination)
    return person.player_id


def test_two_who_named_one_account_are_a_pair_however_each_typed_it():
    home = open_house()
    one, two = sends(home, "Rui", IBAN), sends(home, "Eva", IBAN.replace(" ", "").lower())
    other = sends(home, "Zoe", "zoe@example.com")
    nobody = cast.person("Ana").player_id
    pairs = {(one, two), (one, other), (two, other), (one, nobody)}
    assert sent_to_one_account(home.venue_id, pairs=pairs) == {(one, two)}
    assert sent_to_one_account(home.venue_id, pairs={(two, one)}) == {(two, one)}
    assert sent_to_one_account(home.venue_id, pairs={(other, nobody)}) == set()
    assert sent_to_one_account(home.venue_id, pairs=()) == set()
    # a dot makes another address; the word before an IBAN no other account
    near = sends(home, "Gil", "z.o.e@example.com")
    said = sends(home, "Leo", f"IBAN: {IBAN}")
    assert sent_to_one_account(home.venue_id, pairs={(other, near), (one, said)}) == {(one, said)}
    # what was asked of another house is that one's
    assert sent_to_one_account(home.venue_id + 1, pairs=pairs) == set()
