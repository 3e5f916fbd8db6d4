"""The whole house as config.asgi serves it, at a moment that a test decides (tests/moment.py)."""

from __future__ import annotations

from config.asgi import application
from tests.moment import follow_the_file

follow_the_file()

__all__ = ["application"]
