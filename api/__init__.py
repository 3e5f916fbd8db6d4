"""The REST face: parse, one call, represent."""
