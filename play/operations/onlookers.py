"""How late onlookers see a table: for a cash table as it was opened, for a tournament's as its rules say at each deal."""

from __future__ import annotations

from datetime import datetime, timedelta

from dispatch.commands import record
from play.facts import OnlookersDelaySet
from play.models import PlayTable, UntoldChange
from rules.online import onlookers_late_at_event
from rules.policies import from_dict as policies_from
from tournaments.models import Field

# another process's clock may be behind
_SLACK = timedelta(minutes=1)


def onlookers_delay_of_event(tournament_id: int) -> int:
    """Return how late onlookers see a hand that a tournament deals now, in seconds. Rule: PT-H.11"""
    policies, tables_open = Field.objects.values_list("tournament__policies", "tables_open").get(
        pk=tournament_id
    )
    return onlookers_late_at_event(policies_from(policies), tables_open=tables_open)


def forget_shown_changes(*, at: datetime) -> None:
    """Forget how tables were before changes that everybody knows by now, also of those at which nothing happens any more."""
    UntoldChange.objects.filter(shown_at__lt=at - _SLACK).delete()


def take_onlookers_delay(table: PlayTable) -> None:
    """Have onlookers see the coming hand as late as the rules of its tournament say now; elsewhere it stays. The caller saves the row.

    Rule: PT-H.11
    """
    if table.tournament_id is None:
        return
    seconds = onlookers_delay_of_event(table.tournament_id)
    if seconds == table.onlookers_delay_seconds:
        return
    table.onlookers_delay_seconds = seconds
    record(OnlookersDelaySet(table_id=table.pk, players=(), seconds=seconds))
