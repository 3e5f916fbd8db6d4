"""The sponsors of a house: added, put in order, taken away and brought back, by page and by address."""

from __future__ import annotations

import io
import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from dispatch.models import Fact
from people.models import User
from tests import cast
from tests.api.conftest import caller
from tests.tournaments.test_logo import jpeg, png
from tests.web.logo.test_logo import text
from tournaments.commands.add_sponsor import add_sponsor
from tournaments.commands.drop_sponsor import drop_sponsor
from tournaments.commands.order_sponsors import order_sponsors
from tournaments.commands.restore_sponsor import restore_sponsor
from tournaments.models import Sponsor
from tournaments.operations import logo

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def picture(number: int) -> bytes:
    """Another one for another number."""
    return png(60 + number, 40)


def add(house: cast.House, *names: str) -> list[int]:
    return [
        cast.say(
            add_sponsor, by=house.ana, venue_id=house.venue_id, name=name, picture=text(picture(number))
        )["sponsor_id"]
        for number, name in enumerate(names)
    ]


def shown(house: cast.House) -> list[tuple[str, int]]:
    rows = Sponsor.objects.filter(venue_id=house.venue_id, position__isnull=False).order_by("position")
    return list(rows.values_list("name", "position"))


@pytest.fixture
def staff(house) -> Client:
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    return staff


def test_the_page_adds_orders_takes_away_and_brings_back(house, staff, client):
    here = reverse("director-sponsors", args=[house.venue_id])
    assert "No sponsors yet" in staff.get(here).text

    def press(**values):
        return staff.post(here, {"command_id": str(uuid.uuid4()), **values})

    for number, name in enumerate(("  Café   Serrano ", "Aurora Hotel", "Água Viva")):
        sent = SimpleUploadedFile("picture.png", picture(number))
        assert press(name=name, picture=sent).status_code == 302
    assert shown(house) == [("Café Serrano", 1), ("Aurora Hotel", 2), ("Água Viva", 3)]
    page = staff.get(here).text
    (order,) = re.findall(r'name="order" value="([0-9 ]+)"', page)
    first, second, third = order.split()
    for address in re.findall(rf'src="(/venues/{house.venue_id}/sponsors/[0-9a-f]+/)"', page):
        served = client.get(address)
        assert (served.status_code, served["Content-Type"]) == (200, "image/png")
        assert "sandbox" in served["Content-Security-Policy"] and "immutable" in served["Cache-Control"]
    assert press(order=order, down=first).status_code == 302
    assert [name for name, _ in shown(house)] == ["Aurora Hotel", "Café Serrano", "Água Viva"]
    # from a page that shows the order before: it says so, and nothing is lost
    gone = press(away=second)
    assert gone.status_code == 302 and shown(house) == [("Café Serrano", 1), ("Água Viva", 2)]
    with cast.unchanged():
        stale = press(order=order, up=third)
    assert stale.status_code == 409 and "Reload and try again" in stale.text
    # away with its Undo beside it, which puts it where it was
    (undo,) = re.findall(r'action="([^"]*/undo/[^"]+)"', staff.get(gone["Location"]).text)
    back = staff.post(undo, {"command_id": str(uuid.uuid4()), "next": here})
    assert (back.status_code, back["Location"]) == (302, here)
    assert shown(house) == [("Aurora Hotel", 1), ("Café Serrano", 2), ("Água Viva", 3)]
    kinds = ["sponsor_added"] * 3 + ["sponsors_ordered", "sponsor_dropped", "sponsor_restored"]
    assert (
        list(Fact.objects.filter(kind__startswith="sponsor").order_by("id").values_list("kind", flat=True))
        == kinds
    )


def test_what_is_no_picture_or_no_name_is_refused_at_the_page_and_the_name_stays_typed(house, staff):
    here = reverse("director-sponsors", args=[house.venue_id])
    for content in (b"", b"GIF89a", bytes(logo.MOST_BYTES + 1), png(8, 8)):
        with cast.unchanged():
            answer = staff.post(
                here,
                {
                    "command_id": str(uuid.uuid4()),
                    "name": "Café",
                    "picture": SimpleUploadedFile("p.png", content),
                },
            )
        assert answer.status_code == 409 and 'value="Café"' in answer.text
    for name, code in (("", "text_missing"), ("x" * 61, "text_too_long")):
        with cast.refused(code):
            cast.say(add_sponsor, by=house.ana, venue_id=house.venue_id, name=name, picture=text(png()))
    longest = "Í" * 60
    add(house, longest)
    assert shown(house) == [(longest, 1)] and longest in staff.get(here).text


