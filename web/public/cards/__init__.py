"""The picture that goes with a shared link."""
