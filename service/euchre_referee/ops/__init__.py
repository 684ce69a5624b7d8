"""What ops people see and keep: metrics, logs, keys. Never a hidden card, never an id as a metric's label."""
