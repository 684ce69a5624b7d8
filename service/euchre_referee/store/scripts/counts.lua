#!lua flags=no-writes
-- How many games wait, run and have finished. KEYS: these three indexes of every bucket.

local waiting, running, finished = 0, 0, 0
for n = 1, #KEYS, 3 do
  waiting = waiting + redis.call("ZCARD", KEYS[n])
  running = running + redis.call("ZCARD", KEYS[n + 1])
  finished = finished + redis.call("ZCARD", KEYS[n + 2])
end
return { waiting, running, finished }
