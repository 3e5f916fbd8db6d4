"""Pages and API of a big room: `gunicorn -c python:config.gunicorn config.wsgi:application`. docs/adr/0011

Processes share the cores, threads wait for PostgreSQL: each thread keeps one connection, so PostgreSQL must take
WEB_CONCURRENCY × WEB_THREADS of them.
"""

import os

bind = os.environ.get("WEB_BIND", "0.0.0.0:8000")
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 2)
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_connections = 2000
backlog = 4096
# Longer than the proxy keeps its side, so that it is never the one to find a connection closed under its request.
keepalive = 75
# The proxy is named by BEHIND_PROXY; whose address it has is nobody's business here.
forwarded_allow_ips = ""
# Loaded once, forked: no connection and no thread is opened by loading.
preload_app = True
control_socket_disable = True
accesslog = None
loglevel = "warning"
graceful_timeout = 10
