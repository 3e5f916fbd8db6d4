"""The second thing besides a password that some members of staff sign in with."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """An authenticator app. Its secret and the recovery codes are kept nowhere: this server computes them from `seed`
    with its own key, so whoever reads the row learns neither."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="second_factor"
    )
    seed = models.UUIDField()
    set_at = models.DateTimeField()
    last_step = models.BigIntegerField(default=0)  # of the code that opened last: none opens twice
    recovery_used = models.JSONField(default=list)  # numbers of the recovery codes that are used up

    def __str__(self) -> str:
        return f"second factor of user {self.user_id}"
