"""What somebody could change in a log; each change says what verification must find."""
