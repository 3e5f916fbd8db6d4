"""Which drawing a picture of the product answers to, and the page that shows the two side by side."""

from __future__ import annotations

import html
import shutil
from pathlib import Path

# the drawing, below the folder of drawings, without .png: the picture of the product
PAIRS = {
    "director/png/now-1440": "director-now-desktop.png",
    "director/png/now-1180": "director-now-tablet.png",
    "director/png/now-390": "director-now-phone.png",
    "director/png/now-dark-1440": "director-now-desktop.png",
    "director/png/map-7-1440": "director-tables-desktop.png",
    "director/png/map-7-1180": "director-tables-tablet.png",
    "director/png/map-7-390": "director-tables-phone.png",
    "director/png/map-7-dark-1440": "director-tables-desktop.png",
    "director/png/map-60-1440": "director-tables-60-desktop.png",
    "director/png/map-60-1180": "director-tables-60-tablet.png",
    "director/png/map-60-390": "director-tables-60-phone.png",
    "director/png/map-final-1440": "director-tables-final-desktop.png",
    "director/png/map-final-1180": "director-tables-final-tablet.png",
    "director/png/map-final-390": "director-tables-final-phone.png",
    "director/png/hand-for-hand-1440": "director-hand-for-hand-desktop.png",
    "director/png/hand-for-hand-1180": "director-hand-for-hand-tablet.png",
    "director/png/hand-for-hand-390": "director-hand-for-hand-phone.png",
    "director/png/money-1440": "director-entries-desktop.png",
    "director/png/money-1180": "director-entries-tablet.png",
    "director/png/money-390": "director-entries-phone.png",
    "director/png/money-prizes-1440": "director-prizes-desktop.png",
    "director/png/money-prizes-1180": "director-prizes-tablet.png",
    "director/png/money-prizes-390": "director-prizes-phone.png",
    "director/png/money-cancelled-1440": "director-cancelled-desktop.png",
    "director/png/money-cancelled-1180": "director-cancelled-tablet.png",
    "director/png/money-cancelled-390": "director-cancelled-phone.png",
    "director/png/navigation-1440": "director-history-desktop.png",
    "director/png/navigation-1180": "director-history-tablet.png",
    "director/png/navigation-390": "director-history-phone.png",
    "director/png/structure-1440": "director-structure-desktop.png",
    "director/png/structure-1180": "director-structure-tablet.png",
    "director/png/structure-390": "director-structure-phone.png",
    "director/png/structure-dark-1440": "director-structure-desktop.png",
    "director/png/structure-text-1440": "director-structure-text-desktop.png",
    "director/png/structure-text-1180": "director-structure-text-tablet.png",
    "director/png/structure-text-390": "director-structure-text-phone.png",
    "director/png/payouts-1440": "director-payouts-own-desktop.png",
    "director/png/payouts-1180": "director-payouts-own-tablet.png",
    "director/png/payouts-390": "director-payouts-own-phone.png",
    "director/png/setup-1440": "director-new-desktop.png",
    "director/png/setup-1180": "director-new-tablet.png",
    "director/png/setup-390": "director-new-phone.png",
    "director/png/setup-first-run-1440": "director-first-run-desktop.png",
    "director/png/setup-first-run-1180": "director-first-run-tablet.png",
    "director/png/setup-first-run-390": "director-first-run-phone.png",
    "director/png/navigation-desk-1440": "desk-desk-desktop.png",
    "director/png/navigation-desk-1180": "desk-desk-tablet.png",
    "director/png/navigation-desk-390": "desk-desk-phone.png",
    "director/png/navigation-rulings-1440": "director-rulings-desktop.png",
    "director/png/navigation-rulings-1180": "director-rulings-tablet.png",
    "director/png/navigation-rulings-390": "director-rulings-phone.png",
    "people/png/desk-fila-1180": "desk-desk-tablet.png",
    "people/png/desk-fila-1440": "desk-desk-desktop.png",
    "people/png/desk-venda-1180": "desk-sale-tablet.png",
    "people/png/desk-venda-1440": "desk-sale-desktop.png",
    "people/png/desk-venda-escuro": "desk-sale-desktop.png",
    "people/png/desk-feito-1180": "desk-done-tablet.png",
    "people/png/desk-feito-1440": "desk-done-desktop.png",
    "people/png/floor-eliminar": "floor-seat-tablet.png",
    "people/png/floor-penalidade": "floor-penalty-tablet.png",
    "people/png/floor-contagem": "floor-count-tablet.png",
    "people/png/floor-envios": "floor-sent-tablet.png",
    "people/png/floor-mesas": "floor-tables-tablet.png",
    "people/png/floor-mesas-retrato": "floor-tables-upright.png",
    "people/png/floor-mesa": "floor-table-tablet.png",
    "people/png/floor-mesa-escuro": "floor-table-tablet.png",
    "people/png/floor-mesa-retrato": "floor-table-upright.png",
    "people/png/floor-regras": "floor-rulings-tablet.png",
    "people/png/floor-regras-escuro": "floor-rulings-tablet.png",
    "people/png/phone-antes": "player-before-phone.png",
    "people/png/phone-antes-escuro": "player-before-phone.png",
    "people/png/phone-assento": "player-seated-phone.png",
    "people/png/phone-assento-320": "player-seated-narrow.png",
    "people/png/phone-aovivo": "player-live-phone.png",
    "people/png/phone-aovivo-escuro": "player-live-phone.png",
    "people/png/phone-fora": "player-result-phone.png",
    "people/png/phone-fora-escuro": "player-result-phone.png",
    "people/png/phone-pix": "player-pix-phone.png",
    "people/png/phone-pix-320": "player-pix-narrow.png",
    "people/png/phone-pix-escuro": "player-pix-phone.png",
    "people/png/phone-espera": "player-line-phone.png",
    "people/png/phone-troca": "player-moved-phone.png",
    "people/png/phone-troca-320": "player-moved-narrow.png",
    "people/png/phone-reentrada": "player-out-phone.png",
    "people/png/phone-limites": "player-limits-phone.png",
    "people/png/phone-hoje": "public-calendar-phone.png",
    "people/png/phone-hoje-escuro": "public-calendar-phone.png",
    "people/png/public-jogador-1440": "public-player-desktop.png",
    "people/png/public-jogador-390": "public-player-phone.png",
    "people/png/phone-aovivo-320": "player-live-narrow.png",
    "people/png/phone-fora-320": "player-result-narrow.png",
    "people/png/phone-conta": "player-me-phone.png",
    "people/png/public-anunciado-1440": "public-before-desktop.png",
    "people/png/public-anunciado-390": "public-before-phone.png",
    "people/png/public-anunciado-escuro": "public-before-desktop.png",
    "people/png/public-aovivo-1440": "public-live-desktop.png",
    "people/png/public-aovivo-390": "public-live-phone.png",
    "people/png/public-aovivo-escuro": "public-live-desktop.png",
    "people/png/public-encerrado-1440": "public-over-desktop.png",
    "people/png/public-encerrado-390": "public-over-phone.png",
    "people/png/public-calendario-1440": "public-calendar-desktop.png",
    "people/png/public-calendario-390": "public-calendar-phone.png",
    "people/png/public-casa-1440": "public-house-desktop.png",
    "people/png/public-casa-390": "public-house-phone.png",
    "people/png/public-sorteio-1440": "public-draw-revealed-desktop.png",
    "people/png/public-sorteio-390": "public-draw-revealed-phone.png",
    "people/png/public-ranking-1440": "public-season-desktop.png",
    "people/png/public-ranking-escuro": "public-season-desktop.png",
    "people/png/public-ranking-390": "public-season-phone.png",
    "screens/png/clock-a-running": "clock-running-1080p.png",
    "screens/png/clock-a-720p": "clock-running-720p.png",
    "screens/png/clock-a-4x3": "clock-running-4to3.png",
    "screens/png/clock-a-21x9": "clock-running-21to9.png",
    "screens/png/clock-a-portrait": "clock-running-portrait.png",
    "screens/png/clock-a-paused": "clock-paused-1080p.png",
    "screens/png/clock-a-recess": "clock-recess-1080p.png",
    "screens/png/clock-a-colour": "clock-colour-up-1080p.png",
    "screens/png/clock-a-late": "clock-late-registration-closing-1080p.png",
    "screens/png/clock-a-message": "clock-message-1080p.png",
    "screens/png/clock-a-hand": "clock-hand-for-hand-1080p.png",
    "screens/png/clock-a-money": "clock-in-the-money-1080p.png",
    "screens/png/clock-b-running": "clock-poster-1080p.png",
    "screens/png/clock-b-720p": "clock-poster-720p.png",
    "screens/png/clock-b-4x3": "clock-poster-4to3.png",
    "screens/png/clock-b-21x9": "clock-poster-21to9.png",
    "screens/png/clock-b-portrait": "clock-poster-portrait.png",
    "screens/png/clock-b-money": "clock-poster-in-the-money-1080p.png",
    "screens/png/clock-b-message": "clock-poster-message-1080p.png",
    "screens/png/clock-b-recess": "clock-poster-recess-1080p.png",
    "screens/png/clock-c-transparent": "clock-lower-1080p.png",
    "screens/png/clock-c-running": "clock-lower-1080p.png",
    "screens/png/clock-c-money": "clock-lower-in-the-money-1080p.png",
    "screens/png/clock-c-message": "clock-lower-message-1080p.png",
    "screens/png/clock-a-hours": "clock-hours-1080p.png",
    "screens/png/clock-a-bubble": "clock-bubble-1080p.png",
    "screens/png/clock-a-offline": "clock-offline-1080p.png",
    "screens/png/takeover-level": "clock-takeover-level-1080p.png",
    "screens/png/takeover-level-portrait": "clock-takeover-level-portrait.png",
    "screens/png/takeover-bubble": "clock-takeover-bubble-1080p.png",
    "screens/png/takeover-final": "clock-takeover-final-1080p.png",
    "screens/png/takeover-winner": "clock-takeover-winner-1080p.png",
    "screens/png/podium": "clock-finished-1080p.png",
    "screens/png/podium-portrait": "clock-finished-portrait.png",
    "screens/png/final-table": "roles-final-table-1080p.png",
    "screens/png/final-table-4x3": "roles-final-table-4to3.png",
    "screens/png/final-table-21x9": "roles-final-table-21to9.png",
    "screens/png/final-table-portrait": "roles-final-table-portrait.png",
    "screens/png/seating": "roles-seating-1080p.png",
    "screens/png/seating-21x9": "roles-seating-21to9.png",
    "screens/png/seating-portrait": "roles-seating-portrait.png",
    "screens/png/payouts": "roles-payouts-1080p.png",
    "screens/png/payouts-portrait": "roles-payouts-portrait.png",
    "screens/png/lobby": "roles-lobby-1080p.png",
    "screens/png/lobby-portrait": "roles-lobby-portrait.png",
    "screens/png/table": "roles-table-1080p.png",
    "screens/png/table-portrait": "roles-table-portrait.png",
    "table/png/phone-vez": "table-turn-phone.png",
    "table/png/phone-claro": "table-turn-phone.png",
    "table/png/phone-vez-360": "table-turn-small.png",
    "table/png/phone-subir": "table-sheet-phone.png",
    "table/png/phone-subir-360": "table-sheet-small.png",
    "table/png/phone-antecipar": "table-ahead-phone.png",
    "table/png/phone-gratis": "table-free-phone.png",
    "table/png/phone-all-in": "table-all-in-phone.png",
    "table/png/phone-mostrar": "table-showdown-phone.png",
    "table/png/phone-dois": "table-heads-up-phone.png",
    "table/png/phone-dez": "table-ten-phone.png",
    "table/png/phone-omaha": "table-omaha-phone.png",
    "table/png/phone-religar": "table-line-lost-phone.png",
    "table/png/phone-intervalo": "table-recess-phone.png",
    "table/png/phone-mao-a-mao": "table-hand-for-hand-phone.png",
    "table/png/phone-eliminado": "table-out-phone.png",
    "table/png/desktop-mesa": "table-turn-desktop.png",
    "table/png/desktop-omaha": "table-omaha-desktop.png",
    "table/png/desktop-quatro": "table-four-desktop.png",
    "table/png/watch-claro": "table-onlooker-desktop.png",
    "table/png/watch-escuro": "table-onlooker-desktop.png",
    "table/png/lobby-computador": "table-lobby-desktop.png",
    "table/png/lobby-telefone": "table-lobby-phone.png",
    "table/png/replay-rever": "table-hand-desktop.png",
    "table/png/replay-historico": "table-hands-desktop.png",
    "table/png/replay-reclamar": "table-complaint-phone.png",
    # pictures are as long as their page
    "director/png/now-full-390": "director-now-phone.png",
    "director/png/map-final-full-390": "director-tables-final-phone.png",
    "director/png/hand-for-hand-full-390": "director-hand-for-hand-phone.png",
    "director/png/money-prizes-full-1440": "director-prizes-desktop.png",
    "director/png/structure-full-1440": "director-structure-desktop.png",
    # what the page has of them, and what not, is in docs/drawings.md
    "people/png/desk-dividir-1180": "desk-sale-tablet.png",
    "people/png/desk-dividir-1440": "desk-sale-desktop.png",
    "people/png/desk-turno-1180": "director-takings-tablet.png",
    "people/png/desk-turno-1440": "director-takings-desktop.png",
    "people/png/desk-turno-comparar-1440": "director-takings-desktop.png",
    "people/png/floor-race": "floor-chip-race-tablet.png",
    "screens/png/clock-b-bubble": "clock-poster-bubble-1080p.png",
    "screens/png/podium-carmim": "clock-finished-carmine-1080p.png",
    "screens/png/table-time-called": "roles-table-1080p.png",
    "table/png/cards-baralho": "table-showdown-desktop.png",
    "table/png/cards-pecas": "table-turn-desktop.png",
    "table/png/cards-lugar-claro": "table-turn-desktop.png",
    "table/png/cards-lugar-escuro": "table-turn-desktop.png",
    "table/png/phone-ausente": "table-away-phone.png",
    "table/png/replay-conferir": "table-hand-desktop.png",
}
# drawings that no picture answers to, and why
LEFT_OUT = {
    "people/png/floor-chamadas": "Dealers have no device to call with.",
    "people/png/floor-tempo": "The called clock runs on the dealer's watch.",
    "people/png/phone-rebuy": "A rebuy in the room is sold at the desk; at a table played online it is offered there.",
    "table/png/phone-mudanca": "The new table comes by itself: what one sees is a table with its banner.",
}
_DARK = ("-dark", "-escuro")
# a played table is dark where nobody chose, and so are its drawings
_DARK_AT_THE_TABLE = (
    "table/png/phone-",
    "table/png/desktop-",
    "table/png/watch-",
    "table/png/replay-rever",
    "table/png/cards-",
)
_LIGHT = ("-claro",)


