"""`manage.py reconcile`: do the books add up? Prints every difference; exit status 1 when there is one."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from ledger.queries import reconcile, trial_balance
from payouts.queries.withdrawals import set_aside_differences
from play.queries.cash import escrow_differences


class Command(BaseCommand):
    help = "Checks that the whole ledger what lies on cash tables and what is set aside for the bank add up; exits with 1 when they do not."

    def handle(self, *args: Any, **options: Any) -> None:
        del args, options
        differences = (*reconcile(), *escrow_differences(), *set_aside_differences())
        for difference in differences:
            self.stderr.write(
                f"{difference.what}: account {difference.account_id}, {difference.unit}: expected"
                f" {difference.expected_cents}, found {difference.found_cents} (cents)"
            )
        if differences:
            sys.exit(1)
        lines = trial_balance().lines
        for unit in sorted({line.unit for line in lines}):
            moved = sum(line.debit_cents for line in lines if line.unit == unit)
            self.stdout.write(f"{unit}: level; {moved} cents moved in all")
        if not lines:
            self.stdout.write("no money has moved yet")
