-- Takes permits of many keys that are under one and the same token bucket, leaky bucket or leaky queue.
--
-- KEYS   the keys, each once and all in one slot; no more than unpack can take (7,000).
-- ARGV   1  the time in microseconds, or '' for the server's. Given only in simulations.
--        2  k: parts that a microsecond has here, at most 1000
--        3  the tolerance, in parts; below 2^53
--        4  what a request costs, in parts, at least 1
--        then for each key of which that is not true, or that is asked for more than once, in order: its place in KEYS, what one request
--        costs, how many such requests there are. Mostly there is none: an argument takes 0.15 us to read.
-- Reply  flat, for each key:
--        one request: how far the key is ahead after it, in parts; or, if it is refused, -1 minus how far it is
--        several:     how many of them are granted, and how far the key is then ahead
--        a banned key has one string instead: the microseconds left, or 'forever'
--        so has one that is in debt, all of whose requests are refused: '<us>:<parts>' ahead
-- State  the theoretical arrival time: microseconds and three digits of parts. Redis keeps that as an integer, in no more
--        memory than the key takes. P<us>:<parts> is one that lies beyond the tolerance on purpose: debt, or a promise. Any other
--        that does was written before the clock went back, and counts as the tolerance. B<until>|<rest> is a banned key.
-- TTL    the milliseconds until the key is as good as new, rounded up. With a given time, which passes as it likes: an hour.
-- A refusal writes nothing.
--
-- Costs, in microseconds of the server: being called 1.1, TIME 0.7, MGET 0.3 a key, PSETEX with two strings 1.1 (with
-- numbers 1.7, SET PX 1.6), %d 0.16 (%.0f 0.67, .. 1.2 and wrong beyond 14 digits), s + 0 0.06 (tonumber 0.15).

local call, format, sub, byte, floor = redis.call, string.format, string.sub, string.byte, math.floor

local now
if ARGV[1] == '' then
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
else
  now = ARGV[1] + 0
end
local k, tolerance = ARGV[2] + 0, ARGV[3] + 0
local millisecond = 1000 * k
local NINE = 57

-- Forms that begin with a letter: how far ahead, and if that is not all there is to say, what to reply.
local function unusual(value)
  local ban, rest = string.match(value, '^B(%d+)|(.*)$')
  if ban then
    if ban + 0 > now then
      return 0, ban == '9007199254740991' and 'forever' or format('%d', ban - now)
    end
    value = rest
  end
  local us, parts = string.match(value, '^P(%d+):(%d+)$')
  if not us then
    return value == '' and 0 or (sub(value, 1, -4) - now) * k + sub(value, -3)
  end
  local ahead = (us - now) * k + parts
  return ahead, ahead > tolerance and format('%d:%d', us - now, parts) or nil
end

local usual, argument = ARGV[4] + 0, 5
local other = (ARGV[argument] or 0) + 0
local values = call('MGET', unpack(KEYS))
local reply, n = {}, 0
for i = 1, #KEYS do
  local cost, times = usual, 1
  if i == other then
    cost, times = ARGV[argument + 1] + 0, ARGV[argument + 2] + 0
    argument = argument + 3
    other = (ARGV[argument] or 0) + 0
  end
  local value, ahead, instead = values[i], 0, nil
  if value then
    if byte(value) > NINE then
      ahead, instead = unusual(value)
    else
      ahead = (sub(value, 1, -4) - now) * k + sub(value, -3)
    end
    if ahead < 0 then
      ahead = 0
    elseif ahead > tolerance then
      ahead = tolerance
    end
  end

  n = n + 1
  if instead then
    reply[n] = instead
  else
    local granted
    if times == 1 then
      granted = ahead + cost <= tolerance and 1 or 0
    else
      granted = floor((tolerance - ahead) / cost)
      if granted > times then
        granted = times
      end
    end
    if granted > 0 then
      ahead = ahead + granted * cost
      local parts, part = ahead % k, ahead % millisecond
      local ttl = 3600000
      if ARGV[1] == '' then
        ttl = (ahead - part) / millisecond + (part > 0 and 1 or 0)
      end
      if parts == 0 then
        call('PSETEX', KEYS[i], format('%d', ttl), format('%d000', now + ahead / k))
      else
        call('PSETEX', KEYS[i], format('%d', ttl), format('%d%03d', now + (ahead - parts) / k, parts))
      end
    end
    if times == 1 then
      reply[n] = granted == 1 and ahead or -1 - ahead
    else
      reply[n] = granted
      n = n + 1
      reply[n] = ahead
    end
  end
end
return reply
