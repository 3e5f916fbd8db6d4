"""What taking a tournament's end back would do, told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ledger.queries import wallet_balance
from payouts.models import Award, AwardState, Ending, Score
from rules.refusals import N_, Refused, possible
from tables.queries.numbers import numbers_taken, unbroken
from tournaments.models import Tournament
from tournaments.queries.paid_ahead import why_kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopening:
    """The end that stands, the prizes it gave, how many it scored; `no`: why it cannot be taken back."""

    ending_id: int
    winner: str
    awards: tuple[Award, ...]
    bounty_cents: int
    scored: int
    no: Refused | None


def plan_reopening(tournament: Tournament) -> Reopening:
    """Return what `take_back_finish` would do. Only what the end itself gave comes back: prizes given before it
    stand.

    Refusals: ``not_finished``."""
    ending = (
        Ending.objects.select_related("winner__player")
        .filter(tournament_id=tournament.pk, undone_at__isnull=True)
        .first()
    )
    if ending is None:
        raise Refused(
            "not_finished",
            N_("This tournament is not finished: there is no end to take back."),
            rule="PT-T.52",
        )
    awards = tuple(
        Award.objects.filter(tournament_id=tournament.pk, command_id=ending.command_id)
        .exclude(state=AwardState.VOID)
        .select_related("player")
        .order_by("place", "entry_id")
    )
    return Reopening(
        ending_id=ending.pk,
        winner=ending.winner.player.public_name,
        awards=awards,
        bounty_cents=ending.bounty_cents,
        scored=Score.objects.filter(tournament_id=tournament.pk, undone_at__isnull=True).count(),
        no=_why_not(tournament, ending, awards),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndView:
    """The end of a tournament that stands: the command that made it, and whether it can be taken back as things are."""

    command_id: UUID
    can_be_undone: bool


def end_of(tournament_id: int) -> EndView | None:
    """Return the end that stands; None while there is none."""
    command_id = (
        Ending.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
        .values_list("command_id", flat=True)
        .first()
    )
    if command_id is None:
        return None
    found = plan_reopening(Tournament.objects.get(pk=tournament_id))
    return EndView(command_id=command_id, can_be_undone=found.no is None)


def _why_not(tournament: Tournament, ending: Ending, awards: Sequence[Award]) -> Refused | None:
    """What blocks it: a prize in the player's hand, or one that the balance no longer holds."""
    for award in awards:
        if award.state == AwardState.PAID:
            return Refused(
                "prize_paid",
                N_(
                    "The prize of %(player)s (place %(place)s) is already paid out. Take the payment back first."
                ),
                rule="SCPT.L",
                player=award.player.public_name,
                place=award.place,
            )
    winner = ending.winner.player
    back = {winner.pk: (winner.public_name, ending.bounty_cents)}
    for award in awards:
        back[award.player_id] = (
            award.player.public_name,
            back.get(award.player_id, ("", 0))[1] + award.amount_cents,
        )
    for player_id, (name, cents) in back.items():
        balance = wallet_balance(player_id, unit=tournament.currency) if cents else 0
        if balance < cents:
            return prize_used(name)
        if cents and (
            no := why_kept(player_id, unit=tournament.currency, cents=cents, balance_cents=balance)
        ):
            return no
    return None


def prize_used(player: str) -> Refused:
    """Return a prize that the player's balance no longer holds cannot be taken back."""
    return Refused(
        "prize_spent",
        N_(
            "%(player)s has already used the prize: the balance does not hold it any more. Ask for the money back"
            " first."
        ),
        rule="SCPT.L",
        player=player,
    )


def finish_undo_preview(tournament_id: int) -> dict[str, Any]:
    """Return {possible, code, sentence, params} as a refusal would say it; winner; prizes [{entry_id, player,
    amount_cents}] and bounty_cents that go back into the pool; unscored: how many lose their points; reopens:
    always true; numbers_gone [{table, tournament}]: tables that get the next free number, another tournament plays
    at theirs.

    Refusals: ``not_finished``."""
    tournament = Tournament.objects.get(pk=tournament_id)
    found = plan_reopening(tournament)
    gone = numbers_taken(tournament, numbers=[table.number for table in unbroken(tournament_id)])
    no = found.no
    return {
        **possible(no),
        "reopens": True,
        "winner": found.winner,
        "prizes": [
            {"entry_id": a.entry_id, "player": a.player.public_name, "amount_cents": a.amount_cents}
            for a in found.awards
        ],
        "bounty_cents": found.bounty_cents,
        "unscored": found.scored,
        "numbers_gone": [{"table": table, "tournament": other} for table, other in gone.items()],
    }
