"""The payouts: percentages and amounts side by side, the rest to first place, and what other fields would pay."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest

from dispatch.models import Fact
from tests import cast
from tests.web.director.test_director import as_, sealed
from tests.web.director.test_director import form_of as fields_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OWN = {
    "kind": "custom",
    "name": "Nossa",
    "source": "a casa",
    "tiers": [
        {"from": 1, "to": 1, "percent_each": "50"},
        {"from": 2, "to": 2, "percent_each": "30"},
        {"from": 3, "to": 4, "percent_each": "10"},
    ],
}


@pytest.fixture
def house(monkeypatch):
    """The cast, playing now: pages live in the present."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


@pytest.fixture
def draft(house):
    """50 entries of R$ 100 for the players: R$ 5.000."""
    return house.tournament("turbo-8max", guarantee_cents=0, capacity=None, payout_table=OWN)


def address(tournament: int) -> str:
    return f"/director/{tournament}/settings/payouts/"


def form_of(html: str) -> dict[str, Any]:
    form = html[html.index('id="payout-form"') :]
    found: dict[str, Any] = {name: [] for name in ("last", "percent", "amount", "shown")}
    for tag in re.findall(r"<input[^>]*>", form[: form.index("</form>")]):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        assert name and value
        if name[1] in ("last", "percent", "amount", "shown"):
            found[name[1]].append(unescape(value[1]))
        else:
            found[name[1]] = unescape(value[1])
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def typed(client, tournament: int, **changes: Any) -> dict[str, Any]:
    found = form_of(client.get(address(tournament)).content.decode())
    return found | {"command_id": str(uuid.uuid4())} | changes


def with_(form: dict[str, Any], column: str, row: int, value: str) -> dict[str, Any]:
    return form | {column: [*form[column][:row], value, *form[column][row + 1 :]]}


def tiers(tournament: int) -> list[tuple[int, int, str]]:
    plan = Tournament.objects.get(pk=tournament).payout_table
    return [(t["from"], t["to"], t["percent_each"]) for t in plan["tiers"]]


def wrong(html: str) -> list[str]:
    return [
        unescape(re.sub(r"<[^>]+>", "", text)).strip()
        for text in re.findall(r'<p class="wrong">(.*?)</p>', html, re.DOTALL)
    ]


def test_an_unchanged_form_changes_nothing_whatever_the_table(house, draft):
    client = as_(house.ana)
    for tournament in (draft, house.tournament("scpt-main"), house.tournament("sit-and-go-9")):
        with cast.unchanged():
            assert client.post(address(tournament), typed(client, tournament)).status_code == 302


def words_of(answer) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(answer.content.decode())).split())


def shown(client, tournament: int) -> str:
    return words_of(client.get(address(tournament)))


@pytest.mark.rule("PT-T.34", "SCPT.L")
def test_a_percentage_is_typed_and_first_place_gets_the_rest(house, draft):
    client = as_(house.ana)
    form = typed(client, draft)
    assert (form["last"], form["percent"]) == (["1", "2", "4"], ["50.00", "30.00", "10.00"])
    assert client.post(address(draft), with_(form, "percent", 1, "25.5")).status_code == 302
    assert tiers(draft) == [(1, 1, "54.5"), (2, 2, "25.5"), (3, 4, "10")]
    plan = Tournament.objects.get(pk=draft).payout_table
    assert (plan["name"], plan["source"]) == ("Nossa", "a casa")
    body = Fact.objects.filter(kind="tournament_changed").latest("id").body
    assert body["fields"] == ["payout_table"]
    sealed()
    history = unescape(client.get(f"/director/{draft}/history/").content.decode())
    assert "Nossa (1: 50%; 2: 30%; 3–4: 10%)\xa0→\xa0Nossa (1: 54.5%; 2: 25.5%; 3–4: 10%)" in history


@pytest.mark.rule("PT-T.34")
def test_an_amount_is_typed_and_comes_out_to_the_cent(house, draft):
    client = as_(house.ana)
    form = typed(client, draft, entries="37")
    shown = form_of(client.post(f"{address(draft)}check/", form | {"act": "check"}).content.decode())
    answer = client.post(f"{address(draft)}check/", with_(shown, "amount", 1, "1111.11") | {"act": "check"})
    after = form_of(answer.content.decode())
    assert after["amount"][1] == "1111.11" and after["shown"] == after["amount"]
    each = [int(a.replace(".", "")) for a in after["amount"]]
    pool = int(shown["amount"][0].replace(".", "")) * 2
    assert each[0] + each[1] + 2 * each[2] == pool
    assert after["percent"][2] == "10.00"