def side_by_side(folder: Path, *, drawings: Path) -> tuple[int, list[str]]:
    """Write drawings.html: each drawing beside the picture of the product, at one size; how many pairs there are, and the drawings alone.

    The pictures are those in the folder, of this run or of one before. A dark drawing stands beside a dark picture, or alone.
    """
    copies = folder / "drawings"
    parts = [
        "<!doctype html><meta charset=utf-8><title>Drawing and product</title>",
        "<style>body{font:1rem system-ui;margin:1rem;background:#eee}section{display:grid;gap:1rem;"
        "grid-template-columns:1fr 1fr;align-items:start;margin-block-end:3rem}h2{grid-column:1/-1;margin:0}"
        "img{inline-size:100%;border:1px solid #bbb;background:#fff}</style>",
        "<h1>Drawing (left) and product (right)</h1>",
    ]
    pairs, alone = 0, []
    for drawing in _in_order(drawings):
        copies.mkdir(exist_ok=True)
        copy = copies / f"{drawing.replace('/png/', '-')}.png"
        shutil.copyfile(drawings / f"{drawing}.png", copy)
        product = _product(drawing)
        if product and (folder / product).is_file():
            pairs += 1
            beside = f'<a href="{product}"><img loading=lazy src="{product}" alt="product"></a>'
        else:
            if drawing not in LEFT_OUT:
                alone.append(drawing)
            beside = f"<p>{html.escape(LEFT_OUT.get(drawing, 'No picture.'))}</p>"
        name = html.escape(drawing.replace("/png/", ": "))
        parts.append(
            f'<section><h2>{name}</h2><img loading=lazy src="drawings/{copy.name}" alt="drawing">{beside}</section>'
        )
    (folder / "drawings.html").write_text("\n".join(parts))
    return pairs, alone


def _in_order(drawings: Path) -> list[str]:
    """Every drawing of the folder, in the order of the pairs; those that nobody named last."""
    there = {
        path.relative_to(drawings).with_suffix("").as_posix() for path in sorted(drawings.glob("*/png/*.png"))
    }
    named = [drawing for drawing in (*PAIRS, *LEFT_OUT) if drawing in there]
    return [*named, *sorted(there - set(named))]


def _product(drawing: str) -> str:
    """The picture that a drawing stands beside; "" where none is named."""
    picture = PAIRS.get(drawing)
    if picture is None:
        return ""
    dark = any(sign in drawing for sign in _DARK) or (
        drawing.startswith(_DARK_AT_THE_TABLE) and not drawing.endswith(_LIGHT)
    )
    return f"dark/{picture}" if dark else picture
