"""What must survive: processes are killed with SIGKILL while people work, and then everything is counted.

All of it happens in one copy of the house that `bin/up` runs: PostgreSQL with fsync, Valkey, web, worker and beat
under their supervisor. SHUFFLE_FAULT_ROUNDS=20 kills PostgreSQL that often (3 in `bin/test`).
"""
