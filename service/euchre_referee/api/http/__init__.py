"""The contract over HTTP: every method by its `google.api.http` annotation, in protobuf's JSON (docs/http.md)."""
