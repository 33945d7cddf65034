-- Exact: at most the capacity in any period; permits used at T stop counting at T + period.
--
-- KEYS   a log has a key of its own: a string, used as a ring. Header: instant of the last entry, permits ever used before the first entry, permits used
--        since, ring size, position of the first entry, number of entries, layout. An entry is an instant and the permits ever used
--        up to and including it, so that any question is one search, from the old end on because that is where the answer
--        nearly always is: one or two reads of an entry, 2 log n at worst. n permits at once take one entry. Narrow entries keep 8 B: 40 bits of
--        the instant (12 days back from the last) and 24 of the permits; what does not fit that makes all of them wide, 13 B.
--        The ring grows by doubling, up to the capacity; beyond only for promises.
-- ARGV   period (us); capacity
-- View   permits to be had; until so many as asked can be had (us, -1: never); until as good as new (us)
-- TTL    milliseconds until the last entry stops counting, rounded up
--
-- Here entries keep the number they have in the ring as it is stored, whatever is dropped meanwhile: first to stop - 1. Permits
-- are counted from the stored header on.

local log = { apart = true }
algorithms.sliding_log = log

local HEADER, HEADER_SIZE = '>I7I6I6I4I4I4B', 32
local NARROW = { format = '>I5I3', size = 8, instants = 2 ^ 40, permits = 2 ^ 24 }
local WIDE = { format = '>I7I6', size = 13, instants = 2 ^ 53, permits = 2 ^ 48 }
local MOST_IN_LOG = 2 ^ 47
local FIRST_SIZE = 4

function log.read()
  return { period = number(), capacity = number() }
end

function log.renew(l)
  l.first, l.stop, l.total, l.dropped, l.last = 0, 0, 0, 0, 0
end

function log.open(l, key)
  l.file, l.key, l.entries, l.changed = key, key, {}, {}
  log.renew(l)
  local header = call('GETRANGE', key, 0, HEADER_SIZE - 1)
  l.exists = header ~= ''
  l.layout, l.base, l.size, l.head, l.stored = NARROW, 0, 0, 0, 0
  if l.exists then
    local wide
    l.last, l.base, l.total, l.size, l.head, l.stored, wide = struct.unpack(HEADER, header)
    l.layout = wide == 1 and WIDE or NARROW
    l.stop = l.stored
  end
  l.stored_last = l.last
end

local function decoded(l, bytes, position)
  local instant, permits = struct.unpack(l.layout.format, bytes, position)
  return {
    l.stored_last - (l.stored_last - instant) % l.layout.instants,
    (permits - l.base) % l.layout.permits,
  }
end

local function entry(l, i)
  local known = l.entries[i]
  if not known then
    local from = HEADER_SIZE + (l.head + i) % l.size * l.layout.size
    known = decoded(l, call('GETRANGE', l.file, from, from + l.layout.size - 1), 1)
    l.entries[i] = known
  end
  return known
end

local function put(l, i, instant, permits)
  l.entries[i] = { instant, permits }
  l.changed[i] = true
end

-- Permits used before an entry.
local function before(l, i)
  return i == l.first and l.dropped or entry(l, i - 1)[2]
end

-- The first entry of those from low to high that holds, of which high does: in steps that double, then halving.
local function search(low, high, holds)
  local probe, step = low, 1
  while probe < high and not holds(probe) do
    low = probe + 1
    probe = probe + step
    step = step * 2
  end
  high = min(high, probe)
  while low < high do
    local middle = floor((low + high) / 2)
    if holds(middle) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local function first_counting(l, t, period)
  if l.first == l.stop or t - l.last >= period then
    return l.stop
  end
  return search(l.first, l.stop - 1, function(i) return t - entry(l, i)[1] < period end)
end

local function first_reaching(l, from, permits)
  return search(from, l.stop - 1, function(i) return entry(l, i)[2] >= permits end)
end

local function drop(l, stop)
  l.dropped = before(l, stop)
  l.first = stop
end

