"""Commands: one use case per file; the only place where a transaction opens."""
