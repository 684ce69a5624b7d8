-- Removes finished games of one bucket, with their seats, if they have expired.
-- KEYS: the bucket's keys, then log and head of every game. ARGV: the games. Returns how many were removed.

local b = bucket(0)
local seats, seated, finished = KEYS[SEATS], KEYS[SEATED], KEYS[FINISHED]
call("ZCARD", seats)
local removed = 0
for n, game in ipairs(ARGV) do
  local expires = call("ZSCORE", finished, game)
  if expires and tonumber(expires) <= b.served then
    local members, at = call("HGET", seated, game) or "", 1
    while at <= #members do
      local member
      member, at = unpacked("<I2c0", members, at)
      call("ZREM", seats, member)
    end
    call("HDEL", seated, game)
    call("UNLINK", KEYS[BUCKET_KEYS + 2 * n - 1], KEYS[BUCKET_KEYS + 2 * n])
    call("ZREM", finished, game)
    removed = removed + 1
  end
end
save_clocks()
return removed
