#!/usr/bin/env python
"""Django's commands, plus `up`: without DATABASE_URL it uses the services that bin/up runs on this data folder."""

import os
import sys


def main() -> None:
    if sys.argv[1:2] == ["up"]:
        from config.local.up import main as up

        sys.exit(up(sys.argv[2:]))
    if "DATABASE_URL" not in os.environ:
        from config.local.folder import adopt_running_services

        adopt_running_services(os.environ)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
