"""The table of rights: every role against every permission, on one's own things and on others'."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dispatch.facts import Actor
from people.models import Device, StaffRole, User
from people.models.access import DeviceKind
from people.queries import actor_of_user, may, require, roles_by_venue, roles_of, staff_of
from rules.permissions import (
    MATRIX,
    ON_DEVICE,
    OWN,
    OWN_BY_ACCOUNT,
    PERSONAL,
    STAFF,
    SYSTEM_MAY,
    WHO_MAY,
    Permission,
    Role,
    allowed,
    staff_who_may,
)
from rules.refusals import Refused
from tests.people.conftest import AT, VENUE

A = Permission
# Written out again by hand, role by role, so that a slip in the table of rules/permissions.py shows here.
EVERYONE = {A.VIEW_PUBLIC}
FLOOR_AND_DIRECTOR = {
    A.CONTROL_CLOCK, A.SEND_MESSAGE, A.ACKNOWLEDGE_MOVE, A.BUST, A.MOVE_PLAYER, A.BALANCE, A.BREAK_TABLE,
    A.HAND_FOR_HAND, A.HAND_DONE, A.COUNT_CHIPS, A.RACE_CHIPS, A.PENALISE, A.RULE,
}  # fmt: skip
DESK_AND_DIRECTOR = {
    A.CREATE_PLAYER, A.UPDATE_PLAYER, A.CHECK_ID, A.REGISTER_PLAYER, A.ACCEPT_TERMS, A.CANCEL_REGISTRATION_OTHER,
    A.REENTER, A.REBUY, A.ADD_ON, A.TAKE_PAYMENT, A.CONFIRM_PAYMENT, A.DEPOSIT, A.WITHDRAW, A.PAY_PRIZE,
    A.VIEW_MONEY, A.VIEW_PLAYER_PRIVATE,
}  # fmt: skip
IN_THE_ROOM = {A.SEAT_ALTERNATE, A.SURRENDER_STACK, A.VERIFY_SEAT, A.UNDO}
ALL_STAFF = {A.VIEW_STAFF}
DIRECTOR_ONLY = {
    A.MANAGE_SEASON, A.CHANGE_LOGO, A.PAIR_DEVICE, A.CREATE_TOURNAMENT, A.EDIT_TOURNAMENT, A.PUBLISH_TOURNAMENT,
    A.OPEN_REGISTRATION, A.CLOSE_REGISTRATION, A.CANCEL_TOURNAMENT, A.START_TOURNAMENT, A.FINISH_TOURNAMENT,
    A.FREEZE_VENUE, A.MANAGE_EXCLUSION, A.TRANSFER_REGISTRATION, A.DRAW_SEATS, A.REDRAW, A.DISQUALIFY,
    A.OVERRIDE_RULING, A.PUBLISH_PRIZES, A.AWARD_PRIZES, A.PAY_FUND, A.PROPOSE_DEAL,
    A.RECORD_VOTE, A.APPROVE_DEAL, A.RUN_PLAY_TABLES,
}  # fmt: skip
INTEGRITY_AND_OWNER = {A.REVIEW_INTEGRITY}
INTEGRITY_AND_DIRECTOR = {A.READ_COMPLAINTS}
OWNER_ONLY = {A.MANAGE_VENUE, A.MANAGE_STAFF, A.SET_PIN, A.ANONYMISE_PLAYER, A.ADJUST_LEDGER}
ONE_PERSON = {
    A.ISSUE_TOKEN, A.EXCLUDE_SELF, A.SET_PLAY_LIMIT, A.SHOW_PROFILE, A.REGISTER_SELF, A.CANCEL_REGISTRATION_OWN,
    A.VOTE_DEAL, A.PLAY_HANDS, A.MOVE_OWN_MONEY,
}  # fmt: skip
ON_OTHERS = {
    Role.PUBLIC: EVERYONE,
    Role.PLAYER: EVERYONE,
    Role.FLOOR: EVERYONE | ALL_STAFF | IN_THE_ROOM | FLOOR_AND_DIRECTOR,
    Role.INTEGRITY: EVERYONE | ALL_STAFF | INTEGRITY_AND_OWNER | INTEGRITY_AND_DIRECTOR,
    Role.DESK: EVERYONE | ALL_STAFF | IN_THE_ROOM | DESK_AND_DIRECTOR,
    Role.DIRECTOR: EVERYONE
    | ALL_STAFF
    | IN_THE_ROOM
    | FLOOR_AND_DIRECTOR
    | DESK_AND_DIRECTOR
    | DIRECTOR_ONLY
    | INTEGRITY_AND_DIRECTOR,
    Role.OWNER: EVERYONE
    | ALL_STAFF
    | IN_THE_ROOM
    | FLOOR_AND_DIRECTOR
    | DESK_AND_DIRECTOR
    | DIRECTOR_ONLY
    | OWNER_ONLY
    | INTEGRITY_AND_OWNER
    | INTEGRITY_AND_DIRECTOR,
}
ON_OWN = {
    A.UPDATE_PLAYER, A.ANONYMISE_PLAYER, A.ACCEPT_TERMS, A.REENTER, A.REBUY, A.ADD_ON, A.SURRENDER_STACK,
    A.ACKNOWLEDGE_MOVE, A.VIEW_PLAYER_PRIVATE, A.SET_PIN, *ONE_PERSON,
}  # fmt: skip


@pytest.mark.rule("ADTP.1", "SCPT.I")
@pytest.mark.parametrize("role", list(Role))
def test_every_role_against_every_permission(role):
    for permission in Permission:
        assert allowed({role, Role.PUBLIC}, permission=permission) is (permission in ON_OTHERS[role]), (
            role,
            permission,
        )
    for permission in Permission:
        expected = permission in ON_OTHERS[role]
        if role is Role.PLAYER:
            expected |= permission in ON_OWN
        elif permission in (A.SET_PIN, A.ISSUE_TOKEN):
            expected = True
        assert allowed({role}, permission=permission, own=True) is expected, (role, permission)


def test_the_table_is_whole():
    listed = set().union(*ON_OTHERS.values()) | ON_OWN
    assert set(Permission) == listed
    assert OWN == ON_OWN
    assert PERSONAL == ONE_PERSON
    assert OWN_BY_ACCOUNT <= OWN
    assert set(MATRIX) == set(Role)
    assert not allowed((), permission=A.VIEW_PUBLIC)
    for permission in Permission:
        assert staff_who_may(permission) in WHO_MAY, permission
    # money and law are not for machines
    for permission in (
        A.ADJUST_LEDGER,
        A.BUST,
        A.PAY_PRIZE,
        A.DEPOSIT,
        A.WITHDRAW,
        A.VOTE_DEAL,
        A.OVERRIDE_RULING,
    ):
        assert permission not in SYSTEM_MAY


@pytest.mark.rule("ADTP.1")
def test_every_role_against_every_permission_through_require(cast):
    """The same table through the database: at home, at another venue, on one's own things."""
    for role in Role:
        by = cast.by_role(role)
        for permission in Permission:
            here = may(by, permission=permission, venue_id=VENUE)
            assert here is (permission in ON_OTHERS[role]), (role, permission)
            assert may(by, permission=permission, venue_id=VENUE + 1) is (permission in EVERYONE), (
                role,
                permission,
            )
            assert may(by, permission=permission, venue_id=None) is (permission in EVERYONE), (
                role,
                permission,
            )
    for permission in Permission:
        own = may(cast.caio, permission=permission, venue_id=VENUE, owner_player_id=cast.caio_player)
        assert own is (permission in ON_OWN | EVERYONE)
        other = may(cast.caio, permission=permission, venue_id=VENUE, owner_player_id=cast.caio_player + 1)
        assert other is (permission in EVERYONE)
        assert may(cast.dora, permission=permission, venue_id=VENUE, owner_player_id=cast.caio_player) is (
            permission in EVERYONE
        )
        account = may(cast.bruno, permission=permission, venue_id=None, owner_user_id=cast.bruno.user_id)
        assert account is (permission in OWN_BY_ACCOUNT | EVERYONE)
        assert may(cast.bruno, permission=permission, venue_id=None, owner_user_id=cast.dora.user_id) is (
            permission in EVERYONE
        )
        assert may(cast.system, permission=permission, venue_id=VENUE) is (permission in SYSTEM_MAY)


