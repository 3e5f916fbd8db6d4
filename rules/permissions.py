"""Who may do what: the one table that commands, API and sockets ask.

A role is held at a venue or at one tournament of it; everyone is `public`, everyone with a player's file is
`player`. What a player may do, he may do on what is his own, never on another's (`OWN`). There is no role that
may do all: a superuser of the database has no role here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum, unique

from rules.refusals import N_


@unique
class Role(StrEnum):
    """The roles people hold, from the one who answers for the house to anyone passing by."""

    OWNER = "owner"
    DIRECTOR = "director"
    DESK = "desk"
    FLOOR = "floor"
    INTEGRITY = "integrity"
    PLAYER = "player"
    PUBLIC = "public"


@unique
class Permission(StrEnum):
    """Everything that can be asked of the engine, by the name it is granted under."""

    # the house
    MANAGE_VENUE = "manage_venue"
    MANAGE_STAFF = "manage_staff"
    MANAGE_SEASON = "manage_season"
    CHANGE_LOGO = "change_logo"
    PAIR_DEVICE = "pair_device"
    ISSUE_TOKEN = "issue_token"  # noqa: S105 - a name, no secret
    SET_PIN = "set_pin"
    # a tournament's life
    CREATE_TOURNAMENT = "create_tournament"
    EDIT_TOURNAMENT = "edit_tournament"
    PUBLISH_TOURNAMENT = "publish_tournament"
    OPEN_REGISTRATION = "open_registration"
    CLOSE_REGISTRATION = "close_registration"
    CANCEL_TOURNAMENT = "cancel_tournament"
    START_TOURNAMENT = "start_tournament"
    FINISH_TOURNAMENT = "finish_tournament"
    CONTROL_CLOCK = "control_clock"
    FREEZE_VENUE = "freeze_venue"
    SEND_MESSAGE = "send_message"
    # people at the desk
    CREATE_PLAYER = "create_player"
    UPDATE_PLAYER = "update_player"
    CHECK_ID = "check_id"
    ANONYMISE_PLAYER = "anonymise_player"
    MANAGE_EXCLUSION = "manage_exclusion"
    EXCLUDE_SELF = "exclude_self"
    SET_PLAY_LIMIT = "set_play_limit"
    SHOW_PROFILE = "show_profile"
    # entries
    REGISTER_PLAYER = "register_player"
    REGISTER_SELF = "register_self"
    ACCEPT_TERMS = "accept_terms"
    CANCEL_REGISTRATION_OWN = "cancel_registration_own"
    CANCEL_REGISTRATION_OTHER = "cancel_registration_other"
    TRANSFER_REGISTRATION = "transfer_registration"
    REENTER = "reenter"
    REBUY = "rebuy"
    ADD_ON = "add_on"
    SURRENDER_STACK = "surrender_stack"
    SEAT_ALTERNATE = "seat_alternate"
    # tables
    DRAW_SEATS = "draw_seats"
    VERIFY_SEAT = "verify_seat"
    ACKNOWLEDGE_MOVE = "acknowledge_move"
    BUST = "bust"
    MOVE_PLAYER = "move_player"
    BALANCE = "balance"
    BREAK_TABLE = "break_table"
    REDRAW = "redraw"
    HAND_FOR_HAND = "hand_for_hand"
    HAND_DONE = "hand_done"
    COUNT_CHIPS = "count_chips"
    RACE_CHIPS = "race_chips"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"
    RULE = "rule"
    OVERRIDE_RULING = "override_ruling"
    UNDO = "undo"
    # tables played online
    RUN_PLAY_TABLES = "run_play_tables"
    PLAY_HANDS = "play_hands"
    REVIEW_INTEGRITY = "review_integrity"
    READ_COMPLAINTS = "read_complaints"
    # money
    TAKE_PAYMENT = "take_payment"
    CONFIRM_PAYMENT = "confirm_payment"
    DEPOSIT = "deposit"
    WITHDRAW = "withdraw"
    MOVE_OWN_MONEY = "move_own_money"
    ADJUST_LEDGER = "adjust_ledger"
    PUBLISH_PRIZES = "publish_prizes"
    AWARD_PRIZES = "award_prizes"
    PAY_PRIZE = "pay_prize"
    PAY_FUND = "pay_fund"
    PROPOSE_DEAL = "propose_deal"
    VOTE_DEAL = "vote_deal"
    RECORD_VOTE = "record_vote"
    APPROVE_DEAL = "approve_deal"
    # reading
    VIEW_PUBLIC = "view_public"
    VIEW_STAFF = "view_staff"
    VIEW_MONEY = "view_money"
    VIEW_PLAYER_PRIVATE = "view_player_private"


A = Permission

# What a player may do, each only on what is his own.
OWN: frozenset[Permission] = frozenset(
    {
        A.ISSUE_TOKEN,
        A.SET_PIN,
        A.UPDATE_PLAYER,
        A.ANONYMISE_PLAYER,
        A.EXCLUDE_SELF,
        A.SET_PLAY_LIMIT,
        A.SHOW_PROFILE,
        A.REGISTER_SELF,
        A.ACCEPT_TERMS,
        A.CANCEL_REGISTRATION_OWN,
        A.REENTER,
        A.REBUY,
        A.ADD_ON,
        A.SURRENDER_STACK,
        A.ACKNOWLEDGE_MOVE,
        A.VOTE_DEAL,
        A.VIEW_PLAYER_PRIVATE,
        A.PLAY_HANDS,
        A.MOVE_OWN_MONEY,
    }
)

# Of these, what goes with the account and needs no player's file: an operator has a PIN without ever playing.
OWN_BY_ACCOUNT: frozenset[Permission] = frozenset({A.ISSUE_TOKEN, A.SET_PIN})

# What only the person concerned may do: no member of staff does it for another.
PERSONAL: frozenset[Permission] = frozenset(
    {
        A.ISSUE_TOKEN,
        A.EXCLUDE_SELF,
        A.SET_PLAY_LIMIT,
        A.SHOW_PROFILE,
        A.REGISTER_SELF,
        A.CANCEL_REGISTRATION_OWN,
        A.VOTE_DEAL,
        A.PLAY_HANDS,
        A.MOVE_OWN_MONEY,
    }
)

# What decides who gets in and over the house and its books: whoever does it has signed in as oneself, with the password
# and, where an app is set up, its code. A PIN of four digits on a tablet does not do, whatever its operator may do. Nor does a
# program's token play hands (PT-H.11), or send its owner's money to an account.
WITH_PASSWORD: frozenset[Permission] = frozenset(
    {
        A.MANAGE_VENUE,
        A.MANAGE_STAFF,
        A.PAIR_DEVICE,
        A.ISSUE_TOKEN,
        A.SET_PIN,
        A.ANONYMISE_PLAYER,
        A.ADJUST_LEDGER,
        A.PAY_FUND,
        A.PLAY_HANDS,
        A.MOVE_OWN_MONEY,
        A.REVIEW_INTEGRITY,
    }
)

_FLOOR: frozenset[Permission] = frozenset(
    {
        A.CONTROL_CLOCK,
        A.SEND_MESSAGE,
        A.SEAT_ALTERNATE,
        A.SURRENDER_STACK,
        A.VERIFY_SEAT,
        A.ACKNOWLEDGE_MOVE,
        A.BUST,
        A.MOVE_PLAYER,
        A.BALANCE,
        A.BREAK_TABLE,
        A.HAND_FOR_HAND,
        A.HAND_DONE,
        A.COUNT_CHIPS,
        A.RACE_CHIPS,
        A.PENALISE,
        A.RULE,
        A.UNDO,
        A.VIEW_STAFF,
    }
)

_DESK: frozenset[Permission] = frozenset(
    {
        A.CREATE_PLAYER,
        A.UPDATE_PLAYER,
        A.CHECK_ID,
        A.REGISTER_PLAYER,
        A.ACCEPT_TERMS,
        A.CANCEL_REGISTRATION_OTHER,
        A.REENTER,
        A.REBUY,
        A.ADD_ON,
        A.SURRENDER_STACK,
        A.SEAT_ALTERNATE,
        A.VERIFY_SEAT,
        A.UNDO,
        A.TAKE_PAYMENT,
        A.CONFIRM_PAYMENT,
        A.DEPOSIT,
        A.WITHDRAW,
        A.PAY_PRIZE,
        A.VIEW_STAFF,
        A.VIEW_MONEY,
        A.VIEW_PLAYER_PRIVATE,
    }
)

# What a PIN does on a machine of each kind (`people.models.DeviceKind`), whatever its operator may do elsewhere. A floor tablet
# goes from hand to hand between the tables: it does what is done there, with whom the director decides at once; it takes no
# money, pays none, shows none and opens no player's file. A screen only shows.
ON_DEVICE: Mapping[str, frozenset[Permission]] = {
    "floor": _FLOOR | {A.VIEW_PUBLIC, A.REDRAW, A.DISQUALIFY, A.OVERRIDE_RULING},
    "desk": frozenset(Permission) - WITH_PASSWORD,
    "screen": frozenset({A.VIEW_PUBLIC}),
}

READING: frozenset[Permission] = frozenset({A.VIEW_PUBLIC, A.VIEW_STAFF, A.VIEW_MONEY, A.VIEW_PLAYER_PRIVATE})


@unique
class Scope(StrEnum):
    """What a program's token is for; never more than its person may do."""

    READ = "read"
    WORK = "work"
    ALL = "all"


