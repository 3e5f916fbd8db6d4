"""What the places are worth, and the season's points."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from payouts.models.paying import PayIn, UnclaimedMoney, Withdrawal
from people.models import Player, User
from tournaments.models import Entry, Season, Tournament, Venue

__all__ = [
    "Award",
    "AwardState",
    "Cancellation",
    "Deal",
    "DealState",
    "DealVote",
    "Ending",
    "FundPayment",
    "PayIn",
    "PrizePool",
    "Repayment",
    "RepaymentState",
    "Score",
    "UnclaimedMoney",
    "Withdrawal",
]


class PrizePool(models.Model):
    """The prizes as fixed when no further entry could come. Until then they are a forecast (queries)."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="prize_pool"
    )
    entries = models.PositiveIntegerField()
    gross_cents = models.PositiveBigIntegerField()  # what the entries brought for prizes, before the overlay
    overlay_cents = models.PositiveBigIntegerField(default=0)
    deductions_cents = models.PositiveBigIntegerField(default=0)
    net_cents = models.PositiveBigIntegerField()
    # [[first place, last place, cents for each], …] from the winner down; together net_cents
    prizes = models.JSONField()  # a deal that pays further places changes them (Deal.prizes_before)
    official_places = models.PositiveIntegerField()  # paid as published; no deal moves them
    unit_cents = models.PositiveIntegerField(default=1, db_default=1)  # what the prizes were rounded to
    rest_cents = models.PositiveIntegerField(default=0, db_default=0)  # what did not fit: it is in the first
    # after a deal: among how many it was made (SCPT.S, CASES points-3)
    deal_among = models.PositiveIntegerField(null=True, blank=True)
    fixed_at = models.DateTimeField()
    command_id = models.UUIDField()


class AwardState(models.TextChoices):
    OWED = "owed"
    PAID = "paid"
    VOID = "void"  # undone; a new award stands for it


class Award(models.Model):
    """A prize that an entry has won. Rule: SCPT.L, PT-T.54"""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="awards")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="awards")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="awards")
    place = models.PositiveIntegerField()
    tied = models.PositiveSmallIntegerField(default=1)
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(max_length=5, choices=AwardState.choices, default=AwardState.OWED)
    due_on = models.DateField()
    awarded_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_method = models.CharField(max_length=10, blank=True)
    # why an excluded player was paid
    paid_reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    transfer_id = models.BigIntegerField(null=True, blank=True)  # pool -> player
    paid_transfer_id = models.BigIntegerField(null=True, blank=True)  # player -> where money stands
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=~Q(state="void"), name="one_award_per_entry"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="award_positive"),
        ]
        indexes = [
            models.Index(fields=["tournament", "place"], name="award_place"),
            models.Index(fields=["due_on"], name="award_owed", condition=Q(state="owed")),
        ]


class Score(models.Model):
    """Ranking points of one entry, with the working. Rule: SCPT.S

    points = 10·√n/√k·(c + log10(b + 0.25))·weight, kept in ten-thousandths."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="scores")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="scores")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="scores")
    place = models.PositiveIntegerField()
    scored_as_place = models.PositiveIntegerField()  # differs after a deal
    entries = models.PositiveIntegerField()
    buy_in_cents = models.PositiveBigIntegerField()
    c_milli = models.PositiveIntegerField()
    weight_milli = models.PositiveIntegerField()
    points_e4 = models.PositiveBigIntegerField()
    undone_at = models.DateTimeField(null=True, blank=True)  # the finish was taken back

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(undone_at__isnull=True), name="one_score_per_entry"
            ),
        ]
        indexes = [
            # the season table reads nothing else
            models.Index(
                fields=["season", "player"],
                include=["points_e4"],
                condition=Q(undone_at__isnull=True),
                name="score_season_points",
            ),
        ]


class Ending(models.Model):
    """A tournament was finished: what taking it back needs to know. The row stays when it was taken back."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="endings")
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    # what the winner's stack was known to be before all chips were written to it
    stack_chips_before = models.PositiveBigIntegerField(null=True, blank=True)
    bounty_cents = models.PositiveBigIntegerField(
        default=0
    )  # what was left in the bounty pool and went to the champion
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(undone_at__isnull=True), name="one_ending_stands"
            ),
        ]


