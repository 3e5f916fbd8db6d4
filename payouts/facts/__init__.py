"""Facts of prizes, bounties, deals and the end of a tournament. Names are public names, money is in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dispatch.facts import ABSENT, STAFF, BaseFact, key, player_audience, routing
from payouts.facts import bank as bank
from tournaments.streams import SeasonFact, TournamentFact, season_stream, tournament_stream
from tournaments.topics import (
    clock_topic,
    counts_topic,
    eliminations_topic,
    player_topic,
    prizes_topic,
    season_topic,
    standings_topic,
    table_topics,
    tables_topic,
)


class WinnersFact(TournamentFact):
    """A fact for one player about what that player wins."""

    player_id: int = routing()

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)

    @property
    def topics(self) -> Sequence[str]:
        return (player_topic(self.player_id, self.tournament_id),)


class PrizesFixed(TournamentFact, kind="prizes_fixed"):
    """The prizes are what they will be. prizes: rows of first place, last place, cents for each."""

    entries: int
    collected_cents: int
    overlay_cents: int
    deductions_cents: int
    net_cents: int
    places_paid: int
    prizes: list[list[int]]
    unit_cents: int
    rest_cents: int
    table: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            prizes_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
        )


class PrizeFact(TournamentFact):
    """A prize of a place, for everybody. tied: how many share the place."""

    award_id: int
    entry_id: int
    name: str
    place: int
    tied: int
    amount_cents: int
    currency: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            prizes_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            standings_topic(self.tournament_id),
        )


class PrizeAwarded(PrizeFact, kind="prize_awarded"):
    """Somebody has won a prize."""


class PrizeTakenBack(PrizeFact, kind="prize_taken_back"):
    """A prize is in the pool again, because the place was a mistake."""


class PrizeCredited(WinnersFact, kind="prize_credited"):
    """A prize is in the player's wallet."""

    award_id: int
    entry_id: int
    place: int
    tied: int
    amount_cents: int
    currency: str
    due_on: str


class PrizeWithdrawn(WinnersFact, kind="prize_withdrawn"):
    """A prize left the player's wallet again, because the place was a mistake."""

    award_id: int
    entry_id: int
    amount_cents: int


class HandedOverFact(TournamentFact):
    """Money given to a player or taken back, told twice: to the staff and (to_player) to the player."""

    to_player: bool = routing()
    player_id: int

    @property
    def audience(self) -> str:
        return player_audience(self.player_id) if self.to_player else STAFF

    @property
    def topics(self) -> Sequence[str]:
        own = player_topic(self.player_id, self.tournament_id)
        return (own,) if self.to_player else (own, prizes_topic(self.tournament_id))


class PaymentFact(HandedOverFact):
    """A prize paid out of a wallet, or left there (method "balance"). reason: the house's note, for its staff."""

    award_id: int
    entry_id: int
    name: str
    place: int
    amount_cents: int
    currency: str
    method: str
    reason: str = ABSENT


class PrizePaid(PaymentFact, kind="prize_paid"):
    """A prize was paid out."""


class PrizePaymentUndone(PaymentFact, kind="prize_payment_undone"):
    """The payment of a prize was a mistake: it is owed again."""


class RepaymentFact(HandedOverFact):
    """What a cancelled tournament put into a balance."""

    repayment_id: int
    name: str
    amount_cents: int
    currency: str
    method: str


class MoneyGivenBack(RepaymentFact, kind="money_given_back"):
    """It was handed back, or stays in the balance."""


class GivingBackUndone(RepaymentFact, kind="giving_back_undone"):
    """It was not handed over after all."""


class FundPaid(BaseFact, kind="fund_paid", audience=STAFF):
    """Money left a fund: that of a tournament, else that of a season."""

    tournament_id: int | None = routing()
    season_id: int | None = routing()
    payment_id: int
    fund: str
    amount_cents: int
    unit: str
    method: str
    paid_to: str
    reason: str

    @property
    def stream(self) -> str:
        if self.tournament_id is None:
            return season_stream(self.season_id or 0)
        return tournament_stream(self.tournament_id)

    @property
    def topics(self) -> Sequence[str]:
        return () if self.tournament_id is None else (prizes_topic(self.tournament_id),)


class BountyPoolFact(TournamentFact):
    """Something that changes what bounties were paid, for everybody."""

    @property
    def topics(self) -> Sequence[str]:
        return (prizes_topic(self.tournament_id), eliminations_topic(self.tournament_id))


