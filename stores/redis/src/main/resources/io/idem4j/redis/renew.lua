-- ARGV: token, lease, keep, channel (or nothing)
-- Answers 1, or 0 where it is fenced.
local value = redis.call('GET', KEYS[1])
local record = value and parse(value)
if not record or record.status ~= 'INPROGRESS' or not has(value, record.body, ARGV[1]) then
    return { 0 }
end
local at = now()
local ends = ARGV[2] == '0'
local expires = at + ARGV[3]
store(head('INPROGRESS', expires, ends and at - 1 or at + ARGV[2]) .. string.sub(value, record.body), expires)
if ends then
    tell(ARGV[4])
end
return { 1 }
