"""Venues, seasons, rule sets and the life of a tournament before it plays."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from dispatch.models import Fact
from people.queries import founding_code
from tests import cast
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.commands.drop_template import drop_template
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.open_registration import open_registration
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.save_template import save_template
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry, RuleSet, Slot, Tournament, Venue
from tournaments.queries import circuit

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def edit(
    house: cast.House, t: int, *, by: Any = None, acknowledge: Any = (), **changes: Any
) -> dict[str, Any]:
    return cast.say(
        edit_tournament, by=by or house.ana, tournament_id=t, changes=changes, acknowledge=acknowledge
    )


# ------------------------------------------------------------------------------------------ the frame


@pytest.mark.rule("SCPT.E")
def test_a_venue_and_who_may_change_it(house: cast.House) -> None:
    change = {"by": house.olga, "venue_id": house.venue_id}
    cast.say(update_venue, changes={"surcharges_bp": {"debit": 450}, "terms_version": "2"}, **change)
    venue = Venue.objects.get(pk=house.venue_id)
    assert (venue.surcharges_bp, venue.terms_version) == ({"debit": 450}, "2")
    for changes, code in (
        ({"currency": "EUR"}, "cannot_change"),
        ({"frozen_at": None}, "cannot_change"),
        ({"surcharges_bp": {"debit": -1}}, "number_too_small"),
        ({"surcharges_bp": {"debit": 100_000}}, "number_too_large"),
        ({"surcharges_bp": {"balance": 1}}, "no_such_choice"),
        ({"surcharges_bp": "5 %"}, "bad_surcharges"),
        ({"timezone": "Mars/Olympus"}, "no_such_timezone"),
        ({"language": "fr"}, "no_such_choice"),
        ({"slug": "Não Vale"}, "bad_slug"),
        ({"name": ""}, "text_missing"),
    ):
        with cast.refused(code):
            cast.say(update_venue, changes=changes, **change)
    for who in (house.ana, house.desi, house.dora):
        with cast.refused("forbidden"):
            cast.say(update_venue, by=who, venue_id=house.venue_id, changes={"name": "Meu"})


def test_a_slug_is_taken_once(house: cast.House) -> None:
    slug = Venue.objects.get(pk=house.venue_id).slug
    with cast.refused("slug_taken"):
        cast.say(create_venue, by=house.olga, name="Outra", slug=slug)
    with cast.refused("sign_in_first"):
        cast.say(create_venue, by=cast.PASSER_BY, name="Outra", slug="outra")


def test_who_owns_no_house_opens_none_but_the_first(house: cast.House) -> None:
    for who in (house.ana, house.desi, house.caio, house.dora):
        with cast.refused("forbidden"):
            cast.say(create_venue, by=who, name="Minha", slug="minha")
    with cast.refused("forbidden"):
        cast.say(
            create_venue, by=cast.PASSER_BY, name="Minha", slug="minha", owner_user_id=house.dora.user_id
        )
    made = cast.say(create_venue, by=house.olga, name="Segunda", slug="segunda")["venue_id"]
    assert Venue.objects.get(pk=made).name == "Segunda"


def test_the_first_house_is_opened_by_who_has_the_code_of_the_console(db: None) -> None:
    eva, rui = cast.person("Eva"), cast.person("Rui")
    code = founding_code()
    for wrong in ("", "x", code[:-1]):
        with cast.refused("no_first_owner"):
            cast.say(create_venue, by=rui, name="Primeira", slug="primeira", founding_code=wrong)
    assert cast.say(create_venue, by=eva, name="Primeira", slug="primeira", founding_code=code)["venue_id"]
    with cast.refused("forbidden"):
        cast.say(create_venue, by=rui, name="Segunda", slug="segunda", founding_code=code)


@pytest.mark.rule("SCPT.R", "SCPT.S", "REGULATIONS 1.1")
def test_series_season_stage_and_numbers_of_events(house: cast.House) -> None:
    series = cast.say(create_series, by=house.ana, venue_id=house.venue_id, name="SCPT", slug="scpt")
    year = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    season = cast.say(create_season, by=house.ana, series_id=series["series_id"], name="2026", **year)
    days = {"starts_on": date(2026, 11, 18), "ends_on": date(2026, 11, 23)}
    stage = cast.say(
        create_stage, by=house.ana, season_id=season["season_id"], number=4, name="4ª etapa", **days
    )
    numbers = [
        Tournament.objects.get(pk=house.tournament(stage_id=stage["stage_id"])).number for _ in range(3)
    ]
    assert numbers == [1, 2, 3]
    with cast.refused("number_taken"):
        cast.say(create_stage, by=house.ana, season_id=season["season_id"], number=4, name="4", **days)
    with cast.refused("name_taken"):
        cast.say(create_season, by=house.ana, series_id=series["series_id"], name="2026", **year)
    with cast.refused("ends_before_start"):
        cast.say(
            create_season,
            by=house.ana,
            series_id=series["series_id"],
            name="2027",
            starts_on=date(2027, 2, 1),
            ends_on=date(2027, 1, 1),
        )
    with cast.refused("outside_season"):
        cast.say(
            create_stage,
            by=house.ana,
            season_id=season["season_id"],
            number=5,
            name="5",
            starts_on=date(2027, 1, 1),
            ends_on=date(2027, 1, 2),
        )
    with cast.refused("forbidden"):
        cast.say(create_series, by=house.desi, venue_id=house.venue_id, name="X", slug="x")
    with cast.refused("slug_taken"):
        cast.say(create_series, by=house.ana, venue_id=house.venue_id, name="X", slug="scpt")
    with cast.refused("not_found"):
        cast.say(create_season, by=house.ana, series_id=10**9, name="x", **year)
    other = cast.house()
    with cast.refused("not_found"):
        other.tournament(stage_id=stage["stage_id"])


@pytest.mark.rule("ADTP.1")
def test_a_directors_rule_set(house: cast.House) -> None:
    arguments = {"by": house.ana, "venue_id": house.venue_id, "base": "scpt"}
    made = cast.say(create_rule_set, name="casa", changes={"halt_when_short_by": 2}, **arguments)
    assert RuleSet.objects.get(pk=made["rule_set_id"]).policies["halt_when_short_by"] == 2
    t = Tournament.objects.get(pk=house.tournament(rule_set="casa"))
    assert (t.rule_set, t.policies["halt_when_short_by"], t.policies["deals"]) == (
        "casa",
        2,
        "unanimous_final_table",
    )
    with cast.refused("name_taken"):
        cast.say(create_rule_set, name="casa", changes={}, **arguments)
    with cast.refused("name_taken"):
        cast.say(create_rule_set, name="adtp", changes={}, **arguments)
    with cast.refused("unknown_policy"):
        cast.say(create_rule_set, name="x", changes={"magic": 1}, **arguments)
    with cast.refused("bad_policy"):
        cast.say(create_rule_set, name="x", changes={"deals": "maybe"}, **arguments)
    with cast.refused("no_such_rule_set"):
        house.tournament(rule_set="wsop")


# ------------------------------------------------------------------------------------------ drafts


@pytest.mark.parametrize("key", ["scpt-main", "turbo-8max", "sit-and-go-9", "online-mtt-pt"])
def test_every_template_can_be_published(house: cast.House, key: str) -> None:
    t = Tournament.objects.get(pk=house.registering(key))
    assert (t.state, t.currency, t.venue_id) == ("registering", "BRL", house.venue_id)
    assert len(t.draw_book.commitment) == 64
    published = cast.facts(t.pk, kind="tournament_published")[0]
    assert published["commitment"] == t.draw_book.commitment and "seed" not in str(cast.facts(t.pk))


def test_a_template_that_is_none_and_times_that_are_none(house: cast.House) -> None:
    with cast.refused("no_such_template"):
        house.tournament("wsop")
    with cast.refused("not_an_instant"):
        house.tournament(starts_at="amanhã")
    with cast.refused("forbidden"):
        cast.say(
            create_tournament,
            by=house.desi,
            venue_id=house.venue_id,
            template="scpt-main",
            name="x",
            starts_at=cast.START,
        )


def test_a_draft_is_the_staffs_own(house: cast.House) -> None:
    from dispatch.models import Fact

    t = house.tournament()
    edit(house, t, name="Segredo")
    assert set(Fact.objects.filter(stream=f"tournament:{t}").values_list("audience", flat=True)) == {"staff"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"price_cents": -1}, "number_too_small"),
        ({"price_cents": 0.5}, "not_a_number"),
        ({"price_cents": 10**15}, "number_too_large"),
        ({"price_cents": "muito"}, "not_a_number"),
        ({"starting_stack_chips": 0}, "number_too_small"),
        ({"capacity": -9}, "number_too_small"),
        ({"late_registration_level": 999}, "number_too_large"),
        ({"late_registration_level": 99}, "late_registration_beyond_levels"),
        ({"state": "running"}, "cannot_change"),
        ({"venue_id": 1}, "cannot_change"),
    ],
)
def test_edits_that_cannot_be(house: cast.House, changes: dict[str, Any], code: str) -> None:
    t = house.tournament()
    with cast.refused(code):
        edit(house, t, **changes)


@pytest.mark.rule("PT-T.34", "ADTP.P11", "SCPT.L")
def test_a_draft_may_be_wrong_but_is_not_published_wrong(house: cast.House) -> None:
    t = house.tournament()
    edit(house, t, price_cents=45_001)
    with cast.refused("not_ready_to_publish", rule="SCPT.L") as no:
        cast.say(publish_tournament, by=house.ana, tournament_id=t, at=cast.DRAFTED)
    assert [f["code"] for f in no.value.params["findings"]] == ["split_does_not_sum"]
    items = Tournament.objects.get(pk=t).structure["items"]
    items[1]["big_blind"] = 50
    with cast.refused("bad_blinds"):
        edit(house, t, structure={**Tournament.objects.get(pk=t).structure, "items": items})
    with cast.refused("payouts_do_not_sum", rule="PT-T.34"):
        edit(
            house,
            t,
            payout_table={
                "kind": "custom",
                "tiers": [
                    {"from": 1, "to": 1, "percent_each": "60"},
                    {"from": 2, "to": 2, "percent_each": "39.1"},
                ],
            },
        )


@pytest.mark.rule("ADTP.P11")
def test_levels_that_fall_are_refused_when_typed(house: cast.House) -> None:
    t = house.tournament("turbo-8max")
    structure = Tournament.objects.get(pk=t).structure
    structure["items"][1] = {**structure["items"][1], "small_blind": 25, "big_blind": 50}
    with cast.refused("levels_fall"):
        edit(house, t, structure=structure)


@pytest.mark.rule("SCPT.J")
def test_a_doubt_is_passed_when_the_director_insists(house: cast.House) -> None:
    t = house.tournament(capacity=90, re_entries_per_player=0)
    with cast.refused("not_ready_to_publish", rule="SCPT.J"):
        cast.say(publish_tournament, by=house.ana, tournament_id=t, at=cast.DRAFTED)
    cast.say(
        publish_tournament,
        by=house.ana,
        tournament_id=t,
        at=cast.DRAFTED,
        acknowledge=["guarantee_above_capacity"],
    )
    assert cast.facts(t, kind="tournament_published")[0]["acknowledged"] == ["guarantee_above_capacity"]


# ------------------------------------------------------------------------------------------ announced


def test_publishing_once_and_in_time(house: cast.House) -> None:
    t = house.published()
    with cast.refused("not_a_draft"):
        cast.say(publish_tournament, by=house.ana, tournament_id=t)
    late = house.tournament()
    with cast.refused("starts_in_the_past"):
        cast.say(publish_tournament, by=house.ana, tournament_id=late, at=cast.START)
    for who in (house.bruno, house.desi, house.caio, house.dora):
        with cast.refused("forbidden"):
            cast.say(publish_tournament, by=who, tournament_id=late)
    with cast.refused("not_announced"):
        cast.say(open_registration, by=house.ana, tournament_id=late)
    with cast.refused("not_found"):
        cast.say(publish_tournament, by=house.ana, tournament_id=10**9)


@pytest.mark.rule("PT-T.39")
def test_only_a_rehearsal_brings_its_seed(house: cast.House) -> None:
    seed = "ab" * 32
    practice = house.published(practice=True, practice_seed=seed)
    assert bytes(Tournament.objects.get(pk=practice).draw_book.master_seed).hex() == seed
    t = house.tournament()
    with cast.refused("seed_only_for_practice", rule="PT-T.39"):
        cast.say(publish_tournament, by=house.ana, at=cast.DRAFTED, tournament_id=t, practice_seed=seed)
    for wrong in ("zz", "ab" * 31, ""):
        p = house.tournament(practice=True)
        with cast.refused("bad_seed"):
            cast.say(publish_tournament, by=house.ana, at=cast.DRAFTED, tournament_id=p, practice_seed=wrong)


@pytest.mark.rule("SCPT.F")
def test_what_was_sold_does_not_change(house: cast.House) -> None:
    t = house.registering("turbo-8max", capacity=16, guarantee_cents=10_000)
    edit(house, t, price_cents=12_000, seats_per_table=9)  # nobody has registered yet
    house.fill(t, 3)
    for changes in ({"price_cents": 1}, {"starting_stack_chips": 1}, {"rule_set": "adtp"}, {"rebuy": None}):
        with cast.refused("too_late_to_change"):
            edit(house, t, **changes)
    with cast.refused("guarantee_is_promised", rule="SCPT.F"):
        edit(house, t, guarantee_cents=9_999)
    with cast.refused("seats_are_sold"):
        edit(house, t, capacity=2)
    with cast.refused("forbidden"):
        edit(house, t, by=house.desi, name="x")
    with cast.refused("cannot_change"):
        edit(house, t, state="finished")
    edit(house, t, capacity=3, name="Terça à noite")
    assert Slot.objects.filter(tournament_id=t).count() == 3
    house.enter(t)
    edit(house, t, capacity=None)
    assert not Slot.objects.filter(tournament_id=t).exists()
    edit(house, t, capacity=5)
    assert Slot.objects.filter(tournament_id=t, entry__isnull=False).count() == 4


@pytest.mark.rule("SCPT.B", "SCPT.D")
def test_postponing_tells_the_players(house: cast.House) -> None:
    t = house.registering()
    house.enter(t)
    later = cast.after(hours=1)
    cast.say(postpone_tournament, by=house.ana, tournament_id=t, starts_at=later, reason="Chuva")
    assert Tournament.objects.get(pk=t).starts_at == later
    assert cast.facts(t, kind="tournament_postponed")[0]["reason"] == "Chuva"
    with cast.refused("reason_missing"):
        cast.say(postpone_tournament, by=house.ana, tournament_id=t, starts_at=later, reason="")
    with cast.refused("starts_in_the_past"):
        cast.say(postpone_tournament, by=house.ana, tournament_id=t, starts_at=cast.DRAFTED, reason="x")
    with cast.refused("forbidden"):
        cast.say(postpone_tournament, by=house.desi, tournament_id=t, starts_at=later, reason="x")


def test_last_tuesday_again(house: cast.House) -> None:
    t = house.published(capacity=900, registration_opens_at=cast.before(hours=3))
    house.registering()
    week = cast.after(days=7)
    copy = Tournament.objects.get(
        pk=cast.say(duplicate_tournament, by=house.ana, tournament_id=t, name="Terça 2", starts_at=week)[
            "tournament_id"
        ]
    )
    assert (copy.state, copy.name, copy.capacity, copy.starts_at) == ("draft", "Terça 2", 900, week)
    assert week - copy.registration_opens_at == cast.START - cast.before(hours=3)
    # the next that is free in its stage
    assert copy.number == 3
    with cast.refused("forbidden"):
        cast.say(duplicate_tournament, by=house.bruno, tournament_id=t, name="x", starts_at=week)


def test_a_house_keeps_an_announcement_to_begin_others_with(house: cast.House) -> None:
    t = house.published(capacity=64, guarantee_cents=500_00, registration_opens_at=cast.before(hours=3))
    saved = cast.say(save_template, by=house.ana, tournament_id=t, name="Terça")["template_id"]
    assert cast.say(save_template, by=house.ana, tournament_id=t, name="Quinta")["template_id"] != saved
    week = cast.after(days=7)
    made = Tournament.objects.get(
        pk=cast.say(
            create_tournament, by=house.ana, venue_id=house.venue_id, template_id=saved,
            name="Terça 24", starts_at=week, changes={"capacity": 72},
        )["tournament_id"]
    )  # fmt: skip
    source = Tournament.objects.get(pk=t)
    assert (made.state, made.name, made.capacity, made.guarantee_cents) == ("draft", "Terça 24", 72, 500_00)
    assert (made.structure, made.policies, made.number) == (source.structure, source.policies, 2)
    assert week - made.registration_opens_at == cast.START - cast.before(hours=3)
    # another of the name takes its place; what is removed begins nothing
    again = cast.say(save_template, by=house.ana, tournament_id=made.pk, name="Terça")["template_id"]
    assert [(v.template_id, v.name, v.values["capacity"]) for v in circuit.templates_of(house.venue_id)][0] == (
        again, "Terça", 72,
    )  # fmt: skip
    assert [v.name for v in circuit.templates_of(house.venue_id)] == ["Terça", "Quinta"]
    cast.say(drop_template, by=house.ana, venue_id=house.venue_id, template_id=again)
    for gone in (saved, again):
        with cast.refused("no_such_template"):
            cast.say(
                create_tournament, by=house.ana, venue_id=house.venue_id, template_id=gone,
                name="x", starts_at=week,
            )  # fmt: skip
        with cast.refused("no_such_template"):
            cast.say(drop_template, by=house.ana, venue_id=house.venue_id, template_id=gone)
    with cast.refused("forbidden"):
        cast.say(save_template, by=house.bruno, tournament_id=t, name="x")
    assert [v.name for v in circuit.templates_of(house.venue_id)] == ["Quinta"]


@pytest.mark.rule("SCPT.B")
def test_instants_among_changes_may_come_as_text(house: cast.House) -> None:
    """As JSON brings them; with an offset, of this century."""
    t = house.tournament("turbo-8max", registration_opens_at="2026-11-20T19:00:00-03:00")
    assert Tournament.objects.get(pk=t).registration_opens_at == cast.before(hours=24)
    edit(house, t, starts_at="2026-11-22T22:00:00Z")
    assert Tournament.objects.get(pk=t).starts_at == cast.after(hours=24)
    for wrong in ("2026-11-22T22:00:00", "9999-12-31T23:59:59Z", "tomorrow", "", 5):
        with cast.refused("not_an_instant"):
            edit(house, t, starts_at=wrong)


@pytest.mark.rule("REGULATIONS 1.1")
def test_a_copy_is_the_next_event_of_its_stage(house: cast.House) -> None:
    series = cast.say(
        create_series, by=house.olga, venue_id=house.venue_id, name="SCPT", slug="scpt-copy"
    )["series_id"]  # fmt: skip
    season = cast.say(
        create_season, by=house.olga, series_id=series, name="2026",
        starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), points_c_milli=1500,
    )["season_id"]  # fmt: skip
    stage = cast.say(
        create_stage, by=house.olga, season_id=season, number=1, name="1", place="Floripa",
        starts_on=date(2026, 11, 20), ends_on=date(2026, 11, 23),
    )["stage_id"]  # fmt: skip
    first = house.tournament(stage_id=stage, number=7)
    second = house.tournament(stage_id=stage)
    again = cast.say(
        duplicate_tournament, by=house.ana, tournament_id=first, name="Outra vez", starts_at=cast.after(days=1)
    )["tournament_id"]  # fmt: skip
    numbers = dict(Tournament.objects.values_list("id", "number"))
    assert (numbers[first], numbers[second], numbers[again]) == (7, 8, 9)


@pytest.mark.rule("PT-T.39")
def test_a_sit_and_go_lowered_to_the_seats_sold_starts(house: cast.House) -> None:
    t = house.registering("sit-and-go-9")
    house.fill(t, 5)
    assert edit(house, t, capacity=6)["started"] is False
    with cast.refused("seats_are_sold", rule="SCPT.H"):
        edit(house, t, capacity=4)
    assert edit(house, t, capacity=5) == {"tournament_id": t, "changed": ["capacity"], "started": True}
    started = Tournament.objects.get(pk=t)
    assert started.state == "running" and started.field.players_left == 5
    assert len(cast.facts(t, kind="tournament_started")) == 1


@pytest.mark.rule("SCPT.H")
def test_who_waited_learns_of_the_seat_that_a_larger_room_gives(house: cast.House) -> None:
    t = house.registering("turbo-8max", capacity=2)
    players = [entry["player_id"] for entry in house.fill(t, 5)]

    def told() -> list[int]:
        fact = Fact.objects.filter(stream=f"tournament:{t}", kind="tournament_changed").latest("id")
        return sorted(int(topic.split("/")[1]) for topic in fact.touches if topic.startswith("player/"))

    edit(house, t, capacity=3)
    assert told() == [players[2]]
    edit(house, t, name="Terça à noite")
    assert told() == []
    edit(house, t, capacity=None)
    assert told() == players[3:]
    assert not Entry.objects.filter(tournament_id=t, state="waiting").exists()
