"""Who is out of a tournament played online, how many are left and who won: the public learns it as late as it sees the tables."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from access import moment
from dispatch import topics
from dispatch.topics import Listener
from payouts.models import Award
from people.models import User
from tests import cast
from tests.play import event as events
from tests.play.event import Event
from tests.play.room import loses_all
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Tournament, UntoldField
from tournaments.operations.untold import forget_shown
from tournaments.queries import payloads
from tournaments.queries.announcements import announcement, calendar
from tournaments.queries.clock import clock_payload
from tournaments.queries.public_view import public_view, untold_ends, untold_now
from tournaments.queries.results import last_winners, results
from tournaments.topics import counts_topic, eliminations_topic, present_topic

LATE = timedelta(seconds=60)
_A_LITTLE = timedelta(milliseconds=1)
_OF_ITS_INSTANT = re.compile(r"csrfmiddlewaretoken[^>]*>|nonce-[^\"' ;]+")
# the last table, by name: who went out of it a moment ago stands there yet
_WHO_IS_IN = {"page", "clock", "payouts", "final", "api standings"}


def known(t: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """What a page tells of who is in and who is out. But for whether anybody can still enter, which is told at once."""
    counts = payloads.counts(t, seen_at=seen_at)
    told_at_once = {"late_registration_open", "final_table", "bubble", "in_the_money", "places_paid"}
    return {
        "counts": {name: value for name, value in counts.items() if name not in told_at_once},
        "out": payloads.eliminations(t, seen_at=seen_at)["rows"],
        "in": sorted((row["name"], row["seat"]) for row in payloads.standings(t, seen_at=seen_at)["rows"]),
    }


@pytest.fixture
def played(db: None) -> tuple[Event, list[tuple[datetime, dict[str, Any]]]]:
    """A sit & go of three to its end; what was so after each of its commands, and when."""
    event = events.begun(events.house(), players=3, name="Sit")
    states = [(event.now, known(event.tournament_id, seen_at=None))]
    while event.row.stage != "closed":
        step(event)
        state = known(event.tournament_id, seen_at=None)
        if state != states[-1][1]:
            states.append((event.now, state))
    return event, states


def step(event: Event) -> None:
    """What is due; who is to act folds, and at the end of each hand somebody has lost all chips, whatever was dealt."""
    if event.row.due_kind == "decide":
        event.act("fold")
        return
    if event.row.due_kind == "close":
        loses_all(event.row)
    event.due()


@pytest.mark.rule("PT-H.11", "PT-T.31", "PT-T.44", "PT-T.52")
def test_each_moment_of_the_field_is_told_as_late_as_its_table_is_shown(
    played: tuple[Event, list[tuple[datetime, dict[str, Any]]]],
) -> None:
    event, states = played
    t, over = event.tournament_id, event.now
    assert [len(state["out"]) for _at, state in states][-1] == 3  # the winner is on top of them
    assert {state["counts"]["players_left"] for _at, state in states} >= {3, 1}
    ends = [at for at, _state in states[1:]] + [over + timedelta(hours=1)]
    for (at, state), until in zip(states, ends, strict=True):
        for instant in {at, until - _A_LITTLE}:
            if at <= instant < until:
                assert known(t, seen_at=instant + LATE) == state, (at, instant)
                places = [(row["place"], row["name"]) for row in state["out"]]
                told = [(row.place, row.player) for row in results(t, at=instant + LATE)]
                assert told == places
    # the end, and who won
    before, after = over + LATE - _A_LITTLE, over + LATE
    winner = states[-1][1]["out"][0]["name"]
    assert Tournament.objects.get(pk=t).state == "finished"
    assert (announcement(t, at=before).state, announcement(t, at=after).state) == ("running", "finished")
    assert [(one.state, one.when) for one in calendar(at=before)] == [("running", "now")]
    assert [(one.state, one.when) for one in calendar(at=after)] == [("finished", "past")]
    assert last_winners(None, at=before, limit=5) == []
    assert [one.winner for one in last_winners(None, at=after, limit=5)] == [winner]
    assert (untold_ends(at=before), untold_ends(at=after)) == (frozenset({t}), frozenset())
    # its clock goes on until then
    clocks = [clock_payload(t, at=at, as_public=True)["state"] for at in (before, after)]
    assert clocks[0] == "running" and clocks[1] != "running"
    # long after, when what was kept is forgotten
    assert untold_now(t, at=after) and not untold_now(t, at=after + timedelta(seconds=10))
    forget_shown(at=over + timedelta(minutes=5))
    assert not UntoldField.objects.exists()
    assert known(t, seen_at=over + timedelta(minutes=5)) == states[-1][1]


def signed_in(person: cast.Person) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _addresses(event: Event) -> dict[str, str]:
    t, home = event.tournament_id, event.house.venue_id
    api = f"/api/tournaments/{t}"
    return {
        "page": reverse("tournament", args=[t]),
        "results": reverse("results", args=[t]),
        "sheet": reverse("results-sheet", args=[t]),
        "house": reverse("house", args=[home]),
        "feed": reverse("results-feed"),
        "clock": reverse("clock-screen", args=[t]),
        "payouts": reverse("payouts-screen", args=[t]),
        "paid": reverse("paid-list", args=[t]),
        "final": reverse("final-table-screen", args=[t]),
        "today": reverse("lobby-screen", args=[home]),
        "api": api,
        "api results": f"{api}/results",
        "api csv": f"{api}/results.csv",
        "api counts": f"{api}/counts",
        "api eliminations": f"{api}/eliminations",
        "api standings": f"{api}/standings",
    }


def texts(client: Client, event: Event) -> dict[str, str]:
    """What each place tells, without what is of the instant it is asked at."""
    found = {}
    for name, url in _addresses(event).items():
        answer = client.get(url)
        assert answer.status_code == 200, name
        found[name] = _OF_ITS_INSTANT.sub("", answer.content.decode())
    return found


@pytest.mark.rule("PT-H.11", "PT-T.31", "PT-T.52")
def test_no_page_and_no_answer_tells_who_is_out_or_who_won_before_its_time(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of who is no staff and not in it: a page that is opened late, one that is loaded again, what sockets and programs are told."""
    event = events.begun(events.house(), players=3, name="Sit")
    t, api = event.tournament_id, f"/api/tournaments/{event.tournament_id}"
    monkeypatch.setattr(moment, "at", lambda: event.now)
    anybody = signed_in(cast.person("Dora"))

    def left() -> list[int]:
        """How many are left, in each place where the public reads it."""
        page = anybody.get(reverse("tournament", args=[t])).context["counts"]["players_left"]
        face = anybody.get(f"{api}/counts").json()["face"]["players_left"]
        topic = topics.read([counts_topic(t)])[counts_topic(t)].payload["players_left"]
        rows = 3 - len(anybody.get(f"{api}/results").json())
        out = 3 - len(topics.read([eliminations_topic(t)])[eliminations_topic(t)].payload["rows"])
        return [page, face, topic, rows, out]

    while not Elimination.objects.exists():
        step(event)
    first = event.now
    (gone,) = Elimination.objects.select_related("entry__player")
    name = gone.entry.player.public_name
    busted = next(one for one in event.people.values() if one.player_id == gone.entry.player_id)
    seated = next(one for one in event.people.values() if one.player_id != gone.entry.player_id)
    assert left() == [3] * 5
    assert anybody.get(f"{api}/standings").json()["face"]["rows"][0]["stack_chips"] == 1_000
    assert [row["seat"] for row in anybody.get(f"{api}/standings").json()["face"]["rows"]].count(None) == 0
    assert len(anybody.get(f"{api}/standings").json()["face"]["rows"]) == 3
    assert {place for place, text in texts(anybody, event).items() if name in text} == _WHO_IS_IN

    def chairs() -> tuple[int, int]:
        """How many sit at the table, on the display beside it and in the seating list."""
        table = anybody.get(reverse("table-screen", args=[t, 1])).context["table"]["seats"]
        return sum(bool(one["name"]) for one in table), len(
            anybody.get(reverse("seating-list", args=[t])).json()["rows"]
        )

    assert chairs() == (3, 3)
    # staff, who still plays, and who is out of himself, know it at once
    assert (
        signed_in(event.house.ana).get(reverse("director-room", args=[t])).context["strip"]["players"][0]
        == "2 / 3"
    )
    tablet = signed_in(event.house.ana).get(reverse("floor-tablet", args=[t])).context["page"]
    assert tablet["topics"]["counts"] == present_topic(counts_topic(t))
    own = signed_in(busted).get(reverse("play", args=[t])).context
    assert (own["mine"]["payload"]["place"], own["mine"]["stage"], own["counts"]["players_left"]) == (
        3,
        "out",
        3,
    )
    its = signed_in(seated).get(reverse("play", args=[t])).context
    assert its["counts"]["players_left"] == 2
    assert its["payloads"]["topics"]["counts"] == present_topic(counts_topic(t))
    now = topics.resolve(present_topic(counts_topic(t)))
    assert now is not None and now.payload()["players_left"] == 2
    hears = {who.user_id: now.may(Listener(user_id=who.user_id)) for who in (seated, busted, event.house.ana)}
    assert list(hears.values()) == [True, False, True] and not now.may(Listener())
    event.now = first + LATE
    assert (left(), chairs()) == ([2] * 5, (2, 2))
    assert name in texts(anybody, event)["results"] and name in texts(anybody, event)["api csv"]
    event.now = first

    while event.row.stage != "closed":
        step(event)
    over = event.now
    event.now = over + LATE - _A_LITTLE
    before = texts(anybody, event)
    winner = payloads.eliminations(t, seen_at=None)["rows"][0]["name"]
    assert anybody.get(f"{api}/counts").json()["face"]["state"] == "running"
    assert anybody.get(api).json()["state"] == "running"
    assert {place for place, text in before.items() if winner in text} == _WHO_IS_IN
    tag = anybody.get(reverse("paid-list", args=[t])).headers["ETag"]
    event.now = over + LATE
    # a display that asks again learns it, though nothing happened meanwhile
    again = anybody.get(reverse("paid-list", args=[t]), headers={"If-None-Match": tag})
    assert again.status_code == 200 and winner in again.content.decode()
    after = texts(anybody, event)
    for place in (
        "page",
        "results",
        "sheet",
        "house",
        "feed",
        "paid",
        "api results",
        "api csv",
        "api eliminations",
    ):
        assert winner in after[place], place
    assert anybody.get(api).json()["state"] == "finished"