def within(scope: Scope, *, permission: Permission) -> bool:
    """Return whether a token of this scope has `permission`: to read; to work the floor and the desk; or all that its
    person may, except what wants the password: a token that leaked lets nobody else in. It may end itself; that no
    token makes another one is the API's no.
    """
    if permission is A.ISSUE_TOKEN:
        return True
    if scope is Scope.ALL:
        return permission not in WITH_PASSWORD
    return permission in READING or (scope is Scope.WORK and permission in _FLOOR | _DESK)


_DIRECTOR: frozenset[Permission] = (
    _FLOOR
    | _DESK
    | {
        A.MANAGE_SEASON,
        A.CHANGE_LOGO,
        A.PAIR_DEVICE,
        A.CREATE_TOURNAMENT,
        A.EDIT_TOURNAMENT,
        A.PUBLISH_TOURNAMENT,
        A.OPEN_REGISTRATION,
        A.CLOSE_REGISTRATION,
        A.CANCEL_TOURNAMENT,
        A.START_TOURNAMENT,
        A.FINISH_TOURNAMENT,
        A.FREEZE_VENUE,
        A.MANAGE_EXCLUSION,
        A.TRANSFER_REGISTRATION,
        A.DRAW_SEATS,
        A.REDRAW,
        A.DISQUALIFY,
        A.OVERRIDE_RULING,
        A.PUBLISH_PRIZES,
        A.AWARD_PRIZES,
        A.PAY_FUND,
        A.PROPOSE_DEAL,
        A.RECORD_VOTE,
        A.APPROVE_DEAL,
        A.RUN_PLAY_TABLES,
        A.READ_COMPLAINTS,
    }
)

