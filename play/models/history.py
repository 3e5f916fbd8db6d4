"""What a player finds again after a hand: the own part in each, without a card."""

from __future__ import annotations

from django.db import models

from people.models import Player
from play.models.table import DealtHand, PlayTable, Sitting


class HandOfPlayer(models.Model):
    """A player's part in a hand that is over, written when it is put away; after long in `PackedParts`. Rule: PT-H.65, PT-H.67

    The own cards are not in it: they are made again when their player asks. staked_chips: what the player put in and did not
    get back unmatched; won_chips: the shares of the pots. Both are 0 where the hand was void.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(DealtHand, on_delete=models.PROTECT, related_name="parts", db_index=False)
    # null where nobody knows it: a hand is never kept open for that
    sitting = models.ForeignKey(Sitting, null=True, on_delete=models.PROTECT, related_name="parts")
    seat = models.PositiveSmallIntegerField()
    staked_chips = models.PositiveBigIntegerField()
    won_chips = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "player"], name="one_part_a_hand")]
        indexes = [
            models.Index(fields=["player", "id"], name="hands_of_player"),
            models.Index(fields=["player", "table", "id"], name="hands_of_player_at_table"),
        ]
