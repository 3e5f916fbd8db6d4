"""The registration desk."""
