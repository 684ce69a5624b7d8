#!lua
-- Gives up a claim, unless another has taken its place. KEYS: the presence. ARGV: what this replica wrote there.

if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0
