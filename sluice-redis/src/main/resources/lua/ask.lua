-- Answers one question about one key or several: every verb, every algorithm, all or nothing. The files of the algorithms that the
-- limits need come before this one.
--
-- KEYS   for each charge: the key of its counters, then one for each of its logs; the same of the limits it had before.
--        All in one slot.
-- ARGV   1  the time in microseconds, or '' for the server's
--        2  the verb; 3  how often at most; 4  microseconds: the longest wait, or how long to block (-1: for ever); or 1 to
--        cancel also what is no longer ahead; 5  how many charges; then for each: permits, the farthest promise (us), its limits, how many limits it had before,
--        and those, the latest first
--        limits: how many, then for each the algorithm and what its file says
--        cancel only: the instant promised (us); for each charge its state before and after the reservation
-- Reply  flat: 1 allowed, 0 refused; the time; how often charged (cancel: 1 if undone); the instant promised, or -1;
--        reserve only: the limits of all charges as they were before, one view each, as their files say
--        for each charge: what is left of a ban (us, -1: for ever, 0: none); a view of each limit
--        a reservation that was allowed only: for each charge its state before and after
--        or: -1, the time, and another at which windows must be known: asked again with those, it can be answered
-- State  what all limits but logs count, in one value: the text of gcra.lua if that is all there is, else MessagePack of the numbers of one
--        after another. B<until>|<state> is a banned key (9007199254740991: for ever).
-- TTL    milliseconds until everything, a ban too, is as good as new, rounded up; what is as good as new is not kept. None for what
--        never ends. With a given time, which passes as it likes: an hour.
-- Time   of the server, read once
-- Looks at everything first and charges then. A refusal writes nothing. Limits that were changed: while the key under the new ones is not
-- there, the one under those before counts, in permits; the first write takes its place.

local key = 0

local function next_key()
  key = key + 1
  return KEYS[key]
end

local function read_limits()
  local limits = { key = next_key() }
  for i = 1, number() do
    local algorithm = algorithms[word()]
    local l = algorithm.read()
    l.algorithm = algorithm
    if algorithm.apart then
      l.key = next_key()
    end
    limits[i] = l
  end
  return limits
end

local verb, most, amount = word(), number(), number()
local charges = {}
for i = 1, number() do
  local permits, farthest = number(), number()
  charges[i] = { permits = permits, farthest = farthest, limits = read_limits(), olds = {} }
  for j = 1, number() do
    charges[i].olds[j] = read_limits()
  end
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

for _, c in ipairs(charges) do
  local there = load(c.limits)
  for _, old in ipairs(c.olds) do
    if not there and load(old) then
      carry(c.limits, old)
      there = true
    end
  end
end
if unknown then
  return { -1, now, unknown }
end

local function is_refused(c, n)
  return n > 0 and (c.limits.ban ~= nil or greatest(c.limits, 'wait', n) > 0)
end

local function any_refused()
  for _, c in ipairs(charges) do
    if is_refused(c, c.permits) then
      return true
    end
  end
  return false
end

local function charge_all(times, at)
  for _, c in ipairs(charges) do
    local n = c.permits * times
    if n > 0 then
      each(c.limits, 'charge', at, n)
      c.changed = true
    end
  end
end

-- How often all charges could be made now.
local function times_to_be_had()
  local times = most
  for _, c in ipairs(charges) do
    if c.permits > 0 then
      for _, l in ipairs(c.limits) do
        times = min(times, floor(l.algorithm.remaining(l) / c.permits))
      end
    end
  end
  return max(0, times)
end

local function up_to()
  if most == 0 then
    return true, 0
  end
  local times = times_to_be_had()
  for _, c in ipairs(charges) do
    if c.permits > 0 and c.limits.ban then
      times = 0
    end
  end
  charge_all(times, now)
  return times > 0, times
end

-- What reserve saw before it charged.
local seen_before = {}
local promised = -1

