-- Appends to the logs of up to 256 games, each apart: one that cannot be appended fails alone.
-- KEYS: the keys of every bucket concerned, then log and head of every append.
-- ARGV: one byte per append, the position of its bucket; then every append as pack_append (append.py) packs it.
-- Returns one string, for every append in turn: 0 and the served time; 1 and version and digest of the head
-- that was found; 2 for not due; 3 and a text for a failure.

local NO_HEAD = string.rep("\0", 20)
local appends = #ARGV - 1
local games_at = #KEYS - 2 * appends
local places = ARGV[1]

-- A wrong type must show before the first write, for a script is never rolled back.
local function check_stages(base)
  call("ZCARD", KEYS[base + WAITING])
  call("ZCARD", KEYS[base + RUNNING])
  call("ZCARD", KEYS[base + FINISHED])
end

local function enter_stage(b, stage, game, expire)
  local base = b.base
  if stage == 1 then
    call("ZADD", KEYS[base + WAITING], b.served, game)
    return
  end
  call("ZREM", KEYS[base + WAITING], game)
  if stage == 2 then
    call("ZADD", KEYS[base + RUNNING], b.served, game)
    return
  end
  call("ZREM", KEYS[base + RUNNING], game)
  call("ZADD", KEYS[base + FINISHED], expire > 0 and b.served + expire or "+inf", game)
end

local function add_seats(b, game, seats, blob, at)
  local members, scored = {}, {}
  for n = 1, seats do
    local session, seat
    session, seat, at = unpacked("<Bc0B", blob, at)
    local member = session .. "\0" .. game .. "\0" .. seat
    members[n] = pack("<I2", #member) .. member
    scored[2 * n - 1], scored[2 * n] = 0, member
  end
  call("ZADD", KEYS[b.base + SEATS], unpack(scored))
  local seated = KEYS[b.base + SEATED]
  call("HSET", seated, game, (call("HGET", seated, game) or "") .. table.concat(members))
end

local function append(n)
  local b = bucket(string.byte(places, n))
  local base, served = b.base, b.served
  local log, head_key, blob = KEYS[games_at + 2 * n - 1], KEYS[games_at + 2 * n], ARGV[n + 1]
  local expected, fixed, flags, stage, limit, expire, entries, seats, game, turn, previous, at =
    unpacked("<c20c24BBI8I8I2I2Bc0Bc0Bc0", blob)

  local head = call("GET", head_key)
  local length = call("LLEN", log)
  local started, deadline = 0, 0
  if head then
    if #head < 40 then error("the head is shorter than 40 bytes", 0) end
    started, deadline = unpacked("<I8I8", head, 25)
  else
    head = NO_HEAD
  end
  local version = unpacked("<I4", head)
  if length ~= version then
    error("the log holds " .. length .. " entries but its head says " .. version, 0)
  end
  local found = string.sub(head, 1, 20)
  if found ~= expected then return "\1" .. found end
  local due_only, keep_clock = flags % 2 == 1, flags >= 2
  if due_only and (deadline == 0 or served < deadline) then return "\2" end
  if stage > 0 then check_stages(base) end
  if seats > 0 then
    call("ZCARD", KEYS[base + SEATS])
    call("HLEN", KEYS[base + SEATED])
  end

  local values = {}
  for e = 1, entries do values[e], at = unpacked("<I4c0", blob, at) end
  call("RPUSH", log, unpack(values))

  local new_deadline = deadline
  if not keep_clock then
    started = served
    new_deadline = limit > 0 and served + limit or 0
  end
  call("SET", head_key, fixed .. pack("<I8I8", started, new_deadline) .. turn)
  if new_deadline > 0 then
    call("ZADD", KEYS[base + DUE], new_deadline, game)
  elseif deadline > 0 then
    call("ZREM", KEYS[base + DUE], game)
  end
  if previous ~= "" and previous ~= turn then call("ZREM", KEYS[base + TURNS], previous .. "\0" .. game) end
  if turn ~= "" then
    b.sequence = b.sequence + 1
    call("ZADD", KEYS[base + TURNS], b.sequence, turn .. "\0" .. game)
  end
  if stage > 0 then enter_stage(b, stage, game, expire) end
  if seats > 0 then add_seats(b, game, seats, blob, at) end
  return "\0" .. pack("<I8", served)
end

local results = {}
for n = 1, appends do
  local ok, result = pcall(append, n)
  if not ok then
    local text = text_of(result)
    result = "\3" .. pack("<I2", #text) .. text
  end
  results[n] = result
end
save_clocks()
return table.concat(results)