def test_the_refusal_says_whom_to_ask(cast):
    with pytest.raises(Refused) as caught:
        require(cast.bruno, permission=A.TAKE_PAYMENT, venue_id=VENUE)
    assert caught.value.code == "forbidden"
    assert caught.value.sentence == "Only the registration desk or the director may do this. Go to the desk."
    assert caught.value.params == {"action": "take_payment"}
    with pytest.raises(Refused) as caught:
        require(cast.olga, permission=A.VOTE_DEAL, venue_id=VENUE, owner_player_id=cast.caio_player)
    assert caught.value.sentence.startswith("Only the person concerned")


def test_a_role_at_one_tournament_counts_only_there(cast):
    StaffRole.objects.create(
        user_id=cast.dora.user_id, venue_id=VENUE, tournament_id=70, role="floor", granted_at=AT
    )
    assert roles_of(cast.dora.user_id, venue_id=VENUE, tournament_id=70) == {Role.PUBLIC, Role.FLOOR}
    assert roles_of(cast.dora.user_id, venue_id=VENUE, tournament_id=71) == {Role.PUBLIC}
    assert roles_of(cast.dora.user_id, venue_id=VENUE) == {Role.PUBLIC}
    assert roles_of(cast.dora.user_id, venue_id=VENUE + 1, tournament_id=70) == {Role.PUBLIC}
    assert may(cast.dora, permission=A.BUST, venue_id=VENUE, tournament_id=70)
    assert not may(cast.dora, permission=A.BUST, venue_id=VENUE, tournament_id=71)
    assert roles_by_venue(cast.dora.user_id) == {VENUE: {Role.FLOOR}}
    assert [(member.name, member.tournament_id) for member in staff_of(VENUE) if member.tournament_id] == [
        ("Dora", 70)
    ]


