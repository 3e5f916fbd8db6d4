"""Facts of chips that are bought during a tournament, of what is asked for and of what is owed. Names are public names."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import STAFF, key, routing
from tournaments.facts.entries import DeskFact, MoneyFact
from tournaments.streams import TournamentFact
from tournaments.topics import counts_topic, entries_topic, player_topic, prizes_topic, tables_topic


class ChipsFact(TournamentFact):
    """A rebuy or an add-on, for everybody."""

    player_id: int = routing()
    purchase_id: int
    entry_id: int
    public_name: str
    purchase_kind: str = key("kind")
    chips: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
        )


class ChipsBought(ChipsFact, kind="chips_bought"):
    """More chips are in play."""


class ChipsTakenBack(ChipsFact, kind="chips_taken_back"):
    """They are out of play again: somebody of the floor takes them off the table."""

    @property
    def topics(self) -> Sequence[str]:
        return (*super().topics, tables_topic(self.tournament_id))


class ChipsBrought(TournamentFact, kind="chips_brought", audience=STAFF):
    """Chips bought on a phone are at their seat."""

    purchase_id: int
    public_name: str
    chips: int
    table_number: int
    seat_number: int

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id), tables_topic(self.tournament_id))


class PurchaseFact(MoneyFact):
    """What a rebuy or an add-on cost."""

    purchase_id: int
    receipt: str
    method: str
    price_cents: int
    surcharge_cents: int


class PurchasePaid(PurchaseFact, kind="purchase_paid", audience=STAFF):
    """It was paid."""


class PurchaseRefunded(PurchaseFact, kind="purchase_refunded", audience=STAFF):
    """The money is back. refund_cents: what had come in for it; handed_back: by the method it came by, else to the balance."""

    refund_cents: int
    handed_back: bool


class OrderFact(DeskFact):
    """What a player asks for on the phone and pays at the desk."""

    order_id: int
    public_name: str
    order_kind: str = key("kind")
    count: int
    method: str
    price_cents: int
    code: str


class OrderMade(OrderFact, kind="order_made", audience=STAFF):
    """A player asks for it."""


class OrderSold(OrderFact, kind="order_sold", audience=STAFF):
    """It was sold."""


class OrderWithdrawn(OrderFact, kind="order_withdrawn", audience=STAFF):
    """The player does not want it any more."""


class DebtFact(TournamentFact):
    """A rebuy announced at the table and paid later. method: paid with; surcharge_cents: what that cost more; reason: why it was
    written off."""

    purchase_id: int
    player_id: int
    name: str
    amount_cents: int
    surcharge_cents: int
    method: str
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            entries_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
        )


class RebuyOwed(DebtFact, kind="rebuy_owed", audience=STAFF):
    """The chips are in play, and the money is owed."""


class RebuyDebtPaid(DebtFact, kind="rebuy_debt_paid", audience=STAFF):
    """It was paid."""


class RebuyDebtWrittenOff(DebtFact, kind="rebuy_debt_written_off", audience=STAFF):
    """The house bears it."""


class RebuyOwedAgain(DebtFact, kind="rebuy_owed_again", audience=STAFF):
    """Its payment or writing off was a mistake."""
