-- Answers questions one after another, each about one key or several: every verb, every algorithm. Before this file come whole.lua,
-- the files of the algorithms that the limits need, limits.lua and verbs.lua.
--
-- KEYS   question by question, for each charge: the key of its counters, then one for each of its logs; the same of the limits it
--        had before. All in one slot. A key may come again: a question sees what those before it did.
-- ARGV   1  the time in microseconds, or '' for the server's; then what limits.lua says; then how many questions, and for each:
--        the verb; a number: how often the same is asked (try), how often at most (up-to), microseconds of the longest wait (reserve)
--        or of a ban (block, -1: for ever), 1 to cancel also what is no longer ahead, else 0; how many charges; for each: permits, its set of
--        limits, how many sets it had before, and those, the latest first
--        cancel only: the instant promised (us); for each charge its state before and after the reservation
-- Reply  the time; then a list for each question:
--        1 allowed, 0 refused; how often charged (cancel: 1 if undone); the instant promised, or -1;
--        reserve only: the limits of all charges as they were before, one view each, as their files say
--        for each charge: what is left of a ban (us, -1: for ever, 0: none); a view of each limit. try: as often as it was
--        charged, and once more if it was refused then
--        a reservation that was allowed only: for each charge its state before and after
--        or: -1 and a time at which windows must be known: asked again with that, it can be answered
--        or: -2 and why it cannot be answered: a value that somebody else wrote. Neither changes anything.
-- TTL    milliseconds until everything, a ban too, is as good as new, rounded up; what is as good as new is not kept. None for what
--        never ends. With a given time, which passes as it likes: an hour.
-- Time   of the server, read once a call
-- Costs  most of a call is making its functions and reading its limits: of 64 questions about as many keys each costs a third to a
--        half of what it would alone, of 64 equal ones a twentieth. GET and PSETEX once a charge, however often it is asked.
-- Looks at everything first and charges then. A refusal writes nothing. Limits that were changed: while the key under the new ones is not
-- there, the one under those before counts, in permits; the first write takes its place.

local function next_question()
  unknown = nil
  local q = { verb = word(), number = number(), promised = -1 }
  for i = 1, number() do
    local c = { permits = number(), limits = next_limits(), olds = {} }
    for j = 1, number() do
      c.olds[j] = next_limits()
    end
    q[i] = c
  end
  if q.verb == 'cancel' then
    q.at = number()
    for _, c in ipairs(q) do
      c.before, c.after = word(), word()
    end
  end
  return q
end

local function load_all(q)
  for _, c in ipairs(q) do
    local there = load(c.limits)
    for _, old in ipairs(c.olds) do
      if not there and load(old) then
        carry(c.limits, old)
        there = true
      end
    end
  end
end

-- A state that nobody wrote since is put back as it was; a log always goes by its algorithm.
local function undo(c, at)
  if c.restores then
    decode(c.limits, c.before)
  end
  for _, l in ipairs(c.limits) do
    if l.algorithm.apart or not c.restores then
      l.algorithm.cancel(l, at, c.permits)
    end
  end
  c.changed = true
end

-- What to keep, and for how long.
local function settle(c)
  local limits = c.limits
  local left = left_of(limits)
  c.state = left == 0 and '' or c.restores and c.before or encode(limits)
  c.kept, c.left = c.state, left
  if limits.ban then
    c.kept = format('B%d|', limits.ban) .. c.state
    c.left = max(left, limits.ban == FOREVER and NEVER or limits.ban - now)
  end
end

-- Writes nothing.
local function answer(q)
  load_all(q)
  if unknown then
    return nil
  end
  local reply = { 0, 0, -1 }
  local allowed, times = verbs[q.verb](q, reply)
  reply[1], reply[2], reply[3] = allowed and 1 or 0, times, q.promised
  see(q, reply, allowed)
  for _, c in ipairs(q) do
    if c.undo then
      undo(c, q.at)
    end
    if c.changed then
      settle(c)
    end
    if q.promised >= 0 then
      reply[#reply + 1] = c.limits.state
      reply[#reply + 1] = c.state or c.limits.state
    end
  end
  return reply
end

local function keep(q, c)
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
  if limits.carried or q.verb == 'reset' then
    for _, old in ipairs(c.olds) do
      forget(old)
    end
  end
end

local function keep_all(q)
  for _, c in ipairs(q) do
    if c.changed then
      keep(q, c)
    end
  end
end

local replies = { now }
for i = 2, number() + 1 do
  local q = next_question()
  local fine, reply = pcall(answer, q)
  if not fine then
    replies[i] = { -2, type(reply) == 'table' and reply.err or tostring(reply) }
  elseif unknown then
    replies[i] = { -1, unknown }
  else
    keep_all(q)
    replies[i] = reply
  end
end
return replies