def test_what_ends_a_right_ends_it_for_the_next_command(cast):
    assert may(cast.ana, permission=A.BUST, venue_id=VENUE)
    StaffRole.objects.filter(user_id=cast.ana.user_id).update(revoked_at=AT)
    assert not may(cast.ana, permission=A.BUST, venue_id=VENUE)
    User.objects.filter(pk=cast.caio.user_id).update(is_active=False)
    assert not may(cast.caio, permission=A.REGISTER_SELF, venue_id=VENUE, owner_player_id=cast.caio_player)
    assert roles_of(cast.caio.user_id, venue_id=VENUE) == {Role.PUBLIC}
    assert not may(cast.caio, permission=A.SET_PIN, venue_id=None, owner_user_id=cast.caio.user_id)
    assert roles_of(None, venue_id=VENUE) == {Role.PUBLIC}
    assert roles_of(10**9, venue_id=VENUE) == {Role.PUBLIC}


def test_there_is_no_back_door_for_superusers(cast):
    root = User.objects.create(email="root@example.test", is_superuser=True, is_staff=True, created_at=AT)
    by = actor_of_user(root)
    for permission in Permission:
        assert may(by, permission=permission, venue_id=VENUE) is (permission in EVERYONE)


def test_nobody_becomes_the_system_by_having_no_name(cast):
    for impostor in (
        Actor(user_id=None),
        Actor(user_id=None, label="System"),
        Actor(user_id=None, device_id=1),
    ):
        assert not may(impostor, permission=A.CONTROL_CLOCK, venue_id=VENUE)


def test_a_device_must_be_paired_with_the_venue(cast):
    device = Device.objects.create(venue_id=VENUE, name="T1", kind="floor", token_hash="a" * 64, paired_at=AT)
    strange = Device.objects.create(
        venue_id=VENUE + 1, name="X", kind="floor", token_hash="b" * 64, paired_at=AT
    )
    bruno = User.objects.get(pk=cast.bruno.user_id)
    require(actor_of_user(bruno, device_id=device.pk), permission=A.BUST, venue_id=VENUE)
    for other in (strange.pk, 10**9):
        with pytest.raises(Refused) as caught:
            require(actor_of_user(bruno, device_id=other), permission=A.BUST, venue_id=VENUE)
        assert caught.value.code == "device_not_paired"
    # what is one's own is not on a screen that several people use
    assert may(
        bruno_alone := actor_of_user(bruno), permission=A.SET_PIN, venue_id=None, owner_user_id=bruno.pk
    )
    assert not may(
        actor_of_user(bruno, device_id=device.pk),
        permission=A.SET_PIN,
        venue_id=None,
        owner_user_id=bruno_alone.user_id,
    )
    Device.objects.filter(pk=device.pk).update(revoked_at=AT)
    assert not may(actor_of_user(bruno, device_id=device.pk), permission=A.BUST, venue_id=VENUE)