@pytest.mark.rule("PT-H.11")
def test_what_is_played_at_the_felt_is_told_at_once(db: None) -> None:
    """Nothing is kept, and nothing is asked for, where no table is seen late."""
    home = cast.house()
    t = home.started(entries=4)
    tournament = Tournament.objects.get(pk=t)
    with CaptureQueriesContext(connection) as asked:
        assert public_view(tournament, seen_at=cast.START) is None
    assert len(asked) == 0 and not UntoldField.objects.exists()


@pytest.mark.rule("PT-H.11", "PT-T.31")
def test_what_the_public_is_not_told_yet_nobody_takes_back(db: None) -> None:
    """Who is out at a table online stays out as long as tables play: told or not, no undo puts the chips back."""
    event = events.begun(events.house(), players=3, name="Sit")
    while event.field.players_left == 3:
        step(event)
    t, over = event.tournament_id, event.now
    before = known(t, seen_at=over)
    assert before["out"] == [] and before["counts"]["players_left"] == 3
    for seconds in (0, 61):
        with cast.refused("played_online"):
            cast.say(
                undo_elimination,
                by=event.house.ana,
                at=over + timedelta(seconds=seconds),
                elimination_id=Elimination.objects.get().pk,
            )
    assert known(t, seen_at=over) == before
    assert known(t, seen_at=over + LATE)["counts"]["players_left"] == 2


@pytest.mark.rule("PT-T.31", "PT-T.54")
def test_the_closed_table_tells_each_player_the_place_and_the_prize(
    played: tuple[Event, list[tuple[datetime, dict[str, Any]]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    event, _states = played
    monkeypatch.setattr(moment, "at", lambda: event.now)
    prizes = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    assert sorted(prizes.values()) == [600, 900, 1500]
    said = {600: "Você está fora: 3º lugar. Seu prêmio: € 6,00", 900: "Você está fora: 2º lugar. Seu prêmio: € 9,00", 1500: "Você ganhou o torneio. Seu prêmio: € 15,00"}  # fmt: skip
    for person in event.people.values():
        page = signed_in(person).get(f"/tables/{event.table_id}/").content.decode().replace("\xa0", " ")
        assert said[prizes[person.player_id or 0]] in page
