-- ARGV: token, channel (or nothing)
-- Answers 1, or 0 where it is fenced.
local value = redis.call('GET', KEYS[1])
if not value then
    return { 1 }
end
local record = parse(value)
if not record or record.status ~= 'INPROGRESS' or not has(value, record.body, ARGV[1]) then
    return { 0 }
end
redis.call('DEL', KEYS[1])
tell(ARGV[2])
return { 1 }
