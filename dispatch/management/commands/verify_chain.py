"""manage.py verify_chain: prove that no fact was changed, dropped or slipped in."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dispatch.chain import audit
from dispatch.facts import StreamHead


class Command(BaseCommand):
    help = (
        "Walks every fact, checks hashes, numbers and heads; names what does not fit and then exits with 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--stream", help="only this stream")
        parser.add_argument("--heads", action="store_true", help="print each stream's last number and hash")
        parser.add_argument(
            "--expect",
            action="append",
            default=[],
            metavar="STREAM@SEQ:HASH",
            help="a head noted earlier (as --heads prints it) that the chain must still contain",
        )

    def handle(
        self, *_args: Any, stream: str | None, heads: bool, expect: list[str], **_options: Any
    ) -> None:
        started = time.perf_counter()
        seen = audit(stream, expect=tuple(_head(text) for text in expect))
        for finding in seen.findings:
            self.stdout.write(str(finding))
        if heads:
            for head in seen.heads:
                self.stdout.write(f"{head.stream}@{head.seq}:{head.hash.hex()}")
        took = time.perf_counter() - started
        self.stdout.write(
            f"{seen.facts} facts in {len(seen.heads)} streams, {seen.unsealed} not yet sealed, {took:.1f} s: "
            + (f"{len(seen.findings)} findings" if seen.findings else "whole")
        )
        if seen.findings:
            sys.exit(1)


def _head(text: str) -> StreamHead:
    try:
        name, _, rest = text.rpartition("@")
        seq, _, value = rest.partition(":")
        return StreamHead(stream=name, seq=int(seq), hash=bytes.fromhex(value))
    except ValueError as error:
        raise CommandError(f"--expect wants STREAM@SEQ:HASH, not {text!r}") from error
