-- The lock under which Powertools takes a lapsed record over; KEYS[1] is its key. ARGV: token, seconds
-- Answers 1 where it is this token's, also from an earlier call.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) or redis.call('GET', KEYS[1]) == ARGV[1] then
    return { 1 }
end
return { 0 }
