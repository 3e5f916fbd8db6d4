"""What the catalogs may not say: a word of the other country's Portuguese, a number in front of a fixed plural."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po
from django.utils.translation import ngettext, override

from config.local.folder import PROJECT
from web.public.glossary import words

# Said in Brazil and not in Portugal. Words that both know with another meaning (tela, time, salvo) are not held.
BRAZILIAN = (
    r"você\w*|registr\w+|equipes?|usuári[oa]s?|arquivos?|senhas?|celular\w*|aplicativos?|porcentage\w+|prêmios?|"
    r"premiaç\w+|cadastr\w+|planilhas?|conexão|contatos?|pare(ar|ie|ia|ad[oa]s?)|despare\w+|comprovantes?|bônus|"
    r"centavos?|telas?|telão|telões|digit(e|ar|ou|ada|ado)|rodadas?|temporadas?|logotipos?|estorn\w+|"
    r"(envi|esper|jog|pergunt|quebr|reinici|carreg)ando|a ecrã|da ecrã|desta ecrã|na ecrã|esta ecrã|"
    r"seguem \w+ndo|saques?|maquininha|confira|informe|embaralh\w+|pulad[oa]s?|regressiva|por quê|depois que|"
    r"deu errado|no momento|em instantes|em outr[oa]s?|se recusa|libere|recompras?"
)
# Said in Portugal and not in Brazil.
EUROPEAN = (
    r"regist(ar|ad[oa]s?|e|o)|ecrãs?|equipas?|utilizador\w*|ficheiros?|palavras?-passe|telemóve\w+|consigo|"
    r"percentage\w+|prémios?|rondas?|connosco|bónus|comprovativ\w+|folhas? de cálculo|emparelh\w+|cêntimos?|"
    r"alcunhas?|moradas?|logótipo\w*|est(á|ão|ava) a \w+r|separadores?|facto|contacto\w*|género|económic\w+"
)


def _sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every (English, translation), the names of values taken out."""
    with (PROJECT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id:
                english = message.id if isinstance(message.id, str) else message.id[-1]
                many = message.string if isinstance(message.string, tuple) else (message.string,)
                for text in many:
                    yield english, re.sub(r"%\(\w+\)[sd]|\{\w+\}", "#", text)


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_a_percent_sign_stands_as_in_the_numbers(language):
    found = [
        (english, text)
        for english, text in _sentences(language)
        if re.search(r"[\d#]\s+%", english) or re.search(r"[\d#](\s*[^\S\u00a0]\s*)%", text)
    ]
    assert found == []


@pytest.mark.parametrize(("language", "foreign"), [("pt", BRAZILIAN), ("pt_BR", EUROPEAN)])
def test_no_word_of_the_other_country(language, foreign):
    found = [
        f"{hit.group(0)!r} in {text!r}"
        for english, text in _sentences(language)
        if (hit := re.search(rf"\b({foreign})\b", text, re.IGNORECASE))
    ]
    assert found == []


def test_the_words_foreigners_are_told_are_of_the_country():
    found = [
        (word, hit.group(0))
        for word, meaning in words("pt")
        if (hit := re.search(rf"\b({BRAZILIAN})\b", meaning))
    ]
    assert found == [("freezeout", "recompra"), ("rebuy", "recompra")]  # these two explain the word itself


# A room is “a sala” in Portugal and “o clube” in Brazil, also at its tables; “casa” stands in the name of its fee alone.
CASA = (
    r"(balcão|pessoal|regulamento|parte|caixa) da casa|a casa (a |já )?(fechou|já|não|leva)|todas as casas|"
)
# The other names: of blinds and stacks with two genders, of digits, of places, of late registration, of one page.
OTHER_WAYS = {
    "pt": (
        r"(a|as|da|das|na|nas|uma|duas|suas) ((small|big) )?blinds?|(as|das|nas|uma|mesma|noutras) stacks?|"
        r"(grande|pequena)s? apostas?|marcador|cave|aparelhos?|assentos?|bolsa|entradas e dinheiro"
    ),
    "pt_BR": r"algarismos?|#\.º|inscrições tardias|aparelhos?|entradas e dinheiro",
}


@pytest.mark.parametrize("language", OTHER_WAYS)
def test_one_thing_has_one_name(language):
    others = re.compile(rf"(?<!\w)({CASA}{OTHER_WAYS[language]})(?!\w)", re.IGNORECASE)
    found = [
        f"{hit.group(0)!r} in {text!r}" for _, text in _sentences(language) if (hit := others.search(text))
    ]
    assert found == []


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_the_board_the_action_clock_and_hand_for_hand_have_one_name_each(language):
    others = re.compile(r"\bbordos?\b|relógio de ação|hand-for-hand|mão a mão", re.IGNORECASE)
    assert [text for _, text in _sentences(language) if others.search(text)] == []


def test_a_hand_has_one_name():
    """“Jogada”, which the law for online play says, too, is left out: a hand is “mão” at every table of the house."""
    played = re.compile(r"mãos jogadas|(é|ser) jogada", re.IGNORECASE)  # the verb
    found = [
        text
        for _, text in _sentences("pt")
        if re.search(r"\bjogadas?\b", played.sub("", text), re.IGNORECASE)
    ]
    assert found == []


# A number and its things in one form: those whose number is never one, by how the English begins.
NEVER_ONE = (
    "%(count)s entries",  # said from two on; the start asks for two
    "%(count)s fields need",  # one field is told by its own sentence
    "%(count)s hands",  # these six have a sentence for one beside them
    "%(count)s minutes",
    "%(count)s players",
    "%(count)s rounds",
    "%(count)s tables",
    "Table %(table)s counted: %(count)s stacks",
    "%(count)s places paid",  # on a display
    "%(out)s of %(count)s places paid",  # the same, while some play for them
    "A proposal: %(n)s levels",
    "In this time there are %(count)s levels",
    "No entry, re-entry, rebuy or add-on from now on. %(count)s entries",
    "Seats are drawn for %(count)s players",
    "The deal is put to the vote",
    "The final table has not begun",
    "The final table is drawn at",  # as many as a table has seats: two at least
    "The next table breaks at",
    "When it has %(count)s players fewer",
    "of %(total)s entries",  # told to who is out: somebody else is in
    "with %(n)s left",
)
COUNTED = re.compile(
    r"%\((count|n|counter|left|waiting|done|total)\)s (jogadores|mesas|mãos|níveis|minutos|dias|rodadas|entradas|campos"
    r"|rondas|registos|lugares|stacks|prêmios|linhas|votos|inscrições|mudanças|assentos|pagos|escolhidos|deles|recibos|chaves)\b"
)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "pt-br",
            ["0 jogadores", "1 jogador", "2 jogadores"],
        ),  # gettext's own rule for Brazil has "0 jogador"
        ("pt", ["0 jogadores", "1 jogador", "2 jogadores"]),
        ("en", ["0 players", "1 player", "2 players"]),
    ],
)
def test_none_are_many(language, said):
    with override(language):
        assert [ngettext("%(n)s player", "%(n)s players", n) % {"n": n} for n in (0, 1, 2)] == said


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_what_may_be_one_has_a_form_for_one(language):
    with (PROJECT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        fixed = [
            message.id
            for message in read_po(file, locale=language)
            if message.id and isinstance(message.id, str) and COUNTED.search(message.string)
        ]
    assert [english for english in fixed if not english.startswith(NEVER_ONE)] == []


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_keys_of_programs_seals_of_draws_and_practice_are_called_so(language):
    """Chave de API, selo, treino: nothing of them is a token, a commitment or a rehearsal (tokens of the style guide are)."""
    found = [
        text
        for english, text in _sentences(language)
        if re.search(r"\b(tokens?|compromissos?|ensaios?)\b", text, re.IGNORECASE)
        and "static/css" not in english
    ]
    assert found == []
    # who plays by itself is of practice: a test is played by people
    assert [
        text
        for english, text in _sentences(language)
        if re.search(r"simulated|^practice player", english, re.IGNORECASE)
        and not re.search(r"simulado|treino", text, re.IGNORECASE)
    ] == []


# Places that nobody finishes in: at a table, in a line, in a book, where a thing stands.
NO_FINISH = re.compile(
    r"seat|Nothing is bet yet|No logo yet|beyond the line|places taken|One hand ahead|Draw .* places published|in line|"
    r"One person at two|clock, places, payouts|each time you sit down|place of the|Where ",
    re.IGNORECASE,
)


ORDINAL = re.compile(r"%\(place(_now)?\)s place\b")


@pytest.mark.parametrize(
    ("language", "other"),
    [
        # as one says it in the room: a place is a colocação, a paid one a lugar pago, the ordinal has lugar
        (
            "pt_BR",
            r"posiç\w+|premiad[oa]s?(?= (lugar|colocaç))|lugar(es)? premiad\w+|(?<!º )(?<!primeiro )lugar(?! pago)|"
            r"lugares(?! (não )?pagos)(?! da página)",
        ),
        (
            "pt",
            r"colocaç\w+|classificações|(posições|lugar|lugares) premiad\w+|(?<!º )(?<!primeiro )lugar(es)?",
        ),
    ],
)
def test_a_place_that_one_finishes_in_has_one_noun(language, other):
    found = [
        f"{hit[0]!r} in {text!r}"
        for english, text in _sentences(language)
        if re.search(r"\bplaces?\b", re.sub(r"%\(\w+\)s", "", english), re.IGNORECASE)
        # the head over 1º, 2º, 3º reads with them: 1º lugar
        and not (NO_FINISH.search(english) or english == "Place")
        # where the English has "3rd place", the number comes with its sign: 3º lugar
        and (
            hit := re.search(
                rf"\b({other})\b",
                text.replace("# lugar", "#") if ORDINAL.search(english) else text,
                re.IGNORECASE,
            )
        )
    ]
    assert found == []


# What was once said here and puzzled who read it, each with what is said instead (the table of wordings of the review).
# A pattern with an English one is asked of those messages alone: the words are right elsewhere.
WORDINGS: tuple[tuple[str, str, str | None], ...] = (
    (r"fora em #|\bfora (em|na) \S*\d", "eliminado em 20º", None),
    (r"\bpapéis\b|\bpapel\b", "função", r"\broles?\b"),
    (r"\btirar\b", "remover", r"^(remove|take away)\b"),
    (r"precisa de mim", "Precisa de você agora", None),
    (r"a quem se deve", "Prêmios a pagar", None),
    (r"para onde foi|^vendid[oa]s?$", "Entradas e vendas", None),
    (r"\batos\b", "Últimas ações", None),
    (r"\bpapeletas?\b", "talões de troca de mesa, de mudança", None),
    (r"deixar como está", "Cancelar, Voltar", None),
    (r"pago: inscrever", "Receber e inscrever", None),
    (r"abrir a ficha|(?<!última )ficha (está aberta|d[oa] (jogador|pessoa))", "cadastro", None),
    (r"(?<!vazio )\bvalor(es)?\b(?! vazio)", "buy-in, preço", r"\bprices?\b"),
    (r"regist?ro tardio|inscriç\w+ tardias?", "late register", None),
    (r"\brecompras?\b", "rebuy", None),
    (r"níveis com poucos jogadores", "Encurtar níveis", None),
    (r"foi o chip race", "Diferença do chip race", None),
    (r"\bconferências?\b", "verificação", None),
    (r"sorteio tem compromisso", "sorteio auditável registrado", None),
    (r"mais ou menos", "fora do permitido", None),
    (r"vale o próximo", "os blinds do nível", None),
    (r"relógio( deste torneio| do torneio)? (está )?parado", "relógio pausado", None),
    (r"não há volta|sem volta", "não pode ser desfeito", None),
    (r"como é pago", "Forma de pagamento", None),
    (r"\bconsole\b", "Abrir mão por mão", None),
    (r"\bafasta(r|d[oa]s?)\b", "suspender", None),
    (r"\bfundar\b|\b(abrir|abra|abriu) (a casa|um clube|o clube|uma sala|a sala)\b", "criar", None),
    (r"\bo c da\b", "Constante c", None),
    (r"cedo é tant", "Bônus até … min antes", None),
    (r"\(vazio: quantos forem", "Capacidade", None),
    (r"sorteio de assentos com tantos|sorteio dos lugares com tantos", "Redraw", None),
    (r"desist\w+", "entregar o stack, surrender", r"surrender|giving up a"),
    (r"\d\.5\b", "5,5", None),
    (r"\b(break|slug|tournament)\b", "intervalo, o nome do campo, este torneio", None),
    (r"entra\w* também com", "Verificação em duas etapas, em dois passos", None),
    (r"\bsaem nesta\b", "são dados", None),
    (r"\bmesa para quando\b", "é interrompida", None),
)


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_what_puzzled_who_read_it_is_not_said_again(language):
    sentences = list(_sentences(language))
    found = [
        f"{hit.group(0)!r}, better {better!r}, in {text!r}"
        for forbidden, better, of in WORDINGS
        for english, text in sentences
        if (of is None or re.search(of, english, re.IGNORECASE))
        and (hit := re.search(forbidden, text, re.IGNORECASE))
    ]
    assert found == []


def test_the_words_of_one_country_that_puzzled():
    """A transfer is PIX in Brazil; in Portugal a finishing place has no º without its point."""
    assert [
        text for english, text in _sentences("pt_BR") if english == "Transfer" and "PIX" not in text
    ] == []
    assert [text for _, text in _sentences("pt") if re.search(r"[\d#]º", text)] == []


# Words of who makes programs. What a room or a reader calls so stays: a string bet, None yet, an API key, a CSV file.
PROGRAMMERS = (
    r"slugs?|headers?|JSON|UUID|SHA|SHA-256|(?<!API )tokens?|hash(es|ed)?|payloads?|endpoints?|quer(y|ies)|null|"
    r"None(?!( yet)?[.:]| may be)|NaN|booleans?|booleanos?|strings?(?! bet)|integers?|backend|frontend|caches?|cached|"
    r"timeouts?|regex|(regular expression|expressão regular)|stack ?trace|traceback|parse[dr]?|databases?|SQL|redis|"
    r"web ?sockets?|URLs?|URI|HTTPS?|HTML|[A-Z]+(_[A-Z]+)+|requisiç\w+|cabeçalhos?|(banco|base) de dados"
)
# What the API and its documentation say to programs, and the guide of the components to who builds pages.
TO_PROGRAMS = ("api/", "templates/styleguide/")


@pytest.mark.parametrize("language", ["pt", "pt_BR"])
def test_nobody_reads_a_word_of_programmers(language):
    """Asked of the English and of the translations, wherever people read them."""
    words = re.compile(rf"(?<![\w/])({PROGRAMMERS})(?!\w)")
    with (PROJECT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    found = [
        f"{hit.group(0)!r} in {text!r}"
        for message in messages
        if not all(where.startswith(TO_PROGRAMS) for where, _ in message.locations)
        for texts in (message.id, message.string)
        for text in (texts if isinstance(texts, tuple) else (texts,))
        for bare in (re.sub(r"%\(\w+\)[sd]|\{\w+\}", "#", text),)
        if text != "None" and (hit := words.search(bare) or words.search(bare.lower()))
    ]
    assert len(messages) > 5000
    assert found == []
