-- Answers the time, and the value where there is one.
local value = redis.call('GET', KEYS[1])
if value then
    return { now(), value }
end
return { now() }
