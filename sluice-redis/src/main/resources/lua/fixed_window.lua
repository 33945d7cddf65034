-- At most the capacity in each window of a grid on the wall clock. Permits are numbered through all time, capacity by capacity: the state
-- is the next free number, as a window and a number within it. Debt and promises for later windows lie further on.
--
-- ARGV   period (us), or week, month or year; capacity; the most that may be used; how many spans of local time follow, 0 for UTC; for each: from, until (us), what is
--        added to UTC (us), the least window in it. Spans follow each other without a gap. Where clocks are put back, windows
--        before the least are over and do not come again.
-- State  window, used in it (less than the capacity)
-- View   windows ahead, used in the last of them
-- A time outside the spans makes the whole script answer that it must be asked again with those that hold it.

local fixed = {}
algorithms.fixed_window = fixed

local DAY = 86400000000
local DAYS_IN_400_YEARS = 146097

-- Days from 1 January 1970 to the first of a month; months are counted from year 0 on. Years that begin in March end with the day that
-- only some have, and the lengths of their months repeat every five.
local function first_of(month)
  local year = floor((month - 2) / 12)
  local since_march = month - 2 - year * 12
  local leap_days = floor(year / 4) - floor(year / 100) + floor(year / 400)
  return year * 365 + leap_days + floor((since_march * 153 + 2) / 5) - 719468
end

local function month_of(day)
  local month = floor(day * 4800 / DAYS_IN_400_YEARS) + 1970 * 12
  if first_of(month) > day then
    return month - 1
  end
  return first_of(month + 1) > day and month or month + 1
end

-- The window that holds a day, and its first one.
local calendar = {
  week = {
    window = function(day) return floor((day - 4) / 7) end,
    first_day = function(window) return window * 7 + 4 end,
  },
  month = { window = month_of, first_day = first_of },
  year = {
    window = function(day) return floor(month_of(day) / 12) end,
    first_day = function(window) return first_of(window * 12) end,
  },
}

-- Of a local time.
local function window_of(l, t)
  if l.calendar then
    return l.calendar.window(floor(t / DAY))
  end
  return floor(t / l.period)
end

-- In local time.
local function beginning(l, window)
  if l.calendar then
    return l.calendar.first_day(window) * DAY
  end
  return window * l.period
end

-- The farthest, so that one more question is enough.
local function unknown_at(t)
  unknown = max(unknown or t, t)
end

local function window_at(l, t)
  local spans = l.spans
  if #spans == 0 then
    return window_of(l, t)
  end
  if t >= spans[1].from then
    for _, span in ipairs(spans) do
      if t < span.till then
        return max(window_of(l, t + span.offset), span.least)
      end
    end
  end
  unknown_at(t)
  return l.current or 0
end

-- Of a window that is still to come.
local function start_of(l, window)
  local spans = l.spans
  if #spans == 0 then
    return beginning(l, window)
  end
  local t
  for _, span in ipairs(spans) do
    t = max(beginning(l, window) - span.offset, span.from)
    if t < span.till then
      return t
    end
  end
  unknown_at(t)
  return t
end

function fixed.read()
  local period = word()
  local l = { calendar = calendar[period], period = tonumber(period), capacity = number(), most = number(), spans = {} }
  for i = 1, number() do
    l.spans[i] = { from = number(), till = number(), offset = number(), least = number() }
  end
  l.current = window_at(l, now)
  return l
end

function fixed.renew(l)
  l.window, l.taken = l.current, 0
end

function fixed.decode(l, numbers, i)
  l.window, l.taken = numbers[i], numbers[i + 1]
  return i + 2
end

function fixed.encode(l, numbers)
  local n = #numbers
  numbers[n + 1], numbers[n + 2] = l.window, l.taken
end

-- What is used from a window on: windows, and permits of the one behind them.
local function ahead(l, window)
  if l.window < window then
    return 0, 0
  end
  return l.window - window, l.taken
end

function fixed.wait(l, n)
  if n == 0 then
    return 0
  elseif n > l.capacity then
    return NEVER
  end
  local windows, taken = ahead(l, l.current)
  local fits = taken + n <= l.capacity
  if fits and windows == 0 then
    return 0
  end
  return start_of(l, l.current + windows + (fits and 0 or 1)) - now
end

function fixed.charge(l, at, n)
  if l.capacity == 0 then
    return
  end
  local window = at == now and l.current or window_at(l, at)
  local windows, taken = ahead(l, window)
  local all = min(windows * l.capacity + taken + n, l.most)
  l.taken = all % l.capacity
  l.window = window + (all - l.taken) / l.capacity
end

function fixed.refund(l, n)
  if l.capacity == 0 then
    return
  end
  local windows, taken = ahead(l, l.current)
  local back = max(0, div_up(n - taken, l.capacity))
  if windows < back then
    fixed.renew(l)
  else
    l.window, l.taken = l.current + windows - back, taken + back * l.capacity - n
  end
end

function fixed.cancel(l, at, n)
  local window = window_at(l, at)
  local full = l.window == window + 1 and l.taken == 0
  if full or l.window == window then
    l.taken = max(0, (full and l.capacity or l.taken) - n)
    l.window = window
  end
end

function fixed.remaining(l)
  local windows, taken = ahead(l, l.current)
  return windows > 0 and 0 or l.capacity - taken
end

function fixed.left(l)
  local windows, taken = ahead(l, l.current)
  if windows == 0 and taken == 0 then
    return 0
  end
  return start_of(l, l.current + windows + (taken > 0 and 1 or 0)) - now
end

function fixed.used(l)
  local windows, taken = ahead(l, l.current)
  return windows * l.capacity + taken
end

function fixed.carry()
  return false
end

function fixed.view(l, reply)
  local n = #reply
  reply[n + 1], reply[n + 2] = ahead(l, l.current)
end
