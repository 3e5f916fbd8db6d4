"""Every read of payouts."""

from payouts.queries.prizes import amounts_of, prizes_face

__all__ = ["amounts_of", "prizes_face"]
