"""The circuit and a tournament's life: venues, seasons, drafts, publication, clock, start, end."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count, Day, Id, Moment, Text, Truth, Values, Whole
from api.scopes import in_tournament, in_venue
from api.shapes import shape
from people.models.users import Language
from rules import presets
from rules.permissions import Action
from rules.policies import shipped
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.announce_level import announce_level
from tournaments.commands.announce_levels import announce_levels
from tournaments.commands.call_short_handed import call_short_handed
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.change_logo import change_logo
from tournaments.commands.close_entries import close_entries
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.commands.edit_level import edit_level
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.end_late_registration import end_late_registration
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.open_registration import open_registration
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.commands.undo_clock_change import undo_clock_change
from tournaments.commands.undo_freeze import undo_freeze
from tournaments.commands.unpair_screen import unpair_screen
from tournaments.commands.update_venue import update_venue
from tournaments.models import TournamentState
from tournaments.models.circuit import CURRENCIES
from tournaments.operations.logo import MOST_BYTES
from tournaments.queries import branding, faces, listings
from tournaments.queries.faces import Announcement
from tournaments.queries.listings import SeasonView, TournamentLine, VenueView
from tournaments.queries.pix import PixAccount


class NewVenue(Body):
    name = Text(max_length=120)
    slug = Text(max_length=60, help_text="Small letters, digits and hyphens.")
    city = Text(max_length=120, required=False, allow_blank=True)
    address = Text(max_length=200, required=False, allow_blank=True)
    tax_id = Text(max_length=20, required=False, allow_blank=True, help_text="CNPJ or NIF.")
    currency = serializers.ChoiceField(choices=CURRENCIES, required=False)
    timezone = Text(max_length=60, required=False, help_text="Like America/Sao_Paulo.")
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    surcharges_bp = Values(required=False, help_text="Payment method to basis points on top of the price.")
    founding_code = Text(
        max_length=60,
        required=False,
        help_text="For the first venue: what the server printed when it started.",
    )


class Changes(Body):
    changes = Values(help_text="Value by name; the rules check each.")


class FreezeUndo(Body):
    """freeze_command_id: the command that stopped all clocks."""

    freeze_command_id = serializers.UUIDField()


class NewSeries(Body):
    name = Text(max_length=120)
    slug = Text(max_length=60)


class NewSeason(Body):
    name = Text(max_length=60)
    starts_on = Day()
    ends_on = Day()
    points_c_milli = Whole(min_value=0, max_value=100_000, required=False)


class NewStage(Body):
    number = Whole(min_value=1, max_value=1000)
    name = Text(max_length=120)
    place = Text(max_length=120, required=False, allow_blank=True)
    starts_on = Day()
    ends_on = Day()


class NewRuleSet(Changes):
    name = Text(max_length=60)
    base = Text(max_length=60, help_text="A shipped rule set, or one of the venue's.")


class NewTournament(Body):
    template = Text(max_length=60, required=False, allow_null=True)
    name = Text(max_length=120)
    starts_at = Moment()
    stage_id = Id(required=False, allow_null=True)
    changes = Values(required=False, help_text="Value by name, instead of the template's.")
    play_money = serializers.BooleanField(
        required=False, help_text="Practice only: prices and prizes in money of practice."
    )


class Copy(Body):
    name = Text(max_length=120)
    starts_at = Moment()


class Doubts(Body):
    acknowledge = serializers.ListField(
        child=Text(max_length=60),
        max_length=50,
        required=False,
        help_text="Codes of doubts that the director insists on.",
    )


class EditedTournament(Doubts):
    changes = Values(help_text="Value by name; the rules check each.")


class Publication(Doubts):
    practice_seed = Text(
        max_length=64, required=False, allow_null=True, help_text="64 hexadecimal digits; rehearsals only."
    )


class Postponement(Body):
    starts_at = Moment()
    reason = Text()


class TournamentCancellation(Body):
    """prizes_stand: prizes already credited stay, what is left is shared among those still in (REGULATIONS 6.3 c).
    counts_reason: why the last counts are accepted for sharing though they do not add up to the chips in play."""

    reason = Text()
    prizes_stand = Truth(required=False)
    counts_reason = Text(max_length=300, required=False, allow_blank=True)


class LevelIndex(Body):
    level_index = Whole(min_value=0, max_value=1000, help_text="Levels and recesses, counted from 0.")


class LevelMove(LevelIndex):
    elapsed_seconds = Whole(min_value=0, max_value=86_400, required=False)
    from_index = Whole(
        min_value=0,
        max_value=1000,
        required=False,
        allow_null=True,
        help_text="Where the clock stands for who asks: where it has moved since, nothing is done.",
    )


class LevelEdit(LevelIndex):
    changes = Values(help_text="Blinds, antes, seconds.")


class ClockTime(Body):
    seconds = Whole(min_value=-14_400, max_value=14_400, help_text="Negative to shorten.")


class Turn(Body):
    turn = Whole(min_value=0, max_value=1_000_000)


class TurnOf(Turn):
    tournament_id = Id()


class Turns(Body):
    turns = TurnOf(many=True, min_length=1, max_length=200)  # type: ignore[call-arg]


class OnScreens(Body):
    show = serializers.ChoiceField(choices=["clock", "seats"], required=False)
    message = Text(
        max_length=200, required=False, allow_blank=True, help_text="Empty takes the last one away."
    )


class ScreenUnpairing(Body):
    code = Text(max_length=12, help_text="The six signs that the display had.")


class ScreenPairing(Body):
    code = Text(max_length=12, help_text="The six signs on the display.")
    sound = Truth(required=False)


class NewLogo(Body):
    picture = Text(
        max_length=MOST_BYTES * 4 // 3 + 4,
        required=False,
        allow_blank=True,
        help_text="A PNG or JPEG in base64; without it the venue has no logo any more.",
    )


_T = "tournaments/<id:tournament_id>"
_V = "venues/<id:venue_id>"

COMMAND_ENDPOINTS = [
    CommandEndpoint(path="venues", name="create_venue", command=create_venue, action=None, body=NewVenue),
    CommandEndpoint(
        path=f"{_V}/update",
        name="update_venue",
        command=update_venue,
        action=Action.MANAGE_VENUE,
        body=Changes,
    ),
    CommandEndpoint(
        path=f"{_V}/logo",
        name="change_logo",
        command=change_logo,
        action=Action.CHANGE_LOGO,
        body=NewLogo,
    ),
    CommandEndpoint(
        path=f"{_V}/freeze", name="freeze_venue", command=freeze_venue, action=Action.FREEZE_VENUE
    ),
    CommandEndpoint(path=f"{_V}/thaw", name="thaw_venue", command=thaw_venue, action=Action.FREEZE_VENUE),
    CommandEndpoint(
        path=f"{_V}/undo-freeze",
        name="undo_freeze",
        command=undo_freeze,
        action=Action.FREEZE_VENUE,
        body=FreezeUndo,
    ),
    CommandEndpoint(
        path=f"{_V}/series",
        name="create_series",
        command=create_series,
        action=Action.MANAGE_SEASON,
        body=NewSeries,
    ),
    CommandEndpoint(
        path="series/<id:series_id>/seasons",
        name="create_season",
        command=create_season,
        action=Action.MANAGE_SEASON,
        body=NewSeason,
    ),
    CommandEndpoint(
        path="seasons/<id:season_id>/stages",
        name="create_stage",
        command=create_stage,
        action=Action.MANAGE_SEASON,
        body=NewStage,
    ),
    CommandEndpoint(
        path=f"{_V}/rule-sets",
        name="create_rule_set",
        command=create_rule_set,
        action=Action.CREATE_TOURNAMENT,
        body=NewRuleSet,
    ),
    CommandEndpoint(
        path=f"{_V}/tournaments",
        name="create_tournament",
        command=create_tournament,
        action=Action.CREATE_TOURNAMENT,
        body=NewTournament,
    ),
    CommandEndpoint(
        path=f"{_T}/duplicate",
        name="duplicate_tournament",
        command=duplicate_tournament,
        action=Action.CREATE_TOURNAMENT,
        body=Copy,
    ),
    CommandEndpoint(
        path=f"{_T}/edit",
        name="edit_tournament",
        command=edit_tournament,
        action=Action.EDIT_TOURNAMENT,
        body=EditedTournament,
    ),
    CommandEndpoint(
        path=f"{_T}/publish",
        name="publish_tournament",
        command=publish_tournament,
        action=Action.PUBLISH_TOURNAMENT,
        body=Publication,
    ),
    CommandEndpoint(
        path=f"{_T}/open-registration",
        name="open_registration",
        command=open_registration,
        action=Action.OPEN_REGISTRATION,
    ),
    CommandEndpoint(
        path=f"{_T}/postpone",
        name="postpone_tournament",
        command=postpone_tournament,
        action=Action.EDIT_TOURNAMENT,
        body=Postponement,
    ),
    CommandEndpoint(
        path=f"{_T}/cancel",
        name="cancel_tournament",
        command=cancel_tournament,
        action=Action.CANCEL_TOURNAMENT,
        body=TournamentCancellation,
    ),
    CommandEndpoint(
        path=f"{_T}/start",
        name="start_tournament",
        command=start_tournament,
        action=Action.START_TOURNAMENT,
    ),
    CommandEndpoint(
        path=f"{_T}/close-entries",
        name="close_entries",
        command=close_entries,
        action=Action.CLOSE_REGISTRATION,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/pause", name="pause_clock", command=pause_clock, action=Action.CONTROL_CLOCK
    ),
    CommandEndpoint(
        path=f"{_T}/clock/resume", name="resume_clock", command=resume_clock, action=Action.CONTROL_CLOCK
    ),
    CommandEndpoint(
        path=f"{_T}/clock/level",
        name="move_to_level",
        command=move_to_level,
        action=Action.CONTROL_CLOCK,
        body=LevelMove,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/edit-level",
        name="edit_level",
        command=edit_level,
        action=Action.CONTROL_CLOCK,
        body=LevelEdit,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/time",
        name="add_clock_time",
        command=add_clock_time,
        action=Action.CONTROL_CLOCK,
        body=ClockTime,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/short-handed",
        name="call_short_handed",
        command=call_short_handed,
        action=Action.CONTROL_CLOCK,
    ),
    CommandEndpoint(
        path=f"{_T}/end-late-registration",
        name="end_late_registration",
        command=end_late_registration,
        action=Action.CLOSE_REGISTRATION,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/announce",
        name="announce_level",
        command=announce_level,
        action=Action.CONTROL_CLOCK,
        body=Turn,
    ),
    CommandEndpoint(
        path="venues/<id:venue_id>/clocks/announce",
        name="announce_levels",
        command=announce_levels,
        action=Action.CONTROL_CLOCK,
        body=Turns,
    ),
    CommandEndpoint(
        path=f"{_T}/screens/show",
        name="show_on_screens",
        command=show_on_screens,
        action=Action.SEND_MESSAGE,
        body=OnScreens,
    ),
    CommandEndpoint(
        path=f"{_T}/screens/pair",
        name="pair_screen",
        command=pair_screen,
        action=Action.PAIR_DEVICE,
        body=ScreenPairing,
    ),
    CommandEndpoint(
        path=f"{_T}/screens/unpair",
        name="unpair_screen",
        command=unpair_screen,
        action=Action.PAIR_DEVICE,
        body=ScreenUnpairing,
    ),
    CommandEndpoint(
        path=f"{_T}/clock/undo",
        name="undo_clock_change",
        command=undo_clock_change,
        action=Action.UNDO,
    ),
]


class CalendarAsked(Body):
    venue_id = Count(min_value=1, required=False)
    limit = Count(min_value=1, max_value=200, default=50)


class TournamentsAsked(Body):
    state = serializers.ChoiceField(choices=TournamentState.choices, required=False)
    offset = Count(max_value=100_000, default=0)
    limit = Count(min_value=1, max_value=200, default=50)


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
    version, text = listings.terms_of(venue_id)
    return {"version": version, "text": text}


def _rule_sets(*, venue_id: int, **_more: Any) -> list[dict[str, Any]]:
    ours = [
        {"rule_set_id": None, "name": name, "base": "", "policies": policies.as_dict()}
        for name, policies in sorted(shipped().items())
    ]
    return [*ours, *listings.rule_sets_of(venue_id)]


def _templates(**_more: Any) -> list[dict[str, Any]]:
    return [{"key": key, "values": found.values()} for key, found in sorted(presets.TEMPLATES.items())]


def _settings(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
    return {"tournament_id": tournament_id, "settings": listings.settings_of(tournament_id)}


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues",
        name="venues",
        query=lambda **_: listings.venues(),
        action=Action.VIEW_PUBLIC,
        answer=shape(VenueView),
        many=True,
        fresh_seconds=30,
        summary="The venues, by name",
    ),
    QueryEndpoint(
        path=_V,
        name="venue",
        query=lambda *, venue_id, **_: listings.venue_view(venue_id),
        action=Action.VIEW_PUBLIC,
        answer=shape(VenueView),
        fresh_seconds=30,
        summary="One venue",
    ),
    QueryEndpoint(
        path=f"{_V}/pix",
        name="venue_pix",
        query=lambda *, venue_id, **_: [to for to in [branding.pix_of(venue_id)] if to is not None],
        action=Action.MANAGE_VENUE,
        scope=in_venue,
        answer=shape(PixAccount),
        many=True,
        summary="Where the house is paid by PIX: none or one; `update_venue` changes it",
    ),
    QueryEndpoint(
        path=f"{_V}/terms",
        name="terms",
        query=_terms,
        action=Action.VIEW_PUBLIC,
        answer=Terms,
        fresh_seconds=30,
        summary="The terms that a player accepts",
    ),
    QueryEndpoint(
        path=f"{_V}/seasons",
        name="seasons",
        query=lambda *, venue_id, **_: listings.seasons_of(venue_id),
        action=Action.VIEW_PUBLIC,
        answer=shape(SeasonView),
        many=True,
        fresh_seconds=30,
        summary="The seasons of a venue's circuits with their stages, the latest first",
    ),
    QueryEndpoint(
        path=f"{_V}/rule-sets",
        name="rule_sets",
        query=_rule_sets,
        action=Action.VIEW_STAFF,
        scope=in_venue,
        answer=RuleSetShape,
        many=True,
        summary="The rule sets that a venue's tournaments can run under",
    ),
    QueryEndpoint(
        path="templates",
        name="templates",
        query=_templates,
        action=Action.VIEW_PUBLIC,
        answer=TemplateShape,
        many=True,
        fresh_seconds=300,
        summary="The announcements that a draft can begin with",
    ),
    QueryEndpoint(
        path=f"{_V}/tournaments",
        name="venue_tournaments",
        query=lambda *, venue_id, offset, limit, state=None, **_: listings.tournaments_of(
            venue_id, state=state, offset=offset, limit=limit
        ),
        action=Action.VIEW_STAFF,
        scope=in_venue,
        params=TournamentsAsked,
        answer=shape(TournamentLine),
        many=True,
        summary="A venue's tournaments, drafts and rehearsals included",
    ),
    QueryEndpoint(
        path="tournaments",
        name="calendar",
        query=lambda *, limit, at, venue_id=None, **_: faces.calendar(at=at, venue_id=venue_id, limit=limit),
        action=Action.VIEW_PUBLIC,
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
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        answer=SettingsShape,
        summary="Everything a tournament was announced with",
    ),
]
