"""Take a rebuy or an add-on back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Said
from dispatch.cards import AlreadyDone, Card, Did, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from ledger.operations import let_stay
from people.queries import require
from play.queries.events import must_be_at_the_felt
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.queries import seat_of
from tournaments.operations import purchases
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.purchases import lock_purchase
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.debts import debt_reference, owed_still
from tournaments.queries.purchase_undoing import purchase_preview
from tournaments.queries.purchases import tournament_of_purchase
from tournaments.results import SeatAt, chips_off_said, money_back_said, receipt_void_said, sits_at


def _purchases(did: Did) -> list[dict[str, Any]]:
    found = [did.result["purchase_id"]] if "purchase_id" in did.result else []
    found += [bought["purchase_id"] for bought in did.result.get("purchases", [])]
    return [{"purchase_id": purchase_id} for purchase_id in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPurchaseResult:
    """refund_cents: what went back; 0 where nobody had paid. handed_back: the desk hands it over, by the method it came by; else it is in the
    balance. void_receipt: the one that is void. chips_out, sat_at: the chips that leave play, and where they lie."""

    purchase_id: int
    refund_cents: int
    handed_back: bool
    method: str
    void_receipt: str
    chips_out: int
    sat_at: SeatAt | None


def _said(result: Mapping[str, Any]) -> Sequence[Said]:
    return [
        N_("Undone."),
        money_back_said(result)
        if result.get("refund_cents")
        else N_("Nothing goes back: no money had come in for it."),
        *receipt_void_said(result),
        *chips_off_said(result),
    ]


@command(
    "tournaments.undo_purchase",
    Card(
        title=N_("Rebuy or add-on undone"),
        permission=Permission.TAKE_PAYMENT,
        address="purchases/<id:purchase_id>/undo",
        undoes=Undoes(
            commands=("tournaments.rebuy", "tournaments.announce_rebuy", "tournaments.add_on"),
            things=_purchases,
            preview=purchase_preview,
            takes=frozenset({"hand_back"}),
        ),
        already_done=(
            AlreadyDone(fact="chips_taken_back", codes=("already_undone",), names=("purchase_id",)),
        ),
        buttons=(Button(page="desk", name="undo-purchase", said=_said),),
    ),
)
def undo_purchase(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    purchase_id: int,
    hand_back: Annotated[bool, About(help_text="The desk hands the money back the way it was paid.")] = False,
) -> UndoPurchaseResult:
    """Take a rebuy or an add-on back: the chips leave play and the money goes back.

    Its effects can be read beforehand: `queries.purchase_undoing.purchase_preview`. The money goes into the balance, where it counts as a deposit, or (`hand_back`) the way it was paid. An announced rebuy that nobody paid, or that
    was written off, gives nothing back.

    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``already_undone``, ``chips_were_played``,
    ``entries_are_closed``, ``deposit_limit_reached``, ``own_money``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    tournament_id, player_id = tournament_of_purchase(purchase_id)
    # who may announce a rebuy may take it back; money that the desk took is the desk's
    owed = owed_still(purchase_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    require(
        by,
        permission=Permission.UNDO if owed else Permission.TAKE_PAYMENT,
        venue_id=venue_id,
        tournament_id=tournament_id,
    )
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field_if_running(person)
    if field is not None and person.offer.online:
        must_be_at_the_felt(person.tournament_id)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    if not hand_back:
        let_stay(
            [f"purchase:{purchase_id}:deposit", debt_reference(purchase_id)],
            by=by,
            venue_id=venue_id,
            tournament_id=tournament_id,
            at=at,
        )
    purchase = lock_purchase(purchase_id)
    check_as_read()
    back = purchases.take_back_chips(purchase, field=field, hand_back=hand_back, at=at, command_id=command_id)
    return UndoPurchaseResult(
        purchase_id=purchase_id,
        refund_cents=back,
        handed_back=hand_back and back > 0,
        method=purchase.method,
        void_receipt=purchase.receipt,
        chips_out=purchase.chips,
        sat_at=sits_at(seat_of(purchase.entry_id)),
    )
