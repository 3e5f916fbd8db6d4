"""The web process of the pictures: the one that is always served, with the clock of the evening."""

from __future__ import annotations

import os
import sys
from datetime import timedelta

import access.moment
import dispatch.moment
from config.local.web import main


def shift(seconds: float) -> None:
    """From now on every face of this process reads a clock that is so much ahead."""
    ahead = timedelta(seconds=seconds)
    access.moment.at = lambda real=access.moment.at: real() + ahead
    dispatch.moment.now_ms = lambda real=dispatch.moment.now_ms: real() + round(seconds * 1000)


if __name__ == "__main__":
    shift(float(os.environ["SHOTS_CLOCK_SHIFT_SECONDS"]))
    main(int(sys.argv[1]))