def test_the_previews_are_those_of_the_law_and_the_bubble_is_marked(house, draft):
    html = as_(house.ana).get(address(draft)).content.decode()
    assert [re.sub(r"\s+", " ", h) for h in re.findall(r">\s*(With \d+)\s*<", html)] == [
        "With 30",
        "With 60",
        "With 100",
    ]
    assert html.count("data-bubble") == 1
    assert html[: html.index("data-bubble")].count("data-line=") == 3
    foot = unescape(re.sub(r"<[^>]+>", " ", html[html.index("<tfoot") : html.index("</tfoot>")]))
    split = Tournament.objects.get(pk=draft).split
    prize = next(p["amount_cents"] for p in split["parts"] if p["component"] == "prize_pool")
    sums = [f"R${n * prize / 100:,.2f}" for n in (50, 30, 60, 100)]
    assert re.findall(r"R\$[\d,.]+", foot) == sums and "100.00%" in foot


def test_what_cannot_be_is_told_at_its_place(house, draft):
    client = as_(house.ana)
    form = typed(client, draft)
    for column, row, value, said in (
        ("percent", 1, "abc", "abc is no percentage, like 5 or 2,5."),
        ("percent", 2, "31", "Place 2 would get more than the place before it."),
        ("percent", 1, "85", "nothing is left for first place"),
        ("last", 2, "1", "too little: at least 3"),
    ):
        with cast.unchanged():
            answer = client.post(
                address(draft), with_(form, column, row, value) | {"command_id": str(uuid.uuid4())}
            )
        assert answer.status_code == 409
        told = wrong(answer.content.decode())
        assert any(said in text for text in told), told
        assert form_of(answer.content.decode())[column][row] == value


@pytest.mark.rule("SCPT.L", "PT-T.34")
def test_payouts_for_every_seat_are_noted_where_they_are_written_and_refuse_nothing(house, draft):
    client = as_(house.ana)
    note = "The payouts have 4 places, and there are 4 entries at most: everybody who plays gets a prize."
    assert note not in shown(client, draft)
    settings = fields_of(client.get(f"/director/{draft}/settings/").content.decode())
    settings |= {"capacity": "4", "re_entries_per_player": "0", "guarantee": "0"}
    found = client.post(f"/director/{draft}/settings/check/", settings)
    assert f"To know: {note}" in words_of(found)
    saved = client.post(f"/director/{draft}/settings/", settings | {"command_id": str(uuid.uuid4())})
    assert saved.status_code == 302
    assert note in shown(client, draft)
    form = typed(client, draft)
    less = client.post(address(draft), form | {"act": "remove:2"})
    assert note not in words_of(less)
    page = words_of(client.get(f"/director/{draft}/settings/"))
    assert f"To know: {note}" in page and "Yes, as intended:" not in page


def test_places_are_added_and_removed_without_a_script(house, draft):
    client = as_(house.ana)
    form = typed(client, draft)
    more = form_of(client.post(address(draft), form | {"act": "add"}).content.decode())
    assert more["last"] == ["1", "2", "4", "5"]
    less = form_of(client.post(address(draft), form | {"act": "remove:2"}).content.decode())
    assert less["last"] == ["1", "2"] and less["percent"] == ["70.00", "30.00"]


def test_a_table_of_ones_own_begins_as_the_one_before_it(house):
    draft = house.tournament("sit-and-go-9")
    client = as_(house.ana)
    page = client.post(address(draft), typed(client, draft) | {"payouts": "custom", "act": "check"})
    form = form_of(page.content.decode())
    assert form["payouts"] == "custom" and len(form["last"]) >= 2
    saved = client.post(address(draft), form | {"command_id": str(uuid.uuid4()), "payouts_name": "Minha"})
    assert saved.status_code == 302
    assert Tournament.objects.get(pk=draft).payout_table["kind"] == "custom"


def test_who_is_slower_is_told_who_was_faster_and_keeps_what_was_typed(house, draft):
    ana, olga = as_(house.ana), as_(house.olga)
    stale = with_(typed(ana, draft), "percent", 1, "26")
    assert olga.post(address(draft), with_(typed(olga, draft), "percent", 1, "27")).status_code == 302
    sealed()
    with cast.unchanged():
        answer = ana.post(address(draft), stale)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert re.search(r"Done by Olga[^.]* at \d\d:\d\d", html)
    assert form_of(html)["percent"][1] in ("26", "26.00")