# Who looks for collusion at the online tables, and reads what players complain about there. The director runs those tables, answers, and opens
# nobody's cards.
_INTEGRITY: frozenset[Permission] = frozenset({A.VIEW_STAFF, A.REVIEW_INTEGRITY, A.READ_COMPLAINTS})

_OWNER: frozenset[Permission] = (
    _DIRECTOR
    | _INTEGRITY
    | {
        A.MANAGE_VENUE,
        A.MANAGE_STAFF,
        A.SET_PIN,
        A.ANONYMISE_PLAYER,
        A.ADJUST_LEDGER,
    }
)

_EVERYONE: frozenset[Permission] = frozenset({A.VIEW_PUBLIC})

# The table. By ADTP.1 the director decides, by SCPT.I only the director transfers and cancels late.
MATRIX: Mapping[Role, frozenset[Permission]] = {
    Role.OWNER: _OWNER | _EVERYONE,
    Role.DIRECTOR: _DIRECTOR | _EVERYONE,
    Role.DESK: _DESK | _EVERYONE,
    Role.FLOOR: _FLOOR | _EVERYONE,
    Role.INTEGRITY: _INTEGRITY | _EVERYONE,
    Role.PLAYER: OWN | _EVERYONE,
    Role.PUBLIC: _EVERYONE,
}

