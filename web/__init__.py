"""The HTML faces, by audience."""
