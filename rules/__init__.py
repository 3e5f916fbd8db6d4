"""Poker and tournament law: pure functions over values. Standard library only; no clock, no randomness, no I/O."""
