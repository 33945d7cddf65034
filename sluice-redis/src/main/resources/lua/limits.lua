-- The limits that a call is about, and what is stored under them.
--
-- ARGV   how many sets of limits; for each: the farthest promise (us), how many limits, for each the algorithm and what its file says
-- State  what all limits but logs count, in one value: the text of gcra.lua if that is all there is, else MessagePack of the numbers of one
--        after another. B<until>|<state> is a banned key (9007199254740991: for ever).
-- Sets are read once a call, however many keys are under them: a number takes 0.15 us to be given and 0.1 us to be read.

local sets = {}
for i = 1, number() do
  local set = { farthest = number() }
  for j = 1, number() do
    local algorithm = algorithms[word()]
    local numbers = algorithm.read()
    numbers.algorithm = algorithm
    set[j] = { __index = numbers }
  end
  set.unknown, unknown = unknown, nil
  sets[i] = set
end

local key = 0

local function next_key()
  key = key + 1
  return KEYS[key]
end

-- Those of a key, which is the next.
local function next_limits()
  local set = sets[number()]
  local limits = { farthest = set.farthest, key = next_key() }
  if set.unknown then
    unknown = max(unknown or set.unknown, set.unknown)
  end
  for i = 1, #set do
    local l = setmetatable({}, set[i])
    if l.algorithm.apart then
      l.key = next_key()
    end
    limits[i] = l
  end
  return limits
end

local function each(limits, name, ...)
  for _, l in ipairs(limits) do
    l.algorithm[name](l, ...)
  end
end

-- Of one number for each limit.
local function greatest(limits, name, n)
  local all = 0
  for _, l in ipairs(limits) do
    all = max(all, (l.algorithm[name] or l.algorithm.wait)(l, n))
  end
  return all
end

local function is_text(limits)
  return #limits == 1 and limits[1].algorithm.decode_text ~= nil
end

local function decode(limits, state)
  if state == '' then
    for _, l in ipairs(limits) do
      if not l.algorithm.apart then
        l.algorithm.renew(l)
      end
    end
  elseif is_text(limits) then
    limits[1].algorithm.decode_text(limits[1], state)
  else
    local numbers, i, first = cmsgpack.unpack(state), 1, {}
    for _, l in ipairs(limits) do
      if not l.algorithm.apart then
        i = l.algorithm.decode(l, numbers, i, first)
      end
    end
  end
end

local function encode(limits)
  if is_text(limits) then
    return limits[1].algorithm.encode_text(limits[1])
  end
  local numbers, first = {}, {}
  for _, l in ipairs(limits) do
    if not l.algorithm.apart then
      l.algorithm.encode(l, numbers, first)
    end
  end
  return cmsgpack.pack(numbers)
end

-- Whether anything is stored.
local function load(limits)
  limits.value = call('GET', limits.key)
  limits.state = limits.value or ''
  if string.byte(limits.state) == 66 then
    local ban, state = string.match(limits.state, '^B(%d+)|(.*)$')
    limits.state = state
    limits.ban = ban + 0 > now and ban + 0 or nil
  end
  decode(limits, limits.state)
  local stored = limits.value
  for _, l in ipairs(limits) do
    if l.algorithm.apart then
      l.algorithm.open(l, l.key)
      stored = stored or l.exists
    end
  end
  return stored
end

-- Microseconds until all but logs are as good as new.
local function left_of(limits)
  local left = 0
  for _, l in ipairs(limits) do
    if not l.algorithm.apart then
      left = max(left, l.algorithm.left(l))
    end
  end
  return left
end

-- What was used under the limits before, limit by limit.
local function carry(limits, old)
  limits.ban, limits.carried = old.ban, true
  for i, l in ipairs(limits) do
    local before = old[i]
    if before and not l.algorithm.carry(l, before) then
      local used = before.algorithm.used(before)
      if used > 0 then
        l.algorithm.charge(l, now, min(used, MOST_DEBT))
      end
    end
  end
  limits.state = left_of(limits) > 0 and encode(limits) or ''
end

local function forget(limits)
  call('DEL', limits.key)
  for _, l in ipairs(limits) do
    if l.algorithm.apart then
      call('DEL', l.key)
    end
  end
end