class BountyTakenBack(BountyPoolFact, kind="bounty_taken_back"):
    """The bounty of one elimination is in the pool again."""

    elimination_id: int
    entry_id: int


class BountiesTakenBack(BountyPoolFact, kind="bounties_taken_back"):
    """Every bounty that was paid is in the pool again."""

    count: int


class BountyFact(BountyPoolFact):
    """A bounty of a player, for everybody."""

    entry_id: int
    amount_cents: int
    currency: str
    name: str


class BountyWon(BountyFact, kind="bounty_won"):
    """Somebody has won a bounty."""


class BountyReturned(BountyFact, kind="bounty_returned"):
    """Somebody has a bounty no more."""


class OwnBountyFact(WinnersFact):
    """A bounty of a player, for that player."""

    entry_id: int
    amount_cents: int
    currency: str


class BountyCredited(OwnBountyFact, kind="bounty_credited"):
    """A bounty is in the player's wallet."""


class BountyWithdrawn(OwnBountyFact, kind="bounty_withdrawn"):
    """A bounty left the player's wallet again."""


class DealFact(TournamentFact):
    """A deal as it stands. shares: {entry_id, name, chips, amount_cents} of each; changes: prizes that further places change."""

    players: list[int] = routing()
    deal_id: int
    deal_kind: str = key("kind")
    total_cents: int
    reserve_cents: int
    paper_votes: int
    paper_with_account: int
    paper_by: str
    shares: list[dict[str, Any]]
    changes: list[dict[str, Any]] = ABSENT

    @property
    def topics(self) -> Sequence[str]:
        return (
            prizes_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            *(player_topic(player_id, self.tournament_id) for player_id in self.players),
        )


class DealProposed(DealFact, kind="deal_proposed"):
    """A deal is put to the vote."""


class DealVoteCast(DealFact, kind="deal_vote_cast"):
    """One more has voted on a phone."""

    votes_cast: int


class DealPaperVotes(DealFact, kind="deal_paper_votes"):
    """The votes on paper were counted."""

    votes_cast: int


class DealMade(DealFact, kind="deal_made"):
    """All have agreed: the deal holds."""


class DealVetoed(DealFact, kind="deal_vetoed"):
    """The director does not allow the deal."""


class DealWithdrawn(DealFact, kind="deal_withdrawn"):
    """A deal came to nothing. because: why, where nobody withdrew it."""

    because: str = ABSENT


class EndFact(TournamentFact):
    """The end of a tournament, or that it was taken back. winner_id: the winner as a player."""

    winner_id: int = routing()

    @property
    def topics(self) -> Sequence[str]:
        return (
            clock_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            player_topic(self.winner_id, self.tournament_id),
        )


class TournamentFinished(EndFact, kind="tournament_finished"):
    """One player holds all chips, or places are by chips at the set time. podium: {place, tied, entry_id, name, amount_cents, bounties_cents}, best first."""

    entries: int
    winner: str
    podium: list[dict[str, Any]]
    net_cents: int
    currency: str
    scored: int


class FinishUndone(EndFact, kind="finish_undone"):
    """The end was taken back. renumbered: tables that have another number now, old to new."""

    winner: str
    prizes_taken_back: int
    unscored: int
    renumbered: Mapping[str, int] = ABSENT

    @property
    def topics(self) -> Sequence[str]:
        renumbered = {} if self.renumbered is ABSENT else self.renumbered
        return (
            *super().topics,
            *(
                topic
                for both in renumbered.items()
                for n in both
                for topic in table_topics(self.tournament_id, int(n))
            ),
        )


class TournamentRefunded(TournamentFact, kind="tournament_refunded", audience=STAFF):
    """A cancelled tournament was paid back."""

    case: str
    players: int
    refunded_cents: int
    open_cents: int
    shared_cents: int
    from_house_cents: int
    counts_reason: str
    currency: str

    @property
    def topics(self) -> Sequence[str]:
        return (prizes_topic(self.tournament_id),)


class PointsFact(SeasonFact):
    """A change of a season's table."""

    @property
    def topics(self) -> Sequence[str]:
        return (season_topic(self.season_id),)


class SeasonScored(PointsFact, kind="season_scored"):
    """A finished tournament gave points."""

    tournament_id: int
    scored: int
    c_milli: int
    weight_milli: int
    entries: int
    official_places: int


class SeasonScoreUndone(PointsFact, kind="season_score_undone"):
    """The points of a tournament do not count any more."""

    tournament_id: int
    unscored: int
