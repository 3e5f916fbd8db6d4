"""The floor's tablet."""
