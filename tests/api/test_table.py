"""Every address × every role × whose it is: allowed or forbidden as rules.permissions says, proven by calling it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver
from rest_framework import serializers

from api import fields
from api.endpoints import CommandEndpoint, Nothing, QueryEndpoint
from api.urls import COMMAND_ENDPOINTS, QUERY_ENDPOINTS
from dispatch.cards import arguments_of
from rules.permissions import WITH_PASSWORD, Permission, Role, allowed
from tests import cast
from tests.api.conftest import Stage, undone
from tests.sizes import survives

A = Permission

# what the callers of the stage hold there; those of another house hold nothing here
HELD = {
    "owner": {Role.OWNER, Role.PLAYER},
    "director": {Role.DIRECTOR, Role.PLAYER},
    "desk": {Role.DESK, Role.PLAYER},
    "floor": {Role.FLOOR, Role.PLAYER},
    "player": {Role.PLAYER},
    "other_player": {Role.PLAYER},
    "rival_owner": {Role.PLAYER},
    "rival_director": {Role.PLAYER},
    "public": set(),
}
EVERYONE = set(HELD)
SIGNED_IN = EVERYONE - {"public"}

# addresses with a rule of their own: who may
OF_THEIR_OWN = {
    "sign_up": EVERYONE,
    "ask_email_code": EVERYONE,
    "prove_email": EVERYONE,
    # whoever owns a house already
    "create_venue": {"owner", "rival_owner"},
    # for the caller's own account; the callers here have tokens, and a token makes no token
    "issue_token": set(),
    "tokens": SIGNED_IN,
    # one's own; the body of this table has no right code or password
    "set_second_factor": SIGNED_IN,
    "change_email": SIGNED_IN,
    "change_password": SIGNED_IN,
    "end_sessions": SIGNED_IN,
    "sessions": SIGNED_IN,
    "seen_by": SIGNED_IN,
    "notices": SIGNED_IN,
    "own_mails": SIGNED_IN,
    "choose_mails": SIGNED_IN,
    "accept_invitation": EVERYONE,
    "open_first_account": EVERYONE,
    "reset_password": EVERYONE,
    "second_factor": SIGNED_IN,
    # answers what the caller may see; a stranger's command is as if it did not exist
    "history": SIGNED_IN,
    # everybody gets what lay open, and the own cards
    "hand_kit": SIGNED_IN,
    "command": SIGNED_IN,
}
# addresses that are no such endpoint, each with tests of its own in this folder
BY_HAND = {
    "api-session",
    "api-sign_in",
    "api-sign_out",
    "api-topic",
    "api-undo",
    "api-pay_in_notified",
    "schema",
    "api-docs",
    "api-nothing",
}
ROUTES: list[CommandEndpoint | QueryEndpoint] = [*COMMAND_ENDPOINTS, *QUERY_ENDPOINTS]


def wants_the_password(route: CommandEndpoint | QueryEndpoint) -> bool:
    """No token does it: the callers sign in."""
    return (
        route.action in WITH_PASSWORD and route.action is not A.ISSUE_TOKEN
    ) or route.name == "create_venue"


def may(route: CommandEndpoint | QueryEndpoint, who: str) -> bool:
    """What the table says."""
    if route.name in OF_THEIR_OWN:
        return who in OF_THEIR_OWN[route.name]
    held = HELD[who] | {Role.PUBLIC}
    assert route.action is not None
    if route.action is A.VIEW_PUBLIC:
        return True
    own = who == "player"
    if isinstance(route, QueryEndpoint):
        return allowed(held, permission=route.action, own=own and route.own)
    if allowed(held, permission=route.action):
        return True
    return own and route.own_action is not None and allowed(held, permission=route.own_action, own=True)


# --- a body that can be read, for every address -----------------------------------------------------------

BODIES: dict[str, dict[str, Any]] = {
    # from the balance: what a player does by himself
    "reenter": {"method": "balance"},
    "rebuy": {"method": "balance"},
    "add_on": {"method": "balance"},
    "pay_fund": {"fund": "staff", "tournament_id": "tournament_id"},
    "sign_up": {"proof": "proof", "birth_date": "1990-01-01"},
    "ask_email_code": {"email": "eva@example.com"},
    "prove_email": {"email": "eva@example.com"},
    "create_account": {"email": "eva@example.com", "role": "floor"},
    "change_email": {"proof": "proof", "old_password": "Correct-horse-9"},
    "change_password": {"password": "Correct-horse-9"},
    "open_first_account": {"code": "x", "email": "eva@example.com", "password": "Correct-horse-9"},
    "accept_invitation": {"link": "i.1.x-y", "password": "Correct-horse-9"},
    "reset_password": {"proof": "proof", "password": "Correct-horse-9"},
    "pair_screen": {"code": "ABC123"},
    "unpair_screen": {"code": "ABC123"},
    "assign_screen": {"code": "ABC123", "role": "seats"},
    "set_up_screen": {"code": "ABC123"},
    "set_pin": {"pin": "4711", "venue_id": "venue_id"},
    # a reason is asked of people; the house's own clock needs none
    "hold_table": {"reason": "copa"},
    "void_hand": {"reason": "copa"},
    "update_player": {"venue_id": "venue_id", "phone": "48"},
    "anonymise_player": {"venue_id": "venue_id"},
    "register_player": {"terms_version": "1"},
    "open_case": {"players": "case_players"},
    "command": {},
}
PATHS: dict[str, dict[str, str]] = {
    "register_player": {"tournament_id": "waiting_tournament_id"},
    # only who sat in a hand complains about it; to others it is as if it did not exist
    "complain": {"table_id": "hand_table_id"},
    "open_cards": {"table_id": "hand_table_id"},
    "integrity_pair_hands": {"other_player_id": "to_player_id"},
}


def value_of(name: str, asked: serializers.Field, stage: Stage) -> Any:
    if name in stage.ids:
        return stage.ids[name]
    if isinstance(asked, serializers.ListSerializer):
        return [body_of(asked.child, stage)]
    if isinstance(asked, serializers.ListField):
        return []
    if isinstance(asked, serializers.ChoiceField):
        return next(iter(asked.choices))
    if isinstance(asked, serializers.BooleanField):
        return False
    if isinstance(asked, fields.Id):
        return 1
    if isinstance(asked, serializers.IntegerField):
        return max(asked.min_value or 0, 1)
    if isinstance(asked, fields.Moment):
        return (cast.START + timedelta(days=3)).isoformat()
    if isinstance(asked, fields.Day):
        return cast.START.date().isoformat()
    if isinstance(asked, fields.Values):
        return {}
    if isinstance(asked, serializers.UUIDField):
        return str(stage.ids["bust_id"])
    return "copa"


def body_of(body: serializers.Serializer, stage: Stage) -> dict[str, Any]:
    """Everything that must be given, and nothing else but the venue."""
    return {
        name: value_of(name, asked, stage)
        for name, asked in body.fields.items()
        if asked.required or name == "venue_id"
    }


def call(route: CommandEndpoint | QueryEndpoint, who: str, stage: Stage) -> Any:
    where = dict(stage.ids)
    where |= {name: stage.ids[other] for name, other in PATHS.get(route.name, {}).items()}
    path = route.path
    for name in ("id", "uuid"):
        while f"<{name}:" in path:
            before, _, rest = path.partition(f"<{name}:")
            key, _, after = rest.partition(">")
            number = stage.ids["bust_id"] if name == "uuid" else where[key]
            path = f"{before}{number}{after}"
    shape = route.body if isinstance(route, CommandEndpoint) else route.params
    body = {} if shape is Nothing else body_of(shape(), stage)
    extra = BODIES.get(route.name, {})
    body |= {k: stage.ids.get(v, v) if isinstance(v, str) else v for k, v in extra.items()}
    asking = stage.callers[who]
    if wants_the_password(route):
        asking = asking.signed_in()
    return asking.post(path, body) if isinstance(route, CommandEndpoint) else asking.get(path, body)


@survives
@pytest.mark.rule("ADTP.1")
@pytest.mark.parametrize(
    "routes",
    [COMMAND_ENDPOINTS[::2], COMMAND_ENDPOINTS[1::2], QUERY_ENDPOINTS],
    ids=["commands", "more commands", "queries"],
)
def test_the_table_holds(stage, routes):
    """Every address, every caller; what each did is undone before the next."""
    wrong = []
    for route in routes:
        for who in HELD:
            with undone():
                answer = call(route, who, stage)
                body = answer.content
            status = answer.status_code
            if who == "public" and not may(route, who):
                good = status == 401
            elif may(route, who):
                good = status not in (400, 401, 403) and status < 500
            else:
                good = status == 403
            if not good:
                said = body[:300].decode(errors="replace") if status >= 400 else ""
                wrong.append(
                    f"{route.name} {who} {'allowed' if may(route, who) else 'forbidden'}: {status} {said}"
                )
    assert wrong == [], "\n".join(wrong)


@survives
def test_no_token_does_what_wants_the_password(stage):
    """C-L2: a token of the owner that leaked makes nobody an owner."""
    for route in ROUTES:
        if not wants_the_password(route):
            continue
        for who in ("owner", "director", "player"):
            with undone():
                asking = stage.callers[who]
                stage.callers[who] = token_only = type(asking)(asking.name, asking.secret, asking.person)
                token_only.signed_in = lambda: token_only  # noqa: B023
                assert call(route, who, stage).status_code == 403, (route.name, who)
                stage.callers[who] = asking


@survives
def test_every_address_is_in_the_list():
    found = set()

    def walk(patterns: Any, prefix: str) -> None:
        for one in patterns:
            if isinstance(one, URLPattern):
                found.add((prefix + str(one.pattern), one.name))
            else:
                walk(one.url_patterns, prefix + str(one.pattern))

    api = [one for one in get_resolver().url_patterns if str(one.pattern) == "api/"]
    assert len(api) == 1
    walk(api[0].url_patterns, "")
    listed = {route.path for route in ROUTES}
    assert {(path, name) for path, name in found if path not in listed and name not in BY_HAND} == set()
    assert listed <= {path for path, _ in found}
    # nothing else of the house answers under /api/
    others = [str(one.pattern) for one in get_resolver().url_patterns if str(one.pattern) != "api/"]
    assert not any(pattern.lstrip("^").startswith("api") for pattern in others)


def test_every_command_has_an_address():
    import importlib
    import pkgutil

    from dispatch.commands import COMMANDS

    for app in ("people", "ledger", "tournaments", "tables", "payouts", "play"):
        package = importlib.import_module(f"{app}.commands")
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{app}.commands.{module.name}")
    ours = {name for name, run in COMMANDS.items() if run.__module__.split(".")[0] != "tests"}
    reached = {
        name for name, run in COMMANDS.items() if run in [endpoint.command for endpoint in COMMAND_ENDPOINTS]
    }
    # the auditor's, who has the key of the cards on the house's machine: `manage.py open_hands`
    assert ours - reached == {"play.open_for_audit"}


def test_an_address_takes_what_its_command_takes():
    """A field that no command has is an answer of 500, to whoever sends it."""
    wrong = {
        (endpoint.name, name)
        for endpoint in COMMAND_ENDPOINTS
        if endpoint.ready is None
        for name in endpoint.body().fields
        if name not in arguments_of(endpoint.command)
    }
    assert wrong == set()


def test_the_table_knows_every_route_once():
    names = [route.name for route in ROUTES]
    assert len(names) == len(set(names))
    assert set(OF_THEIR_OWN) <= set(names)


@survives
def test_a_forged_role_is_nothing(stage):
    """Whatever somebody says of themselves in headers, body or address, the roles in the database count."""
    dora = stage.callers["other_player"]
    t = stage.ids["tournament_id"]
    with cast.unchanged():
        forged = dora.post(
            f"tournaments/{t}/clock/pause", {}, **{"X-Role": "owner", "X-User": str(stage.house.olga.user_id)}
        )
        assert forged.status_code == 403
        assert dora.post(f"tournaments/{t}/cancel", {"reason": "x", "role": "owner"}).status_code == 400
        assert dora.get(f"tournaments/{t}/tables", {"role": "owner"}).status_code in (400, 403)


def test_what_does_not_exist_looks_like_what_is_not_yours(stage):
    """For somebody without rights the answer about a draft and about nothing is the same."""
    draft, nothing = stage.ids["draft_id"], 999_999_999
    for who in ("other_player", "public"):
        asking = stage.callers[who]
        for path in (
            "",
            "/clock",
            "/counts",
            "/prizes",
            "/eliminations",
            "/results",
            "/draw",
            "/settings",
            "/entries",
        ):
            told = [asking.get(f"tournaments/{t}{path}") for t in (draft, nothing)]
            bodies = [answer.content for answer in told]
            assert told[0].status_code == told[1].status_code in (401, 403, 404), path
            assert bodies[0] == bodies[1], path
    asking = stage.callers["other_player"]
    for path in ("publish", "start", "cancel", "clock/pause"):
        body = {"reason": "x"} if path == "cancel" else {}
        told = [asking.post(f"tournaments/{t}/{path}", body) for t in (draft, nothing)]
        assert told[0].status_code == told[1].status_code == 403
        assert told[0].content == told[1].content
    assert stage.callers["director"].post(f"tournaments/{nothing}/start").status_code == 404
