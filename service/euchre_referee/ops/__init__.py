"""What ops people see: metrics and logs. Never a hidden card, never an id as a metric's label."""
