"""Addresses of the director."""

from __future__ import annotations

from django.urls import path

from web.director import (
    breaking,
    counting,
    hand_for_hand,
    money,
    printing,
    prizes,
    rehearsal,
    seating,
    takers,
    undo,
    venues,
    views,
)
from web.director.editing import drafts, ending, payout_page, settings, structure_page

_T = "director/<int:tournament_id>/"
_V = "director/venues/<int:venue_id>/"

urlpatterns = [
    path("director/", venues.home, name="director"),
    path("director/signed-in/", venues.signed_in_still, name="signed-in-still"),
    path(f"{_V}new/", drafts.new, name="director-new"),
    path(f"{_V}templates/drop/", drafts.template_gone, name="director-drop-template"),
    path(f"{_V}new/card/", drafts.new_card, name="director-new-card"),
    path("undo/<uuid:command_id>/", undo.undo, name="undo"),
    path(_T, views.dashboard, name="director-room"),
    path(f"{_T}now/", views.now, name="director-now"),
    path(f"{_T}waiting/", views.waiting, name="director-waiting"),
    path(f"{_T}bust/", views.bust_meant, name="director-bust-meant"),
    path(f"{_T}clock/", views.clock_controls, name="director-clock"),
    path(f"{_T}do/<slug:what>/", views.do, name="director-do"),
    path(f"{_T}simulated/<slug:what>/", rehearsal.simulated, name="director-simulated"),
    path(f"{_T}history/", views.history, name="director-history"),
    path(f"{_T}search/", views.search, name="director-search"),
    path(f"{_T}tables/", seating.seating, name="director-map"),
    path(f"{_T}tables/break/", breaking.breaking_several, name="director-break-several"),
    path(f"{_T}tables/list/", printing.seating_list, name="director-seating-list"),
    path(f"{_T}tables/cards/", printing.seat_cards, name="director-seat-cards"),
    path(f"{_T}tables/slips/", printing.move_slips, name="director-move-slips"),
    path(f"{_T}paper/", printing.paper, name="director-paper"),
    path(f"{_T}alternates/", printing.alternates, name="director-alternates"),
    path(f"{_T}structure/", printing.structure_sheet, name="director-structure-sheet"),
    path(f"{_T}prizes/pay/", prizes.pay_several, name="director-pay-several"),
    path(f"{_T}prizes/slips/", printing.payout_slips, name="director-slips"),
    path(f"{_T}tables/<int:table_number>/seats/<int:seat_number>/", seating.seat, name="director-seat"),
    path(f"{_T}tables/<int:table_number>/count/", counting.counting, name="director-count"),
    path(f"{_T}tables/<int:table_number>/break/", breaking.breaking, name="director-break"),
    path(f"{_T}takers/", takers.takers, name="director-takers"),
    path(f"{_T}hand-for-hand/", hand_for_hand.hand_for_hand, name="director-hand-for-hand"),
    path(f"{_T}entries/", money.entries, name="director-entries"),
    path(f"{_T}prizes/", prizes.prizes, name="director-prizes"),
    path(f"{_T}deals/", money.deals, name="director-deals"),
    path(f"{_T}prizes/<int:award_id>/", prizes.payout_slip, name="director-slip"),
    path(f"{_T}settings/", settings.edit, name="director-edit"),
    path(f"{_T}settings/check/", settings.check, name="director-check"),
    path(f"{_T}settings/structure/", structure_page.edit_structure, name="director-edit-structure"),
    path(f"{_T}settings/structure/check/", structure_page.check_structure, name="director-check-structure"),
    path(f"{_T}settings/payouts/", payout_page.edit_payouts, name="director-edit-payouts"),
    path(f"{_T}settings/payouts/check/", payout_page.check_payouts, name="director-check-payouts"),
    path(f"{_T}settings/ending/", ending.ending, name="director-ending"),
    path(f"{_T}settings/template/", drafts.as_template, name="director-save-template"),
    path(f"{_T}copy/", drafts.copy, name="director-copy"),
]
