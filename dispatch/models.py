"""The command log, the facts and the streams. The database keeps their invariants (see migrations/0002)."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Command(models.Model):
    """Something asked, once. Inserted before its work, decided in the same transaction, then immutable."""

    id = models.UUIDField(primary_key=True, editable=False)
    name = models.TextField()
    digest = models.BinaryField(max_length=32)
    user_id = models.BigIntegerField(null=True)
    device_id = models.BigIntegerField(null=True)
    label = models.TextField(default="")
    at = models.DateTimeField()
    state = models.TextField(default="open")  # open (only inside its transaction) · done · refused
    facts = models.IntegerField(default=0)
    outcome = models.JSONField(null=True)
    refusal = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="open", outcome__isnull=True, refusal__isnull=True, facts=0)
                | models.Q(state="done", outcome__isnull=False, refusal__isnull=True, facts__gte=0)
                | models.Q(state="refused", outcome__isnull=True, refusal__isnull=False, facts=0),
                name="dispatch_command_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class Fact(models.Model):
    """Something that happened. Append-only; the relay gives it its number and hash once."""

    id = models.BigAutoField(primary_key=True)
    command = models.ForeignKey(Command, on_delete=models.DO_NOTHING, related_name="+")
    stream = models.TextField()
    kind = models.TextField()
    at = models.DateTimeField()
    audience = models.TextField()
    body = models.JSONField()
    touches = ArrayField(models.TextField(), default=list)
    seq = models.BigIntegerField(null=True)
    hash = models.BinaryField(max_length=32, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="dispatch_fact_stream_seq"),
            models.CheckConstraint(
                condition=models.Q(seq=None, hash=None) | models.Q(seq__gte=1, hash__isnull=False),
                name="dispatch_fact_sealed_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(audience__regex=r"^(public|staff|player:[0-9]+)$"),
                name="dispatch_fact_audience",
            ),
        ]
        indexes = [
            models.Index(
                fields=["stream", "id"], name="dispatch_fact_unsealed", condition=models.Q(seq=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stream}#{self.seq} {self.kind}"


class Stream(models.Model):
    """The head of one stream of facts. Only the relay writes here, so no command ever waits for this row."""

    name = models.TextField(primary_key=True)
    seq = models.BigIntegerField(default=0)
    hash = models.BinaryField(max_length=32, default=bytes(32))
    published_seq = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(published_seq__lte=models.F("seq"), published_seq__gte=0),
                name="dispatch_stream_order",
            ),
        ]
        indexes = [
            models.Index(
                fields=["name"],
                name="dispatch_stream_unpublished",
                condition=models.Q(published_seq__lt=models.F("seq")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}@{self.seq}"


class Pack(models.Model):
    """Sealed facts of long ago that lie in one row, with the commands that recorded them: written in the statement that takes their rows away.

    first_seq to last_seq: of one stream, behind its last pack, none left out; hash: of the last one. first_at, last_at: between which they
    happened. ids: of their commands. facts: as JSON, [seq, id, place in ids, kind, microseconds, audience, body]; commands: of those that went
    with their facts, [place in ids, name, user, device, label, microseconds, facts, outcome]. The database takes no row away that does
    not stand in it as it was; what a fact touched, and the digest of what a command was asked, are not kept. squeezed: both texts as bytes, and then
    neither lies beside them (`dispatch.squeezing`); digest: of the texts, by the database that compared them with the rows. Packs of before are not squeezed.
    """

    stream = models.TextField()
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    hash = models.BinaryField(max_length=32)
    ids = ArrayField(models.UUIDField())
    facts = models.TextField()
    commands = models.TextField()
    squeezed = models.BinaryField(null=True)
    digest = models.BinaryField(max_length=32, null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(squeezed__isnull=True, digest__isnull=True)
                | models.Q(squeezed__isnull=False, digest__isnull=False, facts="", commands=""),
                name="dispatch_pack_squeezed",
            ),
            models.UniqueConstraint(fields=["stream", "first_seq"], name="dispatch_pack_once"),
            models.CheckConstraint(
                condition=models.Q(first_seq__gte=1, last_seq__gte=models.F("first_seq")),
                name="dispatch_pack_order",
            ),
        ]
        indexes = [models.Index(fields=["stream", "last_at"], name="dispatch_pack_by_time")]

    def __str__(self) -> str:
        return f"{self.stream}#{self.first_seq} to {self.last_seq}"


class Reader(models.Model):
    """Somebody who reads facts (dispatch.readers). It begins with what is recorded after its first start."""

    name = models.TextField(primary_key=True)
    prefix = models.TextField()  # of the streams it reads
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Cursor(models.Model):
    """How far a reader has come in one stream, and which process has it in hand until when."""

    reader = models.ForeignKey(Reader, on_delete=models.PROTECT, db_index=False, related_name="+")
    stream = models.TextField()
    seq = models.BigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)  # of the next fact, that failed
    retry_at = models.DateTimeField(null=True)
    held_by = models.UUIDField(null=True)
    held_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reader", "stream"], name="dispatch_cursor_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=0), name="dispatch_cursor_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.reader_id} in {self.stream} at {self.seq}"


class DeadLetter(models.Model):
    """What a reader gave up after its last try. key: what it had made of the fact and could not bring; 0: the fact itself."""

    reader = models.ForeignKey(Reader, on_delete=models.PROTECT, db_index=False, related_name="+")
    stream = models.TextField()
    fact = models.ForeignKey(Fact, on_delete=models.DO_NOTHING, db_index=False, related_name="+")
    key = models.BigIntegerField(default=0)
    error = models.TextField()  # the kind of error, never its words: they may hold what is nobody's business
    tries = models.PositiveIntegerField()
    rounds = models.PositiveSmallIntegerField(default=0)  # how often somebody asked to try again
    state = models.TextField(default="dead")  # dead · again · done · dropped
    reason = models.TextField(default="")
    died_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    held_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reader", "fact", "key"], name="dispatch_deadletter_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["dead", "again"], settled_at__isnull=True)
                | models.Q(state="done", settled_at__isnull=False)
                | (models.Q(state="dropped", settled_at__isnull=False) & ~models.Q(reason="")),
                name="dispatch_deadletter_state",
            ),
        ]
        indexes = [
            models.Index(
                fields=["stream"],
                name="dispatch_deadletter_open",
                condition=models.Q(state__in=["dead", "again"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reader_id}: fact {self.fact_id} is {self.state}"
