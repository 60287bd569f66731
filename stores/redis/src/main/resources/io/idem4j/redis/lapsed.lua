-- Answers the time, and the value where it is a claim that may have lapsed; results, which can be large, stay where they are.
local value = redis.call('GET', KEYS[1])
local at = now()
local record = value and parse(value)
if record then
    if record.status == 'INPROGRESS' and at > record.lease and at <= record.expires then
        return { at, value }
    end
elseif value and #value < 10000 and string.find(value, 'INPROGRESS', 1, true) then
    return { at, value }
end
return { at }
