"""What anybody may see: the calendar and a tournament, live."""
