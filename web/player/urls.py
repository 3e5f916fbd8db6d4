"""Addresses of the player's phone."""

from __future__ import annotations

from django.urls import path

from web.player import account, cash, entrance, factors, hands, my_tables, sessions, tables, tokens, views

_T = "play/<int:tournament_id>/"
_HAND = "me/hands/<int:table_id>/<int:number>/"

urlpatterns = [
    path("join/", entrance.join, name="join"),
    path("join/code/", entrance.code, name="join-code"),
    path("join/you/", entrance.you, name="join-you"),
    path("privacy/", entrance.privacy, name="privacy"),
    path("me/", account.me, name="me"),
    path("me/about/", account.about, name="me-about"),
    path("me/profile/", account.profile, name="me-profile"),
    path("me/data.json", account.data, name="me-data"),
    path("me/erase/", account.erase, name="me-erase"),
    path("me/limit/", account.limit, name="me-limit"),
    path("me/away/", account.keep_away, name="me-away"),
    path("me/second-factor/", factors.second_factor, name="me-second-factor"),
    path("me/tokens/", tokens.tokens, name="me-tokens"),
    path("me/tokens/<int:token_id>/revoke/", tokens.revoke, name="me-token-revoke"),
    path("me/sessions/<int:sitting_id>/", sessions.my_session, name="me-session"),
    path("me/hands/", hands.my_hands, name="me-hands"),
    path(_HAND, hands.my_hand, name="me-hand"),
    path(f"{_HAND}complain/", hands.my_hand_complain, name="me-hand-complain"),
    path("me/hands/hands.ohh", hands.my_hands_file, {"form": "ohh"}, name="me-hands-ohh"),
    path("me/hands/hands.phhs", hands.my_hands_file, {"form": "phhs"}, name="me-hands-phh"),
    path(f"{_HAND}hand.ohh", hands.my_hand_file, {"form": "ohh"}, name="me-hand-ohh"),
    path(f"{_HAND}hand.phh", hands.my_hand_file, {"form": "phh"}, name="me-hand-phh"),
    path("tables/", tables.play_tables, name="play-tables"),
    path("tables/mine/", my_tables.my_tables, name="play-my-tables"),
    path("tables/<int:table_id>/", tables.play_table, name="play-table"),
    path("tables/<int:table_id>/last-hand/", hands.table_last_hand, name="play-table-last-hand"),
    path("tables/<int:table_id>/session/", sessions.table_session, name="play-table-session"),
    path("tables/<int:table_id>/rules/", sessions.table_rules, name="play-table-rules"),
    path("tables/<int:table_id>/sit/", tables.table_sit, name="play-table-sit"),
    path("tables/<int:table_id>/buy-in/", cash.table_buy_in, name="play-table-buy-in"),
    path("tables/<int:table_id>/waiting/", cash.table_waiting, name="play-table-waiting"),
    path("tables/<int:table_id>/top-up/", cash.table_top_up, name="play-table-top-up"),
    path("tables/<int:table_id>/change-seat/", tables.table_change_seat, name="play-table-change-seat"),
    path("tables/<int:table_id>/keep-stack/", cash.table_keep_stack, name="play-table-keep-stack"),
    path("tables/<int:table_id>/leave/", tables.table_leave, name="play-table-leave"),
    path("tables/<int:table_id>/sit-out/", tables.table_sit_out, name="play-table-sit-out"),
    path("tables/<int:table_id>/rebuy/", tables.table_rebuy, name="play-table-rebuy"),
    path("tables/<int:table_id>/add-on/", tables.table_add_on, name="play-table-add-on"),
    path("tables/<int:table_id>/no-rebuy/", tables.table_no_rebuy, name="play-table-no-rebuy"),
    path("tables/<int:table_id>/come-back/", tables.table_come_back, name="play-table-come-back"),
    path(_T, views.play, name="play"),
    path(f"{_T}mine/", views.mine, name="play-mine"),
    path(f"{_T}terms/", views.terms, name="play-terms"),
    path(f"{_T}register/", views.register, name="play-register"),
    path(f"{_T}cancel/", views.cancel, name="play-cancel"),
    path(f"{_T}buy/", views.buy, name="play-buy"),
    path(f"{_T}orders/<int:order_id>/withdraw/", views.withdraw, name="play-withdraw"),
    path(f"{_T}moves/<int:move_id>/", views.moving, name="play-moving"),
    path(f"{_T}deals/<int:deal_id>/vote/", views.vote, name="play-vote"),
]
