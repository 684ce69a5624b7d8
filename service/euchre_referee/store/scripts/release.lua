-- Sets when finished games of one bucket expire.
-- KEYS: the bucket's keys. ARGV: ms of served time from now, then the games.
-- Returns how many of them stand among the finished.

local b = bucket(0)
local known = 0
for n = 2, #ARGV do
  if call("ZSCORE", KEYS[FINISHED], ARGV[n]) then
    call("ZADD", KEYS[FINISHED], b.served + tonumber(ARGV[1]), ARGV[n])
    known = known + 1
  end
end
save_clocks()
return known
