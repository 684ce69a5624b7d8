#!lua flags=no-writes
-- What a fold of a game needs, read at one moment.
-- KEYS: head, log. ARGV: how many entries of the log's beginning are wanted.
-- Returns the head (or nothing), the first entries before the current deal, and the entries from that deal on.

local head = redis.call("GET", KEYS[1])
if not head then return {} end
local deal = struct.unpack("<I4", head, 21)
local opening = tonumber(ARGV[1])
if deal == 0 then return { head, redis.call("LRANGE", KEYS[2], 0, -1), {} } end
if opening > deal - 1 then opening = deal - 1 end
local first = {}
if opening > 0 then first = redis.call("LRANGE", KEYS[2], 0, opening - 1) end
return { head, first, redis.call("LRANGE", KEYS[2], deal - 1, -1) }
