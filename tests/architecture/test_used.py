"""No dead function: what is public in the product is used by the product."""

from __future__ import annotations

from pathlib import Path

from tests.architecture import used

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_public_is_used_by_tests_alone(monkeypatch):
    source = used.read(ROOT)
    dead = used.unused(source)
    assert not dead, f"only tests use these, or nobody: call them, make them private or delete them: {dead}"
    allowed = used.ALLOWED
    monkeypatch.setattr(used, "ALLOWED", {})
    gone = sorted(set(allowed) - set(used.unused(source)))
    assert not gone, f"used by now, or gone: take it out of tests/architecture/used.py: {gone}"


def test_who_is_used_by_nobody_is_seen(tmp_path: Path) -> None:
    files = {
        "rules/law.py": (
            "def asked():\n    return _inner()\n\n\ndef _inner():\n    pass\n\n\ndef only_tested():\n    return lonely()\n\n\n"
            "def lonely():\n    return only_tested()\n\n\ndef at_the_head():\n    return ()\n\n\nfor _one in at_the_head():\n    pass\n"
        ),
        "people/queries/__init__.py": 'from people.queries.names import name, unread\n\n__all__ = ["name", "unread"]\n',
        "people/queries/names.py": "def name():\n    pass\n\n\ndef unread():\n    pass\n\n\nclass Written:\n    pass\n",
        "people/commands/rename.py": (
            "from people import queries as people\nfrom rules.law import asked as ask\n\n\n"
            '@command("people.rename")\ndef rename():\n    return ask(), people.name()\n'
        ),
        "config/settings.py": 'WHERE = "people.queries.names:Written"\n',
        "tests/test_law.py": "from rules.law import only_tested\n\n\ndef test():\n    only_tested()\n",
    }
    for package in ("rules", "people", "config", "tests"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert used.unused(used.read(tmp_path)) == [
        "people/queries/names.py: unread",
        "rules/law.py: lonely",
        "rules/law.py: only_tested",
    ]
