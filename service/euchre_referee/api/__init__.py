"""gRPC at the edge: translation, authentication, limits. No rules here."""
