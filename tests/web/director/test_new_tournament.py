"""A new tournament on one page: what it starts from, what was changed, what a player will read."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.presets import TEMPLATES
from tests import cast
from tests.payouts.test_season import circuit
from tests.web.director.test_director import as_, form_of
from tests.web.director.test_settings import house, wrong  # noqa: F401
from tournaments.models import HouseTemplate, Tournament

pytestmark = pytest.mark.django_db


def drawn(html: str) -> dict[str, str]:
    """What the page's own form would send."""
    found = form_of(html)
    found.pop("template_id", None)
    return found


def page(client: Any, room: cast.House, **asked: str) -> str:
    return str(client.get(f"/director/venues/{room.venue_id}/new/", asked).content.decode())


def make(client: Any, room: cast.House, fields: dict[str, str], **changes: str) -> Any:
    post = {"template": fields["shown"], **fields, "command_id": str(uuid.uuid4()), **changes}
    return client.post(f"/director/venues/{room.venue_id}/new/", post)


def test_what_was_left_comes_from_the_template_and_what_was_typed_stays(house):  # noqa: F811
    client = as_(house.ana)
    html = page(client, house, template="turbo-8max")
    # an amount is typed beside the sign of its currency
    assert html.count('data-unit="R$"') == 4
    fields = drawn(html)
    assert (fields["prize_part"], fields["late_registration_level"], fields["name"]) == ("100.00", "8", "")
    answer = make(
        client, house, fields, name="Ter\u00e7a", guarantee="5000", level_minutes="12",
        late_registration_level="6", payout_kind="generated", prize_unit="500", seats_per_table="9",
    )  # fmt: skip
    made = Tournament.objects.latest("pk")
    assert answer["Location"] == f"/director/{made.pk}/settings/"
    assert (made.name, made.guarantee_cents, made.late_registration_level) == ("Ter\u00e7a", 5000_00, 6)
    assert (made.payout_table["kind"], made.prize_unit_cents, made.seats_per_table) == ("generated", 500, 9)
    assert {i["seconds"] for i in made.structure["items"] if i["kind"] == "level"} == {720}
    # nothing else was asked for
    assert (made.price_cents, made.starting_stack_chips, made.rule_set) == (120_00, 20_000, "h2")
    assert made.alternates and made.ranks and not made.practice


def test_another_template_changes_the_fields_but_what_was_typed(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    typed = fields | {"name": "Noite", "guarantee": "700"}
    card = client.post(
        f"/director/venues/{house.venue_id}/new/card/",
        {"command_id": "x", "template": "sit-and-go-9", **typed},
        headers={"HX-Request": "true"},
    ).content.decode()
    now = drawn(card)
    assert (now["shown"], now["name"], now["guarantee"]) == ("sit-and-go-9", "Noite", "700")
    assert (now["prize_part"], now["seats_per_table"], now["level_minutes"]) == ("50.00", "9", "10")
    # without JavaScript the press itself does it
    make(client, house, typed, template="sit-and-go-9")
    made = Tournament.objects.latest("pk")
    assert (made.price_cents, made.seats_per_table, made.guarantee_cents, made.format) == (
        55_00, 9, 700_00, "sit_and_go",
    )  # fmt: skip


@pytest.mark.parametrize(("template", "funds"), [("scpt-main", True), ("turbo-8max", False)])
def test_what_a_price_has_beside_its_three_fields_is_said_at_its_sum(house, template, funds):  # noqa: F811
    html = page(as_(house.ana), house, template=template)
    told = html[html.index('id="n-price"') :]
    told = told[: told.index("</p>")]
    assert ("for funds" in told) == funds


def test_the_lines_of_the_folds_and_the_bar_follow_what_is_typed(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))

    def told(**typed: str) -> str:
        return str(
            client.post(
                f"/director/venues/{house.venue_id}/new/card/",
                {"command_id": "x", "template": "turbo-8max", **fields, "name": "Noite", **typed},
                headers={"HX-Request": "true"},
            ).content.decode()
        )

    html = told(
        level_minutes="12",
        seats_per_table="9",
        late_registration_level="6",
        prize_unit="500",
        starts_at="2030-05-07T19:00",
        late_through_recess="",
    )
    line = r'<span id="says-(\w+)" class="soft" hx-swap-oob="true">([^<]*)</span>'
    # with drawn dots, as the page had them
    assert [text for _name, text in re.findall(line, html) if "·" in text] == []
    said = dict(re.findall(line, html.replace('<span class="dot"> <i>·</i></span>', " ·")))
    assert set(said) == {"late", "structure", "payouts", "tables", "extras", "game"}
    assert said["structure"].endswith("levels of 12 min") and "Seats at a table: 9" in said["tables"]
    # six levels of twelve minutes, and the hour at which the last of them ends
    assert "to the end of level 6, 20:12" in said["late"] and "R$5.00" in said["payouts"]
    assert 'data-kind="main" name="act" value="publish"' in html and "to put right" not in html
    # what a wrong field beside it says of the price stays said: as it is typed, not as the template has it
    extra = {"add_on_price": "80", "add_on_chips": "10000", "add_on_per_player": "1"}
    html = told(fee_part="29.50", add_on_level=fields["late_registration_level"], **extra)
    assert "1 field to put right." in html and "R$129.50" in html and "R$120.00" not in html
    # a field that cannot be read, and one that the rules refuse
    html = told(seats_per_table="muitos")
    assert "1 field to put right." in html and 'data-kind="main" name="act"' not in html
    html = told(seats_per_table="muitos", guarantee="x", starts_at="2020-01-01T20:00")
    assert "2 fields to put right." in html or "3 fields to put right." in html


