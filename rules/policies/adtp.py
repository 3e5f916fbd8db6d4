"""The base: live tournament law of Latin America (ADTP, after the TDA)."""

from __future__ import annotations

from rules.policies import Policies

ADTP = Policies(rule_set="adtp")
