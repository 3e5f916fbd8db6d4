"""The web process: pages and sockets on a listening socket that the supervisor keeps open across our deaths."""

import resource
import socket
import sys

import uvicorn


def _many_sockets() -> None:
    """As many open files as we may have: a desktop's 1,024 are too few for a thousand spectators."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(descriptor: int) -> None:
    _many_sockets()
    listening = socket.socket(fileno=descriptor)
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # A frame is sent to thousands: compressing it for each costs more than it saves.
            ws_max_size=64 * 1024,
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]))
