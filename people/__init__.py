"""Users, players, staff roles, devices, exclusions: who is who, and who may do what."""
