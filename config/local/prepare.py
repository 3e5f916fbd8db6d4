"""Bring the database and the translations to what the code expects, and load the demo room once."""

import argparse
import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--demo-room", action="store_true")
    parser.add_argument("--sign-in", type=Path, help="where the demo room's sign-in lines are kept")
    parser.add_argument("--first-owner", type=Path, help="where the way in for the first owner is kept")
    parser.add_argument("--tell", type=int, help="descriptor to close when the tables are there")
    options = parser.parse_args()

    from config.local.catalogs import compile_catalogs

    compile_catalogs()

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from config.collector import leave_out_what_is_loaded

    # migrating makes thousands of classes and drops them: a fifth of its time would go into looking for them
    leave_out_what_is_loaded(young=300_000, older=5)
    with ThreadPoolExecutor(1) as beside:  # Compressing files needs no database, migrating little else.
        files = None
        if os.environ.get("STATIC_ROOT"):
            files = beside.submit(call_command, "collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=1 if sys.stdout.isatty() else 0)
        if files is not None:
            files.result()
    if options.tell is not None:
        os.close(options.tell)
    if options.demo_room:
        print("Loading the demo room …", flush=True)
        from config.readers import names_reader
        from dispatch.readers import begin

        # the demo's players are told apart, too: what is recorded before a reader begins counts as read
        begin(names_reader())
        printed = io.StringIO()
        call_command("load_demo", stdout=printed)
        options.sign_in.touch(mode=0o600)
        options.sign_in.write_text(printed.getvalue())
    elif options.first_owner is not None:
        printed = io.StringIO()
        call_command("first_owner", "--path", stdout=printed)
        options.first_owner.unlink(missing_ok=True)
        if printed.getvalue().strip():
            options.first_owner.touch(mode=0o600)
            options.first_owner.write_text(printed.getvalue().strip())


if __name__ == "__main__":
    main()
