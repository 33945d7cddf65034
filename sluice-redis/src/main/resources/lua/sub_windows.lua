-- Counters for equal parts of the period: the current part and as many before it as make up a whole period.
--
-- ARGV   length of a part: whole microseconds (at least 1), and nanoseconds besides; parts that count; capacity
-- State  number of the newest part, then a counter for each part that counts, by its number modulo how many there are. A newest
--        part ahead of now is one promised to a reservation; nothing passes before it starts.
-- View   permits to be had; the part with whose start so many as asked can be had (0: now, -1: never); the part with whose
--        start everything is as good as new (0: now)

local sub = {}
algorithms.sub_windows = sub

-- The part that holds t, exactly: the quotient of doubles is at most one off, and the rest is reckoned in nanoseconds.
local function part_at(l, t)
  if l.nanos == 0 then
    return floor(t / l.micros)
  end
  local part = floor(t / (l.micros + l.nanos / 1000))
  local small = part % 1000
  local rest = (t - part * l.micros - (part - small) / 1000 * l.nanos) * 1000 - small * l.nanos
  if rest < 0 then
    return part - 1
  end
  return rest >= l.micros * 1000 + l.nanos and part + 1 or part
end

-- Rounded up.
local function start_of_part(l, part)
  local small = part % 1000
  return part * l.micros + (part - small) / 1000 * l.nanos + div_up(small * l.nanos, 1000)
end

function sub.read()
  local l = { micros = number(), nanos = number(), ring = number(), capacity = number() }
  l.part = part_at(l, now)
  return l
end

function sub.renew(l)
  l.newest, l.counts = l.part, {}
  for i = 0, l.ring - 1 do
    l.counts[i] = 0
  end
end

function sub.decode(l, numbers, i)
  l.newest, l.counts = numbers[i], {}
  for j = 0, l.ring - 1 do
    l.counts[j] = numbers[i + 1 + j]
  end
  return i + 1 + l.ring
end

function sub.encode(l, numbers)
  local n = #numbers + 1
  numbers[n] = l.newest
  for j = 0, l.ring - 1 do
    numbers[n + 1 + j] = l.counts[j]
  end
end

local function oldest(l)
  return max(l.part, l.newest) - l.ring + 1
end

function sub.used(l)
  local used = 0
  for part = oldest(l), l.newest do
    used = used + l.counts[part % l.ring]
  end
  return used
end

local function part_for(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  end
  local free = l.newest > l.part and l.newest or 0
  local over = sub.used(l) + n - l.capacity
  local part = oldest(l)
  while over > 0 and part <= l.newest do
    over = over - l.counts[part % l.ring]
    free = part + l.ring
    part = part + 1
  end
  return free
end

local function until_part(l, part)
  return part == 0 and 0 or part == NEVER and NEVER or start_of_part(l, part) - now
end

function sub.wait(l, n)
  return until_part(l, part_for(l, n))
end

function sub.charge(l, at, n)
  local part = max(at == now and l.part or part_at(l, at), l.newest)
  for stale = max(l.newest + 1, part - l.ring + 1), part do
    l.counts[stale % l.ring] = 0
  end
  l.newest = part
  l.counts[part % l.ring] = min(l.counts[part % l.ring] + n, MOST_DEBT + l.capacity)
end

local function take(l, part, most)
  local taken = min(most, l.counts[part % l.ring])
  l.counts[part % l.ring] = l.counts[part % l.ring] - taken
  return taken
end

function sub.refund(l, n)
  local part, last = l.newest, oldest(l)
  while n > 0 and part >= last do
    n = n - take(l, part, n)
    part = part - 1
  end
end

function sub.cancel(l, at, n)
  local part = part_at(l, at)
  if part <= l.newest and part > l.newest - l.ring then
    take(l, part, n)
  end
end

function sub.remaining(l)
  return l.newest > l.part and 0 or max(0, l.capacity - sub.used(l))
end

local function part_when_new(l)
  local part, last = l.newest, oldest(l)
  while part >= last do
    if l.counts[part % l.ring] > 0 then
      return part + l.ring
    end
    part = part - 1
  end
  return 0
end

-- A newest part that was promised holds others back even after its permits came back.
function sub.left(l)
  local part = part_when_new(l)
  return until_part(l, part == 0 and l.newest > l.part and l.newest or part)
end

function sub.carry(l, old)
  if old.algorithm ~= sub or old.micros ~= l.micros or old.nanos ~= l.nanos or old.ring ~= l.ring then
    return false
  end
  l.newest, l.counts = old.newest, old.counts
  return true
end

function sub.view(l, reply, n)
  local i = #reply
  local part = part_for(l, n)
  reply[i + 1], reply[i + 2], reply[i + 3] = sub.remaining(l), part == NEVER and -1 or part, part_when_new(l)
end
