"""The spine: venue, series, season, stage, tournament, registration, entry, clock, elimination."""
