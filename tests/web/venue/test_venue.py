"""The frame through Django's client: venue, circuit, staff and devices, rule sets."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client

from people.models import Device, StaffRole, User
from rules.accounts import AccountKind
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.web.director.test_director import as_, sealed
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.pay_debt import pay_debt
from tournaments.models import Debt, RuleSet, Season, Stage, Tournament, Venue
from web.venue.books import KINDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def post(client, address, **values):
    return client.post(address, {"command_id": str(uuid.uuid4()), **values})


def page(client, address, **more):
    response = client.get(address, **more)
    assert response.status_code == 200, address
    assert response["Cache-Control"] == "private, no-store"
    return response.content.decode()


def test_who_sees_what(house):
    where = f"/director/venues/{house.venue_id}/"
    clients = [as_(person) for person in (house.olga, house.ana, house.bruno)]
    nobody = as_(house.dora)
    for tab in ("", "circuit/", "staff/", "rule-sets/", "rule-sets/?base=scpt"):
        for client in clients:
            assert "style=" not in page(client, where + tab), tab
        response = nobody.get(where + tab)
        assert response.status_code == 403 and b"Bruno" not in response.content, tab
        assert Client().get(where + tab).status_code == 302
    assert clients[0].get("/director/venues/999999/").status_code == 403
    # the floor reads no addresses and has no buttons
    bruno = clients[2]
    read = page(bruno, where + "staff/")
    assert "/revoke/" not in read and "@" not in read.split("<main")[1]
    with cast.unchanged():
        for what, values in (
            ("role", {"user_id": str(house.dora.user_id), "role": "owner"}),
            ("unpair", {"device_id": "1"}),
        ):
            assert post(bruno, where + f"staff/do/{what}/", **values).status_code == 302
        assert post(bruno, where, name="Minha").status_code == 409
        assert post(bruno, where + "circuit/", what="series", name="X", slug="x").status_code == 409


@pytest.mark.rule("SCPT.E", "SCPT.K")
def test_the_owner_changes_the_venue_and_a_mistake_keeps_what_was_typed(house):
    olga, where = as_(house.olga), f"/director/venues/{house.venue_id}/"
    venue = Venue.objects.get(pk=house.venue_id)
    values = {
        "name": "Casa Nova", "slug": venue.slug, "city": "Balneário", "timezone": "America/Sao_Paulo",
        "language": "pt-br", "terms_version": "2", "terms_text": "Novo texto", "surcharge_debit": "2,5",
        "surcharge_credit": "4.99 %",
    }  # fmt: skip
    with cast.unchanged():
        for wrong in (
            {"surcharge_debit": "muito"},
            {"timezone": "Mars/North"},
            {"surcharge_credit": "99"},
            {"name": ""},
        ):
            response = post(olga, where, **values | wrong)
            assert response.status_code == 409 and b"Balne\xc3\xa1rio" in response.content, wrong
    assert post(olga, where, **values).status_code == 302
    venue.refresh_from_db()
    assert (venue.name, venue.terms_version) == ("Casa Nova", "2")
    assert venue.surcharges_bp == {"debit": 250, "credit": 499}
    read = page(olga, where)
    assert 'value="4.99"' in read
    assert "Debit card 2.5% Credit card 4.99%" in " ".join(re.sub(r"<[^>]*>", "", read).split())


@pytest.mark.rule("SCPT.K")
def test_what_players_accepted_stays_what_stands_under_its_version(house):
    """Who accepted one text is never told to have accepted another; before anybody did, the house writes as it likes."""
    olga, where = as_(house.olga), f"/director/venues/{house.venue_id}/"
    values = {
        "name": "Casa", "slug": Venue.objects.get(pk=house.venue_id).slug, "city": "Floripa", "timezone": "America/Sao_Paulo",
        "language": "pt-br", "surcharge_debit": "5", "surcharge_credit": "10",
    }  # fmt: skip

    def save(version, text):
        response = post(olga, where, **values, terms_version=version, terms_text=text)
        assert response.status_code in (302, 409)
        return response.status_code == 302

    def stands():
        return Venue.objects.values_list("terms_version", "terms_text").get(pk=house.venue_id)

    assert save("1", "A") and save("1", "B")
    house.fill(house.registering("turbo-8max"), 1)  # accepts version 1
    with cast.unchanged():
        refused = post(olga, where, **values, terms_version="1", terms_text="C").content.decode()
    assert (
        "Players accepted version 1 as it stands. Give the new text a version of its own. (Rule SCPT.K)"
        in " ".join(re.sub(r"<[^>]*>", " ", refused).split())
    )
    assert re.search(r'name="terms_version"[^>]*aria-invalid="true"', refused) and ">C</textarea>" in refused
    assert save("2", "C") and stands() == ("2", "C")
    with cast.unchanged():
        assert not save("1", "C")  # not back under what others accepted
    assert save("2", "D") and stands() == ("2", "D")
    assert (
        post(olga, where, **values | {"name": "Outra"}, terms_version="2", terms_text="D").status_code == 302
    )


def test_a_brazilian_house_has_a_cnpj_that_can_be_one(house):
    olga = as_(house.olga)
    where = f"/director/venues/{house.venue_id}/"
    slug = Venue.objects.get(pk=house.venue_id).slug
    values = {
        "name": "Clube", "slug": slug, "city": "Balneário", "timezone": "America/Sao_Paulo",
        "language": "pt-br", "terms_version": "1", "terms_text": "Texto", "surcharge_debit": "5",
        "surcharge_credit": "10",
    }  # fmt: skip
    for wrong in ("123", "12.345.678/0001-90", "00.000.000/0000-00"):
        with cast.unchanged():
            refused = post(olga, where, **values | {"tax_id": wrong})
        body = refused.content.decode()
        assert refused.status_code == 409 and "it is no CNPJ" in body and f'value="{wrong}"' in body
        assert re.search(r'<input id="h-tax"[^>]*aria-invalid="true"', body)
    for right in ("12.345.678/0001-95", "12.ABC.345/01DE-35", "529.982.247-25", ""):
        assert post(olga, where, **values | {"tax_id": right}).status_code == 302, right


def test_all_that_is_wrong_with_a_house_is_told_at_once_in_the_folds_that_have_it(house):
    olga, where = as_(house.olga), f"/director/venues/{house.venue_id}/"
    before = olga.get(where).content.decode()
    closed = before.count('<details class="card fold">')
    assert closed == 4
    values = {
        "name": "Arena",
        "city": "",
        "timezone": "America/Sao_Paulo",
        "language": "pt-br",
        "terms_version": "1",
        "terms_text": "",
        "slug": "Olá Mundo!",
        "tax_id": "123",
        "surcharge_credit": "abc",
    }
    for address in (where, "/director/venues/open/"):
        refused = post(olga, address, **values, currency="BRL")
        body = refused.content.decode()
        assert refused.status_code == 409
        assert [name for name in values if f'id="wrong-{name}"' in body] == [
            "slug",
            "tax_id",
            "surcharge_credit",
        ]
        assert body.count(" autofocus") == 1
        assert "abc %" not in body and "abc&nbsp;%" not in body
        if address == where:
            assert body.count('<details class="card fold">') == closed - 1
            assert body.count('<details class="card fold" open>') == 1
    # what is wrong where nothing is folded opens nothing
    body = post(olga, where, **values | {"slug": "arena", "surcharge_credit": ""}).content.decode()
    assert 'id="wrong-tax_id"' in body and body.count('<details class="card fold">') == closed
    assert Venue.objects.get().name != "Arena"


def test_a_venue_is_opened_by_who_owns_one(house):
    values = {
        "name": "Outra",
        "slug": "outra",
        "currency": "EUR",
        "timezone": "Europe/Lisbon",
        "language": "pt",
    }
    ana = as_(house.ana)
    with cast.unchanged():
        assert post(ana, "/director/venues/open/", **values).status_code == 409
    response = post(as_(house.olga), "/director/venues/open/", **values)
    opened = Venue.objects.get(slug="outra")
    assert response["Location"] == f"/director/venues/{opened.pk}/" and opened.currency == "EUR"


@pytest.mark.rule("SCPT.A", "SCPT.R", "SCPT.S")
def test_circuit_season_and_stage(house):
    ana, where = as_(house.ana), f"/director/venues/{house.venue_id}/circuit/"
    assert post(ana, where, what="series", name="Circuito", slug="circuito").status_code == 302
    series = house_series(house)
    # what comes next lies open: the season of a new circuit, then its first stage
    assert unfolded(page(ana, where)) == ["season"]
    season = {
        "what": "season",
        "series_id": str(series),
        "name": "2026",
        "starts_on": "2026-01-01",
        "ends_on": "2026-12-31",
    }
    with cast.unchanged():
        for wrong in (
            {"ends_on": "2025-01-01"},
            {"points_c": "1,5,5"},
            {"points_c": "-1"},
            {"starts_on": "x"},
            {"name": ""},
        ):
            response = post(ana, where, **{**season, "points_c": "1,25", **wrong})
            assert response.status_code == 409, wrong
    assert post(ana, where, **season, points_c="1,25").status_code == 302
    made = Season.objects.get(name="2026")
    assert made.points_c_milli == 1250
    assert unfolded(page(ana, where)) == ["stage"]
    stage = {
        "what": "stage",
        "season_id": str(made.pk),
        "name": "Etapa 1",
        "starts_on": "2026-03-01",
        "ends_on": "2026-03-05",
    }
    with cast.unchanged():
        response = post(ana, where, **{**stage, "ends_on": "2027-01-01"}, number="1", place="Itajaí")
        assert response.status_code == 409 and "Itajaí" in response.content.decode()
    assert post(ana, where, **stage, number="1", place="Itajaí").status_code == 302
    assert Stage.objects.get(season=made).name == "Etapa 1"
    read = page(ana, where)
    assert unfolded(read) == []
    assert "constant c 1.25" in read and "1 Mar 2026" in read and 'value="2"' in read
    # the new tournament can belong to it
    assert "Etapa 1" in page(ana, f"/director/venues/{house.venue_id}/new/")


def unfolded(html):
    """What the open forms of circuits make."""
    opened = re.findall(r"<details[^>]* open>(.*?)</details>", html, re.DOTALL)
    return [what for form in opened for what in re.findall(r'name="what" value="(\w+)"', form)]


def house_series(house):
    from tournaments.queries import circuit

    return circuit.series_of(house.venue_id)[0].series_id


def test_staff_get_accounts_and_roles_and_lose_them(house):
    olga, where = as_(house.olga), f"/director/venues/{house.venue_id}/staff/"
    values = {"name": "Nuno", "email": "nuno@example.com", "role": "floor"}
    with cast.unchanged():
        response = post(olga, where + "do/account/", **values | {"email": "nuno"})
        assert response.status_code == 409 and b'value="nuno"' in response.content
    assert post(olga, where + "do/account/", **values).status_code == 302
    nuno = User.objects.get(email="nuno@example.com")
    role = StaffRole.objects.get(user=nuno)
    assert role.role == "floor" and not nuno.has_usable_password()
    assert post(olga, where + "do/role/", user_id=str(nuno.pk), role="director").status_code == 302
    post(olga, where + "do/revoke/", role_id=str(role.pk))
    assert {r.role for r in StaffRole.objects.filter(user=nuno, revoked_at=None)} == {"director"}
    # an address that is known: who gives the role reads that nobody was invited, and that the name typed is not taken
    known = {"command_id": str(uuid.uuid4()), **values, "name": "Outro Nome", "role": "desk"}
    answer = olga.post(where + "do/account/", known, follow=True).content.decode()
    assert "There was an account with this address: it has the role now and keeps its name." in answer
    nuno.refresh_from_db()
    assert (nuno.name, User.objects.filter(email=nuno.email).count()) == ("Nuno", 1)
    other = cast.house()
    foreign = other.tournament("turbo-8max")
    with cast.unchanged():
        post(olga, where + "do/role/", user_id=str(nuno.pk), role="desk", tournament_id=str(foreign))


def test_a_device_is_unpaired(house):
    ana, where = as_(house.ana), f"/director/venues/{house.venue_id}/staff/"
    from people.commands.pair_device import pair_device

    paired = cast.say(
        pair_device, by=house.ana, venue_id=house.venue_id, name="Tablet 3", kind="floor", token_hash="0" * 64
    )
    assert "Tablet 3" in page(ana, where)
    post(ana, where + "do/unpair/", device_id=str(paired["device_id"]))
    assert Device.objects.get(pk=paired["device_id"]).revoked_at is not None
    assert "Tablet 3" not in page(ana, where)


@pytest.mark.rule("ADTP.1")
def test_a_variation_is_checked_while_chosen_and_kept_under_its_name(house):
    ana, bruno = as_(house.ana), as_(house.bruno)
    where = f"/director/venues/{house.venue_id}/rule-sets/"
    read = page(ana, where + "?base=scpt")
    form = dict(
        re.findall(
            r'<input\s+id="va-[a-z_]+"\s+(?:aria-describedby="[^"]+"\s+)?name="([a-z_]+)"[^>]*value="([^"]*)"',
            read,
        )
    )
    chosen = dict(
        re.findall(
            r'<select id="va-[a-z_]+" name="([a-z_]+)">.*?<option value="([a-z_]+)" selected', read, re.S
        )
    )
    flags = dict.fromkeys(re.findall(r'type="checkbox" name="([a-z_]+)" value="1" checked', read), "1")
    same = {**form, **chosen, **flags, "base": "scpt", "name": "Casa"}
    check = lambda **changed: post(ana, where + "check/", **same | changed).content.decode()  # noqa: E731
    assert "The same as SCPT 2024 (Santa Catarina Poker Tour) so far." in check()
    told = check(deals="forbidden", places_paid_bp="12,5", called_clock_seconds="30")
    assert "3 choices differ from SCPT 2024 (Santa Catarina Poker Tour)" in told and "Not allowed." in told
    assert "is not a whole number" in check(called_clock_seconds="soon")
    with cast.unchanged():
        response = post(ana, where, **same | {"name": "", "deals": "forbidden"})
        assert (
            response.status_code == 409 and '<option value="forbidden" selected' in response.content.decode()
        )
        assert post(bruno, where, **same).status_code == 409
    assert post(ana, where, **same | {"deals": "forbidden", "places_paid_bp": "12,5"}).status_code == 302
    kept = RuleSet.objects.get(name="Casa").policies
    assert (kept["deals"], kept["places_paid_bp"], kept["short_handed_main_seconds"]) == (
        "forbidden",
        1250,
        900,
    )
    assert "Deals: Not allowed." in page(ana, where)
    draft = house.tournament("sit-and-go-9")
    assert '<option value="Casa">Casa</option>' in page(ana, f"/director/{draft}/settings/")
    assert Tournament.objects.get(pk=draft).rule_set != "Casa"


def test_the_owner_corrects_the_books_and_nobody_else(house):
    tournament = house.registering("turbo-8max")
    house.enter(tournament, method="cash")
    olga, ana, bruno = as_(house.olga), as_(house.ana), as_(house.bruno)
    where = f"/director/venues/{house.venue_id}/books/"
    assert bruno.get(where).status_code == 403
    read = page(olga, f"{where}?tournament={tournament}")
    # what stands in the drawer is what was paid; the pool and the fee hold their parts
    assert re.search(r"Cash drawer</th><td class=\"number\">R\$120.00", read)
    assert re.search(r"Prize pool</th><td class=\"number\">R\$100.00", read)
    fee, pool = (
        re.search(rf'<option value="(\d+)">{word} · tournament', read)[1]
        for word in ("House fee", "Prize pool")
    )
    values = {"from": fee, "to": pool, "amount": "5.00", "reason": "promised", "tournament": str(tournament)}
    assert "Correct the books" not in page(ana, where)
    with cast.unchanged():
        # first what follows, and for another amount again
        told = post(olga, where, **values).content.decode()
        assert told.count("R$105.00") == 1 and told.count("R$15.00") == 1
        values["shown"] = re.search(r'name="shown" value="([^"]+)"', told)[1]
        assert "R$106.00" in post(olga, where, **values | {"amount": "6.00"}).content.decode()
        for client, wrong in (
            (ana, {}),
            (olga, {"reason": ""}),
            (olga, {"amount": "0"}),
            (olga, {"to": fee}),
        ):
            assert post(client, where, **values | wrong).status_code == 409, wrong
        assert olga.get(f"{where}?tournament=999999").status_code == 404
    assert post(olga, where, **values).status_code == 302
    assert re.search(
        r"Prize pool</th><td class=\"number\">R\$105.00", page(olga, f"{where}?tournament={tournament}")
    )
    cast.books_balance()


def test_the_books_name_every_account_and_leave_out_the_empty_ones(house):
    tournament = house.started(
        "turbo-8max", entries=4, starts_at=cast.START,
        rebuy={"price_cents": 3_000, "chips": 10_000, "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(), "until_level": 6, "per_player": 1},
    )  # fmt: skip
    olga = as_(house.olga)
    where = f"/director/venues/{house.venue_id}/books/?tournament={tournament}"

    def theirs():
        return page(olga, where, HTTP_ACCEPT_LANGUAGE="pt-br").split('id="bt-t"')[1].split("</section>")[0]

    at = cast.START + timedelta(minutes=1)
    entry = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)[0].entry_id
    cast.say(announce_rebuy, by=house.bruno, at=at, entry_id=entry)
    assert re.search(r"Devido, ainda não recebido</th><td class=\"number\">R\$\s30,00", theirs())
    cast.say(pay_debt, by=house.desi, at=at, debt_id=Debt.objects.get().pk, method="cash")
    assert "Devido, ainda não recebido" not in theirs() and "Premiação" in theirs()


def test_every_kind_of_account_has_its_word():
    assert set(KINDS) == set(AccountKind)


@pytest.mark.parametrize(
    ("ends", "after"),
    [
        (("Cash drawer", "Bank"), {"Cash drawer": "R$20.00", "Bank": "R$220.00", "House fee": "R$40.00"}),
        (("Bank", "Cash drawer"), {"Cash drawer": "R$220.00", "Bank": "R$20.00", "House fee": "R$40.00"}),
        # of a place and a claim both fall or both rise: the cash goes as it is said
        (
            ("Cash drawer", "House fee"),
            {"Cash drawer": "R$20.00", "Bank": "R$120.00", "House fee": "−R$60.00"},
        ),
        (
            ("House fee", "Cash drawer"),
            {"Cash drawer": "R$220.00", "Bank": "R$120.00", "House fee": "R$140.00"},
        ),
    ],
)
def test_what_is_corrected_from_becomes_less_and_the_takings_say_so(house, ends, after):
    tournament = house.registering("turbo-8max")
    house.enter(tournament, method="cash")
    house.enter(tournament, method="transfer")
    olga = as_(house.olga)
    where = f"/director/venues/{house.venue_id}/books/"
    asked = f"{where}?tournament={tournament}"
    options = dict(
        (word, number)
        for number, word in re.findall(
            r'<option value="(\d+)">\s*([\w ]+?)\s*(?:·|</option>)', page(olga, asked)
        )
    )
    values = {
        "from": options[ends[0]], "to": options[ends[1]], "amount": "100.00", "reason": "to the bank",
        "tournament": str(tournament),
    }  # fmt: skip
    told = post(olga, where, **values).content.decode()
    shown = re.search(r'name="shown" value="([^"]+)"', told)[1]
    follows = told.split('id="follows"')[1].split("</dl>")[0]
    for word in ends:
        assert after[word] in follows, word
    assert post(olga, where, **values, shown=shown).status_code == 302
    cast.books_balance()
    sealed()
    read = page(olga, asked)
    for word, money in after.items():
        assert f'{word}</th><td class="number">{money}' in read, word
    # what was made can be read again: the reason, who, both accounts
    made = read.split('id="bm-t"')[1]
    assert "to the bank" in made and "Olga" in made and all(word in made for word in ends)
    # tonight nothing else moved
    takings = page(olga, f"/director/venues/{house.venue_id}/takings/")
    said = "is missing from the float" if ends[0] == "Cash drawer" else "beyond the float"
    assert f"<strong>R$100.00</strong> {said}" in takings


@pytest.mark.rule("ADTP.48")
def test_the_cap_of_raises_is_the_houses_number_and_rulings_use_it(house):
    ana = as_(house.ana)
    where = f"/director/venues/{house.venue_id}/rule-sets/"
    read = page(ana, where + "?base=adtp")
    form = dict(
        re.findall(
            r'<input\s+id="va-[a-z_]+"\s+(?:aria-describedby="[^"]+"\s+)?name="([a-z_]+)"[^>]*value="([^"]*)"',
            read,
        )
    )
    assert form["limit_bets_and_raises"] == "4"
    with cast.unchanged():
        asked = {**form, "base": "adtp", "name": "Limite"}
        assert post(ana, where, **asked | {"limit_bets_and_raises": "0"}).status_code == 409
    assert post(ana, where, **asked | {"limit_bets_and_raises": "3"}).status_code == 302
    assert RuleSet.objects.get(name="Limite").policies["limit_bets_and_raises"] == 3
    tournament = house.started("turbo-8max", entries=4, rule_set="Limite")
    told = Client(headers={"accept-language": "en"}).get(f"/t/{tournament}/rules/").content.decode()
    assert "At most 3, also between two; without a limit once two players are left in the tournament." in told
    acts = [
        {"seat": 1 + nth % 2, "act": "raise" if nth else "bet", "to_chips": 100 * (nth + 1)}
        for nth in range(3)
    ]
    situation = {
        "limit": "fixed_limit", "big_blind_chips": 100, "acts": acts,
        "players": [{"seat": seat, "stack_chips": 9000} for seat in (1, 2)],
    }  # fmt: skip
    asked = {"kind": "reopening", "situation": json.dumps(situation)}
    told = as_(house.bruno).get(f"/api/tournaments/{tournament}/rulings/answer", asked).json()
    assert (told["code"], told["rules"], told["params"]["cap"]) == (
        "may_not_raise", ["ADTP.48", "ADTP.47B", "ADTP.43A"], 3,
    )  # fmt: skip


def test_time_zones_are_told_by_names_that_people_know(house):
    read = page(as_(house.olga), f"/director/venues/{house.venue_id}/", headers={"Accept-Language": "pt-br"})
    zones = re.findall(
        r'<option value="([^"]+)"(?: (selected))?\s*>([^<]+)</option>',
        read.split('id="h-zone"')[1].split("</select>")[0],
    )
    assert ("America/Sao_Paulo", "selected", "São Paulo (UTC−3)") in zones
    assert [name for _id, _chosen, name in zones if "/" in name.split(" (")[0] and "_" in name] == []
    told = [name for _id, _chosen, name in zones]
    assert len(set(told)) == len(told)
    # none that is no place
    assert {zone for zone, _chosen, _name in zones} & {"Factory", "localtime"} == set()
    # one that is stored stays chosen, also where another one has its name
    Venue.objects.filter(pk=house.venue_id).update(timezone="Brazil/East")
    read = page(as_(house.olga), f"/director/venues/{house.venue_id}/", headers={"Accept-Language": "pt-br"})
    chosen = re.findall(
        r'<option value="([^"]+)" selected\s*>([^<]+)</option>',
        read.split('id="h-zone"')[1].split("</select>")[0],
    )
    assert chosen == [("Brazil/East", "São Paulo (UTC−3)")]