def test_what_else_lies_in_the_file_is_not_kept(house):
    photo = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "where it was taken"
    Image.new("RGB", (80, 60), "red").save(photo, "JPEG", exif=exif)
    assert b"where it was taken" in photo.getvalue()
    cast.say(add_sponsor, by=house.ana, venue_id=house.venue_id, name="Foto", picture=text(photo.getvalue()))
    row = Sponsor.objects.get()
    assert b"where it was taken" not in bytes(row.content)
    assert (row.media, row.width, row.height) == ("image/jpeg", 80, 60)


def test_twelve_and_no_more(house, staff):
    numbers = add(house, *(f"Nº {n}" for n in range(1, 13)))
    with cast.refused("too_many_sponsors"):
        add(house, "Nº 13")
    page = staff.get(reverse("director-sponsors", args=[house.venue_id])).text
    assert "There are 12 sponsors already" in page and 'name="picture"' not in page
    for wrong in ({"position": 13}, {"position": 0}, {"name": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sponsor.objects.filter(pk=numbers[0]).update(**wrong)
    # who was taken away comes back only where there is room
    cast.say(drop_sponsor, by=house.ana, venue_id=house.venue_id, sponsor_id=numbers[3])
    add(house, "Nº 13")
    with cast.refused("too_many_sponsors"):
        cast.say(restore_sponsor, by=house.ana, venue_id=house.venue_id, sponsor_id=numbers[3], position=4)
    assert [position for _, position in shown(house)] == list(range(1, 13))


def test_strangers_and_other_houses_change_nothing(house, client):
    one, two = add(house, "Café", "Hotel")
    here = {"venue_id": house.venue_id}
    for who in (house.desi, house.bruno, house.caio, house.dora, cast.PASSER_BY):
        for command, more in (
            (add_sponsor, {"name": "Eu", "picture": text(png())}),
            (order_sponsors, {"sponsors": [two, one]}),
            (drop_sponsor, {"sponsor_id": one}),
            (restore_sponsor, {"sponsor_id": one, "position": 1}),
        ):
            with cast.refused("forbidden"):
                cast.say(command, by=who, **here, **more)
    other = cast.house(name="Outra")
    there = {"by": other.ana, "venue_id": other.venue_id}
    for command, more in ((drop_sponsor, {}), (restore_sponsor, {"position": 1})):
        with cast.refused("no_such_sponsor"):
            cast.say(command, **there, sponsor_id=one, **more)
    with cast.refused("changed_meanwhile"):
        cast.say(order_sponsors, **there, sponsors=[two, one])
    for sponsors in ([one], [one, one], [one, two, two], []):
        with cast.refused("changed_meanwhile"):
            cast.say(order_sponsors, by=house.ana, **here, sponsors=sponsors)
    with cast.refused("already_undone"):
        cast.say(restore_sponsor, by=house.ana, **here, sponsor_id=one, position=1)
    page = reverse("director-sponsors", args=[house.venue_id])
    client.force_login(User.objects.get(pk=house.desi.user_id))
    assert client.get(page).status_code == 403
    named = reverse("sponsor-picture", args=[house.venue_id, Sponsor.objects.get(pk=one).picture])
    assert client.get(named).status_code == 200
    cast.say(drop_sponsor, by=house.ana, **here, sponsor_id=one)
    assert client.get(named).status_code == 404


def test_the_same_by_address(house):
    ana = caller("ana", house.ana)
    venue = f"venues/{house.venue_id}"
    made = ana.post(f"{venue}/add-sponsor", {"name": "Café", "picture": text(jpeg(90, 60))})
    assert made.status_code == 200
    one = made.json()["result"]["sponsor_id"]
    (two,) = add(house, "Hotel")
    assert ana.post(f"{venue}/order-sponsors", {"sponsors": [two, one]}).status_code == 200
    assert [row["name"] for row in ana.get(f"{venue}/sponsors").json()] == ["Hotel", "Café"]
    gone = uuid.uuid4()
    assert ana.post(f"{venue}/drop-sponsor", {"sponsor_id": two}, number=gone).status_code == 200
    assert shown(house) == [("Café", 1)]
    assert ana.get(f"commands/{gone}/undo").json()["things"][0]["effects"]["possible"] is True
    assert ana.post(f"commands/{gone}/undo").status_code == 200
    assert shown(house) == [("Hotel", 1), ("Café", 2)]
