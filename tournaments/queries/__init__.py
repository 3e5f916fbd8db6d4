"""Reads of the spine: floor.py (places, eliminations, hand-for-hand), clock.py, entries.py, circuit.py."""
