-- What every script begins with. A record of ours is the text
--   {"status":S,"idem4j":1,"expiration":s,"expires_at":ms,"in_progress_expiration":ms,"token":T,"attempt":N,
--    ["owner":O,]"claimed_by":C,"created_at":ms[,"validation":F][,"completed_at":ms][,"data":...]}
-- without blanks, its members in this order. Quotes within strings are escaped, so that a member's name with its quotes
-- and comma is found nowhere else before the data. Data is never read, only cut and pasted. Instants are in milliseconds,
-- 'expiration' is in seconds for other libraries. A lease that ends later than the record expires has no end.

local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function parse(value)
    local status, expires, lease, body = string.match(value,
        '^{"status":"([%u_]+)","idem4j":1,"expiration":%d+,"expires_at":(%d+),"in_progress_expiration":(%d+)()')
    if status then
        return { status = status, expires = tonumber(expires), lease = tonumber(lease), body = body }
    end
end

local function has(value, from, text)
    return string.sub(value, from, from + #text - 1) == text
end

local function completed_here(value)
    local data = string.find(value, ',"data":', 1, true)
    return string.find(string.sub(value, 1, data or #value), ',"completed_at":', 1, true) ~= nil
end

local function head(status, expires, lease)
    return string.format('{"status":"%s","idem4j":1,"expiration":%.0f,"expires_at":%.0f,"in_progress_expiration":%.0f',
        status, math.ceil(expires / 1000), expires, lease)
end

local function store(value, expires)
    redis.call('SET', KEYS[1], value, 'PXAT', string.format('%.0f', expires))
end

-- A hint, and what it comes after is written: that it may not be sent is no failure.
local function tell(channel)
    if channel ~= '' then
        redis.pcall('PUBLISH', channel, '')
    end
end
