-- At most the capacity in a window that the first request opens. What is used beyond the capacity belongs to the windows that follow without
-- a gap. A start after now is a window promised while none was open.
--
-- ARGV   period (us); capacity; the most that may be used
-- State  start (us), used since
-- View   the same, after windows that are over were left behind

local anchored = {}
algorithms.anchored_window = anchored

function anchored.read()
  return { period = number(), capacity = number(), most = number() }
end

function anchored.renew(l)
  l.start, l.taken = now, 0
end

function anchored.decode(l, numbers, i)
  local start, taken = numbers[i], numbers[i + 1]
  local over = max(0, floor((now - start) / l.period))
  if l.capacity > 0 then
    over = min(over, div_up(taken, l.capacity))
  end
  l.start, l.taken = start + over * l.period, max(0, taken - over * l.capacity)
  return i + 2
end

function anchored.encode(l, numbers)
  local n = #numbers
  numbers[n + 1], numbers[n + 2] = l.start, l.taken
end

function anchored.wait(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  elseif l.taken == 0 then
    return 0
  end
  local windows = floor(l.taken / l.capacity)
  if l.taken % l.capacity + n > l.capacity then
    windows = windows + 1
  end
  return max(0, l.start + windows * l.period - now)
end

-- For a later window, all windows before it count as used up.
function anchored.charge(l, at, n)
  if l.taken == 0 then
    l.start = at
  end
  local windows = floor(max(0, at - l.start) / l.period)
  l.taken = min(max(l.taken, windows * l.capacity) + n, l.most)
end

function anchored.refund(l, n)
  l.taken = max(0, l.taken - n)
end

function anchored.cancel(l, at, n)
  local into = at - l.start
  local before = floor(max(0, into) / l.period) * l.capacity
  local inside = l.taken - before
  if into >= 0 and inside > 0 and inside <= l.capacity then
    l.taken = before + max(0, inside - n)
  end
end

function anchored.remaining(l)
  return l.taken > 0 and l.start > now and 0 or max(0, l.capacity - l.taken)
end

function anchored.left(l)
  return l.taken == 0 and 0 or l.start + div_up(l.taken, l.capacity) * l.period - now
end

function anchored.used(l)
  return l.taken
end

function anchored.carry(l, old)
  if old.algorithm ~= anchored or old.period ~= l.period then
    return false
  end
  l.start, l.taken = old.start, old.taken
  return true
end

function anchored.view(l, reply)
  local n = #reply
  reply[n + 1], reply[n + 2] = l.start, l.taken
end
