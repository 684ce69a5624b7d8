"""What `euchre doctor` examines, a module for each kind of thing (docs/configuration.md)."""
