-- A claim that was decided on a value which the script can't read, or under a lock. ARGV: that value, token, holder,
--   created_at and fingerprint (or nothing), attempt, lease (or nothing), keep
-- Answers the time, and the attempt or, where another value is there by now, nothing.
local at = now()
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return { at }
end
local expires = at + ARGV[7]
local lease = ARGV[6] == '' and expires + 1 or at + ARGV[6]
local created = ARGV[4]
if not string.find(created, ',"created_at":', 1, true) then
    created = string.format(',"created_at":%.0f', at) .. created
end
store(head('INPROGRESS', expires, lease) .. ARGV[2] .. ARGV[5] .. ARGV[3] .. created .. '}', expires)
return { at, tonumber(ARGV[5]) }
