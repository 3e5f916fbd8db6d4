"""bin/test: what it hands on to pytest, and what is checked beside the tests."""

from __future__ import annotations

import os

import pytest

from config.local.check import SLOWEST, QuickChecks, keep_bytecode, without_durations


@pytest.mark.parametrize(
    ("arguments", "rest", "listed"),
    [
        (["--durations"], [], SLOWEST),
        (["--durations", "tests/web"], ["tests/web"], SLOWEST),
        (["fast", "--durations"], ["fast"], SLOWEST),
        (["tests/web", "--durations", "5"], ["tests/web", "--durations", "5"], []),
        (["tests/web", "--durations=5"], ["tests/web", "--durations=5"], []),
        ([], [], []),
    ],
)
def test_the_thirty_slowest_are_asked_for_by_one_word(arguments, rest, listed):
    assert without_durations(arguments) == (rest, listed)


def test_every_check_runs_and_those_that_failed_are_named_last(tmp_path, capsys):
    def broken():
        raise OSError("no such program")

    checks = QuickChecks(
        [("one", lambda: None), ("two", lambda: "a line too long"), ("three", broken)], tmp_path
    )
    checks.start()
    assert checks.tell() == ["two", "three"]
    printed = capsys.readouterr().out
    assert "✓ one" in printed and "a line too long" in printed and "OSError: no such program" in printed
    assert printed.endswith("CHECK FAILED two\nCHECK FAILED three\n")


def test_a_check_that_did_not_begin_is_left_when_all_is_stopped(tmp_path):
    began = []
    checks = QuickChecks([("one", lambda: checks.stop()), ("two", lambda: began.append("two"))], tmp_path)
    checks.start()
    checks.join()
    assert began == []


@pytest.mark.parametrize(("told", "kept"), [("1", ".bytecode_cache"), ("", "")])
def test_where_python_may_write_no_compiled_module_ours_are_kept_apart(monkeypatch, told, kept):
    monkeypatch.setattr(os, "environ", {"PYTHONDONTWRITEBYTECODE": told} if told else {})
    keep_bytecode()
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ.get("PYTHONPYCACHEPREFIX", "").rpartition("/")[2] == kept
