"""Who may enter, through the desk's and the director's pages: disqualified, under age, excluded."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.queries import wallet_balance
from people.models import Exclusion, Player
from tables.commands.redraw_tables import redraw_tables
from tables.models import Penalty, Seat
from tests import cast
from tests.web.desk.test_desk import deal, text
from tests.web.director.test_director import as_, house, press, running, sealed, take_back
from tournaments.commands.add_on import add_on
from tournaments.commands.rebuy import rebuy
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.models import Elimination, Entry, Field, Registration

__all__ = ["house"]

pytestmark = pytest.mark.django_db


def seated(tournament):
    return (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("table", "entry__player")
        .first()
    )


def disqualify(client, tournament, seat, chips=15_000):
    return press(
        client,
        tournament,
        "bust",
        table=seat.table.number,
        entry_id=seat.entry_id,
        reason="disqualified",
        stack_chips=chips,
    )


def again(house, tournament, player, **more):
    return cast.say(
        reenter,
        by=house.desi,
        at=datetime.now(UTC),
        tournament_id=tournament,
        player_id=player,
        method="cash",
        **more,
    )


@pytest.mark.rule("ADTP.67D")
def test_who_was_disqualified_is_out_of_the_event_until_the_director_lifts_it(house):
    tournament = running(house)
    seat = seated(tournament)
    player = seat.entry.player_id
    ana, desi = as_(house.ana), as_(house.desi)
    assert disqualify(ana, tournament, seat)["kind"] == "done"
    out = Elimination.objects.get(entry_id=seat.entry_id)
    # the desk sees why and offers no payment; only the director may lift it
    page = text(desi.get(f"/desk/{tournament}/?player={player}"))
    assert "Disqualified from this tournament" in page
    assert "do/reenter/" not in page and "do/lift/" not in page
    with cast.refused("disqualified", rule="ADTP.67D"):
        again(house, tournament, player)
    with cast.unchanged():
        landed = deal(desi, tournament, "reenter", player_id=player, method="cash")
        assert "was disqualified from this tournament" in text(landed)
        deal(desi, tournament, "lift", player_id=player, elimination_id=out.pk, reason="please")
        deal(ana, tournament, "lift", player_id=player, elimination_id=out.pk, reason=" ")
    # a redraw seats those who play
    cast.say(
        redraw_tables,
        by=house.ana,
        at=cast.START + timedelta(minutes=1),
        tournament_id=tournament,
        final=False,
    )
    assert not Seat.objects.filter(entry__player_id=player).exists()
    landed = text(
        deal(ana, tournament, "lift", player_id=player, elimination_id=out.pk, reason="mistaken for another")
    )
    assert "do/reenter/" in landed and "Disqualified from this tournament" not in landed
    sealed()
    history = text(ana.get(f"/director/{tournament}/history/"))
    assert "Disqualification lifted" in history
    assert cast.facts(tournament, kind="disqualification_lifted")[0]["reason"] == "mistaken for another"
    deal(desi, tournament, "reenter", player_id=player, method="cash")
    assert Entry.objects.filter(tournament_id=tournament, player_id=player).count() == 2
    cast.books_balance()


@pytest.mark.rule("ADTP.67D")
def test_lifting_is_undone_unless_the_player_has_entered_again(house):
    tournament = running(house)
    seat = seated(tournament)
    player = seat.entry.player_id
    ana = as_(house.ana)
    disqualify(ana, tournament, seat)
    out = Elimination.objects.get(entry_id=seat.entry_id)
    number = uuid.uuid4()
    deal(ana, tournament, "lift", number, player_id=player, elimination_id=out.pk, reason="mistake")
    deal(ana, tournament, "lift", number, player_id=player, elimination_id=out.pk, reason="mistake")
    sealed()
    assert f"/undo/{number}/" in text(ana.get(f"/director/{tournament}/history/"))
    assert take_back(ana, {"undo": f"/undo/{number}/"})["kind"] == "done"
    with cast.refused("disqualified"):
        again(house, tournament, player)
    sealed()
    history = text(ana.get(f"/director/{tournament}/history/"))
    assert f"/undo/{number}/" not in history and "Disqualified again" in history
    second = uuid.uuid4()
    deal(ana, tournament, "lift", second, player_id=player, elimination_id=out.pk, reason="after all")
    again(house, tournament, player)
    with cast.unchanged():
        toast = take_back(ana, {"undo": f"/undo/{second}/"})
    assert toast["kind"] == "refused" and "has entered again since" in toast["text"]


@pytest.mark.rule("ADTP.67D")
def test_a_disqualified_player_buys_no_chips_and_takes_over_no_registration(house):
    offer = {
        "price_cents": 1_000,
        "chips": 5_000,
        "split": {
            "name": "x",
            "price_cents": 1_000,
            "parts": [{"component": "prize_pool", "amount_cents": 1_000}],
        },
    }
    tournament = running(
        house,
        rebuy={**offer, "until_level": 6, "per_player": None},
        add_on={**offer, "after_level": 6, "per_player": 1},
    )
    seat = seated(tournament)
    disqualify(as_(house.ana), tournament, seat)
    at = cast.START + timedelta(minutes=1)
    with cast.refused("disqualified", rule="ADTP.67D"):
        cast.say(rebuy, by=house.desi, at=at, entry_id=seat.entry_id, method="cash")
    with cast.refused("disqualified", rule="ADTP.67D"):
        cast.say(add_on, by=house.desi, at=at, entry_id=seat.entry_id, method="cash")
    with cast.refused("disqualified", rule="ADTP.67D"):
        cast.say(
            register_player,
            by=house.desi,
            at=at,
            tournament_id=tournament,
            player_id=seat.entry.player_id,
            method="cash",
            terms_version="1",
            paid=True,
        )


@pytest.mark.rule("SCPT.F")
def test_a_minor_who_is_found_playing_is_removed_without_refund_and_blocked(house):
    tournament = running(house)
    other = house.registering("turbo-8max", name="Quarta", starts_at=cast.START + timedelta(days=1))
    seat = seated(tournament)
    player = seat.entry.player_id
    file = Player.objects.get(pk=player)
    house.enter(other, player)
    ana, desi = as_(house.ana), as_(house.desi)
    before = Field.objects.get(pk=tournament)
    # the seat sheet has the act of its own
    sheet = text(ana.get(f"/director/{tournament}/tables/{seat.table.number}/seats/{seat.number}/"))
    assert "Remove: under age" in sheet
    assert "do/under-age/" not in text(desi.get(f"/desk/{tournament}/?player={player}"))
    with cast.unchanged():
        deal(desi, tournament, "under-age", player_id=player, stack_chips=15_000)
    toast = press(ana, tournament, "under-age", player_id=player, stack_chips=15_000, reason="school card")
    assert toast["kind"] == "done" and "12th place for now" in toast["text"]
    assert "Cancelled: Quarta; R$120.00 is in the balance." in toast["text"]
    out = Elimination.objects.get(entry_id=seat.entry_id)
    assert (out.reason, out.chips_removed) == ("under_age", 15_000)
    field = Field.objects.get(pk=tournament)
    assert (field.chips_removed - before.chips_removed, field.players_left) == (
        15_000,
        before.players_left - 1,
    )
    # nothing of this entry came back; what was not begun did
    assert wallet_balance(player, unit="BRL") == 12_000
    assert Registration.objects.get(tournament_id=other).state == "cancelled"
    penalty = Penalty.objects.get(entry_id=seat.entry_id)
    assert (penalty.kind, penalty.rule, penalty.reason) == ("disqualification", "SCPT.F", "school card")
    # every entry everywhere is refused, also a new tournament's, and the desk sees why
    page = text(deal(desi, other, "register", player_id=player, method="cash"))
    assert "removed as under age" in page
    with cast.refused("identity_block", rule="SCPT.F"):
        again(house, tournament, player)
    staff = text(ana.get(f"/director/venues/{house.venue_id}/staff/"))
    assert "removed as under age, until the document is checked" in staff and "staff/do/lift/" not in staff
    # the document says fifteen: recorded, the block stays
    minor = (datetime.now(UTC) - timedelta(days=365 * 15)).date().isoformat()
    deal(desi, other, "check", player_id=player, birth_date=minor)
    assert "removed as under age" in text(desi.get(f"/desk/{other}/?player={player}"))
    # a document that shows the person of age ends it
    deal(
        desi,
        other,
        "check",
        player_id=player,
        birth_date="1990-01-02",
        document_kind="rg",
        document_number=file.document_number,
    )
    block = Exclusion.objects.get(player_id=player, kind="identity")
    assert (block.lifted_at is not None, block.lifted_by_id) == (True, house.desi.user_id)
    deal(desi, other, "register", player_id=player, method="cash")
    assert Entry.objects.filter(tournament_id=other, player_id=player, state="registered").exists()
    # out of the event in which it happened
    with cast.refused("disqualified", rule="SCPT.F"):
        again(house, tournament, player)
    cast.books_balance()


@pytest.mark.rule("SCPT.F")
def test_the_wrong_seat_removed_as_under_age_is_back_by_undo_without_a_block(house):
    tournament = running(house)
    seat = seated(tournament)
    ana = as_(house.ana)
    toast = press(ana, tournament, "under-age", player_id=seat.entry.player_id, stack_chips=20_000)
    assert take_back(ana, toast)["kind"] == "done"
    assert Entry.objects.get(pk=seat.entry_id).state == "playing"
    assert not Exclusion.objects.filter(lifted_at__isnull=True).exists()
    assert not Penalty.objects.filter(undone_at__isnull=True).exists()


NEW = {
    "full_name": "Nova Pessoa",
    "birth_date": "1991-02-03",
    "document_kind": "cpf",
    "document_number": "529.982.247-25",
    "country": "BR",
    "document_seen": "1",
}


@pytest.mark.rule("SCPT.F")
@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"birth_date": "2012-03-04"}, "np-b", "at least 18 years old"),
        ({"document_number": "111.222.333-44"}, "np-n", "CPF"),
        ({"document_number": "111.111.111-11"}, "np-n", "CPF"),
        ({"country": "ZZ"}, "np-c", "two letters"),
        ({"country": "Brasil"}, "np-c", "two letters"),
        ({"full_name": ""}, "np-f", "full name"),
        ({"email": "nobody"}, "np-e", "e-mail"),
        ({"birth_date": "1850-01-01"}, "np-b", "nobody alive"),
        ({"birth_date": "31021990"}, "np-b", "like 31/12/1990"),
    ],
)
def test_the_desk_form_says_at_the_field_what_is_wrong(house, change, field, told):
    tournament = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    client = as_(house.desi)
    with cast.unchanged():
        page = client.post(
            f"/desk/{tournament}/new-player/", {"command_id": str(uuid.uuid4()), **NEW, **change}
        )
    html = text(page)
    assert page.status_code == 409
    assert re.search(rf'<p role="alert" id="{field}-no">[^<]*{told}', html), html
    assert html.count('role="alert"') == 1 and re.search(
        rf'id="{field}"[^>]*aria-invalid="true"[^>]* autofocus', html
    )
    # nothing typed is lost
    typed = {**NEW, **change}
    assert f'value="{typed["document_number"]}"' in html and '<option value="cpf" selected>' in html


@pytest.mark.rule("SCPT.F")
def test_everything_wrong_is_said_at_once_and_a_right_form_opens_the_file(house):
    tournament = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    client = as_(house.desi)
    bad = {"birth_date": "2012-03-04", "document_number": "1", "country": "ZZ", "email": "x"}
    with cast.unchanged():
        page = client.post(f"/desk/{tournament}/new-player/", {"command_id": str(uuid.uuid4()), **NEW, **bad})
    assert re.findall(r'role="alert" id="(np-\w)-no"', text(page)) == ["np-b", "np-n", "np-c", "np-e"]
    client.post(
        f"/desk/{tournament}/new-player/", {"command_id": str(uuid.uuid4()), **NEW, "birth_date": "03021991"}
    )
    nova = Player.objects.get(full_name="Nova Pessoa")
    assert (nova.document_number, nova.birth_date) == ("52998224725", date(1991, 2, 3))
    # and what the file's own form shows is what it reads
    form = re.search(
        r'id="up-b"[^>]*value="([^"]*)"', text(client.get(f"/desk/{tournament}/?player={nova.pk}"))
    )
    deal(client, tournament, "update", player_id=nova.pk, birth_date=form[1], full_name="Nova Outra Pessoa")
    nova.refresh_from_db()
    assert (nova.full_name, nova.birth_date) == ("Nova Outra Pessoa", date(1991, 2, 3))


# ------------------------------------------------------------------------------------------ excluded


@pytest.mark.rule("PT-T.21")
def test_an_exclusion_ends_what_was_not_begun_with_refund_and_tells_it(house):
    soon = {"starts_at": datetime.now(UTC) + timedelta(hours=2)}
    paid = house.registering("turbo-8max", name="Pago", **soon)
    asked = house.registering("turbo-8max", name="Reservado", **soon)
    player = house.player("Rui Barbosa")
    house.enter(paid, player)
    cast.say(
        register_player,
        by=house.desi,
        tournament_id=asked,
        player_id=player,
        method="cash",
        terms_version="1",
    )
    playing = running(house)
    house.enter(playing, player, at=datetime.now(UTC))
    ana, desi = as_(house.ana), as_(house.desi)
    landed = text(deal(ana, paid, "exclude", player_id=player, reason="fight"))
    assert "Cancelled: Pago; R$120.00 is in the balance." in landed and "Cancelled: Reservado." in landed
    assert wallet_balance(player, unit="BRL") == 12_000
    assert Entry.objects.get(tournament_id=paid).state == "cancelled"
    assert set(
        Registration.objects.filter(player_id=player, state="cancelled").values_list(
            "cancel_reason", flat=True
        )
    ) == {"excluded"}
    # who sits plays on, but buys nothing more
    assert Entry.objects.get(tournament_id=playing, player_id=player).state == "playing"
    assert cast.facts(paid, kind="entry_refunded")[0]["reason"] == "excluded"
    # nothing is paid in, everything can be paid out
    with cast.unchanged():
        assert "pays nothing in" in text(
            deal(desi, paid, "deposit", player_id=player, amount="10", method="cash")
        )
    deal(desi, paid, "withdraw", player_id=player, amount="120", method="cash")
    assert wallet_balance(player, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
def test_an_exclusion_set_for_later_ends_entries_when_it_begins(house):
    from people.commands.exclude_player import exclude_player
    from tournaments import tasks

    paid = house.registering("turbo-8max", name="Pago", starts_at=datetime.now(UTC) + timedelta(hours=2))
    player = house.player("Rui Barbosa")
    house.enter(paid, player)
    begins = datetime.now(UTC) + timedelta(minutes=5)
    cast.say(
        exclude_player, by=house.ana, at=datetime.now(UTC), player_id=player, venue_id=house.venue_id,
        from_at=begins, reason="later",
    )  # fmt: skip
    tasks.sweep_exclusions()
    assert Entry.objects.get(tournament_id=paid).state == "registered"
    Exclusion.objects.update(from_at=datetime.now(UTC) - timedelta(seconds=1))
    tasks.sweep_exclusions()
    assert Entry.objects.get(tournament_id=paid).state == "cancelled"
    assert wallet_balance(player, unit="BRL") == 12_000
    with cast.unchanged():
        tasks.sweep_exclusions()


@pytest.mark.rule("PT-T.21")
def test_a_prize_of_who_is_excluded_is_told_and_paid_as_the_house_has_it(house):
    from payouts.commands.pay_award import pay_award
    from payouts.models import Award
    from people.commands.exclude_player import exclude_player
    from tests.api.conftest import finished

    won = finished(house)
    award = Award.objects.get(pk=won["award_id"])
    now = datetime.now(UTC)
    cast.say(
        exclude_player, by=house.ana, at=now, player_id=award.player_id, venue_id=house.venue_id, reason="x"
    )
    desi, ana, olga = as_(house.desi), as_(house.ana), as_(house.olga)
    where = f"/director/{won['finished_id']}/prizes/"
    # held, as a new house has it: the desk is told and pays nothing
    page = text(desi.get(where))
    assert "Excluded: the prize is held." in page
    assert not re.search(rf'name="award(_id)?" value="{award.pk}"', page)  # to pay it, alone or with others
    with cast.refused("prize_held", rule="PT-T.21"):
        cast.say(pay_award, by=house.desi, at=now, award_id=award.pk, method="cash", reason="he asked")
    with cast.refused("reason_missing"):
        cast.say(pay_award, by=house.ana, at=now, award_id=award.pk, method="cash")

    def policy(value):
        old = text(olga.get(f"/director/venues/{house.venue_id}/"))
        form = dict(re.findall(r'name="(name|slug|city|terms_version)"[^>]*value="([^"]*)"', old))
        form |= {"timezone": "America/Sao_Paulo", "language": "pt-br", "terms_text": ""}
        olga.post(
            f"/director/venues/{house.venue_id}/",
            {"command_id": str(uuid.uuid4()), **form, "excluded_prizes": value},
        )
        assert f'<option value="{value}" selected>' in text(olga.get(f"/director/venues/{house.venue_id}/"))

    policy("refuse")
    with cast.refused("prize_refused"):
        cast.say(pay_award, by=house.ana, at=now, award_id=award.pk, method="cash", reason="x")
    assert "pays no prize while that stands" in text(ana.get(where))
    policy("pay")
    page = text(desi.get(where))
    assert "Excluded: paid with a reason." in page
    with cast.refused("reason_missing"):
        cast.say(pay_award, by=house.desi, at=now, award_id=award.pk, method="cash", reason=" ")
    press(desi, won["finished_id"], "pay", award_id=award.pk, method="cash", reason="won before")
    award.refresh_from_db()
    assert (award.state, award.paid_reason) == ("paid", "won before")
    told = [f for f in cast.facts(won["finished_id"], kind="prize_paid")]
    assert [f.get("reason", "") for f in told] == ["won before", ""]
    cast.books_balance()
