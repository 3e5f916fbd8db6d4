"""Everything a tournament announces has its field; what is wrong stands at its field, all at once, as it was typed."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import override_settings

from dispatch.facts import SYSTEM
from dispatch.models import Fact
from rules.announcing import FIELDS
from tests import cast
from tests.web.director.test_director import as_, form_of, sealed
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.models import Series, Tournament, Venue

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    """The cast, playing now: pages live in the present."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def typed(client, tournament: int, **changes: str) -> dict[str, str]:
    """The settings form as the page draws it, with some fields typed over."""
    page = client.get(f"/director/{tournament}/settings/").content.decode()
    return form_of(page) | {"command_id": str(uuid.uuid4())} | changes


def save(client, tournament: int, **changes: str):
    return client.post(f"/director/{tournament}/settings/", typed(client, tournament, **changes))


def wrong(html: str) -> dict[str, str]:
    """What the page says at which field."""
    return {
        name: unescape(text)
        for name, text in re.findall(r'<span class="wrong" id="wrong-([^"]+)">(.*?)</span>', html)
    }


# ------------------------------------------------------------------------------------------ each has its field


@pytest.mark.rule("SCPT.N", "SCPT.S", "SCPT.T", "SCPT.V", "PT-T.23", "PT-T.24")
def test_what_only_programs_could_set_is_set_on_the_page(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    answer = save(
        client,
        draft,
        variant="plo",
        format="multi_table",
        number="7",
        main_event="1",
        high_roller="1",
        ranking_weight="0.25",
        late_registration_level="",
        late_registration_minutes="90",
        late_through_recess="1",
        cancel_minutes_before_start="30",
        denominations="25, 100, 500, 1000, 5000",
    )
    assert answer.status_code == 302, wrong(answer.content.decode())
    now = Tournament.objects.get(pk=draft)
    assert (now.variant, now.format, now.number) == ("plo", "multi_table", 7)
    assert (now.main_event, now.high_roller, now.ranking_weight_milli) == (True, True, 250)
    assert (now.late_registration_level, now.late_registration_minutes) == (0, 90)
    assert now.cancel_minutes_before_start == 30
    assert now.structure["denominations"] == [25, 100, 500, 1000, 5000]
    assert now.structure["late_registration_through_recess"] is True
    # and taken back there
    save(client, draft, variant="nlhe", late_registration_minutes="", late_registration_level="6")
    page = typed(client, draft)
    assert page["main_event"] == "1"
    assert client.post(f"/director/{draft}/settings/", {**page, "main_event": ""}).status_code == 302
    now.refresh_from_db()
    assert (now.variant, now.main_event, now.late_registration_minutes) == ("nlhe", False, None)


def test_every_announced_value_has_a_field_on_the_page(house):
    """A new value of rules.announcing is not forgotten on the page."""
    draft = house.tournament("turbo-8max")
    page = typed(as_(house.ana), draft)
    called = {
        "price_cents": "price",
        "split": "part_value_0",
        "price_periods": "period_until_0",
        "guarantee_cents": "guarantee",
        "time_chip_minutes_before_start": "time_chip_minutes",
        "ranking_weight_milli": "ranking_weight",
        "rebuy": "rebuy_price",
        "add_on": "add_on_price",
        "structure": "denominations",  # its levels have a page of their own
    }
    ticked = {"online", "main_event", "high_roller", "practice", "surrender"}  # empty boxes are not sent
    html = as_(house.ana).get(f"/director/{draft}/settings/").content.decode()
    # these have pages of their own
    for name in FIELDS.keys() - {"payout_table", "prize_unit_cents"}:
        field = called.get(name, name)
        assert field in page or (name in ticked and f'name="{field}"' in html), name


def test_an_older_page_that_does_not_ask_for_the_game_takes_no_mark_away(house):
    draft = house.tournament("scpt-main", high_roller=True, variant="nlhe", ranking_weight_milli=750)
    client = as_(house.ana)
    form = typed(client, draft, name="Outro")
    for name in ("variant", "format", "number", "main_event", "high_roller", "online", "ranking_weight"):
        form.pop(name, None)
    assert client.post(f"/director/{draft}/settings/", form).status_code == 302
    now = Tournament.objects.get(pk=draft)
    assert (now.name, now.main_event, now.high_roller, now.ranking_weight_milli) == ("Outro", True, True, 750)


@pytest.mark.rule("SCPT.L", "REGULATIONS 2.3")
def test_a_free_split_of_every_component(house):
    draft = house.tournament("turbo-8max", guarantee_cents=0)
    client = as_(house.ana)
    rows = [
        ("prize_pool", "70 %", "beside"),
        ("house_fee", "60", "beside"),
        ("administrative_fee", "10 %", "beside"),
        ("bounty", "40", "beside"),
        ("staff_fund", "3%", "withheld"),
        ("ranking_fund", "2,5 %", "withheld_share"),
        ("ranking_fund", "120", "pool"),
        ("staff_fund", "3 %", "guarantee"),
    ]
    parts = {
        f"part_{key}_{row}": value
        for row, line in enumerate(rows)
        for key, value in zip(("component", "value", "how"), line, strict=True)
    }
    answer = save(client, draft, split="free", price="500", **parts)
    assert answer.status_code == 302, wrong(answer.content.decode())
    split = Tournament.objects.get(pk=draft).split
    assert (split["price_cents"], Tournament.objects.get(pk=draft).price_cents) == (50_000, 50_000)
    assert [
        (p["component"], p["amount_cents"], p["share_bp"], p["base"], p["withheld"]) for p in split["parts"]
    ] == [
        ("prize_pool", None, 7000, "price", False),
        ("house_fee", 6_000, None, "price", False),
        ("administrative_fee", None, 1000, "price", False),
        ("bounty", 4_000, None, "price", False),
        ("staff_fund", None, 300, "price", True),
        ("ranking_fund", None, 250, "prize_share", True),
    ]
    assert split["pool_deductions"] == [
        {"component": "ranking_fund", "amount_cents": 12_000, "share_bp": None}
    ]
    assert split["guarantee_deductions"] == [
        {"component": "staff_fund", "amount_cents": None, "share_bp": 300}
    ]
    # the page draws it again as it is, and saving that changes nothing
    with cast.unchanged():
        assert client.post(f"/director/{draft}/settings/", typed(client, draft)).status_code == 302
    # what each part is, while one types: 350 − 15 − 8,75 to the prizes
    check = client.post(f"/director/{draft}/settings/check/", typed(client, draft)).content.decode()
    assert "R$500.00 = to the prizes R$326.25 + house fee R$60.00 + administrative fee R$50.00" in check


@pytest.mark.rule("SCPT.L")
def test_parts_that_do_not_make_the_price_say_both_sums_at_the_price(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    parts = {"part_component_0": "prize_pool", "part_value_0": "100", "part_how_0": "beside"}
    parts |= {"part_component_1": "house_fee", "part_value_1": "19.50", "part_how_1": "beside"}
    with cast.unchanged():
        answer = save(client, draft, split="free", price="120", **parts)
        assert answer.status_code == 409
        assert wrong(answer.content.decode()) == {"price": "The parts add up to 119.50; the price is 120.00."}
        check = client.post(
            f"/director/{draft}/settings/check/", typed(client, draft, split="free", price="120", **parts)
        )
        assert "The parts add up to 119.50; the price is 120.00." in check.content.decode()


def test_a_rebuy_with_a_fee(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    rebuy = {"rebuy_price": "60", "rebuy_fee": "10", "rebuy_chips": "20000", "rebuy_level": "4"}
    assert save(client, draft, **rebuy).status_code == 302
    assert [
        (p["component"], p["amount_cents"]) for p in Tournament.objects.get(pk=draft).rebuy["split"]["parts"]
    ] == [
        ("prize_pool", 5_000),
        ("house_fee", 1_000),
    ]
    with cast.unchanged():
        assert client.post(f"/director/{draft}/settings/", typed(client, draft)).status_code == 302
        answer = save(client, draft, rebuy_fee="61")
    assert wrong(answer.content.decode()) == {"rebuy_fee": "The fee is part of the price: it cannot be more."}


@pytest.mark.rule("PT-T.23")
def test_an_add_on_in_the_last_late_break_keeps_registration_open_only_where_the_form_says_so(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    add_on = {"add_on_price": "50", "add_on_chips": "20000", "add_on_level": "6", "add_on_per_player": "1"}
    with cast.unchanged():
        answer = save(client, draft, late_registration_level="6", **add_on)
    assert wrong(answer.content.decode()) == {
        "add_on_level": "The add-on after level 6 is sold only while late registration is open: tick late registration also in"
        " that break, or sell the add-on after an earlier level."
    }
    kept = save(client, draft, late_registration_level="6", late_through_recess="1", **add_on)
    assert kept.status_code == 302
    now = Tournament.objects.get(pk=draft)
    assert now.add_on["after_level"] == 6 and now.structure["late_registration_through_recess"] is True


# ------------------------------------------------------------------------------------------ wrong, at its field


def test_everything_wrong_is_told_at_once_at_its_field_and_what_was_typed_stays(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    bad = {
        "starting_stack_chips": "vinte mil",
        "seats_per_table": "-5",
        "capacity": "999999999999999999999",
        "guarantee": "muito",
        "rebuy_price": "60",
        "rebuy_chips": "x",
        "rebuy_level": "",
    }
    with cast.unchanged():
        answer = save(client, draft, **bad)
    html = answer.content.decode()
    assert answer.status_code == 409
    told = wrong(html)
    assert list(told) == [
        "guarantee",
        "starting_stack_chips",
        "seats_per_table",
        "capacity",
        "rebuy_chips",
        "rebuy_level",
    ]
    assert told["starting_stack_chips"] == "vinte mil is not a whole number."
    assert told["seats_per_table"] == "-5 is too little: at least 0."
    assert told["rebuy_level"] == "A number is missing. Fill it in and try again."
    assert "6 fields need another look. Each says why." in html
    for name, value in bad.items():
        assert re.search(rf'name="{name}"[^>]*value="{re.escape(value)}"', html), name
    # the first of them has the focus, each points at its sentence
    assert re.findall(r"<input[^>]*\bautofocus\b[^>]*>", html) == [
        next(tag for tag in re.findall(r"<input[^>]*>", html) if 'name="guarantee"' in tag)
    ]
    assert 'aria-invalid="true" aria-describedby="wrong-capacity f-capacity-hint"' in html


def test_what_the_rules_refuse_stands_at_its_field_too_in_the_unit_that_was_typed(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    with cast.unchanged():
        html = save(client, draft, guarantee="muito", seats_per_table="11").content.decode()
    told = wrong(html)
    assert "guarantee" in told and told.pop("guarantee")  # what cannot be read and what cannot be, at once
    assert told == {
        "seats_per_table": "Seats at a table cannot be more than 10. Check the number of digits.",
    }


def test_a_finding_stands_at_the_field_that_puts_it_right(house):
    published = house.published("turbo-8max")
    client = as_(house.ana)
    with cast.unchanged():
        answer = save(client, published, late_registration_level="0")
    assert list(wrong(answer.content.decode())) == ["re_entries_per_player"]


def test_a_new_tournament_and_a_copy_name_their_wrong_fields(house):
    client = as_(house.ana)
    tournament = house.tournament("turbo-8max")
    for url in (f"/director/venues/{house.venue_id}/new/", f"/director/{tournament}/copy/"):
        post = {"command_id": str(uuid.uuid4()), "template": "turbo-8max", "name": " ", "starts_at": "x"}
        with cast.unchanged():
            html = client.post(url, post).content.decode()
        assert wrong(html) == {"name": "Fill in Name.", "starts_at": "Give the day and the time."}, url


def test_a_program_is_told_the_fields_by_their_names(house):
    from tests.api.conftest import caller

    draft = house.tournament("turbo-8max")
    ana = caller("ana", house.ana)
    body = {"changes": {"seats_per_table": 11, "guarantee_cents": -1}}
    number = uuid.uuid4()
    answer = ana.post(f"tournaments/{draft}/edit", body, number=number, **{"Accept-Language": "en"})
    again = ana.post(f"tournaments/{draft}/edit", body, number=number, **{"Accept-Language": "en"})
    assert Tournament.objects.get(pk=draft).seats_per_table == 8
    assert again.json() == answer.json()  # asked again: the same answer
    assert answer.status_code == 400
    assert answer.json()["errors"] == {
        "seats_per_table": ["seats_per_table cannot be more than 10. Check the number of digits."],
        "guarantee_cents": ["guarantee_cents cannot be less than 0."],
    }


# ------------------------------------------------------------------------------------------ online


@pytest.mark.rule("PT-T.39")
def test_an_online_tournament_stays_a_draft_while_its_tables_cannot_be_played(house):
    client = as_(house.ana)
    soon = datetime.now(UTC) + timedelta(days=2)
    draft = house.tournament("online-mtt", starts_at=soon, capacity=20, alternates=True, length_minutes=240)
    html = client.get(f"/director/venues/{house.venue_id}/new/").content.decode()
    # this draft to begin again from; the tick says what can be played
    assert html.count("stays a draft: online, this cannot be played yet") == 1
    assert html.count("so far hold'em or Omaha") == 1
    html = client.get(f"/director/{draft}/settings/").content.decode()
    assert "Online, nobody may still stand in line when the time is up" in html
    publish = f"/director/{draft}/do/publish/"
    with cast.unchanged():
        client.post(publish, {"command_id": str(uuid.uuid4())})
    assert Tournament.objects.get(pk=draft).state == "draft"
    # one place opens them
    with override_settings(ONLINE_TABLES=True):
        client.post(publish, {"command_id": str(uuid.uuid4())})
        assert Tournament.objects.get(pk=draft).state == "announced"
    # what is published stays so and may be changed; nothing live becomes it
    assert save(client, draft, guarantee="10").status_code == 302
    live = house.published("turbo-8max", starts_at=soon)
    with cast.unchanged():
        answer = save(client, live, online="1")
    assert wrong(answer.content.decode())["online"].startswith("This tournament was published for the felt")


# ------------------------------------------------------------------------------------------ by time


@pytest.mark.rule("PT-T.23")
def test_late_registration_ends_at_its_time_whatever_the_level(house):
    from tournaments.commands.announce_level import announce_level
    from tournaments.models import Clock, Field
    from tournaments.tasks import end_late_due

    t = house.started("turbo-8max", entries=3, late_registration_level=0, late_registration_minutes=40)
    clock = Clock.objects.get(pk=t)
    # level 2 begins after 15 minutes: entries stay open
    cast.say(announce_level, by=SYSTEM, at=cast.after(minutes=15), tournament_id=t, turn=clock.turn)
    house.enter(t, at=cast.after(minutes=39))
    end_late_due(at=cast.after(minutes=39, seconds=59))
    assert Field.objects.get(pk=t).entries_closed_at is None
    late = house.player()
    with cast.refused("late_reg_closed"):
        house.enter(t, late, at=cast.after(minutes=40))
    end_late_due(at=cast.after(minutes=40))
    assert Field.objects.get(pk=t).entries_closed_at == cast.after(minutes=40)
    end_late_due(at=cast.after(minutes=41))
    assert Fact.objects.filter(stream=f"tournament:{t}", kind="entries_closed").count() == 1


@pytest.mark.rule("PT-T.24")
def test_cancelling_ends_earlier_where_the_event_says_so(house):
    from tournaments.commands.cancel_registration import cancel_registration

    t = house.registering("turbo-8max", cancel_minutes_before_start=120)
    entry = house.enter(t)
    with cast.refused("cancel_closed"):
        cast.say(
            cancel_registration,
            by=house.desi,
            at=cast.before(minutes=60),
            registration_id=entry["registration_id"],
        )


# ------------------------------------------------------------------------------------------ the house


def test_what_is_wrong_with_a_house_stands_at_its_fields(house):
    client = as_(house.olga)
    url = f"/director/venues/{house.venue_id}/"
    form = form_of(client.get(url).content.decode())
    bad = {
        "name": "",
        "slug": "Copa 2026",
        "surcharge_credit": "dez",
        "surcharge_debit": "31",
        "address": "Rua das Cartas, 52",
    }
    for at in (url, "/director/venues/open/"):
        with cast.unchanged():
            html = client.post(at, {**form, "command_id": str(uuid.uuid4()), **bad}).content.decode()
        assert wrong(html) == {
            "name": "Fill in Name.",
            "slug": "Short name for addresses takes small letters, digits and hyphens, like copa-2026.",
            "surcharge_debit": "31 is too much: at most 30%.",
            "surcharge_credit": "dez is no percentage, like 5 or 2,5.",
        }, at
        assert 'value="Rua das Cartas, 52"' in html and 'value="dez"' in html


def test_what_is_wrong_with_a_circuit_a_season_a_rule_set_or_a_list_stands_there(house):
    client = as_(house.olga)
    url = f"/director/venues/{house.venue_id}/circuit/"

    def post(**more):
        return client.post(url, {"command_id": str(uuid.uuid4()), **more})

    assert list(wrong(post(what="series", name="", slug="A B").content.decode())) == ["name", "slug"]
    post(what="series", name="Copa", slug="copa")
    # left empty it is made from the name, as a venue's is
    assert post(what="series", name="Liga de Verão", slug="").status_code == 302
    assert Series.objects.filter(name="Liga de Verão", slug="liga-de-verao").exists()
    assert wrong(post(what="series", name="Copa", slug="copa").content.decode()) == {
        "slug": "This address is already taken. Choose another."
    }
    season = {
        "what": "season",
        "series_id": "1",
        "name": "",
        "starts_on": "",
        "ends_on": "x",
        "points_c": "um",
    }
    season["series_id"] = str(Series.objects.get(slug="copa").pk)
    html = post(**season).content.decode()
    assert wrong(html) == {
        "name": "Fill in Name.",
        "starts_on": "Give the day.",
        "ends_on": "Give the day and the time.",
        "points_c": "um is no number, like 1 or 0,5.",
    }
    html = client.post(
        f"/director/venues/{house.venue_id}/rule-sets/",
        {
            **form_of(client.get(f"/director/venues/{house.venue_id}/rule-sets/?base=scpt").content.decode()),
            "command_id": str(uuid.uuid4()),
            "base": "scpt",
            "name": "",
            "called_clock_seconds": "x",
            "places_paid_bp": "muitos",
        },
    ).content.decode()
    assert list(wrong(html)) == ["name", "called_clock_seconds", "places_paid_bp"]
    html = client.post(
        f"/director/venues/{house.venue_id}/players/import/", {"command_id": str(uuid.uuid4())}
    ).content.decode()
    assert wrong(html) == {"file": "Choose a file first."}


def test_a_refused_invitation_keeps_the_chosen_role(house):
    client = as_(house.olga)
    with cast.unchanged():
        html = client.post(
            f"/director/venues/{house.venue_id}/staff/do/account/",
            {"command_id": str(uuid.uuid4()), "name": "Bia", "email": "bia", "role": "desk"},
        ).content.decode()
    assert list(wrong(html)) == ["email"]
    assert '<option value="desk" selected>' in html and '<option value="floor" selected>' not in html


def test_the_address_of_the_house_is_kept(house):
    client = as_(house.olga)
    url = f"/director/venues/{house.venue_id}/"
    form = form_of(client.get(url).content.decode()) | {"command_id": str(uuid.uuid4())}
    assert client.post(url, {**form, "address": "Rua das Cartas, 52"}).status_code == 302
    assert Venue.objects.get(pk=house.venue_id).address == "Rua das Cartas, 52"


# ------------------------------------------------------------------------------------------ the number of an event


def test_events_of_a_stage_and_of_a_house_have_numbers_of_their_own(house):
    """New, copied, and moved into a stage in the settings: each proposes the next that is free; one that is taken is refused
    at its field, with the next free one."""
    year = datetime.now(UTC).year
    season = cast.say(
        create_season,
        by=house.olga,
        series_id=cast.say(
            create_series, by=house.olga, venue_id=house.venue_id, name="Circuito", slug="circuito"
        )["series_id"],
        name=str(year),
        starts_on=date(year, 1, 1),
        ends_on=date(year + 1, 12, 31),
    )["season_id"]
    stage = cast.say(
        create_stage,
        by=house.olga,
        season_id=season,
        number=1,
        name="Etapa 1",
        place="Floripa",
        starts_on=date(year, 1, 1),
        ends_on=date(year + 1, 12, 31),
    )["stage_id"]
    ana = as_(house.ana)
    starts_at = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT20:00")

    def drafted(**more: Any) -> Tournament:
        answer = ana.post(
            f"/director/venues/{house.venue_id}/new/",
            {
                "command_id": str(uuid.uuid4()),
                "template": "turbo-8max",
                "name": "Noite",
                "starts_at": starts_at,
                **more,
            },
        )
        assert answer.status_code == 302, wrong(answer.content.decode())
        return Tournament.objects.latest("pk")

    def copied(source: Tournament) -> Tournament:
        answer = ana.post(
            f"/director/{source.pk}/copy/",
            {"command_id": str(uuid.uuid4()), "name": "De novo", "starts_at": starts_at},
        )
        assert answer.status_code == 302
        return Tournament.objects.latest("pk")

    assert [drafted(stage_id=stage).number, drafted(stage_id=stage).number] == [1, 2]
    first, second = Tournament.objects.filter(stage_id=stage).order_by("number")
    assert copied(first).number == 3
    alone, other = drafted(), drafted()
    assert (alone.number, other.number, copied(alone).number) == (1, 2, 3)
    # practice takes no number of a real event
    drafted(stage_id=stage, practice="1")
    # into the stage in the settings: 1 is taken there
    assert save(ana, alone.pk, stage_id=str(stage)).status_code == 302
    alone.refresh_from_db()
    assert (alone.stage_id, alone.number) == (stage, 4)
    # asked for by hand
    with cast.unchanged():
        answer = save(ana, alone.pk, number="2")
        assert answer.status_code == 409
    assert wrong(answer.content.decode()) == {
        "number": f"Event 2 of this stage is {second.name}. The next free number is 5."
    }
    assert save(ana, alone.pk, number="9").status_code == 302
    alone.refresh_from_db()
    assert alone.number == 9


# ------------------------------------------------------------------------------------------ two at a time


def test_what_somebody_else_saved_meanwhile_is_not_taken_back(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, name="Quarta", re_entries_per_player="3")
    changed = {"guarantee": "5.000,00", "capacity": "96", "starting_stack_chips": "12000", "ranks": "1"}
    theirs = typed(olga, draft, **changed)
    theirs.pop("alternates", None)
    assert olga.post(f"/director/{draft}/settings/", theirs).status_code == 302
    saved = Tournament.objects.get(pk=draft)
    assert ana.post(f"/director/{draft}/settings/", opened).status_code == 302
    now = Tournament.objects.get(pk=draft)
    assert (now.name, now.re_entries_per_player) == ("Quarta", 3)
    kept = ("guarantee_cents", "capacity", "starting_stack_chips", "ranks", "alternates", "chip_set", "split")
    assert {n: getattr(now, n) for n in kept} == {n: getattr(saved, n) for n in kept}
    assert (now.guarantee_cents, now.capacity, now.starting_stack_chips) == (500_000, 96, 12_000)
    assert not now.alternates


def test_what_both_changed_is_told_at_its_field_and_nothing_typed_is_lost(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, name="Quarta", guarantee="7.000,00")
    theirs = typed(olga, draft, guarantee="5.000,00", capacity="96")
    assert olga.post(f"/director/{draft}/settings/", theirs).status_code == 302
    sealed()
    with cast.unchanged():
        answer = ana.post(f"/director/{draft}/settings/", opened)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert set(wrong(html)) == {"guarantee"}
    assert wrong(html)["guarantee"].startswith(
        "Somebody else changed this since the page was opened. Saved now: “5"
    )
    # once: at its field
    assert html.count("Somebody else changed this") == 1
    assert re.search(r"1 field needs another look\. It says why\. Done by Olga at \d\d:\d\d\.", html)
    assert re.search(r'id="f-name"[^>]*value="Quarta"', html)
    again = form_of(html) | {
        "command_id": str(uuid.uuid4()),
        "name": "Quarta",
    }  # a later form has a name, too
    assert (again["guarantee"], again["capacity"]) == ("7.000,00", "96")
    assert ana.post(f"/director/{draft}/settings/", again).status_code == 302
    now = Tournament.objects.get(pk=draft)
    assert (now.name, now.guarantee_cents, now.capacity) == ("Quarta", 700_000, 96)


def test_a_rebuy_and_rows_that_somebody_else_added_stay(house):
    """Of what the page had not yet, nothing is sent; a list without an empty choice sends its first."""
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, name="Quarta")
    rebuy = {"rebuy_price": "50,00", "rebuy_chips": "5000", "rebuy_level": "4", "rebuy_condition": "zero"}
    assert olga.post(f"/director/{draft}/settings/", typed(olga, draft, **rebuy)).status_code == 302
    for row, price in ((0, "130,00"), (1, "140,00")):
        period = {f"period_price_{row}": price, f"period_level_{row}": str(row + 1)}
        assert olga.post(f"/director/{draft}/settings/", typed(olga, draft, **period)).status_code == 302
    saved = Tournament.objects.get(pk=draft)
    assert saved.rebuy["condition"] == "zero" and len(saved.price_periods) == 2
    answer = ana.post(f"/director/{draft}/settings/", opened)
    assert answer.status_code == 302, wrong(unescape(answer.content.decode()))
    now = Tournament.objects.get(pk=draft)
    assert (now.name, now.rebuy, now.price_periods) == ("Quarta", saved.rebuy, saved.price_periods)


def test_a_name_that_looks_like_an_amount_is_a_name(house):
    """7000 and 7.000 are one guarantee, and two names."""
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2), name="7000")
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, name="7.000")
    assert olga.post(f"/director/{draft}/settings/", typed(olga, draft, name="Quinta")).status_code == 302
    with cast.unchanged():
        answer = ana.post(f"/director/{draft}/settings/", opened)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409 and set(wrong(html)) == {"name"}
    assert re.search(r'id="f-name"[^>]*value="7\.000"', html)


def test_what_is_sent_again_is_told_as_nothing_new(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    ana = as_(house.ana)
    opened = typed(ana, draft, guarantee="7.000,00", capacity="96")
    assert ana.post(f"/director/{draft}/settings/", opened).status_code == 302
    again = opened | {"command_id": str(uuid.uuid4())}
    with cast.unchanged():
        answer = ana.post(f"/director/{draft}/settings/", again, follow=True)
    assert answer.status_code == 200 and "Nothing was changed." in answer.content.decode()


def test_a_choice_that_somebody_else_saved_is_told_by_its_words(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, format="multi_day")
    assert (
        olga.post(f"/director/{draft}/settings/", typed(olga, draft, format="sit_and_go")).status_code == 302
    )
    with cast.unchanged():
        answer = ana.post(f"/director/{draft}/settings/", opened)
    assert "Saved now: “Sit & go”." in wrong(unescape(answer.content.decode()))["format"]