def test_one_statement_to_a_question(cast):
    for by in (cast.ana, cast.caio, cast.dora):
        with CaptureQueriesContext(connection) as asked:
            may(
                by,
                permission=A.REGISTER_SELF,
                venue_id=VENUE,
                tournament_id=70,
                owner_player_id=cast.caio_player,
            )
        assert len(asked) == 1
    for by in (cast.system, cast.passer_by):
        with CaptureQueriesContext(connection) as asked:
            may(by, permission=A.REGISTER_SELF, venue_id=VENUE)
        assert len(asked) == 0


def test_every_set_of_staff_has_its_sentence():
    assert frozenset() in WHO_MAY
    assert all(roles <= STAFF for roles in WHO_MAY)
    assert len(set(WHO_MAY.values())) == len(WHO_MAY)


# what a PIN does on a floor tablet, written out again by hand; an owner's does no more
ON_A_FLOOR_TABLET = (
    EVERYONE | FLOOR_AND_DIRECTOR | IN_THE_ROOM | ALL_STAFF | {A.REDRAW, A.DISQUALIFY, A.OVERRIDE_RULING}
)
WANTS_A_PASSWORD = {
    A.MANAGE_VENUE, A.MANAGE_STAFF, A.PAIR_DEVICE, A.ISSUE_TOKEN, A.SET_PIN, A.ANONYMISE_PLAYER, A.ADJUST_LEDGER,
    A.PAY_FUND, A.PLAY_HANDS, A.MOVE_OWN_MONEY, A.REVIEW_INTEGRITY,
}  # fmt: skip
ON_DEVICES = {
    "floor": ON_A_FLOOR_TABLET,
    "desk": set(Permission) - WANTS_A_PASSWORD,
    "screen": EVERYONE,
}


@pytest.mark.parametrize("kind", DeviceKind.values)
def test_a_device_is_held_to_what_its_kind_is_for_whoever_works_on_it(cast, kind):
    assert ON_DEVICE[kind] == ON_DEVICES[kind]
    device = Device.objects.create(
        venue_id=VENUE, name="T1", kind=kind, token_hash=kind[0] * 64, paired_at=AT
    )
    for role in (Role.OWNER, Role.DIRECTOR, Role.DESK, Role.FLOOR, Role.INTEGRITY):
        by = actor_of_user(User.objects.get(pk=cast.by_role(role).user_id), device_id=device.pk)
        for permission in Permission:
            here = may(by, permission=permission, venue_id=VENUE)
            assert here is (permission in ON_OTHERS[role] & ON_DEVICES[kind]), (role, permission)


@pytest.mark.parametrize(
    "permission", [A.TAKE_PAYMENT, A.PAY_PRIZE, A.WITHDRAW, A.APPROVE_DEAL, A.VIEW_MONEY, A.CANCEL_TOURNAMENT]
)
def test_a_floor_tablet_says_where_the_rest_is_done(cast, permission):
    tablet = Device.objects.create(venue_id=VENUE, name="T1", kind="floor", token_hash="a" * 64, paired_at=AT)
    ana = actor_of_user(User.objects.get(pk=cast.ana.user_id), device_id=tablet.pk)
    with pytest.raises(Refused) as caught:
        require(ana, permission=permission, venue_id=VENUE)
    assert (caught.value.code, caught.value.params) == ("forbidden", {"action": permission.value})
    assert caught.value.sentence == (
        "A floor tablet is for the tables. Do this at the desk, or sign in with your password on a machine of your own."
    )
