"""Tables that are played online: who sits there, the hand that is dealt, each act in its turn."""
