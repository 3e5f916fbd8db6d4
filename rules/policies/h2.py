"""H2 Club: the base with the house's variations."""

from __future__ import annotations

from rules.policies import DisputeLimit, Policies, RabbitHunting, UnclearCall

H2 = Policies(
    rule_set="h2",
    rabbit_hunting=RabbitHunting.HIGH_ROLLER_ONLY,  # ADTP.28 as h2 prints it
    undercall=UnclearCall.DIRECTOR,  # CASES settled 3
    dispute_limit=DisputeLimit.NONE,
    late_entry_while_alternates_wait=True,  # 8B
    time_chip_by_registration=True,  # 8B, 8D
)
