#!lua
-- Keeps claims alive. KEYS: presences. ARGV: ms until they expire, then what this replica wrote there.
-- Returns one digit for each: 1 kept, 0 taken by a later claim.

local kept = {}
for n = 1, #KEYS do
  local held = redis.call("GET", KEYS[n])
  -- Gone, or older than ours after a failover: nobody has claimed it since.
  local ours = not held or struct.unpack("<I8", held) <= struct.unpack("<I8", ARGV[n + 1])
  if ours then redis.call("SET", KEYS[n], ARGV[n + 1], "PX", ARGV[1]) end
  kept[n] = ours and "1" or "0"
end
return table.concat(kept)
