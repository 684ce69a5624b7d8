-- Takes a tournament out of the indexes, unless it is there or on its way.
-- KEYS: the open tournaments, all of them by when they entered, the log.
-- ARGV: the tournament; ms since 1970: what entered later may be on its way.
-- Returns 1 if it is out of them, 0 if it stays.

if redis.call("EXISTS", KEYS[3]) == 1 then return 0 end
local entered = redis.call("ZSCORE", KEYS[2], ARGV[1])
if entered and tonumber(entered) > tonumber(ARGV[2]) then return 0 end
redis.call("SREM", KEYS[1], ARGV[1])
redis.call("ZREM", KEYS[2], ARGV[1])
return 1
