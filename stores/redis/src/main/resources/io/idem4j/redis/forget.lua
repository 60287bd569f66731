-- ARGV: what was seen: the whole value, or nothing and then token and status; channel (or nothing)
-- Answers 1, or 0 where something else is there.
local value = redis.call('GET', KEYS[1])
if not value then
    return { 1 }
end
local same = value == ARGV[1]
if ARGV[1] == '' then
    local record = parse(value)
    same = record and record.status == ARGV[3] and has(value, record.body, ARGV[2])
end
if not same then
    return { 0 }
end
redis.call('DEL', KEYS[1])
tell(ARGV[4])
return { 1 }
