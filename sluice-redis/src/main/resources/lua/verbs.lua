-- What can be asked: each verb looks at all charges of a question first and charges then, all or nothing.
-- It returns whether that is allowed and how often it was charged (cancel: 1 if undone), and adds to the reply what was seen meanwhile.

local function is_refused(c)
  return c.permits > 0 and (c.limits.ban ~= nil or greatest(c.limits, 'wait', c.permits) > 0)
end

local function any_refused(q)
  for _, c in ipairs(q) do
    if is_refused(c) then
      return true
    end
  end
  return false
end

local function charge_all(q, times, at)
  for _, c in ipairs(q) do
    local n = c.permits * times
    if n > 0 then
      each(c.limits, 'charge', at, n)
      c.changed = true
    end
  end
end

-- What is left of the ban, and a view of each limit.
local function see(q, reply, allowed)
  for _, c in ipairs(q) do
    local ban = c.limits.ban
    reply[#reply + 1] = not ban and 0 or ban == FOREVER and -1 or ban - now
    each(c.limits, 'view', reply, allowed and q.verb ~= 'peek' and 0 or c.permits)
  end
end

-- How often all charges could be made now.
local function times_to_be_had(q)
  local times = q.number
  for _, c in ipairs(q) do
    if c.permits > 0 then
      if c.limits.ban then
        return 0
      end
      for _, l in ipairs(c.limits) do
        times = min(times, floor(l.algorithm.remaining(l) / c.permits))
      end
    end
  end
  return max(0, times)
end

local verbs = {}

-- One after another: once one is refused, so are all that follow.
verbs['try'] = function(q, reply)
  for i = 1, q.number do
    if i > 1 then
      see(q, reply, true)
    end
    if any_refused(q) then
      return false, i - 1
    end
    charge_all(q, 1, now)
  end
  return true, q.number
end

verbs['up-to'] = function(q)
  if q.number == 0 then
    return true, 0
  end
  local times = times_to_be_had(q)
  charge_all(q, times, now)
  return times > 0, times
end

function verbs.peek(q)
  return not any_refused(q), 0
end

function verbs.reserve(q, reply)
  local wait = 0
  for _, c in ipairs(q) do
    if c.permits > 0 then
      local promise = greatest(c.limits, 'promise', c.permits)
      if c.limits.ban or promise > min(c.limits.farthest, q.number) then
        wait = NEVER
      end
      wait = max(wait, promise)
    end
    each(c.limits, 'view', reply, c.permits)
  end
  if wait == NEVER then
    return false, 0
  end
  q.promised = now + wait
  charge_all(q, 1, q.promised)
  return true, 1
end

-- Says how things stand, and leaves it at that: they are undone once that was seen.
function verbs.cancel(q)
  local undone = 0
  for _, c in ipairs(q) do
    if c.permits > 0 and (q.number == 1 or now <= q.at) then
      undone = 1
      c.undo, c.restores = true, c.limits.state == c.after
    end
  end
  return not any_refused(q), undone
end

function verbs.refund(q)
  for _, c in ipairs(q) do
    each(c.limits, 'refund', c.permits)
    c.changed = c.permits > 0
  end
  return true, 0
end

function verbs.penalize(q)
  charge_all(q, 1, now)
  return true, 0
end

function verbs.reset(q)
  for _, c in ipairs(q) do
    each(c.limits, 'renew')
    c.limits.ban = nil
    c.changed = true
  end
  return true, 0
end

function verbs.block(q)
  for _, c in ipairs(q) do
    c.limits.ban = q.number < 0 and FOREVER or q.number > 0 and now + q.number or nil
    c.changed = true
  end
  return true, 0
end

function verbs.unblock(q)
  for _, c in ipairs(q) do
    c.changed = c.limits.ban ~= nil
    c.limits.ban = nil
  end
  return true, 0
end
