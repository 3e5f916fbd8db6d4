"""Typed facts of payouts."""
