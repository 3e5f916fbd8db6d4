"""What pages and API know of a command without running it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

import pytest
from rest_framework import serializers

from api import fields
from api.cards import body_of, endpoint_of, field_of
from api.urls import COMMAND_ENDPOINTS
from dispatch import cards
from dispatch.cards import CARDS, arguments_of, named_in, title_of
from dispatch.commands import COMMANDS
from dispatch.fields import About, Choice, Integer, Many, Text
from rules.permissions import Permission
from undo import UNDOING


def asked(
    *,
    command_id: UUID,
    at: datetime,
    by: Any,
    tournament_id: int,
    name: Annotated[str, Text(max_length=60, help_text="As people say it.")],
    table: Annotated[int, Integer(min_value=1, max_value=9)] | None = None,
    kind: Annotated[str, Choice(choices=["one", "two"])] = "one",
    codes: Annotated[Sequence[str], Many(child=Text(max_length=5), max_length=3)] = (),
    on: date | None = None,
    sure: Annotated[bool, About(help_text="Asked again.")] = False,
    changes: Mapping[str, Any] | None = None,
) -> None:
    """A command as somebody writes it."""


def test_the_body_of_an_address_is_made_from_the_arguments() -> None:
    found = body_of(
        "tournaments.ask_this", command=asked, without=named_in("tournaments/<id:tournament_id>/ask")
    )
    assert found.__name__ == "AskThisBody"
    made = found().fields
    assert [(name, type(field), field.required, field.allow_null) for name, field in made.items()] == [
        ("name", fields.PlainText, True, False),
        ("table", fields.StrictInteger, False, True),
        ("kind", serializers.ChoiceField, False, False),
        ("codes", serializers.ListField, False, False),
        ("on", fields.Day, False, True),
        ("sure", fields.StrictBoolean, False, False),
        ("changes", fields.Values, False, True),
    ]
    assert (made["name"].max_length, made["name"].help_text) == (60, "As people say it.")
    assert (made["table"].min_value, made["table"].max_value) == (1, 9)
    assert list(made["kind"].choices) == ["one", "two"]
    assert (made["codes"].max_length, made["codes"].child.max_length) == (3, 5)
    assert made["sure"].help_text == "Asked again."


@pytest.mark.parametrize("annotation", [str, float, dict[str, int] | str, list[int]])
def test_what_has_no_bounds_is_no_argument_of_an_address(annotation: Any) -> None:
    parameter = inspect.Parameter("reason", inspect.Parameter.KEYWORD_ONLY, annotation=annotation)
    with pytest.raises(TypeError, match="reason"):
        field_of(parameter)


def test_every_command_has_a_card_and_every_address_one_command() -> None:
    cards.load()
    assert set(CARDS) == set(COMMANDS)
    addressed = {CARDS[name].address for name in CARDS if CARDS[name].address}
    assert len(addressed) == sum(bool(card.address) for card in CARDS.values())
    # some addresses are several commands, one after the other
    single = [endpoint for endpoint in COMMAND_ENDPOINTS if endpoint.command in COMMANDS.values()]
    assert {endpoint.path for endpoint in single} == addressed
    # those without an address are commands of other tests, made for a moment
    for name, card in CARDS.items():
        if card.address:
            assert named_in(card.address) <= set(arguments_of(COMMANDS[name])), name


def test_a_card_says_all_of_an_address() -> None:
    endpoint = endpoint_of(COMMANDS["tournaments.postpone_tournament"])
    assert (endpoint.path, endpoint.name, endpoint.action, endpoint.own_action) == (
        "tournaments/<id:tournament_id>/postpone",
        "postpone_tournament",
        Permission.EDIT_TOURNAMENT,
        None,
    )
    assert list(endpoint.body().fields) == ["starts_at", "reason"]


def test_the_history_has_a_title_for_what_happens_in_a_tournament() -> None:
    assert title_of("tournaments.pause_clock") == "Clock paused"
    # what the clock does by itself stands in the history, too
    assert title_of("tournaments.end_late_registration") == "Entries closed"
    assert title_of("tournaments.end_decided_online") == "Finished"
    assert title_of("somewhere.unknown_thing") == "unknown thing"


def test_what_can_be_taken_back_is_taken_back_by_one_command() -> None:
    taken = [undone for card in CARDS.values() if card.undoes is not None for undone in card.undoes.commands]
    assert sorted(taken) == sorted(UNDOING)
    assert set(taken) <= set(COMMANDS)
    assert COMMANDS["tournaments.undo_clock_change"] is UNDOING["tournaments.pause_clock"].command


#: (code of the refusal, by what the thing is named, told of the venue) → the facts that did it.
DONE_BY: dict[tuple[str, tuple[str, ...], bool], set[str]] = {
    ("already_registered", ("player_id",), False): {"entry_paid", "registration_made"},
    ("already_cancelled", ("registration_id",), False): {"registration_cancelled"},
    ("not_pending", ("player_id",), False): {"entry_paid"},
    ("already_started", (), False): {"tournament_started"},
    ("already_closed", (), False): {"entries_closed"},
    ("not_a_draft", (), False): {"tournament_published"},
    ("not_announced", (), False): {"registration_opened"},
    ("not_running", (), False): {"tournament_cancelled", "tournament_finished"},
    ("tournament_over", (), False): {"tournament_cancelled", "tournament_finished"},
    ("not_finished", (), False): {"finish_undone"},
    ("already_paid", ("award_id",), False): {"prize_paid"},
    ("not_paid", ("award_id",), False): {"prize_payment_undone"},
    ("prize_paid", ("place",), False): {"prize_paid"},
    ("award_void", ("award_id",), False): {"prize_taken_back"},
    ("deal_made", (), False): {"deal_made"},
    ("deal_open", (), False): {"deal_proposed"},
    ("deal_decided", ("deal_id",), False): {"deal_made", "deal_vetoed", "deal_withdrawn"},
    ("takers_named", ("elimination_id",), False): {"player_eliminated", "takers_named"},
    ("already_halted", ("table",), False): {"table_halted"},
    ("table_is_halted", ("table",), False): {"table_halted"},
    ("not_halted", ("table",), False): {"table_resumed"},
    ("table_is_broken", ("table",), False): {"table_broken"},
    ("already_hand_for_hand", (), False): {"clock_went_hand_for_hand"},
    ("not_hand_for_hand", (), False): {"clock_left_hand_for_hand"},
    ("hand_already_done", ("table",), False): {"hand_done"},
    ("round_over", ("round",), False): {"hand_for_hand_round_completed"},
    ("seat_taken", ("table", "seat"), False): {"player_seated"},
    ("already_there", ("table", "seat"), False): {"player_seated"},
    ("other_table", ("entry_id",), False): {"player_seated"},
    ("not_seated", ("entry_id",), False): {"player_eliminated"},
    ("proposal_stale", (), False): {
        "elimination_undone",
        "move_undone",
        "player_eliminated",
        "player_seated",
    },
    ("nothing_to_bring", ("purchase_id",), False): {"chips_brought"},
    ("nothing_to_serve", ("penalty_id",), False): {"penalty_hand_served", "penalty_undone"},
    ("hand_not_done", ("table",), False): {"hand_taken_back"},
    ("clock_paused", (), False): {"clock_paused"},
    ("clock_running", (), False): {"clock_resumed"},
    ("recess_already", (), False): {"clock_recess_given"},
    ("stage_is_set", (), False): {"season_scored"},
    ("stage_is_not_set", (), False): {"season_score_undone"},
    ("no_recess", (), False): {"clock_recess_ended"},
    ("clock_is_right", (), False): {"clock_set_right"},
    ("not_the_last_change", (), False): {
        "clock_change_undone",
        "clock_moved",
        "clock_paused",
        "clock_recess_ended",
        "clock_recess_given",
        "clock_resumed",
        "clock_set_right",
        "clock_time_added",
        "level_edited",
        "short_handed_called",
    },
    ("level_moved", (), False): {
        "clock_change_undone",
        "clock_moved",
        "clock_paused",
        "clock_recess_ended",
        "clock_recess_given",
        "clock_resumed",
        "clock_set_right",
        "clock_time_added",
        "level_edited",
        "short_handed_called",
    },
    ("changed_meanwhile", (), False): {"tournament_changed"},
    ("already_frozen", (), True): {"venue_frozen"},
    ("not_frozen", (), True): {"venue_thawed"},
    ("already_undone", ("elimination_id",), False): {"elimination_undone"},
    ("already_undone", ("move_id",), False): {"move_undone"},
    ("already_undone", ("naming_id",), False): {"takers_naming_undone"},
    ("already_undone", ("award_id",), False): {"prize_payment_undone"},
    ("already_undone", ("penalty_id",), False): {"penalty_undone"},
    ("already_undone", ("purchase_id",), False): {"chips_taken_back"},
    ("already_undone", ("entry_id",), False): {"re_entry_undone"},
    ("already_undone", ("registration_id",), False): {"registration_cancelled"},
    ("already_undone", (), False): {"break_undone"},
    ("nothing_to_strike", ("registration_id",), False): {"payment_struck"},
    ("same_method", ("entry_id",), False): {"payment_method_corrected"},
    ("booked_otherwise", ("entry_id",), False): {"payment_method_corrected"},
    ("order_over", ("order_id",), False): {"order_sold", "order_withdrawn"},
}


def test_which_facts_say_that_it_is_done_stands_on_the_cards() -> None:
    found = {
        (code, tuple(way.names), way.of_venue): set(way.facts)
        for code, ways in cards.done_by_code().items()
        for way in ways
    }
    assert found == DONE_BY


def test_what_is_undone_is_found_by_what_names_it_and_a_break_without() -> None:
    ways = cards.done_by_code()["already_undone"]
    assert [way.names for way in ways] == [
        ("award_id",),
        ("elimination_id",),
        ("entry_id",),
        ("move_id",),
        ("naming_id",),
        ("penalty_id",),
        ("purchase_id",),
        ("registration_id",),
        (),
    ]
    # every other code says by itself what it is about
    assert [code for code, ways in cards.done_by_code().items() if len(ways) > 1] == ["already_undone"]


@pytest.mark.parametrize("first", ["web.desk.views", "api.commands", "undo", "config.topics"])
def test_it_does_not_matter_which_face_is_imported_first(first):
    code = f"import django; django.setup(); import {first}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
