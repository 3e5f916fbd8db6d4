"""Making, changing and copying a tournament: what people type against what the rules say of it."""
