from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # `@shared_task` binds to the last Celery app that was made: make ours in every process.
        from config import (
            celery,  # noqa: F401
            topics,
        )

        topics.register()
