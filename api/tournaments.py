"""The circuit and a tournament's life: venues, seasons, drafts, publication, clock, start, end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Count, Id, PlainText, StrictInteger, Values
from api.scopes import in_tournament, in_venue
from api.shapes import shape
from people.models.users import Language
from rules import presets
from rules.levels import DENOMINATIONS, LONGEST_SECONDS
from rules.permissions import Permission
from rules.policies import shipped
from rules.structure_maker import Wish, propose
from rules.structure_plan import plan
from rules.validation import MAX_CHIPS
from tournaments.commands.announce_levels import announce_levels
from tournaments.commands.create_venue import create_venue
from tournaments.models import TournamentState
from tournaments.models.circuit import CURRENCIES
from tournaments.queries import announcements, branding, circuit
from tournaments.queries.announcements import Announcement, TournamentLine
from tournaments.queries.branding import SponsorView
from tournaments.queries.circuit import SeasonView, TemplateView, VenueView
from tournaments.queries.pix import PixAccount


class NewVenue(Body):
    name = PlainText(max_length=120)
    slug = PlainText(max_length=60, help_text="Small letters, digits and hyphens.")
    city = PlainText(max_length=120, required=False, allow_blank=True)
    address = PlainText(max_length=200, required=False, allow_blank=True)
    tax_id = PlainText(max_length=20, required=False, allow_blank=True, help_text="CNPJ or NIF.")
    currency = serializers.ChoiceField(choices=CURRENCIES, required=False)
    timezone = PlainText(max_length=60, required=False, help_text="Like America/Sao_Paulo.")
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    surcharges_bp = Values(required=False, help_text="Payment method to basis points on top of the price.")
    founding_code = PlainText(
        max_length=60,
        required=False,
        help_text="For the first venue: what the server printed when it started.",
    )


class Turn(Body):
    turn = StrictInteger(min_value=0, max_value=1_000_000)


class TurnOf(Turn):
    tournament_id = Id()


class Turns(Body):
    turns = TurnOf(many=True, min_length=1, max_length=200)  # type: ignore[call-arg]


_T = "tournaments/<id:tournament_id>"
_V = "venues/<id:venue_id>"

#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(create_venue, body=NewVenue),
    endpoint_of(announce_levels, body=Turns),
]


class CalendarAsked(Body):
    venue_id = Count(min_value=1, required=False)
    limit = Count(min_value=1, max_value=200, default=50)


class TournamentsAsked(Body):
    state = serializers.ChoiceField(choices=TournamentState.choices, required=False)
    offset = Count(max_value=100_000, default=0)
    limit = Count(min_value=1, max_value=200, default=50)


class StructureAsked(Body):
    players = Count(min_value=2, max_value=100_000, help_text="Entries that are expected.")
    stack = Count(min_value=100, max_value=MAX_CHIPS, help_text="Chips of one entry.")
    seconds = Count(min_value=1800, max_value=604_800, help_text="Until it is over.")
    level_seconds = Count(min_value=60, max_value=LONGEST_SECONDS)
    denominations = serializers.ListField(
        child=Count(min_value=1, max_value=MAX_CHIPS),
        required=False,
        max_length=20,
        help_text="Chips of the house; without it those that a structure has of its own.",
    )
    recess_every = Count(max_value=40, default=4, help_text="Levels between recesses; 0: none.")
    recess_seconds = Count(min_value=60, max_value=LONGEST_SECONDS, default=900)
    from_big_blind = Count(default=0, help_text="Of the last level that stays; 0: all of it is proposed.")


class ProposedStructure(serializers.Serializer[Any]):
    """Levels and recesses as `edit` takes them in the structure's items, and when it is forecast to be over."""

    items = serializers.ListField(child=serializers.DictField())  # type: ignore[assignment]
    ends_level = serializers.IntegerField()
    ends_seconds = serializers.IntegerField()


class Terms(serializers.Serializer[Any]):
    version = serializers.CharField()
    text = serializers.CharField(allow_blank=True)


class RuleSetShape(serializers.Serializer[Any]):
    """A rule set: policies by name. rule_set_id: null for those that come with the product."""

    rule_set_id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    base = serializers.CharField(allow_blank=True)
    policies = serializers.DictField()


class TemplateShape(serializers.Serializer[Any]):
    key = serializers.CharField()
    values = serializers.DictField()


class SettingsShape(serializers.Serializer[Any]):
    """Everything a tournament was announced with, by the names that `edit` takes."""

    tournament_id = serializers.IntegerField()
    settings = serializers.DictField()


def _terms(*, venue_id: int, **_more: Any) -> dict[str, str]:
    version, text = circuit.terms_of(venue_id)
    return {"version": version, "text": text}


def _rule_sets(*, venue_id: int, **_more: Any) -> list[dict[str, Any]]:
    ours = [
        {"rule_set_id": None, "name": name, "base": "", "policies": policies.as_dict()}
        for name, policies in sorted(shipped().items())
    ]
    return [*ours, *circuit.rule_sets_of(venue_id)]


def _templates(**_more: Any) -> list[dict[str, Any]]:
    return [{"key": key, "values": found.values()} for key, found in sorted(presets.TEMPLATES.items())]


