"""Two players of one name in a tournament are told apart, by as little more as does: nobody sits down on the other's seat."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from config import readers
from dispatch import relay
from dispatch.models import Command
from dispatch.readers import begin, read_once
from people.commands.update_player import update_player
from people.models import FileChange, Player, User
from rules.nicknames import short_name
from tests import cast
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.tell_names_apart import tell_names_apart
from tournaments.commands.transfer_registration import transfer_registration
from web.director import announced, history

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    house = cast.house()
    begin(readers.names_reader())
    return house


def person(house: cast.House, full_name: str) -> int:
    """Somebody whose file was opened without a nickname."""
    player_id = house.player()
    Player.objects.filter(pk=player_id).update(full_name=full_name, public_name=short_name(full_name))
    return player_id


def nicknamed(house: cast.House, player_id: int, name: str) -> None:
    cast.say(update_player, by=house.desi, venue_id=house.venue_id, player_id=player_id, public_name=name)


def read() -> None:
    """What the workers do: seal, read, and again what that made."""
    for _ in range(4):
        while relay.seal():
            pass
        read_once(readers.names_reader())


def names(*players: int) -> list[str]:
    shown = dict(Player.objects.filter(pk__in=players).values_list("pk", "public_name"))
    return [shown[one] for one in players]


def test_who_comes_second_of_a_name_is_read_with_a_letter_more_wherever_others_read_it(
    house: cast.House,
) -> None:
    t, elsewhere = house.registering("turbo-8max"), house.registering("turbo-8max")
    first, second = person(house, "Felipe Pinto Barros"), person(house, "Felipe Vieira Barros")
    house.enter(t, first)
    house.enter(elsewhere, second)
    read()
    # each the only one of the name where he plays
    assert names(first, second) == ["Felipe Barros", "Felipe Barros"]
    assert not Command.objects.filter(name="tournaments.tell_names_apart").exists()
    house.enter(t, second)
    read()
    assert names(first, second) == ["Felipe Barros", "Felipe V. Barros"]
    # the file keeps what it said; no fact says a name, and both tournaments' pages are told
    [kept] = FileChange.objects.filter(field="public_name").values_list(
        "player_id", "was", "now", "venue_id", "changed_by_id"
    )
    assert kept == (second, "Felipe Barros", "Felipe V. Barros", house.venue_id, None)
    assert [len(cast.facts(one, kind="player_named_anew")) for one in (t, elsewhere)] == [1, 1]
    page = Client()
    page.force_login(User.objects.get(pk=house.desi.user_id))
    # in the history, too, who was renamed is one, as called then
    where = announced.Where(currency="BRL", zone="America/Sao_Paulo")
    lines = history.page(t, where=where, may=lambda _: True).lines
    assert [(line.text, line.about) for line in lines if "Barros" in line.about] == [
        ("Nomes iguais diferenciados", "Felipe V. Barros"),
        ("Inscrição feita", "Felipe Barros; R$\xa0120,00 · Dinheiro"),
        ("Inscrição feita", "Felipe Barros; R$\xa0120,00 · Dinheiro"),
    ]
    cast.say(start_tournament, by=house.ana, tournament_id=t)
    shown = page.get(reverse("seating-list", args=[t])).content.decode()
    assert shown.count("Felipe Barros") == 1
    assert shown.count("Felipe V. Barros") == 1


def test_the_third_and_who_has_no_name_between_have_what_is_left(house: cast.House) -> None:
    t = house.registering("turbo-8max")
    players = [
        person(house, name)
        for name in (
            "Félipe Barros",
            "Felipe Prado Barros",
            "Felipe Paz Barros",
            "Felipe de Barros",
            "Felipe BARROS",
        )
    ]
    for player in players:
        house.enter(t, player)
    read()
    assert names(*players) == [
        "Félipe Barros",
        "Felipe P. Barros",
        "Felipe Paz Barros",
        "Felipe Barros 2",
        "Felipe BARROS 3",
    ]


def test_a_nickname_that_the_desk_gives_twice_has_a_number(house: cast.House) -> None:
    t = house.registering("turbo-8max")
    first, second = person(house, "José Souza"), person(house, "Josefa Lima")
    for player in (first, second):
        house.enter(t, player)
        nicknamed(house, player, "Zé")
    read()
    assert names(first, second) == ["Zé", "Zé 2"]


def test_it_is_who_registered_later_also_with_a_payment_that_is_waited_for_or_from_another(
    house: cast.House,
) -> None:
    t = house.registering("turbo-8max")
    heir, giver, other = (
        person(house, "Ana Luz Prado"),
        person(house, "Rita Melo"),
        person(house, "Ana Reis Prado"),
    )
    given = house.enter(t, giver)
    house.enter(t, other)
    read()
    assert names(heir, other) == ["Ana Prado", "Ana Prado"]
    cast.say(
        transfer_registration,
        by=house.ana,
        registration_id=given["registration_id"],
        to_player_id=heir,
        reason="Doente",
    )
    read()
    assert names(heir, other) == ["Ana Prado", "Ana R. Prado"]


def test_the_name_that_is_found_is_nobodys_in_any_tournament_that_is_not_over(house: cast.House) -> None:
    t, elsewhere = house.registering("turbo-8max"), house.registering("turbo-8max")
    first, second = person(house, "Ana Prado"), person(house, "Ana Reis Prado")
    nick = person(house, "Rita Melo")
    nicknamed(house, nick, "Ana R. Prado")
    house.enter(elsewhere, nick)
    house.enter(elsewhere, second)
    house.enter(t, first)
    house.enter(t, second)
    read()
    assert names(first, second, nick) == ["Ana Prado", "Ana Reis Prado", "Ana R. Prado"]


def test_who_is_no_more_in_it_is_nobodys_namesake(house: cast.House) -> None:
    t = house.registering("turbo-8max")
    gone, erased, stays = (person(house, "Bia Reis") for _ in range(3))
    left = house.enter(t, gone)
    house.enter(t, erased)
    Player.objects.filter(pk=erased).update(
        anonymised_at=cast.START, full_name="", birth_date=None, document_number="", document_kind=""
    )
    cast.say(cancel_registration, by=house.ana, registration_id=left["registration_id"], reason="Doente")
    house.enter(t, stays)
    read()
    assert names(stays) == ["Bia Reis"]
    # said by hand, it changes nothing, and nobody but the staff may
    done = cast.say(tell_names_apart, by=house.desi, tournament_id=t, player_id=stays)
    assert done["renamed"] == []
    with cast.refused("forbidden"):
        cast.say(tell_names_apart, by=house.caio, tournament_id=t, player_id=stays)


@pytest.mark.django_db(transaction=True)
def test_two_who_say_it_at_once_say_it_once(house: cast.House) -> None:
    t = house.registering("turbo-8max")
    first, second, third = (person(house, "Bia Reis") for _ in range(3))
    for player in (first, second, third):
        house.enter(t, player)
    done = cast.together(
        [
            lambda p=player: cast.say(tell_names_apart, by=house.desi, tournament_id=t, player_id=p)
            for player in (second, third)
        ]
    )
    assert sorted(len(one["renamed"]) for one in done) == [0, 2]
    assert sorted(names(first, second, third)) == ["Bia Reis", "Bia Reis 2", "Bia Reis 3"]
    assert FileChange.objects.filter(field="public_name").count() == 2
