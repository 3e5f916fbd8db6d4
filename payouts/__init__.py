"""What the places are worth: prize pool, prizes, awards, refunds, ranking."""
