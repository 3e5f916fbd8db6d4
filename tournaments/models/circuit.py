"""Where and in what frame tournaments are held. Rule: SCPT.A, SCPT.B, SCPT.V"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from rules.money import Currency

CURRENCIES = [("BRL", "BRL"), ("EUR", "EUR")]
# what practice is played for; no venue keeps its books in it
PLAY_MONEY = Currency.PLAY.value


class Venue(models.Model):
    """A room: its money, its time, its language."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    city = models.CharField(max_length=120, blank=True)
    # street and number, as one tells a taxi
    address = models.CharField(max_length=200, blank=True, default="")
    # CNPJ or NIF, as it stands on what the house has signed
    tax_id = models.CharField(max_length=20, blank=True, default="", db_default="")
    currency = models.CharField(max_length=3, choices=CURRENCIES)
    timezone = models.CharField(max_length=60, default="America/Sao_Paulo")
    language = models.CharField(max_length=8, default="pt-br")
    terms_version = models.CharField(max_length=20, default="1")
    terms_text = models.TextField(blank=True)
    # payment method -> basis points on top of the price (SCPT.E)
    surcharges_bp = models.JSONField(default=dict)
    # where the house is paid by PIX, in the form that the code carries; no key: not at all
    pix_key = models.CharField(max_length=77, blank=True, default="")
    pix_receiver = models.CharField(max_length=25, blank=True, default="")
    pix_city = models.CharField(max_length=15, blank=True, default="")
    # the account to which players transfer, as they copy it into their bank's form; "" where the house names none
    bank_account = models.CharField(max_length=300, blank=True, default="", db_default="")
    # whether players ask on the phone to pay in and to be paid by the bank: where somebody looks at what comes
    phone_money = models.BooleanField(default=False, db_default=False)
    # what becomes of the prize of somebody who is excluded: `rules.exclusions`
    excluded_prizes = models.CharField(
        max_length=6,
        choices=[("pay", "Pay"), ("hold", "Hold"), ("refuse", "Refuse")],
        default="hold",
        db_default="hold",
    )
    # whether tables may be opened here at which hands are played for money: by the owner, who has the licence for it
    cash_tables = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()
    # set while one action holds every clock of the venue
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(slug=""), name="venue_has_slug")]

    def __str__(self) -> str:
        return self.name


class VenueLogo(models.Model):
    """The house's picture: in the database, so that it is backed up and restored with everything else."""

    venue = models.OneToOneField(Venue, on_delete=models.PROTECT, related_name="logo", primary_key=True)
    # of its content; part of its address
    name = models.CharField(max_length=16)
    media = models.CharField(max_length=10)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    changed_at = models.DateTimeField()


class Sponsor(models.Model):
    """Who supports the house, with a picture that its displays show in turn.

    position: from 1 on, without gaps; None once it was taken away. Its bounds are the most a house may have."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="sponsors")
    name = models.CharField(max_length=60)
    position = models.PositiveSmallIntegerField(null=True)
    # of its content; part of its address
    picture = models.CharField(max_length=16)
    media = models.CharField(max_length=10)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    added_at = models.DateTimeField()

    class Meta:
        constraints = [
            # at the end of a command: while they change places two may have one
            models.UniqueConstraint(
                fields=["venue", "position"],
                name="sponsor_position_in_venue",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(condition=Q(position__range=(1, 12)), name="sponsor_position_bounded"),
            models.CheckConstraint(condition=~Q(name=""), name="sponsor_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class VenueColours(models.Model):
    """The house's two colours and what was computed from them; without a row: ours."""

    venue = models.OneToOneField(Venue, on_delete=models.PROTECT, related_name="colours", primary_key=True)
    first = models.CharField(max_length=7)
    second = models.CharField(max_length=7)
    ground = models.CharField(
        max_length=6, choices=[("dark", "Dark"), ("colour", "Colour"), ("light", "Light")]
    )
    # ground -> name of the token -> colour
    tokens = models.JSONField()
    # of the tokens; part of the address of the sheet
    name = models.CharField(max_length=16)
    changed_at = models.DateTimeField()


class RuleSet(models.Model):
    """A director's variation of a rule set. The shipped ones live in rules/policies."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="rule_sets")
    name = models.CharField(max_length=60)
    base = models.CharField(max_length=60)
    policies = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["venue", "name"], name="rule_set_name_in_venue")]


class HouseTemplate(models.Model):
    """An announcement that a house keeps to begin others with: saved from a tournament, gone when another of its name comes."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="templates")
    name = models.CharField(max_length=120)
    # the announced values by the names of `rules.announcing.FIELDS`
    values = models.JSONField()
    policies = models.JSONField()
    # of the tournament it was saved from: the next draft is proposed for the same weekday and hour
    starts_at = models.DateTimeField()
    opens_seconds_before = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["venue", "name"], condition=Q(dropped_at=None), name="template_name_in_venue"
            )
        ]


class Series(models.Model):
    """A circuit, year after year."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["venue", "slug"], name="series_slug_in_venue")]


class Season(models.Model):
    """One year of a circuit and how it scores. Rule: SCPT.R, SCPT.S"""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    # the c of points = 10·√n/√k·(c + log10(b + 0.25)), in thousandths
    points_c_milli = models.PositiveIntegerField(default=1500)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "name"], name="season_name_in_series"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_start"),
        ]


class Stage(models.Model):
    """An etapa: some days in one place."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="stage_number_in_season"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="stage_ends_after_start"),
        ]
