"""What a record tells for a dispute, and what a page tells when the room has moved on."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from people.commands.check_identity import check_identity
from people.commands.exclude_self import exclude_self
from tables.commands.penalise import penalise
from tests import cast
from tests.web.director.test_director import as_, house, press, running  # noqa: F401
from tests.web.director.test_history import lines, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.rule("ADTP.P2", "ADTP.67A")
def test_a_penalty_is_told_with_its_hands_and_its_reason(house):  # noqa: F811
    t = running(house, entries=6)
    cast.say(
        penalise, by=house.ana, at=datetime.now(UTC), entry_id=seat_of(t).entry_id, kind="missed_rounds", rounds=1,
        reason="phone at the table",
    )  # fmt: skip
    told = lines(as_(house.ana), t)[0][0]
    assert "sits out 6 hands · phone at the table" in told, told


def test_undo_is_not_offered_for_a_hand_in_which_nobody_went_out(house):  # noqa: F811
    t = running(house, entries=12, seats_per_table=6)
    ana = as_(house.ana)
    press(ana, t, "close-entries")
    press(ana, t, "hand-for-hand")
    assert press(ana, t, "hand-done", table="1", round="1", busts="")["kind"] == "done"
    assert ("Hand done · Table 1 · Ana", False) in lines(ana, t)


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.3")
def test_a_ruling_is_told_with_its_question_its_table_and_its_answer(house):  # noqa: F811
    t = running(house, entries=6)
    ana = as_(house.ana)
    asked = {
        "total_chips": "1000",
        "bet_chips": "400",
        "raise_chips": "400",
        "table": "1",
        "command_id": str(uuid.uuid4()),
    }
    ana.post(f"/floor/{t}/rulings/raise_amount/log/", {**asked, "decision": "as it was announced"})
    told = lines(ana, t)[0][0]
    assert "as it was announced" in told and "ADTP.43A" in told and "Table 1" in told, told


def test_the_chips_of_a_ruling_are_told_in_groups_as_its_page_told_them(house):  # noqa: F811
    t = running(house, entries=6)
    ana = as_(house.ana)
    asked = {
        "stray_chips": "4700",
        "carried_hidden": "no",
        "owner_known": "yes",
        "table": "1",
        "command_id": str(uuid.uuid4()),
    }
    ana.post(f"/floor/{t}/rulings/stray_chips/log/", asked)
    assert "The 4,700 go back to their owner." in lines(ana, t)[0][0]


def test_why_an_entry_ended_is_not_told_in_the_history(house):  # noqa: F811
    t = house.registering("turbo-8max", starts_at=cast.START)
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(t, house.caio.player_id)
    cast.say(exclude_self, by=house.caio, at=datetime.now(UTC), player_id=house.caio.player_id)
    told = [text for text, _undo in lines(as_(house.ana), t)]
    assert told[0].startswith("Entry called off") and not any("xclu" in text for text in told), told
