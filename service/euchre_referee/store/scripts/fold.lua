#!lua flags=no-writes
-- What the folds of games need, each read at one moment. One that cannot be read fails alone.
-- KEYS: head and log of every game. ARGV: for every game, how many entries of its log's beginning are wanted.
-- Returns for every game: the head (or nothing), the first entries before the current deal, and the entries from that
-- deal on; a text for a failure.

local call = redis.call

local function source(head_key, log, opening)
  local head = call("GET", head_key)
  if not head then return {} end
  local deal = struct.unpack("<I4", head, 21)
  if deal == 0 then return { head, call("LRANGE", log, 0, -1), {} } end
  if opening > deal - 1 then opening = deal - 1 end
  local first = {}
  if opening > 0 then first = call("LRANGE", log, 0, opening - 1) end
  return { head, first, call("LRANGE", log, deal - 1, -1) }
end

local sources = {}
for n, opening in ipairs(ARGV) do
  local ok, found = pcall(source, KEYS[2 * n - 1], KEYS[2 * n], tonumber(opening))
  if not ok then found = type(found) == "table" and found.err or tostring(found) end
  sources[n] = found
end
return sources
