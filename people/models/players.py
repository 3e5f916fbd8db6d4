"""The person who plays."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class DocumentKind(models.TextChoices):
    """Photo documents a desk accepts."""

    CPF = "cpf", "CPF"
    RG = "rg", "RG"
    CNH = "cnh", "CNH"
    CITIZEN_CARD = "cc", "Cartão de cidadão"
    PASSPORT = "passport", "Passport"
    OTHER = "other", "Other"


class Player(models.Model):
    """One person, once: a document names one player within the country that issued it, and in practice one that is nobody.

    Name, birth date, document, e-mail and phone are hidden information: they enter no fact, topic, log or
    error. Others see `public_name` (the nickname, or the name where no nickname was chosen).
    """

    full_name = models.CharField(max_length=200)
    public_name = models.CharField(max_length=80)
    birth_date = models.DateField(null=True, blank=True)
    document_kind = models.CharField(max_length=16, choices=DocumentKind.choices, blank=True, default="")
    document_number = models.CharField(max_length=40, blank=True, default="")
    # ISO 3166 code of the country that issued the document
    country = models.CharField(max_length=2, default="BR")
    email = models.EmailField(blank=True, default="")
    phone = models.CharField(max_length=40, blank=True, default="")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="player"
    )
    id_checked_at = models.DateTimeField(null=True, blank=True)
    id_checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # nobody: made for a director's rehearsals, found and entered only there
    simulated = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                # what is typed in practice takes no document from the person whose it is
                fields=["country", "document_kind", "document_number", "simulated"],
                condition=~Q(document_number=""),
                name="people_player_one_per_document",
            ),
            models.CheckConstraint(
                condition=Q(document_number="") | ~Q(document_kind=""), name="people_player_document_has_kind"
            ),
            models.CheckConstraint(
                condition=Q(id_checked_at__isnull=True, id_checked_by__isnull=True)
                | Q(id_checked_at__isnull=False, id_checked_by__isnull=False),
                name="people_player_id_checked_by_someone",
            ),
            models.CheckConstraint(
                condition=Q(anonymised_at__isnull=True)
                | Q(
                    birth_date__isnull=True,
                    document_number="",
                    email="",
                    phone="",
                    full_name="",
                    user__isnull=True,
                ),
                name="people_player_anonymised_is_empty",
            ),
            models.CheckConstraint(
                condition=Q(simulated=False) | Q(user__isnull=True),
                name="people_player_practice_has_no_account",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.pk}"

    @property
    def issued_in(self) -> str:
        """The country of the document; "" where none is written: nobody named one then."""
        return self.country if self.document_number else ""
