"""Accounts and transfers: where every cent is and how it came there. Nobody else imports its models."""