def test_a_rounding_that_somebody_changed_meanwhile_is_told(house, draft):
    client = as_(house.ana)
    opened = typed(client, draft, prize_unit="500")
    client.post(address(draft), typed(client, draft, prize_unit="1000"))
    with cast.unchanged():
        answer = client.post(address(draft), opened)
    html = answer.content.decode()
    assert answer.status_code == 409 and "was changed by somebody else" in html
    # what was typed stands, and is saved by who saw it
    again = form_of(html) | {"command_id": str(uuid.uuid4())}
    assert (again["prize_unit"], again["unit_seen"]) == ("500", "1000")
    assert client.post(address(draft), again).status_code == 302
    assert Tournament.objects.get(pk=draft).prize_unit_cents == 500


TABLE, UNIT = ("percent", 1, "27"), {"prize_unit": "1000"}


@pytest.mark.parametrize("mode", ["table", "text"])
@pytest.mark.parametrize("table_first", [True, False])
def test_table_and_rounding_that_two_changed_at_a_time_both_stay(house, draft, mode, table_first):
    ana, olga = as_(house.ana), as_(house.olga)
    if mode == "text":
        table = text(olga, draft, "1 resto\n2 27%\n3-4 10%")
        unit = text(ana, draft, text_shown(ana, draft), **UNIT)
    else:
        table, unit = with_(typed(olga, draft), *TABLE), typed(ana, draft, **UNIT)
    for client, form in ((olga, table), (ana, unit)) if table_first else ((ana, unit), (olga, table)):
        answer = client.post(address(draft), form)
        assert answer.status_code == 302, words_of(answer)
    stored = Tournament.objects.get(pk=draft)
    assert [t["percent_each"] for t in stored.payout_table["tiers"]] == ["53", "27", "10"]
    assert (stored.payout_table["name"], stored.prize_unit_cents) == ("Nossa", 1000)


def test_another_kind_of_table_that_somebody_else_chose_stays_under_a_new_rounding(house, draft):
    ana, olga = as_(house.ana), as_(house.olga)
    stale = typed(ana, draft, **UNIT)
    assert olga.post(address(draft), typed(olga, draft, payouts="club")).status_code == 302
    assert ana.post(address(draft), stale).status_code == 302
    stored = Tournament.objects.get(pk=draft)
    assert (stored.payout_table, stored.prize_unit_cents) == ({"kind": "published", "table": "club"}, 1000)


def test_a_table_that_both_changed_is_told_with_both(house, draft):
    ana, olga = as_(house.ana), as_(house.olga)
    stale = with_(typed(ana, draft), "percent", 1, "26")
    assert olga.post(address(draft), with_(typed(olga, draft), *TABLE)).status_code == 302
    with cast.unchanged():
        answer = ana.post(address(draft), stale)
    assert answer.status_code == 409
    assert (
        "What you typed → what is saved now Payout table: Nossa (1: 54%; 2: 26%; 3–4: 10%) →"
        " Nossa (1: 53%; 2: 27%; 3–4: 10%)"
    ) in words_of(answer)
    again = form_of(answer.content.decode()) | {"command_id": str(uuid.uuid4())}
    assert ana.post(address(draft), again).status_code == 302
    assert tiers(draft) == [(1, 1, "54"), (2, 2, "26"), (3, 4, "10")]


def test_a_page_that_is_drawn_anew_is_as_old_as_before(house, draft):
    """A row more, another kind of table, Compute: none of them shows what somebody else saved."""
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft)
    assert olga.post(address(draft), with_(typed(olga, draft), *TABLE)).status_code == 302
    for act in ("check", "add", "remove:2"):
        drawn = form_of(ana.post(address(draft), opened | {"act": act}).content.decode())
        with cast.unchanged():
            stale = with_(drawn, "percent", 1, "25") | {"command_id": str(uuid.uuid4())}
            if act == "add":
                stale = with_(stale, "percent", 3, "1")
            answer = ana.post(address(draft), stale)
        assert answer.status_code == 409, act
        assert "was changed by somebody else" in words_of(answer), act


def text_shown(client, tournament: int) -> str:
    """The lines of the table as the page has them in text mode."""
    html = client.get(address(tournament), {"mode": "text"}).content.decode()
    return unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)[1])


def text(client, tournament: int, lines: str, **changes: Any) -> dict[str, Any]:
    """The form in text mode with these lines."""
    html = client.get(address(tournament), {"mode": "text"}).content.decode()
    return form_of(html) | {"payout_text": lines, "command_id": str(uuid.uuid4())} | changes


