"""`bin/bench`: our figures beside the limits of the same machine in the same run. Nothing here is asserted.

Each row runs in a process of its own on a database of its own, copied from one migrated template, in a PostgreSQL
with fsync on that `bin/bench` starts and throws away. What a "limit" is stands in each row's module: the least
that this machine can do for the same effect.
"""
