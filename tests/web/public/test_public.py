"""Public pages: right, complete, private where they must be, and cheap to ask again."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from ipaddress import IPv6Address
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import translation
from PIL import Image

from access import moment
from dispatch.models import Stream
from payouts.models import Score
from payouts.queries import season_table
from people.models import Profile, User
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tests.tables import room
from tests.web.director.test_director import as_
from tournaments.commands.close_entries import close_entries
from tournaments.commands.reenter import reenter
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Tournament, Venue
from tournaments.queries import announcements
from tournaments.queries.circuit import season_view, venue_view
from web.public import caching
from web.public.cards import content, drawing
from web.templatetags.houses import amount, money_short, named_among, shows_cents

pytestmark = pytest.mark.django_db

PAGES = ("", "results/", "structure/", "rules/", "draw/")


@pytest.fixture(autouse=True)
def _nothing_kept():
    caching._heads.clear()
    caching._pages.clear()
    caching._asked.clear()


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def text(response):
    assert response.status_code == 200, response.content.decode()[:500]
    return response.content.decode()


def sealed(tournament_id):
    """As the relay leaves the stream."""
    return Stream.objects.create(
        name=f"tournament:{tournament_id}", seq=7, hash=hashlib.sha256(b"7").digest()
    )


def test_every_page_reads_in_every_language(client, house):
    t = house.started("scpt-main", entries=12)
    for language in ("pt-br", "pt", "en"):
        for page in PAGES:
            found = text(client.get(f"/t/{t}/{page}", headers={"Accept-Language": language}))
            assert f'<html lang="{language}"' in found
            assert "csrfmiddlewaretoken" not in found
            assert "<style" not in found and " style=" not in found and "onclick" not in found
    assert not client.cookies


def test_a_rehearsal_is_for_staff(client, house):
    t = house.registering("scpt-main", practice=True, practice_seed="00" * 32)
    for page in PAGES:
        assert client.get(f"/t/{t}/{page}").status_code == 404
    from people.models import User

    client.force_login(User.objects.get(pk=house.ana.user_id))
    for page in PAGES:
        assert client.get(f"/t/{t}/{page}").status_code == 200


def test_nothing_is_told_of_what_does_not_exist(client, house):
    draft = house.tournament()
    for t in (draft, 99_999_999):
        for page in PAGES:
            assert client.get(f"/t/{t}/{page}").status_code == 404
    assert client.get("/seasons/99999999/").status_code == 404
    assert client.get("/?venue=99999999").status_code == 404
    assert client.get("/?venue=abc").status_code == 200


def test_the_calendar_of_one_venue(client, house, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    other = cast.house(name="Outra casa")
    here, there = house.published(name="Quarta daqui"), other.published(name="Quinta de lá")
    both = text(client.get("/"))
    assert f"/t/{here}/" in both and f"/t/{there}/" in both
    one = text(client.get(f"/?venue={house.venue_id}"))
    assert f"/t/{here}/" in one and f"/t/{there}/" not in one


def test_a_month_is_the_venues_month(client, house):
    # the last evening of a month in Brazil is the first night of the next one in UTC
    late = house.published(name="Última noite", starts_at=datetime(2027, 1, 1, 1, 30, tzinfo=UTC))
    next_day = house.published(name="Primeira tarde", starts_at=datetime(2027, 1, 1, 18, tzinfo=UTC))
    december = text(client.get("/calendar/?month=2026-12", headers={"Accept-Language": "pt-br"}))
    assert "Dezembro de 2026" in december and "Quinta-feira, 31 de dezembro" in december
    assert f"/t/{late}/" in december and f"/t/{next_day}/" not in december
    january = text(
        client.get(f"/calendar/?month=2027-01&venue={house.venue_id}", headers={"Accept-Language": "en"})
    )
    assert "January 2027" in january and "Friday, 1 January" in january
    assert f"/t/{next_day}/" in january and f"/t/{late}/" not in january
    assert f"?month=2026-12&amp;venue={house.venue_id}" in january
    for wrong in ("2026-13", "abc", "1999-12", "0000-00", "99999-1"):
        assert client.get("/calendar/", {"month": wrong}).status_code == 404
    first = client.get("/calendar/?month=2026-12")
    assert client.get("/calendar/?month=2026-12", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert "Nothing is announced" in text(
        client.get("/calendar/?month=2031-01", headers={"Accept-Language": "en"})
    )


def picture_of(client, path, language="en"):
    """What a messenger would fetch for a page."""
    page = text(client.get(path, headers={"Accept-Language": language}))
    assert "<span" not in page.partition("</head>")[0]  # what a shared link says is text
    found = re.search(r'<meta property="og:image" content="http://testserver(/[^"]+)">', page)
    assert found and f'<meta name="twitter:image" content="http://testserver{found[1]}">' in page
    return found[1]


def size_of(drawn):
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(drawn[16:20], "big"), int.from_bytes(drawn[20:24], "big")


def test_what_is_shared_has_a_picture_and_words(client, house):
    t = house.published(name="Quarta <Turbo>")
    page = text(client.get(f"/t/{t}/", headers={"Accept-Language": "en"}))
    assert '<meta property="og:title" content="Quarta &lt;Turbo&gt;">' in page
    where = picture_of(client, f"/t/{t}/")
    assert where.startswith(f"/t/{t}/card/en.png?v=")
    first = client.get(where)
    assert (first.status_code, first["Content-Type"]) == (200, "image/png")
    # the size that is shown whole
    assert size_of(first.content) == (1200, 630) and len(first.content) < 150_000
    again = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    # each language has its own words, every page of the tournament the same picture
    assert picture_of(client, f"/t/{t}/", "pt-br").startswith(f"/t/{t}/card/pt-br.png?v=")
    assert picture_of(client, f"/t/{t}/rules/") == where
    # another name is another picture at another address: no preview is stale
    Tournament.objects.filter(pk=t).update(name="Quinta")
    caching._pages.clear()
    assert picture_of(client, f"/t/{t}/results/") != where
    assert client.get(where)["ETag"] != first["ETag"]


def test_the_card_says_which_tournament_when_and_for_how_much(house):
    t = house.published(name="Quarta", guarantee_cents=300_000_00)
    shown = content.card_of(announcements.announcement(t, at=cast.OPEN), language="pt-br")
    assert (shown.name, shown.house) == ("Quarta", Venue.objects.get(pk=house.venue_id).name)
    assert [much for _what, much in shown.figures] == ["R$\xa0450", "R$\xa0300.000"]
    assert shown.when == "Sábado, 21 de novembro de 2026 · 19:00"
    assert [what for what, _much in shown.figures] == ["Buy-in", "Garantido"]
    # letters that the font lacks lose their marks; what has no letter is left out
    assert drawing.written("Şişli ♠ 20% – “Ação”\n") == "Sisli 20% – “Ação”"
    long = replace(shown, name="Extraordinariamente" * 6, house="Casa " * 40)
    assert size_of(drawing.drawing(long)) == (1200, 630)


@pytest.mark.parametrize(
    ("figures", "size", "said"),
    [
        ([("Buy-in", "R$\xa0450"), ("Garantido", "R$\xa0300.000")], 46, ["R$ 450", "R$ 300.000"]),
        (
            [("Jogando", "2.346 de 10.112"), ("Nível 41", "1.500.000 – 3.000.000"), ("Garantido", "R$\xa010.000.000")],
            34,
            ["2.346 de 10.112", "1.500.000 – 3.000.000", "R$ 10.000.000"],
        ),
        # a name of sixty letters is cut, its prize is not
        (
            [("1º lugar", "Maximiliano Gonçalves de Albuquerque Vasconcelos Castelobranc"), ("Prêmio", "R$\xa03.812.400")],
            30,
            ["Maximiliano Gonçalves de Albuquerque Vasconcel…", "R$ 3.812.400"],
        ),
        (
            [
                ("1º lugar", "Maximiliano Gonçalves de Albuquerque Vasconcelos Castelobranc"),
                ("Prêmio", "R$\xa03.812.400"),
                ("Garantido", "R$\xa010.000.000"),
            ],
            30,
            ["Maximiliano Gonçalves de Albu…", "R$ 3.812.400", "R$ 10.000.000"],
        ),
        ([("", "Este torneio foi cancelado.")], 46, ["Este torneio foi cancelado."]),
        ([], 46, []),
    ],
)  # fmt: skip
def test_on_a_card_every_figure_stands_inside_and_what_is_won_or_guaranteed_is_whole(figures, size, said):
    of_all, row = drawing.in_a_row(tuple(figures), most=1032)
    assert (of_all, [much for _start, _what, much in row]) == (size, said)
    shown = content.PreviewCard(
        house="Clube", city="", name="Turbo", when="Hoje", figures=tuple(figures), venue_id=1, logo=""
    )
    picture = Image.open(io.BytesIO(drawing.drawing(shown)))
    # nothing is written beyond the margin
    assert picture.crop((1117, 480, 1200, 610)).getcolors() == [(83 * 130, (11, 93, 78))]


def test_the_card_of_a_running_tournament_tells_who_is_left_and_the_level(client, house):
    t = house.registering("turbo-8max", name="Turbo", guarantee_cents=10_000_00)
    before = picture_of(client, f"/t/{t}/")
    house.fill(t, 9)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    caching._pages.clear()
    caching._heads.clear()
    during = picture_of(client, f"/t/{t}/")
    assert during != before
    shown = content.card_of(announcements.announcement(t, at=cast.START), language="en")
    (playing, left), (level, blinds), promised = shown.figures
    assert promised == ("Guaranteed", "R$10,000")
    assert (playing, left) == ("Playing", "9 of 9") and level.startswith("Level ") and " – " in blinds
    assert size_of(client.get(during).content) == (1200, 630)


@pytest.mark.parametrize(
    ("language", "cents", "currency", "said"),
    [
        ("pt-br", 300_000_00, "BRL", "R$\xa0300.000"),
        ("pt-br", 1_000_000_50, "BRL", "R$\xa01.000.000,50"),
        ("pt", 300_000_00, "EUR", "300\xa0000\xa0€"),
        ("en", 300_000_00, "BRL", "R$300,000"),
        ("en", 1_00, "EUR", "€1"),
    ],
)
def test_money_without_its_cents(language, cents, currency, said):
    with translation.override(language):
        assert money_short(cents, currency) == said


def test_a_venue_has_a_card_and_what_is_not_public_has_none(client, house):
    where = picture_of(client, f"/?venue={house.venue_id}")
    assert where.startswith(f"/venues/{house.venue_id}/card/en.png?v=")
    assert size_of(client.get(where).content) == (1200, 630)
    draft = house.tournament()
    rehearsal = house.registering("scpt-main", practice=True, practice_seed="00" * 32)
    for gone in (
        f"/t/{draft}/card/en.png", f"/t/{rehearsal}/card/en.png", "/t/99999999/card/en.png",
        f"/venues/{house.venue_id}/card/de.png", "/venues/99999999/card/en.png",
    ):  # fmt: skip
        assert client.get(gone).status_code == 404
    # where several venues are known none is named
    cast.house(name="Outra casa")
    assert picture_of(client, "/words/") == "/static/img/card.png"
    drawn = (Path(settings.BASE_DIR) / "static/img/card.png").read_bytes()
    assert size_of(drawn) == (1200, 630)


@pytest.mark.rule("SCPT.R")
def test_a_season_has_a_card_of_its_own_that_names_its_leader_by_consent(client, house):
    season, stage = circuit(house)
    where = picture_of(client, f"/seasons/{season}/")
    assert where.startswith(f"/seasons/{season}/card/en.png?v=")
    assert size_of(client.get(where).content) == (1200, 630)
    shown = content.season_card(season_view(season), language="pt-br")
    assert (shown.name, shown.when) == (
        "SCPT 2026",
        "Ranking · 01/01/2026 – 31/12/2026",
    ) and not shown.figures
    done = freezeout(house, stage)
    finish(house, done)
    assert content.season_card(season_view(season), language="en").figures == (("Players", "3"),)
    # who chose a page of the own is named, and nobody else
    winner = Entry.objects.get(tournament_id=done, state="playing").player
    Profile.objects.create(player=winner, prizes=False, since=cast.START)
    leader, points, players = content.season_card(season_view(season), language="pt-br").figures
    assert leader == ("Líder", winner.public_name) and players == ("Jogadores", "3")
    assert points[0] == "Pontos" and re.fullmatch(r"\d+,\d\d", points[1])
    for gone in (f"/seasons/{season}/card/de.png", "/seasons/99999999/card/en.png"):
        assert client.get(gone).status_code == 404


def test_the_header_is_the_houses(client, house):
    name = Venue.objects.get(pk=house.venue_id).name
    t = house.published()
    # the only venue of an installation: every page is its own
    for path in ("/", "/words/", "/join/", f"/play/{t}/"):
        assert f"<span>{name}</span></a>" in text(client.get(path)), path
    cast.house(name="Outra casa")
    for path, named in (
        ("/words/", "Shuffle Up"),
        (f"/t/{t}/rules/", name),
        (f"/join/?next=/play/{t}/", name),
    ):
        assert f"<span>{named}</span></a>" in text(client.get(path)), path


def test_addresses_that_a_stranger_makes_up_push_no_page_out_that_a_room_reads(client, house, monkeypatch):
    monkeypatch.setattr(caching, "_PAGES_AT_MOST", 2)
    monkeypatch.setattr(caching, "_ASKED_AT_MOST", 3)
    t = house.registering("turbo-8max")
    sealed(t)
    text(client.get(f"/t/{t}/structure/"))
    [kept] = caching._pages
    for n in range(4):
        assert f"%3Fx%3D{n}" in text(client.get(f"/t/{t}/structure/?x={n}"))
        text(client.get(f"/t/{'0' * (n + 1)}{t}/structure/"))
        text(client.get(f"/t/{t}/draw/?offset={n}00"))
    assert list(caching._pages) == [kept] and len(caching._asked) == 3
    assert "%3Fx" not in text(client.get(f"/t/{t}/structure/"))


def test_unchanged_pages_answer_304(client, house):
    t = house.started("scpt-main", entries=9)
    head = sealed(t)
    for page in PAGES:
        first = client.get(f"/t/{t}/{page}")
        tag = first["ETag"]
        assert first["Cache-Control"] == "public, no-cache"
        again = client.get(f"/t/{t}/{page}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
        other = client.get(f"/t/{t}/{page}", headers={"If-None-Match": tag, "Accept-Language": "en"})
        assert other.status_code == 200
    head.seq = 8
    head.save()
    caching._heads.clear()  # a quarter of a second later
    assert client.get(f"/t/{t}/", headers={"If-None-Match": tag}).status_code == 200
    assert client.get(f"/t/{t}/{PAGES[-1]}", headers={"If-None-Match": tag}).status_code == 200


def test_an_old_page_is_made_again_though_nothing_happened(client, house, monkeypatch):
    from access import moment

    t = house.started("scpt-main", entries=9)
    sealed(t)
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=1))
    tag = client.get(f"/t/{t}/")["ETag"]
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=1, seconds=29))
    assert client.get(f"/t/{t}/", headers={"If-None-Match": tag}).status_code == 304
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=1, seconds=31))
    assert client.get(f"/t/{t}/", headers={"If-None-Match": tag}).status_code == 200


def test_asking_again_costs_one_query_at_most(client, house, django_assert_num_queries):
    t = house.started("scpt-main", entries=9)
    sealed(t)
    tag = client.get(f"/t/{t}/")["ETag"]
    caching._heads.clear()
    with django_assert_num_queries(1):
        assert client.get(f"/t/{t}/").status_code == 200
    with django_assert_num_queries(0):
        assert client.get(f"/t/{t}/", headers={"If-None-Match": tag}).status_code == 304


def test_the_signed_in_get_their_own_page(client, house):
    t = house.started("scpt-main", entries=9)
    sealed(t)
    text(client.get(f"/t/{t}/"))
    from people.models import User

    user = User.objects.get(pk=house.ana.user_id)
    client.force_login(user)
    mine = client.get(f"/t/{t}/")
    assert "csrfmiddlewaretoken" in text(mine)
    assert mine["Cache-Control"] == "private, no-cache"
    client.logout()
    assert "csrfmiddlewaretoken" not in text(client.get(f"/t/{t}/"))


@pytest.mark.rule("ADTP.7", "PT-T.39")
def test_the_draw_page_gives_what_the_verifier_reads(client, house):
    t = house.started("scpt-main", entries=9)
    page = text(client.get(f"/t/{t}/draw/"))
    record = client.get(f"/api/tournaments/{t}/draw").json()
    assert record["commitment"] in page and f"/api/tournaments/{t}/draw" in page
    assert all(draw["seed"] in page for draw in record["draws"])
    assert record["master_seed"] is None


@pytest.mark.rule("SCPT.D")
def test_a_receipt_is_checked_and_nobody_named(client, house):
    t = house.registering()
    entry = house.enter(t, house.player("Zilda"))
    number = Entry.objects.get(pk=entry["entry_id"]).receipt
    page = text(
        client.get("/receipts/", {"number": f" {number.lower()} "}, headers={"Accept-Language": "en"})
    )
    assert "This receipt is valid." in page and f"/t/{t}/" in page
    assert "Zilda" not in page
    # typed as people type, and what the paper says to be compared with it
    assert re.search(r"R\$\d+\.00, paid on", page)
    for typed in (number.replace("-", ""), number.replace("-", " "), number.replace("-", " – ")):
        page = text(client.get("/receipts/", {"number": typed}, headers={"Accept-Language": "en"}))
        assert "This receipt is valid." in page and f'verdict-number">{number}<' in page
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert "not the code of a receipt" in text(
        client.get("/receipts/", {"number": wrong}, headers={"Accept-Language": "en"})
    )
    from rules.receipts import ReceiptKind, receipt

    never = receipt(kind=ReceiptKind.ENTRY, tournament=t, number=9999)
    assert "no such receipt" in text(
        client.get("/receipts/", {"number": never}, headers={"Accept-Language": "en"})
    )


@pytest.mark.rule("SCPT.D")
def test_receipts_are_not_counted_through(client, house):
    from rules.receipts import ReceiptKind, receipt
    from web.public.receipts import CHECKS_FROM_A_PLACE

    t = house.registering()
    number = Entry.objects.get(pk=house.enter(t)["entry_id"]).receipt

    # counted by address: nobody else's in any test
    here, there = (str(IPv6Address(uuid4().int)) for _ in range(2))

    def check(who, typed, at=here):
        return who.get("/receipts/", {"number": typed}, headers={"Accept-Language": "en"}, REMOTE_ADDR=at)

    assert check(client, number).status_code == 200
    for n in range(CHECKS_FROM_A_PLACE - 1):
        guess = receipt(kind=ReceiptKind.ENTRY, tournament=t, number=100_000 + n)
        assert "no such receipt" in text(check(client, guess))
    answer = check(client, number)
    page = answer.content.decode()
    assert answer.status_code == 429 and "Too many receipts were checked from here." in page
    assert "R$" not in page and "paid on" not in page
    # what is no receipt is no try, another place has its own, and who works here looks at as many as there are
    assert "not the code of a receipt" in text(check(client, "E1-0001-00"))
    assert "This receipt is valid." in text(check(client, number, at=there))
    assert "This receipt is valid." in text(check(as_(house.desi), number))


@pytest.mark.rule("SCPT.S")
def test_a_season_shows_the_working(client, house):
    season, stage = circuit(house)
    t = freezeout(house, stage)
    finish(house, t)
    page = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    row = season_table(season).rows[0]
    assert row.name in page and f"√{row.working[0].n}" in page
    assert (
        f'title="{row.points:.4f}"><strong>{row.points:.2f}</strong>' in page
    )  # two decimals, the whole value on hover
    assert f"<dd>{row.working[0].c:.2f}, set for the season</dd>" in " ".join(page.split()).replace(
        "<dd> ", "<dd>"
    ).replace(" </dd>", "</dd>")
    # beside a name they have their noun, and read as in the list; the formula and what it adds up to have all
    assert f'title="{row.points:.4f}">{row.points:.2f}\u00a0points<' in page
    # after a deal all who share count as the last of them: the working says why its root is of another place
    said = "Among those who share by a deal: counts as 3rd"
    assert said not in page
    Score.objects.filter(tournament_id=t, place=1).update(scored_as_place=3)
    assert said in text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    # and all of it for a spreadsheet
    assert f'href="/seasons/{season}/ranking.csv"' in page
    for language, sign, comma, heads in (
        ("en", ",", ".", ["Place", "Player", "Points", "Results", "Best result"]),
        ("pt-br", ";", ",", ["Posição", "Jogador", "Pontos", "Resultados", "Melhor resultado"]),
    ):
        asked = client.get(f"/seasons/{season}/ranking.csv", headers={"Accept-Language": language})
        read = list(csv.reader(io.StringIO(asked.content.decode("utf-8-sig")), delimiter=sign))
        assert read == [
            heads,
            *(
                [
                    str(one.rank), one.name, str(one.points).replace(".", comma), str(one.results),
                    str(one.best).replace(".", comma),
                ]
                for one in season_table(season).rows
            ),
        ]  # fmt: skip
    results = client.get(f"/t/{t}/results.csv", headers={"Accept-Language": "pt-br"})
    read = list(csv.reader(io.StringIO(results.content.decode("utf-8-sig")), delimiter=";"))
    assert read[0] == ["Posição", "Jogadores nele", "Jogador", "País", "Entrada", "Prêmio"]
    won = client.get(f"/api/tournaments/{t}/results").json()
    assert [(row[0], row[2], row[5]) for row in read[1:]] == [
        (str(one["place"]), one["player"], f"{one['amount_cents'] / 100:.2f}".replace(".", ","))
        for one in won
    ]
    assert f'href="/t/{t}/results.csv"' in text(client.get(f"/t/{t}/results/"))
    for missing in ("/seasons/99999999/ranking.csv", "/t/99999999/results.csv"):
        assert client.get(missing).status_code == 404
    # and for programs, the same in every language
    sheet = client.get(f"/api/seasons/{season}/table.csv", headers={"Accept": "text/csv"})
    lines = list(csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig"))))
    assert [(line["rank"], line["player"], Decimal(line["points"])) for line in lines] == [
        (str(one.rank), one.name, one.points) for one in season_table(season).rows
    ]
    assert client.get("/api/seasons/99999999/table.csv").status_code == 404
    # found from every page that a stranger opens first
    assert f'href="/seasons/{season}/"' in text(client.get("/seasons/"))
    assert f'href="/seasons/{season}/"' in text(client.get(f"/t/{t}/"))
    assert 'href="/seasons/"' in text(client.get("/"))
    results = text(client.get(f"/t/{t}/results/"))
    rows = client.get(f"/api/tournaments/{t}/results").json()
    assert rows and all(r["player"] in results for r in rows)


@pytest.mark.rule("SCPT.R", "SCPT.S")
def test_a_ranking_tells_who_climbed_and_where_i_stand(client, house):
    season, stage = circuit(house)
    first = freezeout(house, stage, 9)
    finish(house, first)
    # the first tournament moves nobody
    alone = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    assert 'class="climb"' not in alone and "after " in alone
    second = freezeout(house, stage, 18)
    finish(house, second)
    table = season_table(season)
    best = table.rows[0]
    assert best.working[0].tournament_id == second  # twice the field brings more
    page = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    assert 'data-way="new"' in page and 'data-way="down"' in page and "down by</span> " in page
    assert page.count('<tr class="worked">') == table.players
    # both tournaments have a column, and a column leads to its results
    assert page.count('<td class="number wide soft">') == 2 * table.players
    assert f'href="/t/{first}/results/"' in page
    # both of one day: the hour tells them apart
    heads = re.findall(r"\d+ [A-Z][a-z]+\s*<small>(\d\d:\d\d)</small>", page)
    assert len(heads) == 2, heads
    Tournament.objects.filter(pk=first).update(
        starts_at=Tournament.objects.get(pk=first).starts_at - timedelta(days=1)
    )
    assert "<small>" not in text(client.get(f"/seasons/{season}/")).split("</thead>")[0].split("<thead>")[1]
    # what the bars say is the sum above them: in the four decimals that the formula has, and the sum in its title
    account = page.split('id="account-title"')[1].split("</section>")[0]
    told = [Decimal(said) for said in re.findall(r'<b class="figures">([\d.]+)</b>', account)]
    assert told == [line.points for line in best.working] and sum(told) == best.points
    assert f'title="{best.points:.4f}">{best.points:.2f}\u00a0points<' in account.partition("</h2>")[0]
    # nobody's row is marked for a stranger; the example is the leader's
    assert 'aria-current="true"' not in page.split("<tbody")[1] and "The points of" in page
    # and its row says so: once another name is open the example is put away
    beside = ["data-beside" in part for part in page.split("<tbody")[1:]]
    assert beside == [True] + [False] * (table.players - 1)
    last = table.rows[-1]
    Score.objects.filter(player_id=last.player_id).update(player_id=house.caio.player_id)
    client.force_login(User.objects.get(pk=house.caio.user_id))
    mine = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    (row,) = [part for part in mine.split("<tbody") if 'data-mine="true"' in part]
    assert "Caio" in row and f"<strong>{last.points:.2f}</strong>" in row and "Your points" in mine
    assert f'href="/seasons/{season}/"' in text(client.get("/me/", headers={"Accept-Language": "en"}))


@pytest.mark.rule("SCPT.R")
def test_a_ranking_without_scores_says_so(client, house, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    season, stage = circuit(house)
    page = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    assert "No tournament of this season has been scored yet." in page and "<table" not in page
    # what counts for it leads to it, from the calendar too
    december = datetime(2026, 12, 12, 22, tzinfo=UTC)
    coming = house.published(name="Etapa 1", stage_id=stage, starts_at=december)
    for path in ("/", "/calendar/?month=2026-12", f"/t/{coming}/"):
        assert f'href="/seasons/{season}/"' in text(client.get(path)), path
    page = text(client.get(f"/seasons/{season}/", headers={"Accept-Language": "en"}))
    assert f'href="/t/{coming}/"' in page and ">Next</dt>" in page


def test_houses_of_one_name_are_named_among_by_their_town(house):
    here = replace(venue_view(house.venue_id), city="Ribeira")
    there, other = replace(here, venue_id=99, city="Lisboa"), replace(here, venue_id=98, name="Outro")
    houses = [here, there, other]
    assert [named_among(one, houses) for one in houses] == ["Clube · Ribeira", "Clube · Lisboa", "Outro"]
    assert named_among(here, [here, other]) == "Clube"


@pytest.mark.rule("PT-T.57", "PT-T.58")
def test_the_glossary_speaks_portuguese_first(client):
    brazil = text(client.get("/words/", headers={"Accept-Language": "pt-br"}))
    assert "inscrito que espera um assento livre" in brazil
    assert "aguarda um lugar livre" in text(client.get("/words/", headers={"Accept-Language": "pt"}))
    english = text(client.get("/words/", headers={"Accept-Language": "en"}))
    assert "waits for a free seat" in english
    # what the pages of a language say is explained, and what they do not say is not
    assert ">late register<" in brazil and ">late registration<" not in brazil and ">surrender<" in brazil
    assert ">hand for hand<" not in brazil and ">hand for hand<" in english
    assert ">late registration<" in english and ">late register<" not in english


@pytest.mark.rule("PT-T.59")
def test_each_language_is_named_in_itself(client):
    for path in ("/", "/sign-in/"):
        page = text(client.get(path, headers={"Accept-Language": "pt-br"}))
        for name in ("Português (Brasil)", "Português (Portugal)", "English"):
            assert f">{name}</" in page, path


def test_the_language_link_leads_nowhere_else(client):
    there = client.get("/language/en/", {"next": "/words/"})
    assert (there.status_code, there["Location"]) == (302, "/words/")
    assert client.cookies["django_language"].value == "en"
    assert client.get("/language/en/", {"next": "https://elsewhere.example/"})["Location"] == "/"
    assert client.get("/language/xx/").status_code == 404


@pytest.mark.rule("PT-T.56", "PT-T.60", "ADTP.6")
def test_every_shipped_rule_set_reads_in_words():
    from rules.policies import shipped
    from web.public.policies import CHOICES, in_words
    from web.public.subjects import by_subject

    for policies in shipped().values():
        values = policies.as_dict()
        assert len(in_words(policies, online=True)) >= len(CHOICES)
        for name, _about, _rule, says in CHOICES:
            assert values[name] in says, (policies.rule_set, name)
        for language in ("pt-br", "pt", "en"):
            with translation.override(language):
                lines = in_words(policies, online=True)
                grouped = [line for subject in by_subject(lines) for line in subject.lines]
                # each stands once, under one heading
                assert sorted(grouped, key=repr) == sorted(lines, key=repr), policies.rule_set
        with translation.override("en"):
            [spoken] = [
                line for line in in_words(policies, online=True) if line.rule in ("PT-T.60", "ADTP.6")
            ]
        assert ("prevails" in spoken.says) == (policies.rule_set == "pt_online")


@pytest.mark.rule("REGULATIONS 2.8", "REGULATIONS 3.7")
def test_the_structure_tells_the_time_chip_and_the_redraws(client, house):
    plain = house.registering("turbo-8max")
    page = text(client.get(f"/t/{plain}/structure/", headers={"Accept-Language": "en"}))
    assert "20,000" in page and "Time chip" not in page and "All seats drawn again" not in page
    told = house.registering(
        "turbo-8max", time_chip_chips=2_000, time_chip_minutes_before_start=15, redraw_at=[27, 18]
    )
    page = text(client.get(f"/t/{told}/structure/", headers={"Accept-Language": "en"}))
    # 22:00 UTC is 19:00 in São Paulo; levels of a quarter of an hour
    assert re.findall(r'<td class="number begins">(\d\d:\d\d)</td>', page)[:3] == ["19:00", "19:15", "19:30"]
    assert "Time chip" in page and "+2,000" in page and "18:45" in page and "27 · 18" in page


@pytest.mark.rule("PT-T.45")
def test_what_has_not_begun_has_the_end_that_the_directors_page_forecasts(client, house):
    t = house.registering("turbo-8max", capacity=24)
    for entered in (24, 12):
        if entered == 12:
            house.fill(t, entered)
        client.force_login(User.objects.get(pk=house.ana.user_id))
        staff = text(client.get(f"/director/{t}/settings/structure/", headers={"Accept-Language": "en"}))
        hour = re.search(r"(?:ends about|fim previsto:)\s[^<]*?(\d\d:\d\d)<", staff)[1]
        client.logout()
        for path in (f"/t/{t}/", f"/t/{t}/structure/"):
            page = text(client.get(path, headers={"Accept-Language": "en"}))
            plain = " ".join(re.sub(r"<[^>]*>", " ", page).replace("\u00a0", " ").split())
            assert re.search(
                rf"Expected end:? about (?:[^ ]+ \d+ [^ ]+, )?{hour} with {entered} entries", plain
            ), path
    cast.say(start_tournament, by=house.ana, tournament_id=t, at=cast.after())
    assert "Expected end" not in text(client.get(f"/t/{t}/structure/", headers={"Accept-Language": "en"}))


def test_a_level_reads_as_long_as_it_is_set_whatever_its_clock_was_given():
    from web.board import structure_lines

    item = {"kind": "recess", "colour_up": []}
    items = [item | {"seconds": seconds} for seconds in (1237, 2437)]
    told = structure_lines({"items": items, "index": 0, "state": "running", "added_seconds": 37})
    # the second is set to the second
    assert [line["minutes"] for line in told] == ["20", "40\u00a0min 37\u00a0s"]


def test_money_and_places_read_the_same_from_the_server_as_the_browser_writes_them(client, house):
    """Whole reais have no cents, on a page as on a wall; where one amount of a list has some, all have."""
    t = house.registering("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    house.fill(t, 3)
    cast.say(start_tournament, by=house.ana, tournament_id=t, at=cast.after())
    page = text(client.get(f"/t/{t}/", headers={"Accept-Language": "pt-BR"}))
    assert re.search(r"<td class=\"figures\">1º</td><td class=\"number\">R\$\xa0[\d.]+</td>", page)
    odd = [{"amount_cents": cents} for cents in (60_000, 30_050, 0)]
    assert (shows_cents(odd), shows_cents(odd[:1]), shows_cents([])) == (True, False, False)
    with translation.override("en"):
        said = [amount(row["amount_cents"], "BRL", shows_cents(odd)) for row in odd]
        assert said == ["R$600.00", "R$300.50", ""]
        assert amount(60_000, "BRL", False) == "R$600"


def test_what_does_not_exist_is_named_in_the_readers_language(client):
    page = client.get("/players/99999999/", headers={"Accept-Language": "pt-BR"}).content.decode()
    assert "Este jogador não existe." in page
    page = client.get("/t/99999999/", headers={"Accept-Language": "pt-BR"}).content.decode()
    assert (
        "Este torneio não existe." in page
        and "tournament" not in page.partition("<main")[2].partition("</main>")[0]
    )
    assert (
        client.get("/api/tournaments/99999999", headers={"Accept-Language": "pt-BR"}).json()["detail"]
        == "Este torneio não existe."
    )


def test_public_pages_and_the_players_follow_the_device_into_the_dark(client):
    for address in ("/", "/seasons/", "/sign-in/", "/privacy/"):
        assert 'data-theme="device"' in text(client.get(address)), address


def test_of_one_entrant_nobody_says_that_the_winner_takes_it_all(client, house):
    t = house.registering("turbo-8max")

    def payouts():
        page = text(client.get(f"/t/{t}/", headers={"Accept-Language": "en"}))
        part = page[page.index("Payouts (forecast)") :]
        part = part[: part.index("</table>")]
        return re.findall(r'class="number">([^<]*\d[^<]*)<', part), part

    house.enter(t)
    assert payouts()[0] == [] and "Known once there are entries." in payouts()[1]
    house.enter(t)
    found, part = payouts()
    assert found and "every further one changes places and prizes" in part
    house.fill(t, 4)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    pages = [f"/t/{t}/", f"/t/{t}/structure/"]
    read = [text(client.get(page, headers={"Accept-Language": "en"})) for page in pages]
    assert all("Payouts (forecast)" in page for page in read)
    assert "late registration ends" in read[1]
    # an open page says so by itself, in the words that stand there
    assert 'data-part="payouts-title" data-fixed="Payouts"' in read[0]
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    for page in pages:
        closed = text(client.get(page, headers={"Accept-Language": "en"}))
        assert "forecast" not in closed and "late registration ends" not in closed and "Payouts" in closed


@pytest.mark.rule("SCPT.U")
def test_who_is_out_and_came_in_again_is_told_as_playing_in_the_list_of_those_out(client, house):
    t = house.started("turbo-8max", entries=6)
    seats = iter(room.seats(t))
    again, gone = next(seats), next(seats)
    for out in (again, gone):
        room.bust(house, t, out)
    person = Entry.objects.get(pk=again).player
    cast.say(
        reenter,
        by=house.desi,
        at=cast.after(minutes=21),
        tournament_id=t,
        player_id=person.pk,
        method="cash",
    )
    page = text(client.get(f"/t/{t}/results/", headers={"Accept-Language": "en"}))
    rows = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in page.split("<tr>")[2:]]
    told = {name: "plays again" in row for row in rows for name in (person.public_name,) if name in row}
    assert told == {person.public_name: True}
    assert page.count("plays again") == 1 and "Out so far" in page
