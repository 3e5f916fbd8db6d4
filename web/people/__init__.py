"""Pages of who gets in: the own account, passwords, invitations, the first owner."""
