"""The game logs in Redis or Valkey: appends, reads, deadlines, presence, and the embedded server.

The store knows nothing of rules. Entries are bytes to it.
"""
