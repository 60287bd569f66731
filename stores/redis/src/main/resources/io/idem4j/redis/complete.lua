-- ARGV: token, status, retention, data (,"data":... or nothing), channel (or nothing), 1 where replicas are waited for
-- Answers 1, or 0 where it is fenced.
local value = redis.call('GET', KEYS[1])
local record = value and parse(value)
if not record or not has(value, record.body, ARGV[1]) then
    return { 0 }
end
if record.status ~= 'INPROGRESS' then
    if not completed_here(value) then
        return { 0 }
    end
    if ARGV[6] == '1' then
        -- the same expiry again: a write for replicas to confirm
        redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', record.expires))
    end
    return { 1 }
end
local at = now()
local expires = at + ARGV[3]
store(head(ARGV[2], expires, record.lease) .. string.sub(value, record.body, -2)
    .. string.format(',"completed_at":%.0f', at) .. ARGV[4] .. '}', expires)
tell(ARGV[5])
return { 1 }
