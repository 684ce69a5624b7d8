-- What the scripts share: the layout of a bucket's keys and its served time. Placed before each script.
-- A bucket's keys stand together in KEYS, in the order of BucketKeys (keys.py).

local call, pack, unpacked = redis.call, struct.pack, struct.unpack
local BUCKET_KEYS = 8
local CLOCK, DUE, TURNS, SEATS, SEATED, WAITING, RUNNING, FINISHED = 1, 2, 3, 4, 5, 6, 7, 8
local MOST_ELAPSED = 2000

local time = call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local buckets = {}

-- The bucket whose keys stand at `position` (0, 1, ...): its clock is read and advanced once in a call.
local function bucket(position)
  local known = buckets[position]
  if known then return known end
  local base = position * BUCKET_KEYS
  local served, counted, sequence = 0, now, 0
  local packed = call("GET", KEYS[base + CLOCK])
  if packed then
    if #packed ~= 24 then error("the bucket's clock is not 24 bytes", 0) end
    served, counted, sequence = unpacked("<I8I8I8", packed)
  end
  -- The server's clock may have jumped, and nobody may have called while the store or the referees were away.
  local elapsed = now - counted
  if elapsed < 0 then elapsed = 0 elseif elapsed > MOST_ELAPSED then elapsed = MOST_ELAPSED end
  call("ZCARD", KEYS[base + DUE])
  call("ZCARD", KEYS[base + TURNS])
  local fresh = { base = base, served = served + elapsed, sequence = sequence }
  buckets[position] = fresh
  return fresh
end

local function save_clocks()
  for _, b in pairs(buckets) do
    call("SET", KEYS[b.base + CLOCK], pack("<I8I8I8", b.served, now, b.sequence))
  end
end

local function text_of(failure)
  if type(failure) == "table" then return failure.err or "unknown failure" end
  return tostring(failure)
end
