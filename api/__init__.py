"""The REST API: parse, one call, represent."""
