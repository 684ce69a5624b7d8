"""Where the options of `euchre serve` come from: flags, environment, a file (docs/configuration.md)."""
