-- Advances every bucket's served time and finds what is overdue in it.
-- KEYS: the keys of the buckets. ARGV: how many games of a kind to find in a bucket at most; the longest wait
-- for players and the longest run of a game, in ms.
-- Returns for every bucket its served time and four lists of games: due, waiting too long, running too long,
-- expired.

local most, longest_wait, longest_run = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function up_to(key, score)
  return call("ZRANGE", key, "-inf", score, "BYSCORE", "LIMIT", 0, most)
end

local found = {}
for position = 0, #KEYS / BUCKET_KEYS - 1 do
  local ok, result = pcall(function()
    local b = bucket(position)
    return {
      b.served,
      up_to(KEYS[b.base + DUE], b.served),
      up_to(KEYS[b.base + WAITING], b.served - longest_wait),
      up_to(KEYS[b.base + RUNNING], b.served - longest_run),
      up_to(KEYS[b.base + FINISHED], b.served),
    }
  end)
  found[position + 1] = ok and result or { text_of(result) }
end
save_clocks()
return found
