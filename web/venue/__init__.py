"""The venue as its owner and director keep it: settings, books, players."""
