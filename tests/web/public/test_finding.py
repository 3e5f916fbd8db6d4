"""Found by search engines, calendars, readers of feeds and telephones: right, whole, and nothing of what is private."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from access import moment
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.models import Tournament, Venue
from tournaments.queries import announcements
from web.public.cards import content
from web.public.ical import CalendarEvent, calendar_text

pytestmark = pytest.mark.django_db

HERE = "http://testserver"


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def body(response):
    assert response.status_code == 200, response.content.decode()[:500]
    return response.content.decode()


def unfolded(text):
    assert text.endswith("\r\n") and all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


def test_engines_are_told_what_they_may_read_and_where_all_of_it_is(client, house):
    robots = client.get("/robots.txt")
    assert robots["Content-Type"] == "text/plain; charset=utf-8"
    lines = body(robots).splitlines()
    assert lines[0] == "User-agent: *" and f"Sitemap: {HERE}/sitemap.xml" in lines
    for private in ("/api/", "/director/", "/desk/", "/floor/", "/play/", "/me/", "/receipts/", "/account/"):
        assert f"Disallow: {private}" in lines


def test_the_list_of_addresses_has_everything_public_and_nothing_else(client, house):
    season, stage = circuit(house)
    over = freezeout(house, stage)
    finish(house, over)
    coming = house.published()
    house.tournament()
    house.registering("scpt-main", practice=True, practice_seed="00" * 32)
    root = ET.fromstring(body(client.get("/sitemap.xml")))
    found = [loc.text for loc in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(found) == len(set(found))
    # neither the draft nor the practice; a tournament's rules and its draw are reached from its own page
    assert {url.removeprefix(HERE) for url in found} == {
        "/", "/calendar/", "/seasons/", "/words/", "/tables/rules/", f"/venues/{house.venue_id}/", f"/seasons/{season}/",
        f"/t/{over}/", f"/t/{over}/results/", f"/t/{coming}/", f"/t/{coming}/structure/",
    }  # fmt: skip
    # whatever is listed can be read
    for url in found:
        assert client.get(url.removeprefix(HERE)).status_code == 200, url


def test_each_page_has_one_address(client, house):
    t = house.published()
    for asked, one in (
        (f"/t/{t}/?utm_source=x", f"/t/{t}/"),
        (f"/?x=1&venue={house.venue_id}", f"/?venue={house.venue_id}"),
        ("/calendar/?month=2026-12&y=", "/calendar/?month=2026-12"),
    ):
        assert f'<link rel="canonical" href="{HERE}{one}">' in body(client.get(asked))


def test_an_event_is_told_to_engines_as_data_which_no_browser_executes(client, house):
    t = house.published(name="Quarta </script><b>")
    answer = client.get(f"/t/{t}/", headers={"Accept-Language": "en"})
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', body(answer))
    assert len(found) == 1
    event = json.loads(found[0])
    assert (event["@context"], event["@type"], event["name"]) == (
        "https://schema.org", "Event", "Quarta </script><b>",
    )  # fmt: skip
    assert event["startDate"] == "2026-11-21T19:00-03:00" and event["url"] == f"{HERE}/t/{t}/"
    assert event["endDate"] == "2026-11-22T12:05-03:00"
    assert event["offers"]["price"] == "450.00" and event["offers"]["priceCurrency"] == "BRL"
    assert event["offers"]["availability"] == "https://schema.org/PreOrder"
    assert event["description"].startswith("No-Limit Texas Hold'em · R$")
    assert event["organizer"]["url"] == f"{HERE}/venues/{house.venue_id}/"
    # the picture is the one that goes with a shared link, in the reader's language
    shared = re.findall(r'property="og:image" content="([^"]+)"', body(answer))[0].replace("&amp;", "&")
    assert event["image"] == shared and "/card/en.png?v=" in shared
    assert event["eventStatus"] == "https://schema.org/EventScheduled"
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="x")
    event = json.loads(re.findall(r'ld\+json">(.*?)</script>', body(client.get(f"/t/{t}/")))[0])
    assert event["eventStatus"] == "https://schema.org/EventCancelled" and "offers" not in event


def test_an_offer_holds_as_long_as_somebody_may_enter(client, house, monkeypatch):
    def event(t):
        return json.loads(re.findall(r'ld\+json">(.*?)</script>', body(client.get(f"/t/{t}/")))[0])

    def offered(t):
        return event(t).get("offers", {}).get("availability", "").removeprefix("https://schema.org/")

    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    full = house.registering("turbo-8max", capacity=2)
    assert offered(full) == "InStock"
    house.fill(full, 2)
    assert offered(full) == "SoldOut"
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=5))
    late = house.started("scpt-main", entries=4)
    assert offered(late) == "InStock"
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=4), tournament_id=late)
    assert offered(late) == "" and "endDate" in event(late)
    _season, stage = circuit(house)
    over = freezeout(house, stage)
    finish(house, over)
    # when it was planned to end says nothing of one that has ended
    assert offered(over) == "" and "endDate" not in event(over)


def test_a_calendar_has_what_is_announced(client, house, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    other = cast.house(name="Outra casa")
    here = house.published(name="Quarta; turbo, 8-max", guarantee_cents=300_000_00)
    there = other.published(name="Quinta de lá")
    house.registering("scpt-main", practice=True, practice_seed="00" * 32, name="Ensaio")
    answer = client.get("/calendar.ics", headers={"Accept-Language": "pt-br"})
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(body(answer))
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and lines[-2:] == ["END:VCALENDAR", ""]
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 2
    assert "SUMMARY:Quarta\\; turbo\\, 8-max" in lines and "SUMMARY:Quinta de lá" in lines
    assert f"UID:tournament-{here}@testserver" in lines and f"URL:{HERE}/t/{there}/" in lines
    assert lines.count("DTSTART:20261121T220000Z") == 2
    assert any("garantido R$\xa0300.000" in line for line in lines if line.startswith("DESCRIPTION:"))
    again = client.get("/calendar.ics", headers={"Accept-Language": "pt-br", "If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    one = unfolded(body(client.get(f"/calendar.ics?venue={house.venue_id}")))
    assert one.count("BEGIN:VEVENT") == 1 and f"URL:{HERE}/t/{here}/" in one
    assert client.get("/calendar.ics?venue=99999999").status_code == 404


def test_what_is_played_online_is_at_no_address(client, house, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    t = house.registering("online-mtt-pt", name="Noite online")
    lines = unfolded(body(client.get(f"/t/{t}/event.ics", headers={"Accept-Language": "en"})))
    (place,) = [line for line in lines if line.startswith("LOCATION:")]
    assert place == f"LOCATION:Online\\, {Venue.objects.get(pk=house.venue_id).name}"
    # and on the picture that goes with its link the hour is somebody's
    view = announcements.announcement(t, at=cast.OPEN)
    shown = content.card_of(view, language="pt-br")
    assert (
        shown.city == "Online" and shown.when == "Sábado, 21 de novembro de 2026 · 19:00 (hora de São Paulo)"
    )
    ticket = body(client.get(f"/venues/{house.venue_id}/", headers={"Accept-Language": "en"})).split(
        'class="ticket"'
    )[1]
    said = " ".join(re.sub(r"<[^>]+>", " ", ticket.split("</div>")[0]).split())
    assert "Online · Sat 21 Nov 2026, 19:00 (hour of São Paulo) Noite online" in said.replace("\xa0", " ")


def test_one_tournament_goes_into_the_visitors_calendar(client, house):
    t = house.published()
    lines = unfolded(body(client.get(f"/t/{t}/event.ics")))
    assert lines.count("BEGIN:VEVENT") == 1 and "STATUS:CONFIRMED" in lines

    def told(name):
        found = unfolded(body(client.get(f"/t/{t}/event.ics")))
        (line,) = [line for line in found if line.startswith(f"{name}:")]
        return line.removeprefix(f"{name}:")

    assert (told("DTSTART"), told("DTEND"), told("SEQUENCE")) == ("20261121T220000Z", "20261122T150500Z", "1")
    assert told("DTSTAMP") == told("LAST-MODIFIED")
    published = told("LAST-MODIFIED")
    # a calendar that has the file takes what is announced anew for the newer copy
    cast.say(edit_tournament, by=house.ana, at=cast.OPEN, tournament_id=t, changes={"name": "Quinta"})
    assert told("SEQUENCE") == "2" and told("LAST-MODIFIED") > published
    later = cast.START + timedelta(hours=2)
    cast.say(postpone_tournament, by=house.ana, at=cast.OPEN, tournament_id=t, starts_at=later, reason="x")
    assert (told("DTSTART"), told("DTEND"), told("SEQUENCE")) == ("20261122T000000Z", "20261122T170500Z", "3")
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="x")
    assert (told("STATUS"), told("SEQUENCE")) == ("CANCELLED", "4")
    for hidden in (house.tournament(), house.registering(practice=True, practice_seed="00" * 32), 99_999_999):
        assert client.get(f"/t/{hidden}/event.ics").status_code == 404


def test_lines_of_a_calendar_are_folded_and_never_forged():
    at = datetime(2026, 11, 21, 22, tzinfo=UTC)
    text = calendar_text(
        "Casa\r\nEND:VCALENDAR",
        events=[
            CalendarEvent(
                uid="1", sequence=0, stamp=at, starts_at=at, ends_at=at, summary="Ação " * 40, place="a\\b\x00", description="",
                url="https://x/\r\nX:1",
            )
        ],
    )  # fmt: skip
    lines = unfolded(text)
    assert lines.count("END:VCALENDAR") == 1 and "NAME:Casa\\nEND:VCALENDAR" in lines
    assert f"SUMMARY:{'Ação ' * 40}" in lines
    assert "LOCATION:a\\\\b" in lines and "URL:https://x/X:1" in lines
    assert not [line for line in lines if line.startswith("DESCRIPTION")]


def test_who_won_comes_as_a_feed(client, house):
    _season, stage = circuit(house)
    over = freezeout(house, stage)
    finish(house, over)
    house.published()
    answer = client.get("/results.atom", headers={"Accept-Language": "en"})
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    atom = "{http://www.w3.org/2005/Atom}"
    root = ET.fromstring(body(answer))
    (entry,) = root.findall(f"{atom}entry")
    winner = client.get(f"/api/tournaments/{over}/results").json()[0]["player"]
    assert entry.find(f"{atom}title").text == Tournament.objects.get(pk=over).name
    assert entry.find(f"{atom}link").get("href") == f"{HERE}/t/{over}/results/"
    assert entry.find(f"{atom}summary").text.startswith(f"Winner: {winner}")
    other = cast.house(name="Outra casa")
    root = ET.fromstring(body(client.get(f"/results.atom?venue={other.venue_id}")))
    assert root.findall(f"{atom}entry") == []


def test_a_telephone_keeps_the_house_over_https_and_is_told_nothing_on_http(client, house):
    house.published()
    assert 'rel="manifest"' not in body(client.get("/"))
    assert 'rel="manifest"' in body(client.get("/", secure=True))
    answer = client.get("/manifest.webmanifest", secure=True)
    assert answer["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert found["name"] == Tournament.objects.select_related("venue").first().venue.name
    assert (found["start_url"], found["display"]) == ("/", "standalone")
    # without these two sizes, whole and with room to be cut round, no browser offers to keep it
    assert sorted((icon["sizes"], icon["purpose"]) for icon in found["icons"]) == [
        ("192x192", "any"), ("192x192", "maskable"), ("512x512", "any"), ("512x512", "maskable"),
    ]  # fmt: skip
    for icon in found["icons"]:
        shown = client.get(icon["src"], secure=True)
        assert (shown.status_code, shown["Content-Type"], icon["type"]) == (200, "image/png", "image/png")
        drawn = b"".join(shown.streaming_content) if shown.streaming else shown.content
        sides = [int.from_bytes(drawn[at : at + 4], "big") for at in (16, 20)]
        assert drawn[:8] == b"\x89PNG\r\n\x1a\n" and "x".join(map(str, sides)) == icon["sizes"]
    from pathlib import Path

    from django.conf import settings

    # who asks without having read a page finds the same picture
    assert client.get("/favicon.ico")["Location"] == "/static/img/icon-192.png"
    for size in (180, 192, 512):
        drawn = (Path(settings.BASE_DIR) / f"static/img/icon-{size}.png").read_bytes()
        assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(drawn[16:20], "big") == int.from_bytes(drawn[20:24], "big") == size