def _settings(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
    return {"tournament_id": tournament_id, "settings": announcements.settings_of(tournament_id)}


def _proposed_structure(
    *,
    players: int,
    stack: int,
    seconds: int,
    level_seconds: int,
    recess_every: int,
    recess_seconds: int,
    from_big_blind: int,
    denominations: Sequence[int] = DENOMINATIONS,
    **_more: Any,
) -> dict[str, Any]:
    items = propose(
        Wish(
            players=players,
            stack=stack,
            seconds=seconds,
            level_seconds=level_seconds,
            denominations=tuple(sorted(set(denominations))),
            recess_every=recess_every,
            recess_seconds=recess_seconds,
            from_big_blind=from_big_blind,
        )
    )
    planned = plan(items, starting_stack=stack, entries=players, seats=9)
    return {
        "items": [item.as_dict() for item in items],
        "ends_level": planned.ends_level,
        "ends_seconds": planned.ends_seconds,
    }


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues",
        name="venues",
        query=lambda **_: circuit.venues(),
        action=Permission.VIEW_PUBLIC,
        answer=shape(VenueView),
        many=True,
        fresh_seconds=30,
        summary="The venues, by name",
    ),
    QueryEndpoint(
        path=_V,
        name="venue",
        query=lambda *, venue_id, **_: circuit.venue_view(venue_id),
        action=Permission.VIEW_PUBLIC,
        answer=shape(VenueView),
        fresh_seconds=30,
        summary="One venue",
    ),
    QueryEndpoint(
        path=f"{_V}/pix",
        name="venue_pix",
        query=lambda *, venue_id, **_: [to for to in [branding.pix_of(venue_id)] if to is not None],
        action=Permission.MANAGE_VENUE,
        scope=in_venue,
        answer=shape(PixAccount),
        many=True,
        summary="Where the house is paid by PIX: none or one; `update_venue` changes it",
    ),
    QueryEndpoint(
        path=f"{_V}/sponsors",
        name="sponsors",
        query=lambda *, venue_id, **_: branding.sponsors_of(venue_id),
        action=Permission.VIEW_PUBLIC,
        answer=shape(SponsorView),
        many=True,
        fresh_seconds=30,
        summary="The sponsors of a venue in the order in which its displays show them",
    ),
    QueryEndpoint(
        path=f"{_V}/terms",
        name="terms",
        query=_terms,
        action=Permission.VIEW_PUBLIC,
        answer=Terms,
        fresh_seconds=30,
        summary="The terms that a player accepts",
    ),
    QueryEndpoint(
        path=f"{_V}/seasons",
        name="seasons",
        query=lambda *, venue_id, **_: circuit.seasons_of(venue_id),
        action=Permission.VIEW_PUBLIC,
        answer=shape(SeasonView),
        many=True,
        fresh_seconds=30,
        summary="The seasons of a venue's circuits with their stages, the latest first",
    ),
    QueryEndpoint(
        path=f"{_V}/rule-sets",
        name="rule_sets",
        query=_rule_sets,
        action=Permission.VIEW_STAFF,
        scope=in_venue,
        answer=RuleSetShape,
        many=True,
        summary="The rule sets that a venue's tournaments can run under",
    ),
    QueryEndpoint(
        path="templates",
        name="templates",
        query=_templates,
        action=Permission.VIEW_PUBLIC,
        answer=TemplateShape,
        many=True,
        fresh_seconds=300,
        summary="The announcements that a draft can begin with",
    ),
    QueryEndpoint(
        path=f"{_V}/templates",
        name="venue_templates",
        query=lambda *, venue_id, **_: circuit.templates_of(venue_id),
        action=Permission.VIEW_STAFF,
        scope=in_venue,
        answer=shape(TemplateView),
        many=True,
        summary="The house's own templates, the latest first; `template_id` of a new tournament",
    ),
    QueryEndpoint(
        path=f"{_V}/structure-proposal",
        name="structure_proposal",
        query=_proposed_structure,
        action=Permission.VIEW_STAFF,
        scope=in_venue,
        params=StructureAsked,
        answer=ProposedStructure,
        summary="A structure proposed for so many entries, a stack and the hours there are; saves nothing",
    ),
    QueryEndpoint(
        path=f"{_V}/tournaments",
        name="venue_tournaments",
        query=lambda *, venue_id, offset, limit, state=None, **_: announcements.tournaments_of(
            venue_id, state=state, offset=offset, limit=limit
        ),
        action=Permission.VIEW_STAFF,
        scope=in_venue,
        params=TournamentsAsked,
        answer=shape(TournamentLine),
        many=True,
        summary="A venue's tournaments, drafts and rehearsals included",
    ),
    QueryEndpoint(
        path="tournaments",
        name="calendar",
        query=lambda *, limit, at, venue_id=None, **_: announcements.calendar(
            at=at, venue_id=venue_id, limit=limit
        ),
        action=Permission.VIEW_PUBLIC,
        params=CalendarAsked,
        answer=shape(Announcement),
        many=True,
        fresh_seconds=5,
        summary="What runs, what comes, what was",
    ),
    QueryEndpoint(
        path=f"{_T}/settings",
        name="tournament_settings",
        query=_settings,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=SettingsShape,
        summary="Everything a tournament was announced with",
    ),
]
