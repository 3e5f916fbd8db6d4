"""The picture of a result: for its player alone, once the place is final, with the prize or without."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from access import moment
from people.commands.check_identity import check_identity
from people.models import User
from tests import cast
from tests.payouts.room import bust
from tournaments.commands.close_entries import close_entries
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry
from web.player import result_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[result_card.ResultCard]:
    """What was written on each picture."""
    written: list[result_card.ResultCard] = []
    draw = result_card.drawn

    def noted(shown: result_card.ResultCard) -> bytes:
        written.append(shown)
        return draw(shown)

    monkeypatch.setattr(result_card, "drawn", noted)
    return written


def phone(person: Any) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _starts(house: cast.House, t: int, *, others: int) -> None:
    """Caio plays, with so many others."""
    document = {"document_kind": "rg", "document_number": "CAIO-1"}
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id, **document
    )
    house.enter(t, house.caio.player_id)
    house.fill(t, others)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)


def out_in_third_place(house: cast.House, monkeypatch: pytest.MonkeyPatch) -> int:
    """Caio is out, and others may still enter."""
    t = house.registering("turbo-8max", name="Turbo")
    _starts(house, t, others=2)
    bust(
        house,
        t,
        Entry.objects.get(tournament_id=t, player_id=house.caio.player_id).pk,
        at=cast.after(minutes=5),
    )
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=7))
    return t


def test_a_result_is_shared_once_its_place_is_final(house, drawn, monkeypatch):
    t = out_in_third_place(house, monkeypatch)
    path, own = f"/play/{t}/result.png", phone(house.caio)
    # more may enter: the place may still become a worse one
    assert own.get(path).status_code == 404 and path not in own.get(f"/play/{t}/").content.decode()
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=6), tournament_id=t)
    assert f'href="{path}"' in own.get(f"/play/{t}/").content.decode()
    answer = own.get(path)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "private, no-store")
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)
    (card,) = drawn
    assert (card.place, card.field, card.prize) == ("3rd", "of 3 entries · Turbo", "R$60")
    assert card.address == f"testserver/t/{t}/results/"


def test_nobody_gets_the_picture_of_anothers_result(house, drawn, monkeypatch):
    t = out_in_third_place(house, monkeypatch)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=6), tournament_id=t)
    path = f"/play/{t}/result.png"
    assert Client().get(path).status_code == 302
    assert phone(cast.person("Rui")).get(path).status_code == 404
    assert drawn == []


def test_a_prize_is_told_or_left_out_as_the_player_likes(house, drawn, monkeypatch):
    t = house.registering("turbo-8max", name="Turbo")
    _starts(house, t, others=9)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=4), tournament_id=t)
    others = Entry.objects.filter(tournament_id=t).exclude(player_id=house.caio.player_id).order_by("pk")
    mine = Entry.objects.get(tournament_id=t, player_id=house.caio.player_id)
    for minute, entry in enumerate([*others[:8], mine], start=5):
        bust(house, t, entry.pk, at=cast.after(minutes=minute))
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=20))
    own = phone(house.caio)
    page = own.get(f"/play/{t}/").content.decode()
    assert f'href="/play/{t}/result.png?prize=no"' in page
    own.get(f"/play/{t}/result.png")
    own.get(f"/play/{t}/result.png?prize=no")
    told, untold = drawn
    assert told.place == untold.place == "2nd"
    assert told.prize.startswith("R$") and untold.prize == ""


def test_a_name_of_sixty_letters_and_a_prize_of_ten_million_have_room(house):
    card = result_card.ResultCard(
        house="Clube " * 20,
        venue_id=house.venue_id,
        logo="",
        player="Maximiliano Wolfeschlegelsteinhausenbergerdorff de Vasconcelos",
        place="10.112º",
        field="de 10.112 entradas · " + "Grande Prêmio Internacional " * 8,
        prize="R$ 10.000.000,55",
        points="1.234,56 pontos em " + "Circuito " * 20,
        day="28 nov.",
        address="torneios.clube-de-poker.example/t/123456/results/",
    )
    picture = Image.open(io.BytesIO(result_card.drawn(card))).convert("RGB")
    assert picture.size == (1080, 1350)
    # the line above the foot is whole: nothing was written over it
    assert {picture.getpixel((x, 1200)) for x in range(84, 996)} == {(42, 97, 84)}
