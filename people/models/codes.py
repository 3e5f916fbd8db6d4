"""Codes sent by e-mail, to prove that an address is one's own."""

from __future__ import annotations

from django.db import models


class EmailCode(models.Model):
    """One code that was asked for. Only its digest is kept; it opens once, for a short while, after few tries.

    What giving it right proves opens one thing: then the digest is "", as of a code that was ended.

    Whether the address has an account is not written here: asking looks the same either way.
    """

    email = models.EmailField()
    code_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["email", "made_at"], name="people_emailcode_of_address"),
            models.Index(fields=["made_at"], name="people_emailcode_age"),
        ]

    def __str__(self) -> str:
        return f"code {self.pk}"
