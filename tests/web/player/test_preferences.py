"""The page of what a player chooses for the own tables, and the automatic top-up on it."""

from __future__ import annotations

import uuid

import pytest

from tests import cast
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.web.player.test_tables import browser

pytestmark = pytest.mark.django_db

TOLD = {
    "pt-br": ("Valores na mesa", "Em big blinds", "Tamanhos antes do flop", "Reposição automática"),
    "pt": ("Valores na mesa", "Em big blinds", "Tamanhos antes do flop", "Reposição automática"),
    "en": ("Amounts at the table", "In big blinds", "Sizes before the flop", "Automatic top-up"),
}


@pytest.mark.rule("PT-H.12", "PT-H.14")
@pytest.mark.parametrize("language", TOLD)
def test_who_sits_at_a_cash_table_chooses_units_sizes_and_the_automatic_top_up(language):
    table = open_cash()
    table.sit(2, cents=5_000)
    where = f"/tables/{table.table_id}/preferences/"
    client = browser(table.people[2], language)
    page = " ".join(client.get(where).content.decode().split())
    for told in TOLD[language]:
        assert told in page, told
    assert 'data-part="over-table"' in page and "data-preferences" in page
    keeps = f"/tables/{table.table_id}/keep-stack/"
    assert f'action="{keeps}"' in page
    client.post(keeps, {"command_id": str(uuid.uuid4()), "amount": "80,00", "what": "keep"})
    assert table.row.seats[0]["kept_cents"] == 8_000
    assert 'value="80' in client.get(where).content.decode()
    # who looks on chooses how the table is shown, and keeps no stack
    for person in (None, cast.person("Eva")):
        page = browser(person, language).get(where).content.decode()
        assert TOLD[language][0] in page and keeps not in page


def test_the_menu_of_a_table_leads_there_and_a_demo_table_has_no_top_up():
    table = open_one(cast.house())
    where = f"/tables/{table.table_id}/preferences/"
    assert f'href="{where}"' in browser().get(f"/tables/{table.table_id}/").content.decode()
    page = browser().get(where).content.decode()
    assert "Em fichas" in page and "keep-stack" not in page
    assert browser().get("/tables/9999/preferences/").status_code == 404
