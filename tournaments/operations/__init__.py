"""Steps that change the tournament's rows; each needs an open transaction."""
