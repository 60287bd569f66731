-- ARGV: token (,"token":T,"attempt":), holder ([,"owner":O],"claimed_by":C), fingerprint (,"validation":F or nothing),
--   lease (or nothing), keep, take over below, owner (,"owner":O, or nothing)
-- Answers the time and the attempt, or the time and the record that is there.
local value = redis.call('GET', KEYS[1])
local at = now()
local expires = at + ARGV[5]
local lease = ARGV[4] == '' and expires + 1 or at + ARGV[4]

local function acquire(body, attempt)
    store(head('INPROGRESS', expires, lease) .. body, expires)
    return { at, attempt }
end

local record = value and parse(value)
if value and not record then
    return { at, value }
end
if not value or at > record.expires then
    return acquire(ARGV[1] .. '1' .. ARGV[2] .. string.format(',"created_at":%.0f', at) .. ARGV[3] .. '}', 1)
end
if record.status ~= 'INPROGRESS' then
    return { at, value }
end
local fingerprint = ARGV[3] .. '}'
if ARGV[3] ~= '' and string.sub(value, -#fingerprint) ~= fingerprint then
    return { at, value }
end
local attempt = tonumber(string.match(value, ',"attempt":(%d+)', record.body))
if has(value, record.body, ARGV[1]) then
    return acquire(string.sub(value, record.body), attempt)
end
local lapsed = at > record.lease or (ARGV[7] ~= '' and string.find(value, ARGV[7], record.body, true) ~= nil)
if lapsed and attempt < tonumber(ARGV[6]) then
    local kept = string.match(value, ',"created_at":.*$', record.body)
    return acquire(ARGV[1] .. string.format('%d', attempt + 1) .. ARGV[2] .. kept, attempt + 1)
end
return { at, value }
