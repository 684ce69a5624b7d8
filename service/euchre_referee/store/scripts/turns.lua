#!lua flags=no-writes
-- The turns given since a replica last asked.
-- KEYS: clock and turns of every bucket. ARGV: for each the sequence that the replica has seen.
-- Returns for every bucket its sequence and the members of turns above the one seen.

local answers = {}
for n = 1, #ARGV do
  local packed = redis.call("GET", KEYS[2 * n - 1])
  local sequence = 0
  if packed and #packed == 24 then sequence = struct.unpack("<I8", packed, 17) end
  local seen = tonumber(ARGV[n])
  -- A failover that lost the end of the store has given these numbers again.
  if sequence < seen then seen = 0 end
  local members = {}
  if sequence > seen then members = redis.call("ZRANGE", KEYS[2 * n], "(" .. seen, "+inf", "BYSCORE") end
  answers[n] = { sequence, members }
end
return answers
