"""Facts of money that goes by the bank: pay-ins and withdrawals of players."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import STAFF, player_audience
from payouts.topics import own_bank_topic
from people.topics import own_balance_topic
from tournaments.streams import VenueFact


class BankFact(VenueFact):
    """Something about a pay-in or a withdrawal of a player, in the house's record and for that player: without a word of what was written. reference:
    what both call it."""

    player_id: int
    reference: str
    amount_cents: int
    unit: str

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)

    @property
    def topics(self) -> Sequence[str]:
        return (own_bank_topic(self.player_id), own_balance_topic(self.player_id))


class PayInFact(BankFact):
    """Something about a pay-in. amount_cents: what is to come, or came."""

    pay_in_id: int


class PayInAsked(PayInFact, kind="pay_in_asked"):
    """A player said that money is coming. method: by PIX or into the house's account."""

    method: str


class PayInTakenBack(PayInFact, kind="pay_in_taken_back"):
    """It does not come, the player said."""


class PayInRefused(PayInFact, kind="pay_in_refused"):
    """The house waits for it no longer."""


class PayInConfirmed(PayInFact, kind="pay_in_confirmed"):
    """The money came and is in the balance."""

    transfer_id: int


class PayInHeld(PayInFact, kind="pay_in_held"):
    """Money came that may not be taken: it is set aside and goes back."""

    transfer_id: int


class PayInSentBack(PayInFact, kind="pay_in_sent_back"):
    """The money that could not be taken went back to where it came from."""


class PayInCorrected(PayInFact, kind="pay_in_corrected"):
    """It was confirmed with another amount than came. amount_cents: what came, 0 for nothing; was_cents: what had been confirmed. transfer_id: of the
    deposit that was taken back."""

    was_cents: int
    transfer_id: int


class WithdrawalFact(BankFact):
    """Something about a withdrawal."""

    withdrawal_id: int


class WithdrawalAsked(WithdrawalFact, kind="withdrawal_asked"):
    """A player asked for a withdrawal: the amount is set aside."""


class WithdrawalTakenBack(WithdrawalFact, kind="withdrawal_taken_back"):
    """Its player wants it no longer: the amount is in the balance again."""


class WithdrawalTakenUp(WithdrawalFact, kind="withdrawal_taken_up"):
    """Somebody of the house is paying it, or no longer. begun: which of both."""

    begun: bool


class WithdrawalPaid(WithdrawalFact, kind="withdrawal_paid"):
    """The house has paid it."""


class WithdrawalRefused(WithdrawalFact, kind="withdrawal_refused"):
    """The house does not pay it, or the bank sent it back. was_paid: which of both."""

    was_paid: bool


class UnclaimedFact(VenueFact, audience=STAFF):
    """Something about money that named no reference of ours: for the house's staff, without a word of what the bank says. reference: what the house calls it."""

    unclaimed_id: int
    reference: str
    amount_cents: int
    unit: str


class UnclaimedNoted(UnclaimedFact, kind="unclaimed_noted"):
    """It came and is set aside until the house knows whose it is."""

    transfer_id: int


class UnclaimedMatched(UnclaimedFact, kind="unclaimed_matched"):
    """It is in a player's balance, as the money of a pay-in."""

    pay_in_id: int


class UnclaimedSentBack(UnclaimedFact, kind="unclaimed_sent_back"):
    """It left again: sent back to where it came from, or noted by mistake."""
