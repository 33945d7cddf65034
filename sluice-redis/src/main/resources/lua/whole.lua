-- What all of the general script begins with: the time, the arguments one after another, and whole numbers.
--
-- Time   microseconds of the server, read once; or ARGV[1] if that is not '', in simulations.
-- Numbers in Lua are doubles. Every value here is a whole number below 2^53, which they keep exactly; a product may lie beyond,
-- and then needs muldiv. a % b and floor(a / b) are exact for such numbers. .. and tostring are not: they keep 14 digits.

local call, format, floor, frexp, max, min = redis.call, string.format, math.floor, math.frexp, math.max, math.min

local NEVER = math.huge
local FOREVER = 9007199254740991
-- Debt that penalties may pile up, in permits.
local MOST_DEBT = 2 ^ 40

local given = ARGV[1] ~= ''
local now
if given then
  now = ARGV[1] + 0
else
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
end

local position = 1

local function word()
  position = position + 1
  return ARGV[position]
end

local function number()
  position = position + 1
  return ARGV[position] + 0
end

-- Each file that follows adds what it counts by.
local algorithms = {}

-- A time at which windows must be known and are not: the answer then asks for it, and nothing is written.
local unknown

-- a * b / c rounded down, and the remainder. a, b and the result below 2^53, c below 2^51.
local function muldiv(a, b, c)
  if a * b < 2 ^ 53 then
    local rest = a * b % c
    return (a * b - rest) / c, rest
  end
  local whole = floor(b / c)
  local part = b - whole * c
  local _, bits = frexp(c)
  local base = 2 ^ (52 - bits)
  local weight = 1
  while weight * base <= a do
    weight = weight * base
  end
  local quotient, rest, left = 0, 0, a
  while weight >= 1 do
    local digit = floor(left / weight)
    left = left - digit * weight
    local value = rest * base + digit * part
    rest = value % c
    quotient = quotient * base + (value - rest) / c
    weight = weight / base
  end
  return quotient + a * whole, rest
end

local function muldiv_up(a, b, c)
  local quotient, rest = muldiv(a, b, c)
  return rest > 0 and quotient + 1 or quotient
end

local function div_up(a, b)
  return -floor(-a / b)
end