# What the system does by itself, by deadline or at first start; all else needs a person who answers for it.
SYSTEM_MAY: frozenset[Permission] = frozenset(
    {
        A.MANAGE_VENUE,
        A.MANAGE_STAFF,
        A.OPEN_REGISTRATION,
        A.CLOSE_REGISTRATION,
        A.START_TOURNAMENT,
        A.CANCEL_TOURNAMENT,  # one that is played online and has too few players at its hour
        A.CONTROL_CLOCK,
        A.SEND_MESSAGE,
        A.UPDATE_PLAYER,  # two of one name in a tournament are told apart
        A.DRAW_SEATS,
        A.SEAT_ALTERNATE,
        A.CANCEL_REGISTRATION_OTHER,
        A.CONFIRM_PAYMENT,
        A.AWARD_PRIZES,
        A.VIEW_PUBLIC,
        A.VIEW_STAFF,
        A.RUN_PLAY_TABLES,
    }
)

STAFF: frozenset[Role] = frozenset({Role.OWNER, Role.DIRECTOR, Role.DESK, Role.FLOOR, Role.INTEGRITY})

# A sentence for each set of roles that can be asked for, so that a translation is a whole sentence.
WHO_MAY: Mapping[frozenset[Role], str] = {
    frozenset(): N_("Only the person concerned may do this. Sign in with your own account."),
    frozenset({Role.OWNER}): N_("Only the owner of the house may do this. Ask the owner."),
    frozenset({Role.OWNER, Role.DIRECTOR}): N_(
        "Only the tournament director may do this. Call the director."
    ),
    frozenset({Role.OWNER, Role.DIRECTOR, Role.DESK}): N_(
        "Only the registration desk or the director may do this. Go to the desk."
    ),
    frozenset({Role.OWNER, Role.DIRECTOR, Role.FLOOR}): N_(
        "Only the floor staff or the director may do this. Call the floor."
    ),
    frozenset({Role.OWNER, Role.INTEGRITY}): N_(
        "Only the integrity officer of the house may do this. Ask the owner who that is."
    ),
    frozenset({Role.OWNER, Role.DIRECTOR, Role.INTEGRITY}): N_(
        "Only the tournament director or the integrity officer of the house may do this. Ask one of them."
    ),
    frozenset({Role.OWNER, Role.DIRECTOR, Role.DESK, Role.FLOOR}): N_(
        "Only the floor staff, the registration desk or the director may do this. Call one of them."
    ),
    STAFF: N_("Only the staff of this house may do this. Ask a member of staff."),
}


def allowed(roles: Iterable[Role], *, permission: Permission, own: bool = False) -> bool:
    """Return whether someone holding `roles` have this permission; `own`: the thing acted on is the person's own.

    A personal permission (`PERSONAL`) is allowed on one's own only, whatever the roles.

    Rule: ADTP.1, SCPT.F, SCPT.I
    """
    held = frozenset(roles)
    if own and permission in OWN and (Role.PLAYER in held or permission in OWN_BY_ACCOUNT):
        return True
    if permission in PERSONAL:
        return False
    return any(
        permission in MATRIX[role] for role in held if role is not Role.PLAYER or permission not in OWN
    )


def staff_who_may(permission: Permission) -> frozenset[Role]:
    """Return the staff roles that have this permission; empty when it is personal."""
    if permission in PERSONAL:
        return frozenset()
    return frozenset(role for role in STAFF if permission in MATRIX[role])
