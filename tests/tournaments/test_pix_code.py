"""PIX codes: the Central Bank's example to the letter, published codes' checksums, and what is no key."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusals import Refused
from tournaments.queries.pix import PixAccount, account, br_code, checksum, pix_key

FULANO = PixAccount(key="123e4567-e12b-12d1-a456-426655440000", receiver="Fulano de Tal", city="BRASILIA")
# of the Central Bank's manual of the BR Code
MANUAL = (
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR"
    "5913Fulano de Tal6008BRASILIA62070503***63041D3D"
)


def test_the_manuals_example_to_the_letter():
    assert br_code(FULANO, amount_cents=None) == MANUAL


@pytest.mark.parametrize(
    "published",
    [
        MANUAL,
        # Stark Bank's SDK; PixPayloadGen on PyPI
        "00020126580014br.gov.bcb.pix013635719950-ac93-4bab-8ad6-56d7fb63afd252040000530398654040.005802BR"
        "5915Stark Bank S.A.6009Sao Paulo62070503***6304AA26",
        "00020126330014BR.GOV.BCB.PIX0111972124824045204000053039865405"
        "30.005802BR5918Victor Julio Rocha6006RECIFE62110507VIPSURF630425A1",
    ],
)
def test_published_codes_have_the_checksum_that_is_computed(published):
    assert f"{checksum(published[:-4]):04X}" == published[-4:]


def test_the_checksums_own_test_value():
    assert checksum("123456789") == 0x29B1


def test_amount_and_reference():
    to = account(key="+55 (48) 99123-4567", receiver="Clube  do Pôquer São José", city="Florianópolis")
    assert to == PixAccount(key="+5548991234567", receiver="Clube do Poquer Sao Jose", city="Florianopolis")
    code = br_code(to, amount_cents=450_00, reference="8KJ2M4")
    assert code[:-4] == (
        "00020126360014br.gov.bcb.pix0114+5548991234567520400005303986"
        "5406450.005802BR5924Clube do Poquer Sao Jose6013Florianopolis621005068KJ2M46304"
    )
    assert "540410.05" not in code and "54040.05" in br_code(to, amount_cents=5)
    for cents in (0, -1, 10**13):
        with pytest.raises(ValueError):
            br_code(to, amount_cents=cents)
    with pytest.raises(ValueError):
        br_code(to, amount_cents=1, reference="E12-0345-67")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("529.982.247-25", "52998224725"),
        ("11.222.333/0001-81", "11222333000181"),
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),  # the tax office's example of a CNPJ with letters
        ("12.abc.345/01de-35", "12ABC34501DE35"),
        ("+55 48 99123-4567", "+5548991234567"),
        # as Brazilians write it, with the hyphen that does not break, too
        ("(48) 99912-3456", "+5548999123456"),
        ("(48) 99912\u20113456", "+5548999123456"),
        ("(048) 9 9912-3456", "+5548999123456"),
        ("48 99912 3456", "+5548999123456"),
        ("+55 (48) 3222-3456", "+554832223456"),
        ("Caixa@Clube.com.br", "caixa@clube.com.br"),
        ("123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"),
    ],
)
def test_keys_as_banks_keep_them(typed, kept):
    assert pix_key(typed) == pix_key(kept) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "529.982.247-26", "111.111.111-11", "11.222.333/0001-82", "48991234567", "+351912345678", "a@b", "x" * 80,
     "a@b.com\n00", "+55 48 9912", "12ABC34501DE36"],
)  # fmt: skip
def test_what_is_no_key(typed):
    with pytest.raises(Refused) as no:
        pix_key(typed)
    assert no.value.code == "bad_pix_key"


@pytest.mark.parametrize(
    ("receiver", "city", "code"),
    [
        ("", "Natal", "pix_text_missing"),
        ("Clube", " ", "pix_text_missing"),
        ("扑克", "Natal", "pix_text_bad"),
        ("Clube de Pôquer de Santa Catarina", "Natal", "pix_text_too_long"),
        ("Clube", "São José do Rio Preto", "pix_text_too_long"),
    ],
)
def test_names_that_a_code_cannot_carry(receiver, city, code):
    with pytest.raises(Refused) as no:
        account(key="caixa@clube.com.br", receiver=receiver, city=city)
    assert no.value.code == code


@settings(max_examples=60)
@given(
    cents=st.integers(1, 99_999_999_99),
    reference=st.from_regex(r"[A-Z0-9]{1,25}", fullmatch=True),
    receiver=st.from_regex(r"[A-Za-z][A-Za-z ]{0,23}[a-z]", fullmatch=True),
)
def test_a_code_reads_back(cents, reference, receiver):
    """Every field by its own length, nothing left over, the amount exact."""
    to = account(key="caixa@clube.com.br", receiver=receiver, city="Natal")
    code = br_code(to, amount_cents=cents, reference=reference)
    fields, rest = {}, code
    while rest:
        number, length = rest[:2], int(rest[2:4])
        fields[number], rest = rest[4 : 4 + length], rest[4 + length :]
        assert len(fields[number]) == length
    assert list(fields) == ["00", "26", "52", "53", "54", "58", "59", "60", "62", "63"]
    whole, _point, part = fields["54"].partition(".")
    assert (int(whole) * 100 + int(part), len(part)) == (cents, 2)
    assert fields["62"] == f"05{len(reference):02d}{reference}"
    assert fields["59"] == to.receiver and len(fields["54"]) <= 13