class Cancellation(models.Model):
    """A tournament was cancelled: what had been sold, and by which rule the money went back. Rule: PT-T.36, SCPT.D"""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="cancellation"
    )
    case = models.CharField(max_length=20)
    # [[what, method, price of each, count, cents, surcharge], …] as it stood
    sold = models.JSONField()
    paid_cents = models.PositiveBigIntegerField()
    refunded_cents = models.PositiveBigIntegerField()
    shared_cents = models.PositiveBigIntegerField(default=0)
    from_house_cents = models.PositiveBigIntegerField(default=0)
    # why stacks that do not add up to the chips in play were accepted; "" where they do or nothing was shared by them
    counts_reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    command_id = models.UUIDField()


class RepaymentState(models.TextChoices):
    OPEN = "open"  # in the balance, to be handed back
    GIVEN = "given"
    KEPT = "kept"  # stays in the balance: it was paid from there, or the player wants it so


class Repayment(models.Model):
    """What a cancelled tournament put into one player's balance, by the method it had been paid with.

    Rule: PT-T.36, SCPT.D, SCPT.E"""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="repayments", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="repayments")
    kind = models.CharField(max_length=8, choices=[("entry", "entry"), ("share", "share")])
    method = models.CharField(max_length=10)  # as it was paid; of a share as its player's entry was
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(max_length=5, choices=RepaymentState.choices, default=RepaymentState.OPEN)
    given_method = models.CharField(max_length=10, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    transfer_id = models.BigIntegerField(null=True, blank=True)  # player -> where money stands

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player", "kind", "method"], name="one_repayment_of_a_kind"
            ),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="repayment_positive"),
            models.CheckConstraint(
                condition=Q(state="given", transfer_id__isnull=False)
                | (~Q(state="given") & Q(transfer_id__isnull=True)),
                name="repayment_given_by_a_transfer",
            ),
        ]


class FundPayment(models.Model):
    """Money that left a staff or ranking fund, and for whom. Rule: SCPT.R, REGULATIONS 6.5"""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="fund_payments")
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    fund = models.CharField(max_length=10, choices=[("staff", "staff"), ("ranking", "ranking")])
    amount_cents = models.PositiveBigIntegerField()
    unit = models.CharField(max_length=3)
    method = models.CharField(max_length=10)
    paid_to = models.CharField(max_length=120)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    transfer_id = models.BigIntegerField()
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="fund_payment_positive"),
        ]


class DealState(models.TextChoices):
    OPEN = "open"
    MADE = "made"
    VETOED = "vetoed"
    WITHDRAWN = "withdrawn"


class Deal(models.Model):
    """What is left, divided by agreement. Rule: ADTP.P3, SCPT.M"""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="deals")
    kind = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=DealState.choices, default=DealState.OPEN)
    total_cents = models.PositiveBigIntegerField()
    reserve_cents = models.PositiveBigIntegerField()  # played for: the champion's
    # [{entry_id, player_id, name, chips, amount_cents}, …]; with the reserve together total_cents
    shares = models.JSONField()
    proposed_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    # why it came to nothing by itself: a player left or came back, or the tournament was over
    ended_because = models.CharField(max_length=12, blank=True, default="", db_default="")
    # of a deal that pays further places: the prizes before and after it, as in PrizePool.prizes
    prizes_before = models.JSONField(default=list, db_default=[])
    prizes_after = models.JSONField(default=list, db_default=[])
    # how many said yes, on phones and on paper together; told only as unanimous or not
    yes_votes = models.PositiveSmallIntegerField(default=0, db_default=0)
    # votes on paper: how many, of those how many could have voted on a phone, and who entered them
    paper_votes = models.PositiveSmallIntegerField(default=0, db_default=0)
    paper_with_account = models.PositiveSmallIntegerField(default=0, db_default=0)
    paper_by = models.CharField(max_length=120, blank=True, default="", db_default="")
    paper_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament"], condition=Q(state="open"), name="one_open_deal"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="made") & ~Q(kind="extra"), name="one_deal_made"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(state="made", kind="extra"),
                name="one_deal_of_extra_places",
            ),
        ]


class DealVote(models.Model):
    """That a player has voted on a phone. How stands in no row: only the deal's sum of yeses grows, which
    whoever reads the live database at each vote can follow (SECURITY.md). Rule: ADTP.P3"""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="votes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "entry"], name="one_vote_per_entry")]