@pytest.mark.rule("PT-T.34")
@pytest.mark.parametrize(
    "lines",
    [
        "1 50%\n2 30%\n3-4 10%",
        "50\n30\n10\n10",
        "Place; %\n1º; 50,00\n2º; 30,00\n3º a 4º; 10,00",
        "1. 50 %\n2. 30 %\n3. 10 %\n4. 10 %",
        "1\t2500\n2\t1500\n3\t500\n4\t500",
        "1 R$ 2.500,00\n2 R$ 1.500,00\n3-4 R$ 500,00",
        "1º - 50%\n2º - 30%\n3–4 10%",
        "1 resto\n2 30%\n3 10%\n4 10%",
        "1 sobra\n2 R$ 1.500,00\n3 a 4 R$ 500",
    ],
)
def test_payouts_are_read_as_people_paste_them(house, draft, lines):
    client = as_(house.ana)
    client.cookies["django_language"] = "pt-br"
    sent = text(client, draft, lines, payouts_name="Outra")
    answer = client.post(address(draft), sent, HTTP_ACCEPT_LANGUAGE="pt-br")
    assert answer.status_code == 302, wrong(answer.content.decode())
    found = [(place, t) for first, last, t in tiers(draft) for place in range(first, last + 1)]
    each = {place: float(percent) for place, percent in found}
    # the prices of the pool of 50 entries are the same as of the percentages
    assert each == {1: 50.0, 2: 30.0, 3: 10.0, 4: 10.0}


@pytest.mark.rule("PT-T.34")
def test_the_text_of_payouts_says_what_is_wrong_by_line_and_in_all(house, draft):
    client = as_(house.ana)
    for lines, said in (
        ("1 50%\n3 30%\n4 x", ["Line 2, 3 30%: place 2 is next.", "Line 3, 4 x: write the place"]),
        # the lines after a bad one keep their places
        (
            "1 50%\n2-3 ??\n4 10%\n5-6 x",
            ["Line 2, 2-3 ??: write the place", "Line 4, 5-6 x: write the place"],
        ),
        ("1 50%\n2-3\n4 10%\n5 10%", ["Line 2, 2-3: write the place"]),
        ("1 50%\n2 30%\n5 10%\n4 10%\n5 5%", ["Line 3, 5 10%: place 3 is next."]),
        ("1 50%\n2 abc", ["Line 2, 2 abc: write the place and its percentage or amount"]),
        ("50\n30\n10", ["These amounts make R$90.00; R$5,000.00 is to be paid."]),
        ("50%\n30%\n10%", ["These percentages make 90%, not 100%."]),
        ("30%\n50%\n20%", ["Place 2 would get more than the place before it."]),
        ("", ["Write one line a place, first place first, like 1 50%."]),
        (
            "\n".join(["1 rest", *(f"{n} 0.1%" for n in range(2, 300))]),
            ["At most 200 lines; line 201 is the first too many."],
        ),
    ):
        with cast.unchanged():
            answer = client.post(address(draft), text(client, draft, lines))
        html = unescape(answer.content.decode())
        assert answer.status_code == 409, lines
        assert all(any(one in told for told in wrong(html)) for one in said), (lines, wrong(html))
        assert len(wrong(html)) == len(said), (lines, wrong(html))
        # what was typed stays
        assert re.search(r'name="payout_text"[^>]*>(.*?)</textarea>', html, re.DOTALL)[1] == lines


def test_the_table_of_payouts_and_its_text_are_the_same(house, draft):
    client = as_(house.ana)
    html = client.get(address(draft), {"mode": "text"}).content.decode()
    stored = unescape(re.search(r'name="payout_text"[^>]*>(.*?)</textarea>', html, re.DOTALL)[1])
    assert stored.splitlines() == ["1 50.00%", "2 30.00%", "3-4 10.00%"]
    with cast.unchanged():
        assert client.post(address(draft), text(client, draft, stored)).status_code == 302
    # a third each: what rounding leaves goes to first place; the preview shows it before it is saved
    check = client.post(
        f"{address(draft)}check/", text(client, draft, "33.34\n33.33\n33.33") | {"act": "check"}
    )
    assert 'name="percent"' not in check.content.decode() and "R$1,667.00" in check.content.decode()
    table = client.post(address(draft), text(client, draft, "33.34\n33.33\n33.33") | {"act": "table"})
    form = form_of(table.content.decode())
    assert (form["mode"], form["percent"]) == ("table", ["33.34", "33.33", "33.33"])
    again = client.post(address(draft), form | {"act": "text"}).content.decode()
    assert unescape(re.search(r'name="payout_text"[^>]*>(.*?)</textarea>', again, re.DOTALL)[1]) == (
        "1 33.34%\n2 33.33%\n3 33.33%"
    )
