"""Who is called otherwise now: the tournaments whose pages name that player are told. Each step needs an open transaction."""

from __future__ import annotations

from django.db.models import Max

from dispatch.commands import record
from tables.queries import sitters
from tournaments.facts.entries import PlayerNamedAnew
from tournaments.models import Entry, EntryState, Registration, RegistrationState, Tournament, TournamentState

#: the name under which facts are read for names that need telling apart, and the kinds by which a tournament has a new name
READER = "names"
NAMED_BY = frozenset({"registration_made", "entry_paid", "registration_transferred", "player_named_anew"})

# nobody looks at the live pages of more evenings than these; older pages are read anew when somebody opens them
MOST_TOURNAMENTS = 20


def tell_of_name(player_id: int) -> None:
    """Have the live pages, displays and phones of the latest tournaments that name this player read the name again, and whether it has a page:
    a fact of the player's own record touches no topic of theirs, and the name itself is in none of these facts.
    """
    entered = dict(
        Entry.objects.filter(player_id=player_id)
        .exclude(state=EntryState.CANCELLED)
        .values_list("tournament_id")
        .annotate(last=Max("pk"))
        .order_by()
    )
    waits = Registration.objects.filter(player_id=player_id, state=RegistrationState.PENDING)
    named = {*entered, *waits.values_list("tournament_id", flat=True)}
    latest = (
        Tournament.objects.filter(pk__in=named)
        .exclude(state__in=(TournamentState.DRAFT, TournamentState.CANCELLED))
        .order_by("-starts_at", "-pk")
        .values_list("pk", flat=True)[:MOST_TOURNAMENTS]
    )
    told = list(latest)
    sits = {
        one.entry_id: one.table_number
        for one in sitters(entry_ids=[entered[pk] for pk in told if pk in entered])
    }
    for tournament_id in told:
        entry_id = entered.get(tournament_id)
        table = sits.get(entry_id) if entry_id is not None else None
        record(
            PlayerNamedAnew(
                tournament_id=tournament_id,
                player_id=player_id,
                entry_id=entry_id,
                tables=[] if table is None else [table],
            )
        )
