-- Token bucket, leaky bucket and leaky queue: how far the theoretical arrival time is ahead of now, in whole microseconds (u) and
-- parts (r), of which a microsecond has k.
--
-- ARGV   k; cost of a permit (us, parts); tolerance (us, parts); the most it may be ahead (us); capacity; 1 for a queue;
--        1 if time stands still, and what is used never comes back
-- State  alone on its key a text: the arrival time as <us><three digits of parts>, or <us>:<parts> if k is above 1000, or P<us>:<parts>
--        if it is beyond the tolerance on purpose. Among others two numbers: us, which all but the first count from the first to
--        be short; parts, or -1 - parts if on purpose.
--        Further ahead than the tolerance without a purpose: the clock went back. Counts as the tolerance.
-- View   us, parts ahead

local gcra = {}
algorithms.gcra = gcra

local function add(k, u, r, v, s)
  if r + s >= k then
    return u + v + 1, r + s - k
  end
  return u + v, r + s
end

-- u is negative if the result is.
local function subtract(k, u, r, v, s)
  if r < s then
    return u - v - 1, r - s + k
  end
  return u - v, r - s
end

local function exceeds(u, r, v, s)
  return u > v or (u == v and r > s)
end

function gcra.read()
  local l = {
    k = number(), cu = number(), cr = number(), tu = number(), tr = number(),
    most = number(), capacity = number(), queue = number() == 1, still = number() == 1,
  }
  l.now = l.still and 0 or now
  return l
end

function gcra.renew(l)
  l.u, l.r = 0, 0
end

local function set(l, us, r, purpose)
  local u = us - l.now
  if u < 0 then
    u, r = 0, 0
  elseif not purpose and exceeds(u, r, l.tu, l.tr) then
    u, r = l.tu, l.tr
  end
  l.u, l.r = u, r
end

function gcra.decode(l, numbers, i, first)
  local us, r = numbers[i], numbers[i + 1]
  if not l.still then
    us = us + (first.us or 0)
    first.us = first.us or us
  end
  set(l, us, r < 0 and -1 - r or r, r < 0)
  return i + 2
end

function gcra.encode(l, numbers, first)
  local n, us = #numbers, l.now + l.u
  numbers[n + 1] = us - (not l.still and first.us or 0)
  numbers[n + 2] = exceeds(l.u, l.r, l.tu, l.tr) and -1 - l.r or l.r
  if not l.still then
    first.us = first.us or us
  end
end

function gcra.decode_text(l, text)
  local us, r = string.match(text, '(%d+):(%d+)$')
  if us then
    set(l, us + 0, r + 0, string.byte(text) == 80)
  else
    set(l, string.sub(text, 1, -4) + 0, string.sub(text, -3) + 0, false)
  end
end

function gcra.encode_text(l)
  local beyond = exceeds(l.u, l.r, l.tu, l.tr)
  return format(beyond and 'P%d:%d' or l.k > 1000 and '%d:%d' or '%d%03d', l.now + l.u, l.r)
end

-- Of n permits; no more than may be owed.
local function cost(l, n)
  if n == 1 then
    return l.cu, l.cr
  end
  if n * l.cu >= 2 ^ 52 then
    return l.most, 0
  end
  local u, r, weight = 0, 0, 1
  while weight * 1024 <= n do
    weight = weight * 1024
  end
  while weight >= 1 do
    local digit = floor(n / weight)
    n = n - digit * weight
    local parts = r * 1024 + digit * l.cr
    r = parts % l.k
    u = u * 1024 + digit * l.cu + (parts - r) / l.k
    weight = weight / 1024
  end
  if u >= l.most then
    return l.most, 0
  end
  return u, r
end

local function up(l, u, r)
  if u < 0 or (u == 0 and r == 0) then
    return 0
  end
  return l.still and NEVER or r > 0 and u + 1 or u
end

