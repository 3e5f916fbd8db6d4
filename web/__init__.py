"""The pages, by audience."""