local verbs = {
  ['try'] = function()
    if any_refused() then
      return false, 0
    end
    charge_all(1, now)
    return true, 1
  end,
  ['up-to'] = up_to,
  peek = function() return not any_refused(), 0 end,
  reserve = function()
    local wait = 0
    for _, c in ipairs(charges) do
      if c.permits > 0 then
        local promise = greatest(c.limits, 'promise', c.permits)
        if c.limits.ban or promise > min(c.farthest, amount) then
          wait = NEVER
        end
        wait = max(wait, promise)
      end
      each(c.limits, 'view', seen_before, c.permits)
    end
    if wait == NEVER then
      return false, 0
    end
    promised = now + wait
    charge_all(1, promised)
    return true, 1
  end,
  cancel = function()
    local at, undone = number(), 0
    local refused = any_refused()
    for _, c in ipairs(charges) do
      local state, after = word(), word()
      if c.permits > 0 and (amount == 1 or now <= at) then
        undone = 1
        c.undo = { state = state, restores = c.limits.state == after, at = at }
      end
    end
    return not refused, undone
  end,
  refund = function()
    for _, c in ipairs(charges) do
      each(c.limits, 'refund', c.permits)
      c.changed = c.permits > 0
    end
    return true, 0
  end,
  penalize = function()
    charge_all(1, now)
    return true, 0
  end,
  reset = function()
    for _, c in ipairs(charges) do
      each(c.limits, 'renew')
      c.limits.ban = nil
      c.changed = true
    end
    return true, 0
  end,
  block = function()
    for _, c in ipairs(charges) do
      c.limits.ban = amount < 0 and FOREVER or amount > 0 and now + amount or nil
      c.changed = true
    end
    return true, 0
  end,
  unblock = function()
    for _, c in ipairs(charges) do
      c.changed = c.limits.ban ~= nil
      c.limits.ban = nil
    end
    return true, 0
  end,
}
local allowed, times = verbs[verb]()

local reply = { allowed and 1 or 0, now, times, promised }
for _, value in ipairs(seen_before) do
  reply[#reply + 1] = value
end
for _, c in ipairs(charges) do
  local ban = c.limits.ban
  reply[#reply + 1] = not ban and 0 or ban == FOREVER and -1 or ban - now
  each(c.limits, 'view', reply, allowed and verb ~= 'peek' and 0 or c.permits)
end

-- A state that nobody wrote since is put back as it was; a log always goes by its algorithm.
for _, c in ipairs(charges) do
  if c.undo then
    if c.undo.restores then
      decode(c.limits, c.undo.state)
    end
    for _, l in ipairs(c.limits) do
      if l.algorithm.apart or not c.undo.restores then
        l.algorithm.cancel(l, c.undo.at, c.permits)
      end
    end
    c.changed = true
  end
end

-- What to keep, and for how long.
for _, c in ipairs(charges) do
  local limits = c.limits
  local before, after = limits.state, limits.state
  if c.changed then
    local left = left_of(limits)
    after = left == 0 and '' or c.undo and c.undo.restores and c.undo.state or encode(limits)
    c.kept, c.left = after, left
    if limits.ban then
      c.kept = format('B%d|', limits.ban) .. after
      c.left = max(left, limits.ban == FOREVER and NEVER or limits.ban - now)
    end
  end
  if promised >= 0 then
    reply[#reply + 1] = before
    reply[#reply + 1] = after
  end
end
if unknown then
  return { -1, now, unknown }
end

local function forget(limits)
  call('DEL', limits.key)
  for _, l in ipairs(limits) do
    if l.algorithm.apart then
      call('DEL', l.key)
    end
  end
end

local function keep(c)
  local limits = c.limits
  for _, l in ipairs(limits) do
    if l.algorithm.apart then
      l.algorithm.save(l)
    end
  end
  if c.kept == '' then
    if limits.value then
      call('DEL', limits.key)
    end
  elseif c.left == NEVER then
    call('SET', limits.key, c.kept)
  else
    call('PSETEX', limits.key, format('%d', given and 3600000 or div_up(c.left, 1000)), c.kept)
  end
  if limits.carried or verb == 'reset' then
    for _, old in ipairs(c.olds) do
      forget(old)
    end
  end
end

for _, c in ipairs(charges) do
  if c.changed then
    keep(c)
  end
end
return reply
