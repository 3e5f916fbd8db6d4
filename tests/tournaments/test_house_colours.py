"""The colours of a house: whatever it chooses, everything on its displays can be read."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dispatch.models import Fact
from rules.refusals import Refused, by_field
from tests import cast
from tournaments.commands.change_colours import change_colours
from tournaments.models import VenueColours
from tournaments.operations.house_colours import (
    DEFAULT,
    GROUNDS,
    RATIOS,
    all_grounds,
    contrast,
    corrections,
    read_colour,
    tokens,
    unreadable,
)
from tournaments.queries.branding import colours_of

SHEET = Path(__file__).resolve().parents[2] / "static" / "css" / "wall.css"
# yellow and grey, black on black, white on white, and what a printer's brand book says
HARD = [("#ffe600", "#9aa0a6"), ("#000000", "#000000"), ("#ffffff", "#ffffff"), ("#0000ff", "#ff0000")]


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_token_falls_under_its_ratio_whatever_a_house_chooses(ground):
    chance = random.Random(20260912)  # noqa: S311 - colours, no secret
    pairs = HARD + [tuple(f"#{chance.randrange(1 << 24):06x}" for _ in range(2)) for _ in range(40)]
    for first, second in pairs:
        found = tokens(first, second=second, ground=ground)
        low = [
            (name, on, contrast(found[name], other=found[on]))
            for name, on, ratio in RATIOS
            if contrast(found[name], other=found[on]) < ratio
        ]
        assert low == [], (first, second)


def test_a_colour_that_can_be_read_stays_as_it_was_chosen():
    found = tokens("#0d2f6e", second="#f5a623", ground="dark")
    assert found["accent"] == "#f5a623"
    drawn = corrections("#0d2f6e", second="#f5a623", found=found, ground="dark")
    assert drawn["second"].shown == "#f5a623" and drawn["second"].reached == drawn["second"].ratio
    # grey on yellow's ground is moved, and only as far as it must
    found = tokens("#ffe600", second="#303030", ground="dark")
    drawn = corrections("#ffe600", second="#303030", found=found, ground="dark")
    assert drawn["second"].ratio < 5 <= drawn["second"].reached < 5.6
    assert drawn["second"].shown != "#303030"


def test_colours_are_read_as_people_write_them():
    assert [read_colour(typed) for typed in ("#0D2F6E", " 0d2f6e ", "#abc")] == [
        "#0d2f6e",
        "#0d2f6e",
        "#aabbcc",
    ]
    for typed in ("", "blue", "#12345", "rgb(1,2,3)", "#gggggg"):
        with pytest.raises(Refused) as refused:
            read_colour(typed)
        assert refused.value.code == "bad_colour"


def test_the_sheet_of_the_displays_has_the_colours_of_a_house_that_chose_none():
    css = SHEET.read_text()
    first, second, ground = DEFAULT
    made = all_grounds(first, second=second)
    for name, values in made.items():
        where = ":root" if name == ground else f':root[data-ground="{name}"]'
        body = re.search(rf"^{re.escape(where)} {{(.*)}}$", css, re.M)[1]
        assert dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)) == values


@pytest.mark.django_db
def test_a_house_chooses_its_colours_and_takes_them_back():
    house = cast.house()
    made = cast.say(
        change_colours,
        by=house.ana,
        venue_id=house.venue_id,
        first="#FFE600",
        second="#8f8f8f",
        ground="dark",
    )
    assert made == {
        "venue_id": house.venue_id, "first": "#ffe600", "second": "#8f8f8f", "ground": "dark",
        "corrected": ["first"],
    }  # fmt: skip
    kept = colours_of(house.venue_id)
    assert kept.tokens == all_grounds("#ffe600", second="#8f8f8f")
    # the same again is no change
    cast.say(change_colours, by=house.olga, venue_id=house.venue_id, first="ffe600", second="#8f8f8f")
    cast.say(
        change_colours,
        by=house.olga,
        venue_id=house.venue_id,
        first="ffe600",
        second="#adadad",
        ground="colour",
    )
    assert colours_of(house.venue_id).name != kept.name
    cast.say(change_colours, by=house.ana, venue_id=house.venue_id)
    assert colours_of(house.venue_id) is None
    told = Fact.objects.filter(kind="venue_colours_changed").order_by("id")
    assert [(fact.body["first"], fact.body["ground"]) for fact in told] == [
        ("#ffe600", "dark"), ("#ffe600", "colour"), ("", "dark"),
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    "first, second, ground, told",
    [
        ("#0d2f6e", "#303030", "dark", {"second": ("#303030", 1.2, "#8f8f8f")}),
        # just under what it takes, and not rounded up to it
        ("#e30613", "#f5a623", "dark", {"first": ("#e30613", 4.8, "#da1b1c")}),
        ("#ffe600", "#9aa0a6", "light", {"first": ("#ffe600", 1.2, "#7b6f08"), "second": ("#9aa0a6", 2.2, "#5f656a")}),
        # on a ground in the house's colour that one gives its hue alone
        ("#ffe600", "#303030", "colour", {"second": ("#303030", 1.1, "#adadad")}),
    ],
)  # fmt: skip
def test_a_colour_that_cannot_be_read_is_refused_at_its_field_with_the_nearest(first, second, ground, told):
    house = cast.house()
    here = {"by": house.ana, "venue_id": house.venue_id, "ground": ground}
    with cast.refused("unreadable_colour") as refused:
        cast.say(change_colours, first=first, second=second, **here)
    assert {
        field: (no.params["colour"], no.params["found"], no.params["nearest"])
        for field, no in by_field(refused.value).items()
    } == told
    assert {no.params["needed"] for no in by_field(refused.value).values()} == {5}
    offered = {field: nearest for field, (_colour, _found, nearest) in told.items()}
    cast.say(change_colours, **{"first": first, "second": second, **here, **offered})
    assert colours_of(house.venue_id).first == offered.get("first", first)


@pytest.mark.parametrize("ground", GROUNDS)
def test_who_takes_what_is_offered_is_refused_no_more(ground):
    chance = random.Random(20261126)  # noqa: S311 - colours, no secret
    for first, second in [
        *HARD,
        *(tuple(f"#{chance.randrange(1 << 24):06x}" for _ in range(2)) for _ in range(60)),
    ]:
        offered = {field: c.shown for field, c in unreadable(first, second=second, ground=ground).items()}
        taken = {"first": first, "second": second, **offered}
        assert unreadable(taken["first"], second=taken["second"], ground=ground) == {}, (first, second)


@pytest.mark.django_db
def test_what_was_kept_before_is_still_drawn_so_that_it_can_be_read():
    house = cast.house()
    tokens_kept = all_grounds("#ffe600", second="#303030")
    VenueColours.objects.create(
        venue_id=house.venue_id, first="#ffe600", second="#303030", ground="dark", tokens=tokens_kept,
        name="0123456789abcdef", changed_at=cast.DRAFTED,
    )  # fmt: skip
    kept = colours_of(house.venue_id)
    assert kept.tokens["dark"]["accent"] == "#8f8f8f"
    assert contrast("#8f8f8f", other=kept.tokens["dark"]["panel"]) >= 5


@pytest.mark.django_db
def test_colours_that_are_none_and_people_who_may_not():
    house = cast.house()
    here = {"venue_id": house.venue_id, "second": "#f5a623"}
    for first in ("blue", ""):
        with cast.refused("bad_colour"):
            cast.say(change_colours, by=house.ana, first=first, **here)
    with cast.refused("bad_ground"):
        cast.say(change_colours, by=house.ana, first="#123456", ground="film", **here)
    for who in (house.bruno, house.desi, house.caio, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cast.say(change_colours, by=who, first="#123456", **here)
    assert not VenueColours.objects.exists()
