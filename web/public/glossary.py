"""The foreign words that the pages use, with their meaning (PT-T.58): word, pt-BR, pt, en; "" where the pages of a language do not say it."""

from __future__ import annotations

from web.words import alphabetical

_WORDS = (
    ("action", "as apostas, e a vez de quem tem de agir", "as apostas, e a vez de quem tem de agir", "the betting, and whose turn it is"),
    ("action clock", "relógio que conta o tempo de cada decisão", "relógio que conta o tempo de cada decisão", "the clock that counts the time of each decision"),
    ("add-on", "fichas extras compradas uma única vez, num momento marcado", "fichas adicionais compradas uma única vez, num momento marcado", "extra chips bought once, at a set moment"),
    ("all-in", "aposta de todas as fichas que se tem", "aposta de todas as fichas que se tem", "a bet of all one's chips"),
    ("alternate", "inscrito que espera um assento livre", "inscrito que aguarda um lugar livre", "a paid player who waits for a free seat"),
    ("ante", "aposta obrigatória antes das cartas", "aposta obrigatória antes das cartas", "a forced bet before the cards"),
    ("big blind", "aposta obrigatória maior", "aposta obrigatória maior", "the larger forced bet"),
    ("big blind ante (BB ante)", "ante da mesa toda, pago só pelo big blind", "ante de toda a mesa, pago apenas pelo big blind", "the whole table's ante, paid by the big blind alone"),
    ("blind", "aposta obrigatória de quem está à esquerda do botão", "aposta obrigatória de quem está à esquerda do botão", "a forced bet left of the button"),
    ("board", "as cartas comuns, no meio da mesa", "as cartas comuns, no meio da mesa", "the common cards, in the middle of the table"),
    ("bounty", "prêmio por eliminar um jogador", "prémio por eliminar um jogador", "a prize for knocking a player out"),
    ("bubble", "", "", "when the next one out is the last without a prize"),
    ("buy-in", "valor da inscrição", "valor da inscrição", "the price of an entry"),
    ("call", "pagar a aposta", "pagar a aposta", "to match the bet"),
    ("check", "passar sem apostar", "passar sem apostar", "to pass without betting"),
    ("chip", "ficha", "ficha", "a token of play"),
    ("chip race", "sorteio das fichas pequenas que sobram ao saírem de jogo", "sorteio das fichas pequenas que sobram ao saírem de jogo", "a draw for the odd small chips that leave play"),
    ("cash", "prêmio em dinheiro", "prémio em dinheiro", "a prize in money"),
    ("colour-up", "", "", "changing small chips for larger ones"),
    ("dealer", "quem dá as cartas", "quem distribui as cartas", "who deals the cards"),
    ("dead button", "botão que pode ficar num assento vazio", "botão que pode ficar num lugar vazio", "a button that may rest at an empty seat"),
    ("deal", "acordo para dividir os prêmios", "acordo para dividir os prémios", "an agreement to divide the prizes"),
    ("flop", "as três primeiras cartas comuns", "as três primeiras cartas comuns", "the first three common cards"),
    ("floor", "fiscal do salão", "fiscal da sala", "the official in the room"),
    ("fold", "desistir da mão", "desistir da mão", "to give up the hand"),
    ("freezeout", "torneio sem reentrada nem recompra", "torneio sem reentrada nem recompra", "a tournament without re-entry or rebuy"),
    ("hand for hand", "", "", "every table plays one hand and waits"),
    ("heads-up", "jogo entre os dois últimos", "jogo entre os dois últimos", "play between the last two"),
    ("in the money (ITM)", "entre os premiados", "entre os premiados", "among the places paid"),
    ("late register", "inscrição depois do início", "inscrição depois do início", ""),
    ("late registration", "", "", "registration after the start"),
    ("main event", "torneio principal", "torneio principal", "the main tournament"),
    ("misdeal", "mão mal distribuída, que se dá de novo", "mão mal distribuída, que se dá de novo", "a hand that was dealt wrongly and is dealt again"),
    ("overlay", "o que a casa completa até o garantido", "o que a sala completa até ao garantido", "what the house adds to meet the guarantee"),
    ("payout", "premiação de cada colocação", "prémio de cada posição", "what each place is worth"),
    ("prize pool", "", "o dinheiro de todos os prémios", "the money of all prizes together"),
    ("rabbit hunting", "ver as cartas que ainda viriam depois de acabada a mão", "ver as cartas que ainda viriam depois de acabada a mão", "looking at the cards that would have come once a hand is over"),
    ("raise", "aumentar a aposta", "aumentar a aposta", "to raise the bet"),
    ("rake", "taxa da casa", "comissão da sala", "the house's fee"),
    ("ranking", "classificação da temporada", "classificação da época", "the season's table"),
    ("rebuy", "recompra de fichas", "recompra de fichas", "buying chips again"),
    ("redraw", "novo sorteio de assentos", "novo sorteio de lugares", "a new draw of seats"),
    ("re-entry", "nova inscrição de quem foi eliminado", "nova inscrição de quem foi eliminado", "a new entry of a player who is out"),
    ("river", "a quinta carta comum", "a quinta carta comum", "the fifth common card"),
    ("satellite", "torneio que dá vaga em outro", "torneio que dá acesso a outro", "a tournament for a seat in another"),
    ("showdown", "mostra das cartas no fim da mão", "mostra das cartas no fim da mão", "the showing of hands at the end"),
    ("sit & go", "torneio que começa quando a mesa enche", "torneio que começa quando a mesa está completa", "a tournament that starts when full"),
    ("small blind", "aposta obrigatória menor", "aposta obrigatória menor", "the smaller forced bet"),
    ("stack", "as fichas de um jogador", "as fichas de um jogador", "a player's chips"),
    ("string bet", "aposta posta em mais de um movimento, sem anunciar o valor", "aposta posta em mais de um movimento, sem anunciar o valor", "a bet put in with more than one motion and not announced"),
    ("surrender", "entregar o stack, quando o late register acaba, para fazer reentrada", "entregar o stack, quando o late register acaba, para fazer reentrada", "to give up one's stack as late registration ends and enter again"),
    ("time bank", "reserva de tempo para decidir", "reserva de tempo para decidir", "a reserve of time for decisions"),
    ("turbo", "torneio de níveis curtos", "torneio de níveis curtos", "a tournament of short levels"),
    ("turn", "a quarta carta comum", "a quarta carta comum", "the fourth common card"),
)  # fmt: skip

_COLUMN = {"pt-br": 1, "pt": 2}


def words(language: str) -> list[tuple[str, str]]:
    """Return (word, meaning) in a language, alphabetical: words of the game that players everywhere use.

    Rule: PT-T.57, PT-T.58
    """
    column = _COLUMN.get(language.lower(), 3)
    return sorted(
        ((row[0], row[column]) for row in _WORDS if row[column]), key=lambda row: alphabetical(row[0])
    )
