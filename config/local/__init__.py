"""Everything on one machine: the services, the supervisor and the file that backs them up. Standard library only."""
