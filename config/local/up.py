"""`bin/up`: the services, then the processes of the server, watched until Ctrl-C. One supervisor per data folder."""

import argparse
import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import FrameType
from urllib.parse import quote

from config.local import services
from config.local.fingerprint import fingerprint
from config.local.folder import DataFolder, SetupError
from config.local.interrupts import told
from config.local.lan import lan_address
from config.local.processes import Child, as_user, dying_with_us, stop_in_order
from config.local.program import Program, environment_of, give, program_for
from config.local.services import Services

FIRST_PORT = 8000
PORTS_TRIED = 20
PREPARED = "prepared.txt"
SIGN_IN = "sign-in.txt"
FIRST_OWNER = "first-owner.txt"


def say(line: str = "") -> None:
    with contextlib.suppress(OSError):  # The terminal may be gone; the room goes on.
        print(line, flush=True)


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    began = time.monotonic()
    signal.signal(signal.SIGTERM, _stop)
    # a shell that starts us in the background has SIGINT ignored, and our children would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _stop)
    try:
        folder = DataFolder.open(options.data)
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    up = _Supervisor(folder, options)
    try:
        up.start(began)
        up.watch()
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    finally:
        up.stop()
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/up", description="Run Shuffle Up on this machine.")
    parser.add_argument("--port", type=int, help=f"listen here (default: {FIRST_PORT}, or the next free one)")
    parser.add_argument("--lan", action="store_true", help="listen on the local network and show a QR code")
    parser.add_argument(
        "--demo",
        action="store_true",
        help="also play a simulated tournament at 20 times the speed, and an online final table",
    )
    parser.add_argument("--empty", action="store_true", help="on first start, do not load the demo room")
    parser.add_argument("--data", type=Path, help="the data folder (default: $SHUFFLE_DATA or ./data)")
    options = parser.parse_args(arguments)
    if options.data is not None:
        options.data = options.data.absolute()
        os.environ["SHUFFLE_DATA"] = str(options.data)
    if options.port is not None and not 0 < options.port < 65536:
        parser.error("--port is a number from 1 to 65535")
    return options


