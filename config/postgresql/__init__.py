"""PostgreSQL as Django speaks to it; a kept connection is looked at without a round trip."""
