"""docs/rules.md says the truth about which regulation is where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture import reached, rules_index
from tests.architecture.reached import WAITING


@pytest.fixture(scope="module")
def found() -> rules_index.Citations:
    """The whole tree, read once."""
    return rules_index.scan()


def test_page_is_up_to_date(found: rules_index.Citations) -> None:
    text = rules_index.page(found)
    written = rules_index.PAGE.read_text("utf-8") if rules_index.PAGE.exists() else ""
    if written != text:
        pytest.fail(f"docs/rules.md is out of date. Write it anew: {rules_index.COMMAND}", pytrace=False)


def test_only_known_ids_are_cited(found: rules_index.Citations) -> None:
    unknown = found.unknown()
    told = "\n".join(f"{i}: {', '.join(sorted(places))}" for i, places in sorted(unknown.items()))
    assert not unknown, f"ids that tests/architecture/rule_ids.py does not know:\n{told}"


def test_every_case_of_the_rulings_is_proven(found: rules_index.Citations) -> None:
    for case in (
        "40-a",
        "43-a",
        "45-c",
        "46-b",
        "47-a",
        "51-a",
        "52-b",
        "53-a",
        "57-a",
        "61-a",
        "18-a",
        "20-a",
        "ante-a",
    ):
        assert found.tests.get(f"CASES {case}"), case
        assert found.code.get(f"CASES {case}"), case


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("43-a", ["CASES 43-a"]),
        ("CASES 43-a", ["CASES 43-a"]),
        ("PT-T.26–28", ["PT-T.26", "PT-T.27", "PT-T.28"]),
        (" ADTP.11A. ", ["ADTP.11A"]),
        ("ADTP.P16a", ["ADTP.P16"]),
        ("CASES settled 3", ["CASES settled 3"]),
        ("", []),
    ],
)
def test_reading_a_citation(written: str, ids: list[str]) -> None:
    assert rules_index.normal(written) == ids


def test_reading_a_docstring() -> None:
    text = "Meaning.\n\n    Rule: ADTP.43A, CASES 43-a,\n        ADTP.47A\n    More."
    assert list(rules_index.ids_in(text)) == ["ADTP.43A", "CASES 43-a", "ADTP.47A"]
    assert list(rules_index.ids_in("One line. Rule: SCPT.H")) == ["SCPT.H"]
    assert list(rules_index.ids_in("Rule: ADTP.67, ADTP.P2. Hands owed, counted.")) == ["ADTP.67", "ADTP.P2"]
    assert list(rules_index.ids_in("The rule of thumb.")) == []


def test_a_stale_page_and_an_unknown_id_are_seen(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "rules" / "law.py").write_text('def f():\n    """X. Rule: ADTP.999, ADTP.10"""\n')
    (tmp_path / "tests" / "test_law.py").write_text(
        'import pytest\n\n@pytest.mark.rule("ADTP.10")\ndef test_f():\n    pass\n'
    )
    found = rules_index.scan(tmp_path)
    assert found.unknown() == {"ADTP.999": {"rules/law.py: f"}}
    assert (
        "| ADTP.10 breaking tables | `rules/law.py: f` |  | `tests/test_law.py: test_f` |"
        in rules_index.page(found)
    )
    assert found.reach.unreached() == ["rules/law.py: f"]


def test_law_is_reached_from_a_command_or_a_page_or_it_is_said_why_not(
    found: rules_index.Citations,
) -> None:
    unreached = set(found.reach.unreached())
    only_tests = sorted(unreached - set(WAITING))
    assert not only_tests, (
        f"only tests call this law: give it a command and a page, or delete it: {only_tests}"
    )
    gone = sorted(set(WAITING) - unreached)
    assert not gone, f"reached by now, or gone: take it out of tests/architecture/reached.py: {gone}"


def test_the_way_from_law_to_command_and_page_is_found(tmp_path: Path) -> None:
    files = {
        "rules/law.py": (
            "ANSWERS = {}\n\n\ndef answers(f):\n    ANSWERS[f.__name__] = f\n    return f\n\n\n@answers\ndef kept():\n    pass\n\n\n"
            "def asked():\n    return ANSWERS\n\n\ndef inner():\n    pass\n\n\nclass Value:\n    def total(self):\n        return inner()\n\n\n"
            "def idle():\n    return _own()\n\n\ndef _own():\n    return lonely()\n\n\ndef lonely():\n    pass\n"
        ),
        **{f"{package}/__init__.py": "" for package in ("rules", "tables", "web")},
        "tables/queries/__init__.py": "from tables.queries.play import play\n",
        "tables/queries/play.py": "from rules import law as book\n\n\ndef play():\n    return book.Value()\n",
        "tables/commands/rule.py": "from rules.law import asked as ask\n\n\ndef rule():\n    return ask()\n",
        "web/views.py": "from tables import queries as tables\n\n\ndef page(request):\n    return tables.play()\n",
        "web/urls.py": "from django.urls import path\nfrom web import views\n\nurlpatterns = [path('x/', views.page, name='x')]\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    reach = reached.read(tmp_path)
    assert reach.of("rules/law.py: kept") == (["rule"], [], True)
    assert reach.of("rules/law.py: asked") == (["rule"], [], True)
    assert reach.of("rules/law.py: inner") == ([], ["x"], True)
    assert reach.unreached() == ["rules/law.py: idle", "rules/law.py: lonely"]


def test_a_letter_counts_for_its_rule() -> None:
    assert rules_index._is_letter_of("ADTP.40A", "ADTP.40")
    assert rules_index._is_letter_of("SCPT.D-C", "SCPT.D")
    assert not rules_index._is_letter_of("SCPT.U2", "SCPT.U")
    assert not rules_index._is_letter_of("ADTP.P1", "ADTP.P")
    assert not rules_index._is_letter_of("ADTP.40A", "ADTP.4")
