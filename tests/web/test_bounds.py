"""What a stranger sends: bodies that are not read, numbers that cannot be."""

from __future__ import annotations

import pytest
from django.test import Client

from config.pages import BODY_BYTES_MOST, too_large
from tests import cast


class Untouched:
    """A body that must not be read."""

    def read(self, *_size):
        raise AssertionError("somebody reads it")

    readline = read


@pytest.mark.parametrize("length", [str(BODY_BYTES_MOST + 1), "9" * 40, "-1", "²"])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(length):
    for path in ("/sign-in/", "/api/sign-up", "/director/venues/1/logo/"):
        answer = Client().generic(
            "POST", path, b"", content_type="multipart/form-data; boundary=x", CONTENT_LENGTH=length,
            **{"wsgi.input": Untouched()},
        )  # fmt: skip
        assert (answer.status_code, answer["Connection"]) == (413, "close"), path


@pytest.mark.parametrize(
    ("accepts", "says"),
    [
        ("en-GB,en;q=0.8", "This is more than can be taken at once."),
        ("pt-BR,pt;q=0.9", "É mais do que se pode aceitar de uma vez."),
        ("pt-PT", "É mais do que se pode aceitar de uma vez."),
        ("xx,;q=½", "É mais do que se pode aceitar de uma vez."),
    ],
)
def test_who_sent_too_much_reads_so_in_the_language_of_the_browser(accepts, says):
    answer = Client().generic(
        "POST", "/sign-in/", b"", content_type="text/plain", CONTENT_LENGTH=str(BODY_BYTES_MOST + 1),
        HTTP_ACCEPT_LANGUAGE=accepts, **{"wsgi.input": Untouched()},
    )  # fmt: skip
    assert answer.content.decode() == says + "\n"
    assert too_large(accepts).decode() == says + "\n"


@pytest.mark.django_db
def test_numbers_that_no_row_can_have_are_not_found():
    house = cast.house()
    from people.models import User

    staff = Client(raise_request_exception=False)
    staff.force_login(User.objects.get(pk=house.olga.user_id))
    anybody = Client(raise_request_exception=False)
    for number in ("9" * 19, "9" * 30):
        for path in (
            f"/join/?next=/play/{number}/", f"/t/{number}/", f"/t/{number}/results/", f"/play/{number}/",
            f"/seasons/{number}/", f"/screens/{number}/clock/", f"/?venue={number}", f"/t/1/results/?offset={number}",
            f"/director/{number}/", f"/desk/{number}/", f"/floor/{number}/", f"/director/venues/{number}/",
            f"/director/seasons/{number}/", f"/me/?before={number}", f"/receipts/?number=E{number}-0001-01",
        ):  # fmt: skip
            for client in (anybody, staff):
                answer = client.get(path)
                assert answer.status_code < 500, path
        for what in ("app", "role", "revoke", "unpair"):
            answer = staff.post(
                f"/director/venues/{house.venue_id}/staff/do/{what}/",
                {"command_id": "5f0c6b58-4a3e-4f57-8a5e-0d3c6a3a4f11", "user_id": number, "role_id": number,
                 "device_id": number, "role": "desk"},
            )  # fmt: skip
            assert answer.status_code < 500, what
        answer = staff.post(
            f"/me/tokens/{number}/revoke/", {"command_id": "5f0c6b58-4a3e-4f57-8a5e-0d3c6a3a4f12"}
        )
        assert answer.status_code < 500
