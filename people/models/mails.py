"""What somebody does not want by mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rules.notices import NoticeKind


class MailOff(models.Model):
    """A kind of notice that somebody reads on the own page only."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mails_off", db_index=False
    )
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in NoticeKind])

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="mail_off_once")]

    def __str__(self) -> str:
        return f"user {self.user_id} without {self.kind}"