function gcra.wait(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  end
  local u, r = add(l.k, l.u, l.r, cost(l, n))
  return up(l, subtract(l.k, u, r, l.tu, l.tr))
end

-- In a queue the last of n leaves after all others.
function gcra.promise(l, n)
  if l.queue and n > 0 and n <= l.capacity then
    return up(l, add(l.k, l.u, l.r, cost(l, n - 1)))
  end
  return gcra.wait(l, n)
end

-- For later, it goes on from where it is, unless something else makes the permits wait longer than it would.
function gcra.charge(l, at, n)
  local u, r = l.u, l.r
  if at > now and not l.still then
    local v, s = min(at - now, l.most), 0
    if l.queue then
      v, s = subtract(l.k, v, s, cost(l, n - 1))
    end
    if not exceeds(u + 1, r, v, s) then
      u, r = v, s
    end
  end
  u, r = add(l.k, u, r, cost(l, n))
  if u >= l.most then
    u, r = l.most, 0
  end
  l.u, l.r = u, r
end

local function lower(l, u, r)
  l.u, l.r = subtract(l.k, l.u, l.r, u, r)
  if l.u < 0 then
    gcra.renew(l)
  end
end

function gcra.refund(l, n)
  lower(l, cost(l, n))
end

-- Permits promised behind the cancelled ones stay: only the rest comes back; from a queue nothing. The instant was rounded up, so up to
-- a microsecond more may have been promised than it shows.
function gcra.cancel(l, at, n)
  local u, r = l.u, l.r
  if not l.still then
    u = u - (at - now)
    if u < 0 then
      u, r = 0, 0
    end
  end
  if l.queue then
    u, r = subtract(l.k, u, r, l.cu, l.cr)
    if u > 0 or (u == 0 and r > 0) then
      return
    end
  else
    u, r = subtract(l.k, u, r, l.tu, l.tr)
  end
  if not l.still then
    u, r = add(l.k, u, r, 0, l.k - 1)
  end
  if u < 0 then
    u, r = 0, 0
  end
  local v, s = cost(l, n)
  v, s = subtract(l.k, v, s, u, r)
  if v >= 0 then
    lower(l, v, s)
  end
end

-- Whole permits that cost no more than this. A quotient of doubles is at most one off.
local function whole(l, u, r)
  local n = floor((u * l.k + r) / (l.cu * l.k + l.cr))
  local v, s = cost(l, n)
  if exceeds(v, s, u, r) then
    return n - 1
  end
  v, s = cost(l, n + 1)
  return exceeds(v, s, u, r) and n or n + 1
end

local function free(l)
  return l.cu == 0 and l.cr == 0
end

function gcra.remaining(l)
  if free(l) then
    return l.capacity
  end
  local u, r = subtract(l.k, l.tu, l.tr, l.u, l.r)
  return u < 0 and 0 or whole(l, u, r)
end

function gcra.left(l)
  return up(l, l.u, l.r)
end

function gcra.used(l)
  if free(l) then
    return 0
  end
  local n = whole(l, l.u, l.r)
  local u, r = cost(l, n)
  return exceeds(l.u, l.r, u, r) and n + 1 or n
end

-- Between two of this kind a fraction of a permit carries over too, rounded up.
function gcra.carry(l, old)
  if old.algorithm ~= gcra or free(old) then
    return false
  end
  local n = whole(old, old.u, old.r)
  local u, r = subtract(old.k, old.u, old.r, cost(old, n))
  local each, all = l.cu * l.k + l.cr, old.cu * old.k + old.cr
  local parts = all < 2 ^ 51 and muldiv_up(u * old.k + r, each, all) or each
  l.u, l.r = cost(l, n)
  l.u, l.r = add(l.k, l.u, l.r, floor(parts / l.k), parts % l.k)
  return true
end

function gcra.view(l, reply)
  local n = #reply
  reply[n + 1], reply[n + 2] = l.u, l.r
end
