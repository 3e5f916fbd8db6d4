"""Tables and seats: the draw, moves, balancing, breaking, hand-for-hand, chip counts."""
