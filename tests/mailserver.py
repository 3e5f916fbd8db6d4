"""A mail server of one's own, on a real socket: it keeps what it took, and tells the test of every word it hears."""

from __future__ import annotations

import email
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class MailServer:
    """taken: (recipient, Message-ID) of every mail that was answered with 250, or would have been. heard: called with each step
    (helo, mail, rcpt, data, taken, answered), while the client waits."""

    port: int = 0
    taken: list[tuple[str, str]] = field(default_factory=list)
    heard: Callable[[str], None] = lambda _step: None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        try:
            self._talk()
        except (ConnectionError, ValueError):
            return  # the client was killed

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())
        self.wfile.flush()

    def _talk(self) -> None:
        of: MailServer = self.server.of  # type: ignore[attr-defined]
        to = ""
        self._say("220 here")
        while line := self.rfile.readline().decode().strip():
            word = line[:4].lower()
            if word in ("helo", "ehlo", "mail", "rcpt"):
                of.heard("helo" if word == "ehlo" else word)
            if word == "rcpt":
                to = line.partition("<")[2].partition(">")[0]
            if word == "data":
                of.heard("data")
                self._say("354 go on")
                lines = []
                while (text := self.rfile.readline()) != b".\r\n":
                    if not text:
                        return
                    lines.append(text)
                message = email.message_from_bytes(b"".join(lines))
                of.taken.append((to, message["Message-ID"]))
                of.heard("taken")
                self._say("250 taken")
                of.heard("answered")
            elif word == "quit":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """One that answers until the block ends."""
    of = MailServer()
    with _Server(("127.0.0.1", 0), _Talk) as server:
        server.of = of  # type: ignore[attr-defined]
        of.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield of
        finally:
            server.shutdown()
            thread.join()
