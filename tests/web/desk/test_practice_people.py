"""Practice at the desk: who is made up for it, who is somebody, and what the one and the other find of it afterwards."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from payouts.queries import awards_of_player
from people.commands.anonymise_player import anonymise_player
from people.models import Player, User
from tables.commands.penalise import penalise
from tables.queries import next_penalty, penalties_of
from tables.queries.penalties import record_of
from tests import cast
from tests.web.desk.test_desk import text
from tests.web.director.test_director import as_, house
from tournaments.models import Entry
from tournaments.queries.own_data import everything_of
from tournaments.queries.players import entries_of_player
from web.work import work_of

__all__ = ["house"]

pytestmark = pytest.mark.django_db


def test_whom_the_desk_of_practice_adds_is_nobody_and_found_in_practice_alone(house):
    practice, real = (
        house.registering("turbo-8max", practice=True),
        house.registering("turbo-8max", name="Real"),
    )
    desk = as_(house.desi)
    made_up = "make up the name and the document"
    assert made_up in text(desk.get(f"/desk/{practice}/new-player/"))
    assert made_up not in text(desk.get(f"/desk/{real}/new-player/"))
    for where, name in ((practice, "Inventado Silva"), (real, "Inventada Souza")):
        form = {
            "command_id": str(uuid.uuid4()),
            "full_name": name,
            "birth_date": "1991-02-03",
            "country": "BR",
        }
        form |= {"document_kind": "rg", "document_number": f"77.{where}-X"}
        landed = text(desk.post(f"/desk/{where}/new-player/", form, follow=True))
        assert ("found in practice alone" in landed) == (where == practice)
    assert dict(
        Player.objects.filter(full_name__startswith="Invent").values_list("full_name", "simulated")
    ) == {
        "Inventado Silva": True,
        "Inventada Souza": False,
    }
    found = text(desk.get(f"/desk/{practice}/?part=found&q=invent"))
    assert "Inventado Silva" in found and "Inventada Souza" in found
    found = text(desk.get(f"/desk/{real}/?part=found&q=invent"))
    assert "Inventado Silva" not in found and "Inventada Souza" in found


def test_at_the_desk_of_practice_a_real_person_is_told_apart(house):
    practice, real = (
        house.registering("turbo-8max", practice=True),
        house.registering("turbo-8max", name="Real"),
    )
    rui = house.player("Rui Barbosa")
    nobody = house.player("Rui Inventado")
    Player.objects.filter(pk=nobody).update(simulated=True)
    desk, mark, note = as_(house.desi), "real person", "This is a real person."
    found = text(desk.get(f"/desk/{practice}/?part=found&q=rui"))
    of_rui, of_nobody = (
        next(line for line in found.split("<li>") if f"player={player}" in line) for player in (rui, nobody)
    )
    assert mark in of_rui and mark not in of_nobody
    assert text(desk.get(f"/desk/{practice}/?part=pick&q=rui")).count(mark) == 1
    assert note in text(desk.get(f"/desk/{practice}/?player={rui}"))
    assert note not in text(desk.get(f"/desk/{practice}/?player={nobody}"))
    for page in (f"/desk/{real}/?part=found&q=rui", f"/desk/{real}/?player={rui}"):
        assert mark not in text(desk.get(page))


def test_nothing_of_practice_is_in_the_lists_of_who_played_it(house):
    """ "My tournaments" led to a page that says there is no such tournament."""
    practice = house.started("turbo-8max", entries=3, name="Treino", practice=True)
    entry = Entry.objects.filter(tournament_id=practice).order_by("pk").first()
    player = house.caio.player_id
    Entry.objects.filter(pk=entry.pk).update(player_id=player)
    entry.registration.player_id = player
    entry.registration.save()
    cast.say(penalise, by=house.bruno, entry_id=entry.pk, kind="warning", reason="Treino")
    caio = as_(house.caio)
    assert caio.get(f"/play/{practice}/").status_code == 404
    assert "Treino" not in text(caio.get("/me/"))
    assert "Treino" not in text(caio.get("/me/limits/"))
    user = User.objects.get(pk=house.caio.user_id)
    assert work_of(user.pk, at=datetime.now(UTC)) == "/me/"
    assert (entries_of_player(player), penalties_of(player), awards_of_player(player)) == ([], [], ())
    # what is kept about a person is theirs to take away, whatever it is
    data = everything_of(player, at=datetime.now(UTC))
    assert [one["tournament"] for one in data["tournaments"]] == ["Treino"]
    assert [one["reason"] for one in data["penalties"]] == ["Treino"]
    # nor does it keep an account that its owner closes
    cast.say(anonymise_player, by=house.caio, player_id=player)
    assert Player.objects.get(pk=player).anonymised_at is not None


@pytest.mark.rule("ADTP.P2")
def test_a_penalty_of_practice_is_no_history_of_who_is_somebody(house):
    practice = house.started("turbo-8max", entries=3, practice=True)
    entry = Entry.objects.filter(tournament_id=practice).order_by("pk").first()
    cast.say(penalise, by=house.bruno, entry_id=entry.pk, kind="warning", reason="Treino")
    assert next_penalty(entry.player_id, practice=False).earlier == 0
    # in practice one practises what comes next
    assert next_penalty(entry.player_id, practice=True).earlier == 1
    assert [p.reason for p in record_of(entry.pk).history] == ["Treino"]
    real = house.started("turbo-8max", entries=3, name="Real")
    other = Entry.objects.filter(tournament_id=real).order_by("pk").first()
    Entry.objects.filter(pk=other.pk).update(player_id=entry.player_id)
    assert record_of(other.pk).history == () and record_of(other.pk).next["earlier"] == 0
