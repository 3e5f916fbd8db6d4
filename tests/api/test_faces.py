"""What everybody may see, in which language, how long it may be kept; the description of it all."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from tests.api.conftest import Caller, caller, finished

pytestmark = pytest.mark.django_db
ANYBODY = Caller("anybody")


def test_faces_of_a_running_tournament(house):
    t = house.started("turbo-8max", entries=5)
    told = ANYBODY.get(f"tournaments/{t}")
    assert told.status_code == 200 and told.json()["state"] == "running"
    assert told.headers["Cache-Control"] == "public, max-age=5"
    assert "Cookie" not in told.headers.get("Vary", "") and not told.cookies
    counts = ANYBODY.get(f"tournaments/{t}/counts").json()
    assert counts["topic"] == told.json()["topics"]["counts"] == f"tournament/{t}/counts"
    assert counts["face"]["entries_total"] == 5 and counts["face"]["players_left"] == 5
    assert ANYBODY.get(f"tournaments/{t}/clock").json()["face"]["items"]
    assert ANYBODY.get(f"tournaments/{t}/prizes").json()["face"]["currency"] == "BRL"
    assert ANYBODY.get(f"tournaments/{t}/eliminations").json()["face"]["rows"] == []


def test_an_unchanged_face_is_not_sent_again(house):
    t = house.started("turbo-8max", entries=3)
    first = ANYBODY.get(f"tournaments/{t}/counts")
    again = ANYBODY.get(f"tournaments/{t}/counts", **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.content == b""
    assert ANYBODY.get(f"tournaments/{t}/counts", **{"If-None-Match": '"x"'}).status_code == 200


def test_private_answers_are_kept_by_nobody(house):
    t = house.started("turbo-8max", entries=3)
    told = caller("ana", house.ana).get(f"tournaments/{t}/tables")
    assert told.headers["Cache-Control"] == "private, no-store"
    assert ANYBODY.get(f"tournaments/{t}/tables").headers["Cache-Control"] == "no-store"


@pytest.mark.rule("REGULATIONS 8.1")
def test_every_situation_that_a_ruling_answers_is_told_with_its_facts(house):
    from rules.rulings import CATALOGUE

    t = house.started("turbo-8max", entries=2)
    told = caller("bruno", house.bruno).get(
        f"tournaments/{t}/rulings/questions", **{"Accept-Language": "pt-BR"}
    )
    asked = {line["name"]: line for line in told.json()}
    assert told.status_code == 200 and set(asked) == set(CATALOGUE)
    race = asked["chip_race"]
    assert (race["title"], race["rules"]) == ("Chip race", ["ADTP.24A", "ADTP.24B", "ADTP.24C"])
    players = next(fact for fact in race["facts"] if fact["name"] == "players")
    assert [fact["title"] for fact in players["fields"]][0] == "Assento"
    assert players["max_rows"] == 12
    assert ANYBODY.get(f"tournaments/{t}/rulings/questions").status_code == 401


def test_results_as_json_and_for_spreadsheets(house):
    from people.models import Player
    from tournaments.models import Entry

    ids = finished(house)
    t = ids["finished_id"]
    winner = Entry.objects.get(pk=ids["winner_entry_id"])
    Player.objects.filter(pk=winner.player_id).update(public_name="=HYPERLINK(1)")
    rows = ANYBODY.get(f"tournaments/{t}/results").json()
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert rows[0]["player"] == "=HYPERLINK(1)" and rows[0]["amount_cents"] > 0
    assert [row["place"] for row in ANYBODY.get(f"tournaments/{t}/results?offset=1&limit=1").json()] == [2]
    sheet = ANYBODY.get(f"tournaments/{t}/results.csv")
    assert sheet.headers["Content-Type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig"))))
    assert [line["place"] for line in lines] == ["1", "2", "3"]
    assert lines[0]["player"] == "'=HYPERLINK(1)"
    assert int(lines[0]["amount_cents"]) == rows[0]["amount_cents"]
    asked = ANYBODY.get(f"tournaments/{t}/results.csv", Accept="text/csv")
    assert (asked.status_code, asked.content) == (200, sheet.content)
    nobody = ANYBODY.get("tournaments/999999/results.csv", Accept="text/csv")
    assert nobody.status_code == 404 and nobody.json()["code"] == "not_found"
    assert nobody.headers["Content-Type"].startswith("application/problem+json")


def test_the_draw_record_satisfies_the_verifier(house, tmp_path, settings):
    t = finished(house)["finished_id"]
    record = tmp_path / "draw.json"
    record.write_bytes(ANYBODY.get(f"tournaments/{t}/draw").content)
    run = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "static" / "verify_draw.py"), str(record)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_drafts_and_rehearsals_are_nobodys_business(house):
    draft = house.tournament("turbo-8max")
    rehearsal = house.published("turbo-8max", practice=True, name="Ensaio")
    known = house.published("turbo-8max", name="Sexta")
    listed = {row["tournament_id"] for row in ANYBODY.get("tournaments").json()}
    assert known in listed and not {draft, rehearsal} & listed
    for hidden in (draft, rehearsal):
        for face in (
            "",
            "/clock",
            "/counts",
            "/prizes",
            "/eliminations",
            "/standings",
            "/results",
            "/results.csv",
            "/draw",
            "/deals",
        ):
            answer = ANYBODY.get(f"tournaments/{hidden}{face}")
            assert answer.status_code == 404, (hidden, face)
        assert ANYBODY.get("topics", {"name": f"tournament/{hidden}/counts"}).status_code in (403, 404)
    ana = caller("ana", house.ana)
    assert {row["tournament_id"] for row in ana.get(f"venues/{house.venue_id}/tournaments").json()} >= {
        draft,
        rehearsal,
    }
    assert ana.get("topics", {"name": f"tournament/{rehearsal}/counts"}).status_code == 200


def test_topics_ask_as_sockets_do(house):
    t = house.started("turbo-8max", entries=3)
    staff = f"staff/tournament/{t}/tables"
    told = caller("bruno", house.bruno).get("topics", {"name": staff})
    assert told.status_code == 200
    assert set(told.json()) == {"topic", "seq", "face"} and told.json()["topic"] == staff
    dora = caller("dora", house.dora)
    for nobody in (dora, ANYBODY):
        assert (nobody.get("topics", {"name": staff})).status_code == 403
    mine = f"player/{house.dora.player_id}/tournament/{t}"
    assert dora.get("topics", {"name": mine}).status_code == 200
    assert dora.get("topics", {"name": f"player/{house.caio.player_id}/tournament/{t}"}).status_code == 403
    assert ANYBODY.get("topics", {"name": "nonsense"}).status_code == 404
    assert ANYBODY.get("topics").status_code == 400
    assert ANYBODY.get("topics", {"name": f"tournament/{t}/counts"}).status_code == 200


SENTENCE = "Only the registration desk or the director may do this. Go to the desk."


@pytest.mark.parametrize(
    ("said", "language"),
    [("pt-BR", "pt-br"), ("pt-PT,pt;q=0.9", "pt"), ("en", "en"), ("en-GB,en;q=0.8", "en"), ("xx", "pt-br")],
)
def test_problems_speak_the_callers_language(house, said, language):
    t = house.registering("turbo-8max")
    body = {"player_id": house.player(), "method": "cash", "terms_version": "1", "paid": True}
    answer = caller("bruno", house.bruno).post(
        f"tournaments/{t}/registrations", body, **{"Accept-Language": said}
    )
    assert answer.status_code == 403
    assert answer.headers["Content-Language"] == language
    with translation.override(language):
        assert answer.json()["detail"] == gettext(SENTENCE)
    assert answer.json()["code"] == "forbidden" and answer.json()["type"].endswith(":forbidden")


def test_without_a_header_the_account_says_the_language(house):
    from people.models import User

    t = house.registering("turbo-8max")
    User.objects.filter(pk=house.bruno.user_id).update(language="en")
    bruno = caller("bruno", house.bruno)
    answer = bruno.post(f"tournaments/{t}/cancel", {"reason": ""})
    assert answer.headers["Content-Language"] == "en"
    assert answer.json()["errors"]["reason"] == ["This field may not be blank."]
    answer = bruno.post(f"tournaments/{t}/cancel", {"reason": ""}, **{"Accept-Language": "pt-br"})
    assert answer.headers["Content-Language"] == "pt-br"
    assert answer.json()["errors"]["reason"] == ["Este campo pode não estar em branco."]


def test_addresses_that_are_none(house):
    for path in (
        "",
        "nothing",
        "tournaments/0",
        "tournaments/-1",
        "tournaments/x",
        "tournaments/9999999999999999",
    ):
        for answer in (ANYBODY.get(path), ANYBODY.post(path)):
            assert answer.status_code == 404, path
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.json()["code"] == "not_found"
    assert (
        Client().get("/api/tourna%0Aments").json()["code"] == "not_found"
    )  # a line break is an address, too
    t = house.registering("turbo-8max")
    assert ANYBODY.get(f"tournaments/{t}/start").status_code == 405
    assert Client().delete(f"/api/tournaments/{t}").status_code == 405


def test_unknown_names_are_told(house):
    answer = ANYBODY.get("tournaments", {"venu_id": 3})
    assert answer.status_code == 400 and "venu_id" in answer.json()["errors"]


def test_an_error_of_ours_shows_nothing(house, monkeypatch):
    from tournaments.queries import circuit

    def broken() -> None:
        raise ValueError("the password is swordfish")

    monkeypatch.setattr(circuit, "venues", broken)
    answer = ANYBODY.get("venues")
    assert (answer.status_code, answer.json()["code"]) == (500, "error")
    assert b"swordfish" not in answer.content


def test_the_database_away_is_told_as_such(house, monkeypatch):
    from django.db import OperationalError

    from tournaments.queries import circuit

    def away() -> None:
        raise OperationalError("connection refused at 10.0.0.7")

    monkeypatch.setattr(circuit, "venues", away)
    answer = ANYBODY.get("venues")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert b"10.0.0.7" not in answer.content


# --- the description --------------------------------------------------------------------------------------


def test_the_schema_is_valid_and_without_doubts(tmp_path):
    out = tmp_path / "schema.json"
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(out)
    )
    schema = json.loads(out.read_text())
    posts = [op["post"] for op in schema["paths"].values() if "post" in op]
    for operation in posts:
        if operation["operationId"] in ("sign_in", "sign_out"):
            continue
        headers = [p["name"] for p in operation.get("parameters", []) if p["in"] == "header"]
        assert headers == ["Command-Id"], operation["operationId"]
        assert operation["summary"]


def test_the_documentation_needs_nobody_else():
    """Swagger UI from our own files, under the strict policy of every page."""
    page = Client().get("/api/docs/")
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "script-src 'self'" in policy and "style-src 'self'" in policy
    text = page.content.decode()
    assert "http://" not in text and "https://" not in text and "<style" not in text
    assert text.count("<script ") == text.count("<script src=") == 3
    script = Client().get("/api/docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert "SwaggerUIBundle" in script.content.decode()
    assert Client().get("/api/schema").status_code == 200
    from django.contrib.staticfiles import finders

    for part in text.split('"'):
        if part.startswith("/static/"):
            assert finders.find(part.removeprefix("/static/")), part
