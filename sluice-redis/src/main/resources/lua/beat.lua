-- Says that an instance is there, and counts those that are.
--
-- KEYS   1  a sorted set: the instances, by when each was last to be heard of again
-- ARGV   1  the instance's name
--        2  milliseconds until it must be heard of again
-- Reply  how many instances there are, this one included
-- TTL    that of the instance that was heard of last
-- Slot   the key's
-- Time   the server's

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%d', now))
redis.call('ZADD', KEYS[1], string.format('%d', now + ARGV[2]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {redis.call('ZCARD', KEYS[1])}
