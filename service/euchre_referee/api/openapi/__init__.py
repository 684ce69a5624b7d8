"""The HTTP API described for people and programs: the OpenAPI document and the page made of it."""
