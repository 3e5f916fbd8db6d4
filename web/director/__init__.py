"""The director's dashboard."""
