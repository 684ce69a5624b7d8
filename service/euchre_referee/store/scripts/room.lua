#!lua
-- Does nothing, and yet is refused wherever a script that writes would be: without memory, on a replica, with a disk
-- that cannot be written, without the replicas that the server itself asks for. KEYS: any of the bucket.

return 1
