"""Addresses of who gets in."""

from __future__ import annotations

from django.urls import path

from web.people import account, emails, founding, mails, passwords, privacy

urlpatterns = [
    path("account/", account.account, name="account"),
    path("account/email/", emails.email, name="account-email"),
    path("account/password/", account.password, name="account-password"),
    path("account/sessions/", account.sessions, name="account-sessions"),
    path("account/mails/", account.mails, name="account-mails"),
    path("account/close/", account.close, name="account-close"),
    path("open/", founding.begin, name="first-owner"),
    path("open/<str:code>/", founding.link, name="first-owner-link"),
    path("director/venues/<int:venue_id>/mails/", mails.mails, name="director-mails"),
    path(
        "director/venues/<int:venue_id>/mails/<int:letter_id>/<slug:what>/",
        mails.letter,
        name="director-letter",
    ),
    path("director/venues/<int:venue_id>/privacy/", privacy.privacy, name="director-privacy"),
    path("invitation/<str:link>/", passwords.invitation, name="invitation"),
    path("password/choose/", passwords.choose, name="password-choose"),
    path("password/forgotten/", passwords.forgotten, name="password-forgotten"),
]
