"""What an operator runs beside the service: a directory that a tournament is played into, and the bots' processes."""