function log.wait(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  end
  local t = l.first < l.stop and max(now, l.last) or now
  local must_be_over = l.total + n - l.capacity
  local counting = first_counting(l, t, l.period)
  if must_be_over > before(l, counting) then
    t = max(t, entry(l, first_reaching(l, counting, must_be_over))[1] + l.period)
  end
  return t - now
end

-- Debt beyond the capacity is one entry, made later by more of it, so that entries stay bounded.
function log.charge(l, at, n)
  local t = l.first < l.stop and max(at, l.last) or at
  drop(l, first_counting(l, now, l.period))
  local any = l.first < l.stop
  local is_debt = any and at == now and l.total - l.dropped >= l.capacity
      and before(l, l.stop - 1) - l.dropped >= l.capacity
  if not is_debt and not (any and l.last == t) then
    l.stop = l.stop + 1
  end
  l.total = min(l.total + n, l.dropped + MOST_IN_LOG)
  l.last = t
  put(l, l.stop - 1, t, l.total)
end

-- From the newest on.
function log.refund(l, n)
  drop(l, first_counting(l, now, l.period))
  l.total = max(l.dropped, l.total - n)
  if l.total == l.dropped then
    l.stop = l.first
  else
    local last = first_reaching(l, l.first, l.total)
    l.last = entry(l, last)[1]
    l.stop = last + 1
    put(l, last, l.last, l.total)
  end
end

function log.cancel(l, at, n)
  if l.first == l.stop or l.last < at then
    return
  end
  local i = search(l.first, l.stop - 1, function(j) return entry(l, j)[1] >= at end)
  if entry(l, i)[1] ~= at then
    return
  end
  local taken = min(n, entry(l, i)[2] - before(l, i))
  for j = i, l.stop - 1 do
    local later = entry(l, j)
    put(l, j, later[1], later[2] - taken)
  end
  l.total = l.total - taken
  while l.stop > l.first and before(l, l.stop - 1) == l.total do
    l.stop = l.stop - 1
  end
  if l.stop > l.first then
    l.last = entry(l, l.stop - 1)[1]
  end
end

function log.used(l)
  return l.total - before(l, first_counting(l, now, l.period))
end

function log.remaining(l)
  if l.first < l.stop and l.last > now then
    return 0
  end
  return max(0, l.capacity - log.used(l))
end

function log.left(l)
  return log.used(l) <= 0 and 0 or max(0, l.last + l.period - now)
end

-- Between two of this kind the entries stay as they are.
function log.carry(l, old)
  if old.algorithm ~= log then
    return false
  end
  for _, field in ipairs({ 'file', 'exists', 'layout', 'base', 'size', 'head', 'stored', 'stored_last', 'entries',
    'first', 'stop', 'total', 'dropped', 'last' }) do
    l[field] = old[field]
  end
  drop(l, first_counting(l, now, old.period))
  return true
end

function log.view(l, reply, n)
  local i = #reply
  local wait = log.wait(l, n)
  reply[i + 1], reply[i + 2], reply[i + 3] = log.remaining(l), wait == NEVER and -1 or wait, log.left(l)
end

local function encoded(l, layout, i)
  local instant, permits = entry(l, i)[1], entry(l, i)[2]
  return struct.pack(layout.format, instant % layout.instants, (l.base + permits) % layout.permits)
end

-- The stored entries from the first on, as they are; or in another layout.
local function kept(l, layout)
  if l.stored <= l.first then
    return ''
  end
  local body = call('GETRANGE', l.file, HEADER_SIZE, -1)
  local width = l.layout.size
  local start = (l.head + l.first) % l.size * width
  local bytes = string.sub(string.sub(body, start + 1) .. string.sub(body, 1, start), 1, (l.stored - l.first) * width)
  if layout == l.layout then
    return bytes
  end
  local all = {}
  for i = l.first, l.stored - 1 do
    l.entries[i] = l.entries[i] or decoded(l, bytes, (i - l.first) * width + 1)
    all[#all + 1] = encoded(l, layout, i)
  end
  return table.concat(all)
end

local function header(l, layout, size, head)
  return struct.pack(HEADER, l.last, (l.base + l.dropped) % WIDE.permits, l.total - l.dropped, size, head,
    l.stop - l.first, layout == WIDE and 1 or 0)
end

local function lay_out_anew(l, layout, count)
  local size = max(FIRST_SIZE, l.size * 2)
  if layout ~= l.layout and count <= l.size then
    size = l.size
  end
  size = max(count, count <= l.capacity and min(size, l.capacity) or size)
  local bytes = string.sub(kept(l, layout), 1, count * layout.size)
  call('SET', l.key, header(l, layout, size, 0) .. bytes .. string.rep('\0', size * layout.size - #bytes))
  return size, 0
end

function log.save(l)
  local count = l.stop - l.first
  if count == 0 then
    if l.exists then
      call('DEL', l.file)
    end
    return
  end
  if l.file ~= l.key then
    call('RENAME', l.file, l.key)
    l.file = l.key
  end
  local span, permits = l.last - entry(l, l.first)[1], l.total - l.dropped
  local fits = l.layout == NARROW and span < NARROW.instants and permits < NARROW.permits
  local layout = fits and NARROW or WIDE
  local size, head = l.size, (l.head + l.first) % max(1, l.size)
  if layout ~= l.layout or count > size then
    size, head = lay_out_anew(l, layout, count)
  else
    call('SETRANGE', l.key, 0, header(l, layout, size, head))
  end
  for i in pairs(l.changed) do
    if i >= l.first and i < l.stop then
      call('SETRANGE', l.key, HEADER_SIZE + (head + i - l.first) % size * layout.size, encoded(l, layout, i))
    end
  end
  call('PEXPIRE', l.key, format('%d', given and 3600000 or div_up(l.last + l.period - now, 1000)))
end
