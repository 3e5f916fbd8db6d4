"""Reads of tournaments, a subject a module; none of them locks a row or draws a number."""
