"""The account someone signs in with. A player may have none; a member of staff need not play."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower, Now

from dispatch.rows import read_one


class UserManager(BaseUserManager["User"]):
    """Makes accounts by e-mail. Commands say when (`created_at`); only a console may leave it to the caller."""

    use_in_migrations = True

    def get(self, *args: Any, **asked: Any) -> User:
        """Find one account; by its number alone, as every request of who is signed in does, by a statement that is prepared."""
        if args or asked.keys() != {"pk"} or type(asked["pk"]) is not int or type(self) is not UserManager:
            return super().get(*args, **asked)
        found = read_one(self.model, where="WHERE id = %s", values=[asked["pk"]])
        if found is None:
            raise self.model.DoesNotExist
        return found

    def get_by_natural_key(self, username: str | None) -> User:
        """Find the account for signing in: addresses are kept in lower case, people type them as they like."""
        return self.get(email=(username or "").strip().lower())

    def create_user(
        self, email: str, password: str | None = None, *, created_at: datetime | Now, **fields: Any
    ) -> User:
        """Make an account; with `password=None` one that cannot sign in by password (code by e-mail only)."""
        if not email:
            raise ValueError("a user has an e-mail address")
        user = self.model(email=self.normalize_email(email).lower(), created_at=created_at, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self,
        email: str,
        password: str | None = None,
        *,
        created_at: datetime | Now | None = None,
        **fields: Any,
    ) -> User:
        """Make an account that opens the read-only windows of the admin. It gives no right in any command: those come from roles.

        created_at None: by the database's clock, for `manage.py createsuperuser`.
        """
        return self.create_user(
            email, password, created_at=created_at or Now(), is_staff=True, is_superuser=True, **fields
        )


class Language(models.TextChoices):
    PT_BR = "pt-br", "Português (Brasil)"
    PT = "pt", "Português (Portugal)"
    EN = "en", "English"


class User(AbstractBaseUser, PermissionsMixin):
    """Who signs in. Roles (StaffRole) say what they may do; `is_staff` only opens the read-only admin."""

    email = models.EmailField(unique=True)
    # what colleagues read in the log and on the tablet
    name = models.CharField(max_length=80, blank=True, default="")
    language = models.CharField(max_length=8, choices=Language.choices, default=Language.PT_BR)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    # when somebody was last sent or given a link to choose a password: one of before opens no more
    invited_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="people_user_email_any_case"),
        ]

    def __str__(self) -> str:
        return self.email
