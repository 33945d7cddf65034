-- Sliding window counter: n pass iff floor(previous * (period - elapsed) / period) + current + n is at most the capacity.
--
-- ARGV   period (us); capacity
-- State  number of the current window, permits in it, permits in the one before. A window ahead of now is one promised to a
--        reservation; nothing passes before it starts.
-- View   the same

local sliding = {}
algorithms.sliding_window = sliding

function sliding.read()
  return { period = number(), capacity = number() }
end

function sliding.renew(l)
  l.window, l.current, l.previous = floor(now / l.period), 0, 0
end

function sliding.decode(l, numbers, i)
  l.window, l.current, l.previous = numbers[i], numbers[i + 1], numbers[i + 2]
  return i + 3
end

function sliding.encode(l, numbers)
  local n = #numbers
  numbers[n + 1], numbers[n + 2], numbers[n + 3] = l.window, l.current, l.previous
end

-- The window that holds t, or the promised one if that is later; what counts as current and as previous in it; and t, or its start.
local function seen(l, t)
  local window = floor(t / l.period)
  if window <= l.window then
    return l.window, l.current, l.previous, max(t, l.window * l.period)
  end
  return window, 0, window == l.window + 1 and l.current or 0, t
end

-- The least time elapsed after which no more than this much of a count is left; the period if only the end will do.
local function elapsed_until(l, count, most)
  if count <= most then
    return 0
  end
  return l.period + 1 - max(1, min(l.period, muldiv_up(most + 1, l.period, count)))
end

function sliding.wait(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  end
  local window, current, previous, t = seen(l, now)
  local start, room = window * l.period, l.capacity - n - current
  if room >= 0 then
    local elapsed = elapsed_until(l, previous, room)
    if elapsed < l.period then
      return max(t, start + elapsed) - now
    end
  end
  return start + l.period + elapsed_until(l, current, l.capacity - n) - now
end

function sliding.charge(l, at, n)
  l.window, l.current, l.previous = seen(l, at)
  l.current = min(l.current + n, MOST_DEBT + l.capacity)
end

-- From the current window first; then as much from the one before as shows now.
function sliding.refund(l, n)
  local t
  l.window, l.current, l.previous, t = seen(l, now)
  local from_current = min(n, l.current)
  l.current = l.current - from_current
  local from_previous = n - from_current
  if from_previous > 0 then
    local left = l.period - t % l.period
    local shown = muldiv(l.previous, left, l.period)
    if shown <= from_previous then
      l.previous = 0
    else
      l.previous = min(l.previous, muldiv_up(shown - from_previous + 1, l.period, left) - 1)
    end
  end
end

function sliding.cancel(l, at, n)
  if floor(at / l.period) == l.window then
    l.current = max(0, l.current - n)
  end
end

function sliding.used(l)
  local _, current, previous, t = seen(l, now)
  local shown = muldiv(previous, l.period - t % l.period, l.period)
  return shown + current
end

function sliding.remaining(l)
  return l.window * l.period > now and 0 or max(0, l.capacity - sliding.used(l))
end

function sliding.left(l)
  local window, current, previous = seen(l, now)
  local start = window * l.period
  local finish = current > 0 and start + l.period + elapsed_until(l, current, 0) or start + elapsed_until(l, previous, 0)
  return max(0, finish - now)
end

function sliding.carry(l, old)
  if old.algorithm ~= sliding or old.period ~= l.period then
    return false
  end
  l.window, l.current, l.previous = old.window, old.current, old.previous
  return true
end

function sliding.view(l, reply)
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3] = l.window, l.current, l.previous
end
