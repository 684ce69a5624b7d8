#!lua
-- Makes a replica the one that serves a session, and tells the one that did so before.
-- KEYS: the session's presence. ARGV: session, replica, ms until it expires, the beginning of channel names.
-- Returns the epoch: greater than that of every earlier claim, also of those that have expired.

local time = redis.call("TIME")
local epoch = time[1] * 1000000 + time[2]
local held = redis.call("GET", KEYS[1])
if held then
  local before = struct.unpack("<I8", held)
  if before >= epoch then epoch = before + 1 end
end
redis.call("SET", KEYS[1], struct.pack("<I8", epoch) .. ARGV[2], "PX", ARGV[3])
if held then
  redis.call("PUBLISH", ARGV[4] .. string.sub(held, 9), "S" .. struct.pack("<I8", epoch) .. ARGV[1])
end
return epoch
