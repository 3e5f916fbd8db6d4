"""Typed facts of tables."""
