"""Whose chips went to whom, on the director's pages: nobody is the default, and nothing is given silently."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from dispatch import relay
from ledger.commands.withdraw import withdraw
from ledger.queries import wallet_balance
from people.models import User
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.web.director.test_director import as_, house, press  # noqa: F401
from tournaments.models import Elimination, Entry

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
SPLIT = simple_split(name="50 + 25 + 10", prize_cents=5_000, bounty_cents=2_500, fee_cents=1_000)


@pytest.fixture
def knockout(house):  # noqa: F811
    return house.started(
        "turbo-8max",
        entries=6,
        starts_at=cast.START,
        price_cents=8_500,
        split=SPLIT.as_dict(),
        late_registration_level=0,
        re_entries_per_player=0,
    )


def seats(tournament):
    """(entry, "1-4") by seat."""
    found = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False).order_by("number")
    return [(s.entry_id, f"1-{s.number}", s.entry.player) for s in found.select_related("entry__player")]


def words(response):
    """What a page says, without its tags."""
    text = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return " ".join(text.replace("\xa0", " ").split())


def has(player):
    return wallet_balance(player.pk, unit="BRL")


@pytest.mark.rule("SCPT.P", "PT-T.34")
def test_the_typed_line_asks_and_pays(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (_a, at, out), (_b, by, taker), (_c, also, other), *_rest = seats(knockout)
    page = ana.get(f"/director/{knockout}/").content.decode()
    # a seat is no word that may break at its hyphen
    assert "7\u20114 by nobody" in page or "7-\u20604 by nobody" in page
    with cast.unchanged():
        toast = press(ana, knockout, "bust", bust=at)
    assert toast["kind"] == "refused" and "Who took the chips?" in toast["text"]
    with cast.unchanged():
        assert press(ana, knockout, "bust", bust=f"{at} by 2-1")["kind"] == "refused"
    toast = press(ana, knockout, "bust", bust=f"{at} por {by}+{also}")
    assert f"{out.public_name} out in 6th place." in toast["text"]
    assert f"Bounty: {taker.public_name} R$12.50, {other.public_name} R$12.50." in toast["text"]
    assert (has(taker), has(other)) == (1_250, 1_250)
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert (has(taker), has(other)) == (0, 0)
    # several at once, each with its own taker
    toast = press(ana, knockout, "bust", bust=f"{at}=1500 by {by}, {also}=900 by ninguém")
    assert has(taker) == 2_500 and "Nobody took the chips" in toast["text"]
    assert sorted(Elimination.objects.filter(undone_at=None).values_list("takers", flat=True)) == [
        "named",
        "nobody",
    ]
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_a_bust_to_be_decided_later_waits_on_the_dashboard_and_stops_the_finish(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (_a, at, out), *rest = seats(knockout)
    toast = press(ana, knockout, "bust", bust=f"{at} depois")
    assert "Who took the chips is still to be said." in toast["text"]
    now = ana.get(f"/director/{knockout}/now/").content.decode()
    assert 'data-need="takers"' in now and out.public_name in now and "R$25.00" in now
    winner = rest[-1]
    for _entry, place, _player in rest[:-1]:
        press(ana, knockout, "bust", bust=f"{place} by {winner[1]}")
    with cast.unchanged():
        toast = press(ana, knockout, "finish")
    assert toast["kind"] == "refused" and out.public_name in toast["text"]
    page = ana.get(f"/director/{knockout}/takers/").content.decode()
    # everybody who sat there then can be named, though most are out by now
    assert all(player.public_name in page for _e, _s, player in rest)
    elimination = Elimination.objects.get(entry__player=out)
    with cast.unchanged():
        assert press(ana, knockout, "takers", elimination_id=elimination.pk)["kind"] == "refused"
    toast = press(ana, knockout, "takers", elimination_id=elimination.pk, takers=[rest[0][0]])
    assert toast["text"] == f"Bounty: {rest[0][2].public_name} R$25.00." and has(rest[0][2]) >= 2_500
    ana.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert Elimination.objects.get(pk=elimination.pk).takers == "open"
    press(ana, knockout, "takers", elimination_id=elimination.pk, takers="nobody")
    # a stale page of a colleague changes nothing; a correction says that it is one
    with cast.unchanged():
        toast = press(ana, knockout, "takers", elimination_id=elimination.pk, takers=[rest[0][0]])
    assert toast["kind"] == "refused"
    assert (
        'name="change" value="1"'
        in ana.get(f"/director/{knockout}/takers/?correct={elimination.pk}").content.decode()
    )
    assert 'data-need="takers"' not in ana.get(f"/director/{knockout}/now/").content.decode()
    toast = press(ana, knockout, "finish")
    # 4 heads, the own, and that nobody took: 6 × 25
    assert (
        f"{winner[2].public_name} wins the prize of" in toast["text"]
        and "R$150.00 in bounties" in toast["text"]
    )
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_the_page_of_prizes_says_who_has_which_bounties(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    here = f"/director/{knockout}/prizes/"
    assert 'id="bounties"' not in ana.get(here).content.decode()
    (_a, first, _out), (_b, second, _two), *rest = seats(knockout)
    (_c, one, best), (_d, other, next_), *_left = rest
    press(ana, knockout, "bust", bust=f"{first} by {one}+{other}")
    press(ana, knockout, "bust", bust=f"{second} by {one}")
    text = words(ana.get(here))
    assert "Nobody has won anything yet" not in text and "the bounties taken so far are below" in text
    assert (
        f"Player Bounties Balance now {best.public_name} R$37.50 R$37.50 {next_.public_name} R$12.50 R$12.50 Sum R$50.00"
        in text
    ), text
    for _entry, place, _player in rest[1:]:
        press(ana, knockout, "bust", bust=f"{place} by {one}")
    press(ana, knockout, "finish")
    text = words(ana.get(here))
    told = "{0} R$137.50 {2} {1} R$12.50 {3} Sum R$150.00"
    assert told.format(best.public_name, next_.public_name, "R$287.50", "R$12.50") in text, text
    results = words(Client(headers={"accept-language": "en"}).get(f"/t/{knockout}/results/"))
    # in a column of their own, and on a phone below the prize
    assert f"Prize Bounties 1st {best.public_name} BR R$150 Bounties R$137.50 R$137.50 2nd " in results, (
        results
    )
    assert results.count("R$12.50") == 2
    # and on the podium, there as on the page of the tournament itself
    assert f"1st {best.public_name} R$150 Bounties R$137.50 2nd" in results, results
    over = words(Client(headers={"accept-language": "en"}).get(f"/t/{knockout}/"))
    assert f"1st {best.public_name} R$150 Bounties R$137.50 2nd" in over, over
    assert text.count("+ R$137.50 won in bounties · balance now R$287.50") == 1
    # paid out at the desk: the bounties were won, and are there no more
    for player, cents in ((best, 13_750), (next_, 1_250)):
        cast.say(
            withdraw, by=house.desi, at=cast.after(hours=1), venue_id=house.venue_id, player_id=player.pk,
            unit="BRL", amount_cents=cents, method="cash",
        )  # fmt: skip
    text = words(ana.get(here))
    assert told.format(best.public_name, next_.public_name, "R$150.00", "R$0.00") in text, text
    assert text.count("+ R$137.50 won in bounties · balance now R$150.00") == 1
    assert "in the balance R$" not in text
    next_.user = User.objects.create(email="next@example.com", name="Next", created_at=cast.DRAFTED)
    next_.save()
    phone = words(
        as_(cast.Person(user_id=next_.user_id, player_id=next_.pk, actor=house.ana.actor, name="Next")).get(
            f"/play/{knockout}/"
        )
    )
    assert "Bounties won: R$12.50 · your balance now: R$0.00" in phone, phone
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_the_seats_sheet_asks_who(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (a, at, out), (b, _by, taker), *_rest = seats(knockout)
    table, number = at.split("-")
    sheet = ana.get(f"/director/{knockout}/tables/{table}/seats/{number}/", **HTMX).content.decode()
    assert f'name="takers" value="{b}"' in sheet and 'value="nobody"' in sheet and " checked>" not in sheet
    with cast.unchanged():
        assert press(ana, knockout, "bust", table=table, entry_id=a)["kind"] == "refused"
        assert (
            press(ana, knockout, "bust", table=table, entry_id=a, takers=[b, "nobody"])["kind"] == "refused"
        )
    toast = press(ana, knockout, "bust", table=table, entry_id=a, takers=[b])
    assert out.public_name in toast["text"] and has(taker) == 2_500
    # disqualified: the chips leave play, and it is said who has the bounty
    c = _rest[0][0]
    with cast.unchanged():
        assert (
            press(ana, knockout, "bust", table=table, entry_id=c, reason="disqualified", stack_chips="500")[
                "kind"
            ]
            == "refused"
        )
    press(
        ana,
        knockout,
        "bust",
        table=table,
        entry_id=c,
        reason="disqualified",
        stack_chips="500",
        takers="nobody",
    )
    assert Elimination.objects.get(entry_id=c).takers == "nobody" and Entry.objects.get(pk=c).state == "out"
    cast.books_balance()


@pytest.mark.rule("SCPT.P", "PT-T.49")
def test_the_hand_for_hand_console_asks_who(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (_a, at, out), (_b, by, taker), *_rest = seats(knockout)
    press(ana, knockout, "hand-for-hand")
    with cast.unchanged():
        toast = press(ana, knockout, "hand-done", table=1, round=1, busts=at[2:])
    assert toast["kind"] == "refused"
    toast = press(ana, knockout, "hand-done", table=1, round=1, busts=f"{at[2:]}=1500 by {by[2:]}")
    assert f"Bounty: {taker.public_name} R$25.00." in toast["text"] and has(taker) == 2_500
    assert Elimination.objects.get(entry__player=out).out_before == 0


def test_without_bounties_nothing_is_asked(house):  # noqa: F811
    plain = house.started("turbo-8max", entries=5, starts_at=cast.START)
    ana = as_(house.ana)
    (_a, at, _p), (_b, by, _q), *_rest = seats(plain)
    assert press(ana, plain, "bust", bust=at)["kind"] == "done"
    assert ana.get(f"/director/{plain}/takers/").status_code == 200
    _third = seats(plain)[0][1]
    assert (
        press(ana, plain, "bust", bust=f"{_third} by {by if by != _third else seats(plain)[1][1]}")["kind"]
        == "done"
    )


@pytest.mark.rule("SCPT.P")
def test_the_history_says_who_is_out_and_by_whom(house, knockout):  # noqa: F811
    ana = as_(house.ana)
    (_a, at, out), (b, by, taker), (_c, also, other), (_d, last, fourth), *_rest = seats(knockout)
    press(ana, knockout, "bust", bust=f"{at} by {by}+{last}")
    press(ana, knockout, "bust", bust=f"{also} later")
    later = Elimination.objects.get(takers="open")
    press(ana, knockout, "takers", elimination_id=later.pk, takers=b)
    relay.relay_once()
    one = f"{out.public_name} by {taker.public_name} + {fourth.public_name}; bounty:"
    two = f"{other.public_name} by {taker.public_name}; bounty: {taker.public_name} R$25.00"
    for page in ("history/", "now/"):
        told = words(ana.get(f"/director/{knockout}/{page}"))
        assert f"Elimination · {one}" in told and f"table 1, seat {at[2:]} → out" in told
        assert f"Who took the chips was said · {two}" in told