def test_while_one_types_the_bar_names_each_field_to_put_right_and_leads_there(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    late = fields["late_registration_level"]

    def ways(**typed: str) -> list[str]:
        card = client.post(
            f"/director/venues/{house.venue_id}/new/card/",
            {"command_id": "x", "template": "turbo-8max", **fields, "name": "Noite", **typed},
            headers={"HX-Request": "true"},
        ).content.decode()
        bar = card[card.index('id="new-bar"') :].partition("</p>")[0]
        return re.findall(r'<a href="#([^"]+)" data-to-wrong="\1">[^<]+</a>', bar)

    html = page(client, house, template="turbo-8max")
    # an add-on in a break that is none; one of which a part is missing; a field that cannot be read
    whole = {"add_on_price": "80", "add_on_chips": "10000", "add_on_per_player": "1", "add_on_level": late}
    for typed, name in (
        (whole, "add_on_level"),
        (whole | {"add_on_chips": ""}, "add_on_chips"),
        ({"seats_per_table": "muitos"}, "seats_per_table"),
    ):
        (to,) = ways(**typed)
        assert re.search(rf'<(?:input|select)\b[^>]*id="{to}"[^>]*name="{name}"', html), (name, to)
    assert len(ways(seats_per_table="muitos", guarantee="x")) == 2
    assert ways() == []


@pytest.mark.rule("PT-T.23")
def test_the_rule_of_a_refusal_is_of_the_rule_set_that_is_chosen(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    add_on = {"add_on_price": "80", "add_on_chips": "10000", "add_on_per_player": "1"}
    with cast.unchanged():
        answer = make(
            client, house, fields, name="Noite", add_on_level=fields["late_registration_level"], **add_on
        )
    said = answer.content.decode()
    assert answer.status_code == 409 and "T.23" not in said
    assert "(Rule ADTP.27)" in said


def test_what_is_to_be_put_right_lies_in_no_closed_fold(house):  # noqa: F811
    client = as_(house.ana)
    circuit(house)
    fields = drawn(page(client, house, template="turbo-8max"))
    folded = r'<details class="card fold"\s*(open)?\s*>(?:(?!</details>).)*?id="f-stage"'
    assert re.findall(folded, page(client, house, template="turbo-8max"), re.DOTALL) == [""]
    with cast.unchanged():
        answer = make(client, house, fields, name="Terça", starts_at="2030-05-07T19:00", act="publish")
    assert answer.status_code == 409
    html = answer.content.decode()
    assert 'aria-describedby="wrong-stage_id"' in html
    assert re.findall(folded, html, re.DOTALL) == ["open"]


def test_all_that_is_wrong_stands_at_its_field_and_nothing_is_lost(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    with cast.unchanged():
        answer = make(
            client, house, fields, name="", prize_part="vinte", seats_per_table="-5", level_minutes="600",
            rebuy_price="10", rebuy_chips="muitas",
        )  # fmt: skip
    html = answer.content.decode()
    assert answer.status_code == 409
    assert {"name", "prize_part", "seats_per_table", "rebuy_chips"} <= set(wrong(html))
    kept = drawn(html)
    assert (kept["prize_part"], kept["seats_per_table"], kept["rebuy_chips"]) == ("vinte", "-5", "muitas")
    # its subject stands open
    assert re.search(r"<details class=\"card fold\" open[^>]*>\s*<summary>\s*<strong>Rebuy and add-on", html)


def test_a_tournament_is_saved_as_a_template_and_comes_first(house):  # noqa: F811
    client = as_(house.ana)
    soon = datetime.now(UTC) + timedelta(days=2)
    source = house.tournament("turbo-8max", starts_at=soon, guarantee_cents=900_00)
    client.post(
        f"/director/{source}/settings/template/",
        {"command_id": str(uuid.uuid4()), "name": "Ter\u00e7a do \u00c1s"},
    )
    kept = HouseTemplate.objects.get(name="Ter\u00e7a do \u00c1s")
    html = page(client, house)
    fields = drawn(html)
    assert fields["shown"] == f"own-{kept.pk}"
    assert html.index("Ter\u00e7a do \u00c1s") < html.index("Turbo 8-max</strong>")
    assert make(client, house, fields).status_code == 302
    made = Tournament.objects.latest("pk")
    assert (made.guarantee_cents, made.rule_set) == (900_00, "h2")
    client.post(
        f"/director/venues/{house.venue_id}/templates/drop/",
        {"command_id": str(uuid.uuid4()), "template_id": str(kept.pk)},
    )
    assert "Ter\u00e7a do \u00c1s" not in page(client, house)
    desk = as_(house.bruno)
    assert desk.post(f"/director/{source}/settings/template/", {"name": "x"}).status_code == 403
    assert not HouseTemplate.objects.filter(name="x").exists()


def test_an_earlier_tournament_is_begun_again_with_changes(house):  # noqa: F811
    client = as_(house.ana)
    source = house.tournament("turbo-8max", guarantee_cents=900_00, starts_at=cast.after(days=1))
    fields = drawn(page(client, house, template=f"like-{source}"))
    assert fields["name"] == Tournament.objects.get(pk=source).name
    assert make(client, house, fields, name="De novo", guarantee="1000").status_code == 302
    made = Tournament.objects.latest("pk")
    assert (made.name, made.guarantee_cents, made.price_cents) == ("De novo", 1000_00, 120_00)
    assert made.structure == Tournament.objects.get(pk=source).structure


@pytest.mark.rule("SCPT.B")
def test_a_new_tournament_is_published_straight_from_its_page(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    assert 'name="act" value="publish"' in page(client, house)
    again = {"name": "Terça", "act": "publish", "command_id": str(uuid.uuid4())}
    answer = client.post(
        f"/director/venues/{house.venue_id}/new/", fields | {"template": fields["shown"]} | again
    )
    made = Tournament.objects.latest("pk")
    assert (answer["Location"], made.state) == (f"/director/{made.pk}/", "announced")
    assert "Published. Everybody sees it now." in client.get(answer["Location"]).content.decode()
    # a request sent twice is one tournament
    twice = client.post(
        f"/director/venues/{house.venue_id}/new/", fields | {"template": fields["shown"]} | again
    )
    assert twice["Location"] == answer["Location"] and Tournament.objects.latest("pk").pk == made.pk


@pytest.mark.rule("SCPT.B", "PT-T.39")
def test_what_stands_against_publishing_is_told_before_anything_is_made(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    with cast.unchanged():
        answer = make(client, house, fields, name="Ontem", starts_at="2020-01-01T20:00", act="publish")
    assert answer.status_code == 409
    past = "The start lies in the past. Set a later start."
    html = answer.content.decode()
    assert wrong(html) == {"starts_at": f"Not published, and nothing was made: {past}"}
    # what is green is what can be done
    assert re.search(r'<button class="button"\s+name="act" value="publish">', html) and past in html
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) - timedelta(minutes=1))
    settings = client.get(f"/director/{draft}/settings/").content.decode()
    assert past in settings and re.search(r'<button class="button"\s*>Publish<', settings)
    assert "Everything checks" not in settings
    # a mistake of the rules, at its field; the page keeps what was typed
    with cast.unchanged():
        answer = make(
            client,
            house,
            fields,
            name="Curta",
            late_registration_level="0",
            re_entries_per_player="3",
            act="publish",
        )
    html = answer.content.decode()
    assert answer.status_code == 409 and drawn(html)["name"] == "Curta"
    assert "Not published, and nothing was made:" in str(wrong(html))
    # it can still be made a draft where that is lawful
    with cast.unchanged():
        unseen = make(client, house, fields, name="Outra", template="sit-and-go-9", act="publish")
    assert unseen.status_code == 200 and drawn(unseen.content.decode())["shown"] == "sit-and-go-9"


def test_of_cards_with_the_same_words_one_is_shown(house):  # noqa: F811
    client = as_(house.ana)
    first, last = (house.tournament("turbo-8max", name=f"Turbo 8-max {n}") for n in (11, 12))
    other = house.tournament("turbo-8max", name="Turbo 8-max 13", price_cents=90_00)

    def shown(**asked: str) -> list[str]:
        html = page(client, house, **asked)
        return re.findall(r'type="radio" name="template" value="([^"]+)"', html.split("</fieldset>")[0])

    # the last of a series stands for it; another price is another card; the product's own is the series' namesake
    assert shown() == [
        f"like-{other}", f"like-{last}", "scpt-main", "sit-and-go-9", "online-sit-and-go", "online-mtt", "online-mtt-pt"
    ]  # fmt: skip
    # what is chosen is there
    assert f"like-{first}" in shown(template=f"like-{first}") and "turbo-8max" in shown(template="turbo-8max")


def test_what_a_player_reads_says_that_it_is_online(house):  # noqa: F811
    client = as_(house.ana)

    def card(template: str) -> str:
        return (
            page(client, house, template=template).partition('id="player-card"')[2].partition("</aside>")[0]
        )

    assert "· Online" in " ".join(card("online-mtt").split())
    assert "Online" not in card("turbo-8max")


def test_what_a_player_reads_tells_what_a_rebuy_costs_and_gives(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))

    def card(**typed: str) -> str:
        html = make(
            client, house, fields, name="", rebuy_price="10", rebuy_level="4", **typed
        ).content.decode()
        return " ".join(html.partition('id="player-card"')[2].partition("</aside>")[0].split())

    assert "<dt>Rebuy</dt><dd>R$10 for 5,000 chips</dd>" in card(rebuy_chips="5000").replace(
        "> ", ">"
    ).replace(" <", "<")
    assert "<dt>Rebuy</dt>" not in card(rebuy_chips="muitas")  # what cannot be read is left out


@pytest.mark.parametrize(
    ("typed", "hour"),
    [
        # six levels of a quarter of an hour, and the break of ten minutes after them where it is ticked
        ({"late_registration_level": "6", "late_through_recess": ""}, "20:30"),
        ({"late_registration_level": "6", "late_through_recess": "1"}, "20:40"),
        ({"late_registration_level": "0", "late_registration_minutes": "50"}, "19:50"),
    ],
)
def test_the_fold_and_the_card_tell_the_same_end_of_late_registration(house, typed, hour):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    html = client.post(
        f"/director/venues/{house.venue_id}/new/card/",
        {"command_id": "x", "template": "turbo-8max", **fields, "starts_at": "2030-05-07T19:00", **typed},
        headers={"HX-Request": "true"},
    ).content.decode()
    said = re.search(r'<span id="says-late"[^>]*>(.*?)</span>\s*(?:<span id="says|$)', html, re.DOTALL)
    card = re.search(r"<dt>Late registration</dt>\s*<dd>\s*until ([\d:]+)", html)
    assert said and card
    assert (re.findall(r"\d\d:\d\d", said[1]), card[1]) == ([hour], hour)


def test_a_tick_that_is_wanted_is_marked_and_what_is_wrong_leads_to_it(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    asked = {
        "name": "Terça",
        "starts_at": "2030-05-07T19:00",
        "starting_stack_chips": "1000",
        "act": "publish",
    }
    with cast.unchanged():
        answer = make(client, house, fields, **asked, chip_set="")
    assert answer.status_code == 409
    html = answer.content.decode()
    listed = re.search(r'<div id="put-right".*?</div>', html, re.DOTALL)
    assert listed
    ways = re.findall(r'<a href="#([^"]+)">', listed[0])
    assert "1 field to put right." in listed[0] and ways == ["finding-stack_is_short"]
    tick = re.search(r'<input\s+id="finding-stack_is_short"[^>]*>', html)
    assert tick and 'aria-invalid="true"' in tick[0] and "autofocus" in tick[0]
    assert re.search(r'<a\s+href="#put-right"\s+data-to-wrong\s*>1 field to put right\.</a>', html)
    # ticked, it is published
    assert make(client, house, fields, **asked, chip_set="", acknowledge="stack_is_short").status_code == 302
    assert Tournament.objects.latest("pk").state == "announced"


def test_each_line_of_what_is_wrong_is_the_way_to_its_field(house):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template="turbo-8max"))
    with cast.unchanged():
        answer = make(client, house, fields, name="", seats_per_table="-5", rebuy_price="10", rebuy_chips="x")
    html = answer.content.decode()
    listed = re.search(r'<div id="put-right".*?</div>', html, re.DOTALL)
    assert listed
    ways = re.findall(r'<a href="#([^"]+)">', listed[0])
    assert len(ways) == len(wrong(html)) and {"n-name", "f-rc"} <= set(ways)
    # and says which it is
    assert re.findall(r"<b>([^<]+):</b>", listed[0])[0] == "Name"
    for way in ways:
        field = re.search(rf'<(?:input|select|textarea)\b[^>]*\bid="{way}"[^>]*>', html)
        assert field and 'aria-invalid="true"' in field[0]
    # the first of them has the focus, and none lies in a closed fold
    assert re.findall(r'id="([^"]+)"[^>]*\bautofocus', html) == [ways[0]] == ["n-name"]
    for fold in re.findall(r'<details class="card fold"\s*>.*?</details>', html, re.DOTALL):
        assert 'aria-invalid="true"' not in fold


@pytest.mark.parametrize("language", ["pt-br", "pt"])
def test_what_comes_with_the_product_is_named_in_the_readers_language(house, language):  # noqa: F811
    client = as_(house.ana)
    address = f"/director/venues/{house.venue_id}/new/?template=online-mtt-pt"
    html = client.get(address, headers={"accept-language": language}).content.decode()
    names = re.findall(r"<strong>([^<]+)</strong>\s*<small", html)
    assert {"Turbo 8-max", "MTT online", "MTT online com late register"} <= set(names)
    assert 'placeholder="MTT online com late register"' in html and "Online MTT" not in html
    assert drawn(html)["name"] == ""
    assert 'placeholder="Online MTT, late registration"' in page(client, house, template="online-mtt-pt")


def test_who_comes_back_to_a_form_that_made_a_tournament_is_led_to_it(house):  # noqa: F811
    client = as_(house.ana)
    fields, sent = drawn(page(client, house, template="turbo-8max")), str(uuid.uuid4())
    new = f"/director/venues/{house.venue_id}/new/"
    # sent and refused: it has made nothing
    make(client, house, fields, name="", command_id=sent)
    assert client.get(new, {"form": sent}).status_code == 200
    sent = str(uuid.uuid4())
    made = make(client, house, fields, name="Terça", command_id=sent)["Location"]
    back = client.get(new, {"form": sent, "template": "turbo-8max"})
    assert back["Location"] == made
    assert "This tournament is made already." in client.get(made).content.decode()
    # nobody else's form, and none that is none
    assert as_(house.olga).get(new, {"form": sent}).status_code == 200
    assert client.get(new, {"form": "x"}).status_code == 200
    # the same of a copy
    t, again = Tournament.objects.latest("pk").pk, str(uuid.uuid4())
    copied = client.post(
        f"/director/{t}/copy/", {"command_id": again, "name": "Quarta", "starts_at": "2031-05-07T19:00"}
    )["Location"]
    assert client.get(f"/director/{t}/copy/", {"form": again})["Location"] == copied


@pytest.mark.parametrize("template", list(TEMPLATES))
def test_each_kind_of_the_product_is_made_and_published_by_one_press(house, template):  # noqa: F811
    client = as_(house.ana)
    fields = drawn(page(client, house, template=template))
    draft = make(client, house, fields, name="Rascunho")
    assert draft["Location"] == f"/director/{Tournament.objects.get(name='Rascunho').pk}/settings/"
    published = make(client, house, fields, name="Anunciado", act="publish")
    assert published["Location"] == f"/director/{Tournament.objects.get(name='Anunciado').pk}/"
    # where the house has stages, what counts for a ranking says at its field that it has none
    circuit(house)
    answer = make(client, house, fields, name="Sem etapa", act="publish")
    if TEMPLATES[template].ranks:
        assert set(wrong(answer.content.decode())) == {"stage_id"}
        answer = make(
            client, house, fields, name="Sem etapa", act="publish", acknowledge="ranks_without_stage"
        )
    assert answer["Location"] == f"/director/{Tournament.objects.get(name='Sem etapa').pk}/"
