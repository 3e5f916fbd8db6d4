"""Lists from and for spreadsheets."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from people.models import Player
from rules.refusals import Refused
from rules.validation import spreadsheet_cell
from tests import cast
from tests.web.director.test_director import as_, house
from web.venue.players_sheet import decoded, read_players

__all__ = ["house"]

pytestmark = pytest.mark.django_db

LIST = """Nome completo;Apelido;Data de nascimento;Documento;Tipo;E-mail
José Conceição;Zé;31121980;123.456.789-09;CPF;ze@example.com
"Silva; Ana";;1990-02-03;AB123;passaporte;
;;;;;
Sem Data;;31/02/1990;;;
"""
WRONG = """nome;nascimento;documento;tipo;pais
Rui;31/12/1980;123.456.789-00;CPF;
Novo;31/12/2012;77;RG;
Ana;31/12/1980;78;RG;Zembla
Eva;31/12/1980;79;RG;Portugal
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("divider", [";", ",", "\t"])
def test_lists_are_read_however_they_were_saved(encoding, divider):
    plain = LIST.replace("Silva; Ana", "Silva Ana").replace(";", divider)
    rows = read_players(decoded(plain.encode(encoding)))
    assert [r.values["full_name"] for r in rows] == ["José Conceição", "Silva Ana", "Sem Data"]
    assert rows[0].values["document_kind"] == "cpf" and rows[0].birth_date.isoformat() == "1980-12-31"
    assert [bool(r.problem) for r in rows] == [False, False, True]


def test_what_cannot_be_read_is_refused():
    for raw, code in (
        (b"PK\x00\x03", "file_unreadable"), (b"x" * 600_000, "file_too_large"), (b"", "no_such_columns"),
        (b"a;b\n1;2", "no_such_columns"), (b"nome\n" + b"x\n" * 1_001, "too_many_rows"),
    ):  # fmt: skip
        with pytest.raises(Refused) as no:
            read_players(decoded(raw))
        assert no.value.code == code
    twice = read_players("nome;documento\nA;111\nB;1-1-1")
    assert [bool(r.problem) for r in twice] == [False, True]


def test_a_list_is_looked_at_before_it_is_taken_and_never_taken_twice(house):
    client = as_(house.desi)
    where = f"/director/venues/{house.venue_id}/players/import/"
    client.get(where)
    with cast.unchanged():
        answer = client.post(where, {"file": SimpleUploadedFile("l.csv", LIST.encode("cp1252"))})
        page = answer.content.decode()
        assert client.post(where, {"file": SimpleUploadedFile("x.csv", b"nothing")}).status_code == 409
        assert client.post(where, {}).status_code == 409
    assert answer.status_code == 200 and "2 players would be taken." in page and "1 line is left out." in page
    assert "31/02/1990 is no date" in page and "123.456.789-09</td>" not in page
    # as copied from a spreadsheet it is read the same
    with cast.unchanged():
        pasted = client.post(where, {"pasted": LIST.replace(";", "\t")}).content.decode()
    assert "2 players would be taken." in pasted and "1 line is left out." in pasted
    values = {"text": LIST, "command_id": str(uuid.uuid4())}
    before = Player.objects.count()
    for _twice in range(2):
        assert client.post(where, values).status_code == 302
    assert Player.objects.count() == before + 2
    ze = Player.objects.get(email="ze@example.com")
    assert (ze.full_name, ze.public_name, ze.document_number, ze.country) == (
        "José Conceição", "Zé", "12345678909", "BR",
    )  # fmt: skip
    # the same list again: known documents are told in the preview and refused one by one
    page = client.post(where, {"file": SimpleUploadedFile("l.csv", LIST.encode())}).content.decode()
    assert page.count("Already registered here.") == 2
    client.post(where, {**values, "command_id": str(uuid.uuid4())})
    assert Player.objects.count() == before + 2
    assert as_(house.bruno).get(where).status_code == 403


@pytest.mark.rule("SCPT.F")
def test_the_list_is_told_what_the_desk_form_would_refuse(house):
    where = f"/director/venues/{house.venue_id}/players/import/"
    client = as_(house.desi)
    with cast.unchanged():
        page = client.post(where, {"file": SimpleUploadedFile("l.csv", WRONG.encode())}).content.decode()
    assert "1 player would be taken." in page
    for told in ("digits of a CPF", "at least 18 years old", "the country as two letters"):
        assert page.count(told) == 1
    client.post(where, {"text": WRONG, "command_id": str(uuid.uuid4())})
    assert list(
        Player.objects.filter(document_number__in=("12345678900", "77", "78", "79")).values_list(
            "country", flat=True
        )
    ) == ["PT"]


def test_entries_go_out_without_formulas(house):
    tournament = house.registering("turbo-8max")
    house.enter(tournament, house.player("=1+1"), method="cash")
    answer = as_(house.ana).get(f"/director/{tournament}/entries.csv")
    text = answer.content.decode("utf-8-sig")
    assert text.splitlines()[0] == "Receipt,Receipt no.,Player,Entry,State,Method,Price,Surcharge,Chips,Paid"
    assert "'=1+1,1,Registered,Cash,120.00,0.00," in text and "attachment" in answer["Content-Disposition"]
    # as a spreadsheet in Portuguese opens it
    client = as_(house.ana)
    client.cookies["django_language"] = "pt-br"
    lines = (
        client.get(f"/director/{tournament}/entries.csv", HTTP_ACCEPT_LANGUAGE="pt-br")
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert (
        lines[0].startswith("Recibo;Recibo nº;Jogador;")
        and "'=1+1;1;Inscrição feita;Dinheiro;120,00;0,00;" in lines[1]
    )
    assert [spreadsheet_cell(c) for c in ("+1", "-1", "@a", "\tb", "＝1+1", "＠a", "Ana", 7)] == [
        *("'+1", "'-1", "'@a", "'\tb", "'＝1+1", "'＠a", "Ana", 7)
    ]
    assert as_(house.bruno).get(f"/director/{tournament}/entries.csv").status_code == 403
