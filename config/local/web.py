"""The web process: pages and sockets on a listening socket that the supervisor keeps open across our deaths."""

import os
import resource
import socket
import sys
from pathlib import Path

import uvicorn


def _many_sockets() -> None:
    """As many open files as we may have: a desktop's 1,024 are too few for a thousand spectators."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _forget_the_last_one() -> None:
    """The gauges of a web process that died: only we hold sockets."""
    for file in Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR") or os.devnull).glob("gauge_live*.db"):
        file.unlink(missing_ok=True)


def main(descriptor: int) -> None:
    _many_sockets()
    _forget_the_last_one()
    listening = socket.socket(fileno=descriptor)
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # A frame is sent to thousands: compressing it for each costs more than it saves.
            ws_max_size=64 * 1024,
            # a line that is dead is known within seconds: who plays online has time to reconnect, and lines that go together are seen together
            ws_ping_interval=5,
            ws_ping_timeout=8,
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]))
