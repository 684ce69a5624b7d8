#!lua
-- Takes a lease that nobody holds, or keeps one's own. KEYS: the lease. ARGV: who asks, ms until it expires.
-- Returns 1 if it is the caller's now, 0 if another holds it.

local held = redis.call("GET", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1