class _Supervisor:
    def __init__(self, folder: DataFolder, options: argparse.Namespace) -> None:
        self.folder = folder
        self.options = options
        self.services: list[Child] = []
        self.processes: list[Child] = []
        self.listening: socket.socket | None = None
        self.preparing: subprocess.Popen[bytes] | None = None
        self.description: dict[str, object] = {}
        self.writable = folder.path  # where `prepare` may write
        self.children: dict[str, int] = {}

    def start(self, began: float) -> None:
        self.listening, host, port = self._listen()
        say(f"Shuffle Up · data in {self.folder.path}")
        found = services.start(self.folder, say=say, started=self.services.append)
        for line in found.lines:
            say(f"  {line}")
        user = self.folder.service_user()
        home = self.folder.path if user is None else self.folder.service_home(user)
        program = program_for(user, data=self.folder.path, home=home)
        self.writable = program.own
        environment = self._environment(found, host, port, program)
        self._prepare(environment, found, program)
        self._make_processes(environment, program)
        addresses = [f"http://localhost:{port}/"] + ([f"http://{host}:{port}/"] if host else [])
        self.description = {
            "pid": os.getpid(),
            "address": addresses[0],
            "admin_url": found.admin_url,
            "environment": {name: environment[name] for name in _SHARED},
        }
        self._tell_who_runs()  # before the first page: who waits for one and then runs `manage.py` finds it
        self.processes[0].start()  # The page first: three processes that start at once delay each other.
        self._finish_preparing()
        self._wait_for_first_page(port)
        for child in self.processes[1:]:
            child.start()
        self._tell_who_runs()
        say(f"\nReady after {time.monotonic() - began:.1f} s:  {'   '.join(addresses)}")
        sign_in = self.folder.path / SIGN_IN
        if sign_in.exists():
            say(sign_in.read_text().rstrip())
        first = self._way_of_the_first_owner(port)
        if first:
            say(
                f"The house has no owner yet. Who opens this link becomes the owner (it opens once):\n  {addresses[0]}{first}"
            )
        if host:
            _show_qr(addresses[-1])
        if not os.environ.get("EMAIL_URL"):
            say(
                f"No mail server (EMAIL_URL): mails, with the codes to sign in, lie in {program.own / 'mail'}"
            )
        say("Ctrl-C stops everything.\n")

    def _tell_who_runs(self) -> None:
        """running.json: for `manage.py`, backup and restore, and whoever wants to know which process is which."""
        self.children = {c.name: c.process.pid for c in [*self.services, *self.processes] if c.process}
        self.folder.write("running.json", {**self.description, "children": self.children})

    def _listen(self) -> tuple[socket.socket, str | None, int]:
        """Bound here, not by the web process: while that one restarts, connections wait instead of failing."""
        host = lan_address() if self.options.lan else None
        bind = "0.0.0.0" if self.options.lan else "127.0.0.1"  # noqa: S104 - what --lan asks for
        wanted = self.options.port
        for port in [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
            listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((bind, port))
                listening.listen(2048)
            except PermissionError:
                raise SetupError(
                    f"Port {port} may only be opened by root. Choose one above 1023: --port 8000"
                ) from None
            except OSError:
                listening.close()
                if wanted:
                    raise SetupError(
                        f"Port {port} is taken by another program. Choose another: --port {port + 1}"
                    ) from None
                continue
            if port != (wanted or FIRST_PORT):
                say(f"Port {FIRST_PORT} is taken by another program: using {port}.")
            return listening, host, port
        raise SetupError(
            f"Ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all taken. Choose another: --port 9000"
        )

    def _environment(self, found: Services, host: str | None, port: int, program: Program) -> dict[str, str]:
        secrets = self.folder.secrets()
        name = socket.gethostname()
        hosts = ["localhost", "127.0.0.1", "[::1]"] + ([host, name, f"{name}.local"] if host else [])
        given = dict(os.environ)
        if given.get("METRICS_TOKEN"):  # what the worker counts is asked of the web process
            numbers = program.own / "metrics"
            shutil.rmtree(numbers, ignore_errors=True)
            numbers.mkdir(mode=0o700)
            if program.user is not None:
                give(numbers, user=program.user)
            given = given | {"PROMETHEUS_MULTIPROC_DIR": str(numbers)}
        return given | {
            "DATABASE_URL": found.database_url,
            "REDIS_URL": found.redis_url,
            "SECRET_KEY": given.get("SECRET_KEY") or secrets["secret_key"],
            "PLAY_KEY": given.get("PLAY_KEY") or secrets["play_key"],
            "SECRET_KEY_FALLBACKS": given.get("SECRET_KEY_FALLBACKS")
            or ",".join(secrets["secret_key_fallbacks"]),
            "ALLOWED_HOSTS": given.get("ALLOWED_HOSTS") or ",".join(hosts),
            # a room without a mail server reads the codes of its players here
            "EMAIL_URL": given.get("EMAIL_URL") or f"filemail:///{quote(str(program.own / 'mail'))}",
            "PUBLIC_URL": given.get("PUBLIC_URL")
            or given.get("CSRF_TRUSTED_ORIGINS", "").partition(",")[0]
            or f"http://{host or 'localhost'}:{port}",
            "STATIC_ROOT": given.get("STATIC_ROOT") or str(program.own / "static"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(program.root),
            "PYTHONUNBUFFERED": "1",
            **environment_of(program),
        }

    def _prepare(self, environment: dict[str, str], found: Services, program: Program) -> None:
        """Migrations, catalogs and the demo room, unless this very code has already done so on this folder."""
        first = not (self.folder.path / PREPARED).exists()
        ours = found.admin_url is not None
        if ours and not first and (self.folder.path / PREPARED).read_text() == fingerprint():
            return
        say("Preparing the database …" if first else "Bringing the database up to date …")
        command = program.module("config.local.prepare")
        if first and not self.options.empty:
            command += ["--demo-room", "--sign-in", str(program.own / SIGN_IN)]
        else:
            command += ["--first-owner", str(program.own / FIRST_OWNER)]
        heard, tell = os.pipe()
        self.preparing = subprocess.Popen(
            [*command, "--tell", str(tell)],
            **as_user(program.user),
            cwd=program.root,
            env=environment,
            start_new_session=True,
            pass_fds=(tell,),
            preexec_fn=dying_with_us(signal.SIGTERM),  # noqa: PLW1509 - one thread
        )
        os.close(tell)
        with os.fdopen(heard, "rb") as listening:
            listening.read(1)  # The tables are there: web may start while the demo room is loaded.

    def _finish_preparing(self) -> None:
        if self.preparing is None:
            return
        if self.preparing.wait() != 0:
            raise SetupError("The database could not be prepared; the reason is above. Nothing was started.")
        for name in (SIGN_IN, FIRST_OWNER):
            written = self.writable / name
            if written.exists() and self.writable != self.folder.path:
                self.folder.write(name, written.read_text())
                written.unlink()
        self.folder.write(PREPARED, fingerprint())

    def _make_processes(self, environment: dict[str, str], program: Program) -> None:
        assert self.listening is not None
        descriptor = self.listening.fileno()

        def process(name: str, command: list[str], pool: str, **more: object) -> Child:
            env = environment | {"PROCESS_NAME": f"shuffle-{name}", "DB_POOL": pool}
            log = self.folder.logs / f"{name}.log"
            return Child(
                name=name,
                argv=command,
                env=env,
                cwd=program.root,
                user=program.user,
                log=log,
                **more,  # type: ignore[arg-type]
            )

        self.processes += [
            process("web", program.module("config.local.web", str(descriptor)), "20", pass_fds=(descriptor,)),
            process(
                "worker",
                program.module(
                    "celery",
                    "-A",
                    "config",
                    "--quiet",
                    "worker",
                    "--pool=threads",
                    "--concurrency=4",
                    *_QUIET_WORKER,
                ),
                "12",  # relay, two timekeepers, three readers and the post keep one each; four for tasks, one to spare
            ),
            process(
                "beat",
                program.module(
                    "celery", "-A", "config.beat", "--quiet", "beat", "--loglevel=warning", "--pidfile="
                ),
                "0",
            ),
        ]
        if self.options.demo:
            self.processes.append(
                process("demo", [str(program.python), "manage.py", "demo_play"], "0", once=True)
            )

    def _way_of_the_first_owner(self, port: int) -> str:
        """The path of the link for the first owner; "" once the house has one."""
        kept = self.folder.path / FIRST_OWNER
        if not kept.exists():
            return ""
        path = kept.read_text().strip()
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        with contextlib.suppress(OSError), contextlib.closing(asking):
            asking.request("GET", f"/{path}")
            if asking.getresponse().status == 404:
                kept.unlink()
                return ""
        return path

    def _wait_for_first_page(self, port: int) -> None:
        web = self.processes[0]
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if not web.alive:
                raise SetupError(
                    f"The web process did not start. Its last words ({web.log}):\n{web.last_words(30)}"
                )
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30),
            ):
                return
            time.sleep(0.05)
        raise SetupError(f"The web process did not answer within 60 s. See {web.log}.")

    def watch(self) -> None:
        """Watch until Ctrl-C. SIGUSR1 (sent by bin/restore) restarts the processes on the data that lies there now."""
        ends = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
            ends.discard(signal.SIGHUP)
        try:
            with told({*ends, signal.SIGUSR1, signal.SIGCHLD}) as wait:
                while ends.isdisjoint(came := wait(0.5)):
                    if signal.SIGUSR1 in came:
                        self._restart_processes()
                    everyone = [*self.services, *self.processes]
                    for child in everyone:
                        self._look_after(child)
                    if self.children != {c.name: c.process.pid for c in everyone if c.process}:
                        with contextlib.suppress(OSError):  # A full disk must not end the evening.
                            self._tell_who_runs()
        finally:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)

    def _restart_processes(self) -> None:
        say("The data was replaced: restarting web, worker and beat.")
        stop_in_order([self.processes])
        old_keys = ",".join(self.folder.secrets()["secret_key_fallbacks"])
        for child in self.processes:
            child.env = dict(child.env) | {"SECRET_KEY_FALLBACKS": old_keys}
            child.start()

    @staticmethod
    def _look_after(child: Child) -> None:
        try:
            child.watch(say)
        except (SetupError, OSError) as problem:
            say(f"{child.name}: {problem}")
            child.start_again_at = time.monotonic() + child.back_off_seconds

    def stop(self) -> None:
        impatience = 0

        def more(_number: int, _frame: FrameType | None) -> None:
            nonlocal impatience
            impatience += 1

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, more)
        if self.preparing is not None and self.preparing.poll() is None:
            self.preparing.kill()
            self.preparing.wait()
        running = [child for child in [*self.services, *self.processes] if child.alive]
        if running:
            say("Stopping …  (Ctrl-C again: at once)")
        stop_in_order([self.processes, self.services], hurry=lambda: impatience > 0)
        if self.listening is not None:
            self.listening.close()
        self.folder.forget("running.json")
        self.folder.close()
        if running:
            say("Stopped.")


_SHARED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_FALLBACKS", "PLAY_KEY", "EMAIL_URL")


_QUIET_WORKER = ("--loglevel=warning", "--without-gossip", "--without-mingle", "--without-heartbeat")


def _show_qr(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)
    say(address)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
